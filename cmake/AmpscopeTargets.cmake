# Helpers for this project's targets. Unknown arguments are errors; everything is set per target, nothing globally, but for
# the output folders and the sanitizers, which must agree over the whole build.

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
if(AMPSCOPE_SANITIZE)
  add_compile_options(-fsanitize=${AMPSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${AMPSCOPE_SANITIZE})
endif()

function(ampscope_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4 /utf-8)
  else()
    # A product and a sum contracted into one FMA round once where two operations round twice; here that is a result.
    target_compile_options(${target} PRIVATE -ffp-contract=off)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wold-style-cast)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      # GCC 12 warns falsely about every `"text" + string` (GCC bug 105651, closed in 13).
      target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
    if(AMPSCOPE_WERROR)
      target_compile_options(${target} PRIVATE -Werror)
    endif()
  endif()
endfunction()

# ampscope_library(<name> SOURCES … [LINK …] [PRIVATE_LINK …]): a static library of one folder.
function(ampscope_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;PRIVATE_LINK")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ampscope_library(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  add_library(${name} STATIC ${arg_SOURCES})
  ampscope_settings(${name})
  target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE ${arg_PRIVATE_LINK})
endfunction()

# ampscope_qt_library(…): the same for ui/, with moc and without Qt's lower-case keywords.
function(ampscope_qt_library name)
  ampscope_library(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_compile_definitions(${name} PRIVATE QT_NO_KEYWORDS QT_NO_CAST_FROM_BYTEARRAY QT_DISABLE_DEPRECATED_BEFORE=0x060400)
endfunction()

# CUDA's host headers for a test that compares with them, where they are.
function(ampscope_cuda_headers target)
  if(AMPSCOPE_CUDA_HEADERS)
    target_include_directories(${target} SYSTEM PRIVATE ${AMPSCOPE_CUDA_HEADERS})
    target_compile_definitions(${target} PRIVATE AMPSCOPE_CUDA_HEADERS)
  endif()
endfunction()

# What the build with sanitizers makes: core's tests, and those that walk through the window (label walk).
add_custom_target(sanitized_tests)

# A test's own code runs for moments and is compiled often.
function(ampscope_test_settings target)
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

# Headers that all tests of a folder include are compiled once; a set of their own for tests with widgets, whose Qt headers
# differ.
function(ampscope_test_headers target)
  if(TARGET ${target})
    return()
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp CONTENT "" @ONLY)
  add_library(${target} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  ampscope_settings(${target})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF) # as for programs
  ampscope_test_settings(${target})
  target_link_libraries(${target} PRIVATE ${ARGN} Qt6::Test dependency::multiprecision)
  target_compile_definitions(${target} PRIVATE QT_NO_KEYWORDS)
  target_precompile_headers(${target} PRIVATE <QtTest/QtTest> <boost/multiprecision/cpp_int.hpp> <map> <string> <variant> <vector>)
endfunction()

# ampscope_test(<name> SOURCE <file> LINK … [LABELS …] [TIMEOUT seconds]): one Qt Test class, one binary, one ctest entry.
function(ampscope_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;TIMEOUT" "LINK;LABELS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ampscope_test(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  add_executable(${name} ${arg_SOURCE})
  ampscope_settings(${name})
  ampscope_test_settings(${name})
  set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${arg_LINK} Qt6::Test)
  target_compile_definitions(${name} PRIVATE
    QT_NO_KEYWORDS AMPSCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" AMPSCOPE_BIN_DIR="${PROJECT_BINARY_DIR}/bin")
  get_filename_component(_folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  if(arg_LINK MATCHES "ampscope_(plot|instruments|labs|shell)")
    ampscope_test_headers(${_folder}_gui_test_headers Qt6::Widgets)
    target_precompile_headers(${name} REUSE_FROM ${_folder}_gui_test_headers)
  else()
    ampscope_test_headers(${_folder}_test_headers)
    target_precompile_headers(${name} REUSE_FROM ${_folder}_test_headers)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  if(AMPSCOPE_SANITIZE) # exact arithmetic takes ten times as long there
    math(EXPR arg_TIMEOUT "${arg_TIMEOUT} * 6")
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}"
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QT_FORCE_STDERR_LOGGING=1;AMPSCOPE_DATA=${CMAKE_CURRENT_BINARY_DIR}/${name}-data")
  if("walk" IN_LIST arg_LABELS OR NOT arg_LABELS MATCHES "gui|long")
    add_dependencies(sanitized_tests ${name})
  endif()
endfunction()
