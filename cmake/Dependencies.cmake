# Third-party libraries of core and app/cli: header-only ones, from the system or from AMPSCOPE_HEADER_ONLY_DIR.

# ampscope_header_library(<target> <header that proves it>)
function(ampscope_header_library target header)
  string(MAKE_C_IDENTIFIER "${target}_include" variable)
  find_path(${variable} ${header} HINTS ${AMPSCOPE_HEADER_ONLY_DIR} ${AMPSCOPE_HEADER_ONLY_DIR}/include)
  if(NOT ${variable})
    message(FATAL_ERROR "The header ${header} is missing. scripts/setup installs it; or name a folder that holds it: -DAMPSCOPE_HEADER_ONLY_DIR=…")
  endif()
  add_library(${target} INTERFACE IMPORTED)
  target_include_directories(${target} SYSTEM INTERFACE ${${variable}})
endfunction()

ampscope_header_library(dependency::multiprecision boost/multiprecision/cpp_int.hpp)
ampscope_header_library(dependency::json nlohmann/json.hpp)
ampscope_header_library(dependency::cli11 CLI/CLI.hpp)
ampscope_header_library(dependency::fmt fmt/format.h)
target_compile_definitions(dependency::fmt INTERFACE FMT_HEADER_ONLY=1)
