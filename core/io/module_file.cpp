#include "core/io/module_file.h"

#include <cstdlib>
#include <vector>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif
#endif

namespace ampscope::io {
namespace {

struct Opened {
    void* handle = nullptr;
    std::string reason;
};

#ifdef _WIN32
constexpr const char* kEnding = ".dll";

Opened open_library(const std::string& path) {
    void* handle = reinterpret_cast<void*>(LoadLibraryA(path.c_str()));
    return {handle, handle ? "" : "error " + std::to_string(GetLastError())};
}
void* find_symbol(void* handle, const char* name) {
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle), name));
}
#else
constexpr const char* kEnding = ".so";

Opened open_library(const std::string& path) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    return {handle, handle ? "" : dlerror()};
}
void* find_symbol(void* handle, const char* name) {
    return dlsym(handle, name);
}
#endif

std::vector<std::filesystem::path> candidates(std::string_view name, const char* variable) {
    if (const char* named = std::getenv(variable)) return {named};
    std::vector<std::filesystem::path> paths;
    const std::filesystem::path folder = program_folder();
    for (const auto* relative : {".", "../bin", "../lib/ampscope"})
        paths.push_back(folder / relative / (std::string(name) + kEnding));
    return paths;
}

} // namespace

ModuleFunction open_module(std::string_view name, const char* variable, const char* function) {
    ModuleFunction result;
    for (const auto& path : candidates(name, variable)) {
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored)) continue;
        const Opened opened = open_library(path.string());
        if (!opened.handle) {
            result.reason = opened.reason;
            continue;
        }
        result.address = find_symbol(opened.handle, function);
        if (result.address) return result;
        result.reason = path.string() + ": " + function;
    }
    return result;
}

std::string open_library_first(const std::string& path) {
    return open_library(path).reason;
}

std::filesystem::path program_folder() {
    std::error_code ignored;
#ifdef _WIN32
    wchar_t buffer[32768];
    const std::filesystem::path program(std::wstring(buffer, GetModuleFileNameW(nullptr, buffer, 32768)));
#elif defined(__APPLE__)
    char buffer[4096];
    std::uint32_t size = sizeof buffer;
    const std::filesystem::path program(_NSGetExecutablePath(buffer, &size) == 0 ? buffer : "");
#else
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
#endif
    return program.empty() ? std::filesystem::current_path(ignored) : program.parent_path();
}

} // namespace ampscope::io
