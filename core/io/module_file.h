// This program's own modules: shared libraries that are opened at run time, so that what they stand on (LibTorch, CUDA)
// may be missing.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ampscope::io {

struct ModuleFunction {
    void* address = nullptr; ///< of the function asked for; nullptr where it could not be had
    std::string reason;      ///< what the system said then; "" where there is no such file
};

/// Opens the module `name` (without ending) beside the program, in ../bin or, installed, in ../lib/ampscope; or the
/// file that the environment variable `variable` names. A module stays open until the process ends. Any thread.
ModuleFunction open_module(std::string_view name, const char* variable, const char* function);

/// Opens a shared library, which then serves every module that names one of that name, wherever it lies. "" when it is
/// open, else what the system said.
std::string open_library_first(const std::string& path);

/// Where the running program lies, whatever name it was called by.
std::filesystem::path program_folder();

} // namespace ampscope::io
