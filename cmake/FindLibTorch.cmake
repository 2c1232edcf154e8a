# Finds the LibTorch C++ library and defines the target LibTorch::LibTorch (CPU part only).
#
# The wheel's own TorchConfig.cmake asks for a CUDA toolkit even where only the CPU library is used, so this file is ours:
# two shared libraries, two include folders. The CUDA library beside them is loaded at run time, when a driver is there.
#
# Looked at in this order: TORCH_DIR (cache or environment), CMAKE_PREFIX_PATH, the private environment .venv of this clone.
# Sets LibTorch_FOUND, LibTorch_VERSION, LibTorch_FOLDER.

set(_libtorch_hints)
if(TORCH_DIR)
  list(APPEND _libtorch_hints ${TORCH_DIR})
elseif(DEFINED ENV{TORCH_DIR})
  list(APPEND _libtorch_hints $ENV{TORCH_DIR})
endif()
foreach(_prefix IN LISTS CMAKE_PREFIX_PATH)
  list(APPEND _libtorch_hints ${_prefix})
endforeach()
file(GLOB _libtorch_venv ${CMAKE_SOURCE_DIR}/.venv/lib/python3.*/site-packages/torch)
list(APPEND _libtorch_hints ${_libtorch_venv})

foreach(_folder IN LISTS _libtorch_hints)
  file(GLOB _libtorch_library ${_folder}/lib/libtorch_cpu.so ${_folder}/lib/libtorch_cpu.dylib ${_folder}/lib/torch_cpu.lib)
  if(_libtorch_library AND EXISTS ${_folder}/include/ATen/ATen.h)
    set(LibTorch_FOLDER ${_folder})
    break()
  endif()
endforeach()

if(LibTorch_FOLDER)
  file(STRINGS ${LibTorch_FOLDER}/include/torch/headeronly/version.h _libtorch_version_lines REGEX "#define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
  if(NOT _libtorch_version_lines)
    file(STRINGS ${LibTorch_FOLDER}/include/torch/csrc/api/include/torch/version.h _libtorch_version_lines REGEX "#define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
  endif()
  string(REGEX REPLACE "[^0-9.;]" "" _libtorch_version_lines "${_libtorch_version_lines}")
  string(REPLACE ";" "." LibTorch_VERSION "${_libtorch_version_lines}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch REQUIRED_VARS LibTorch_FOLDER VERSION_VAR LibTorch_VERSION)

if(LibTorch_FOUND AND NOT TARGET LibTorch::LibTorch)
  set(_suffix ${CMAKE_SHARED_LIBRARY_SUFFIX})
  add_library(LibTorch::c10 SHARED IMPORTED)
  set_target_properties(LibTorch::c10 PROPERTIES IMPORTED_LOCATION ${LibTorch_FOLDER}/lib/libc10${_suffix})
  add_library(LibTorch::LibTorch SHARED IMPORTED)
  set_target_properties(LibTorch::LibTorch PROPERTIES
    IMPORTED_LOCATION ${LibTorch_FOLDER}/lib/libtorch_cpu${_suffix}
    INTERFACE_INCLUDE_DIRECTORIES "${LibTorch_FOLDER}/include;${LibTorch_FOLDER}/include/torch/csrc/api/include"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${LibTorch_FOLDER}/include;${LibTorch_FOLDER}/include/torch/csrc/api/include"
    INTERFACE_LINK_LIBRARIES LibTorch::c10
    # RecordFunction's inputs() asserts on a flag that the shipped library, built with NDEBUG, never sets.
    INTERFACE_COMPILE_DEFINITIONS NDEBUG)
endif()
