#include "core/io/module_file.h"

#include <cstdlib>
#include <filesystem>
#include <vector>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
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
std::filesystem::path program_folder() {
    char buffer[MAX_PATH];
    return std::filesystem::path(std::string(buffer, GetModuleFileNameA(nullptr, buffer, MAX_PATH))).parent_path();
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
std::filesystem::path program_folder() {
    Dl_info info{};
    // This function lies in the program, or in a library beside it.
    if (dladdr(reinterpret_cast<void*>(&program_folder), &info) != 0 && info.dli_fname)
        return std::filesystem::absolute(std::filesystem::path(info.dli_fname)).parent_path();
    return ".";
}
#endif

std::vector<std::filesystem::path> candidates(std::string_view name, const char* variable) {
    if (const char* named = std::getenv(variable)) return {named};
    std::vector<std::filesystem::path> paths;
    const auto folder = program_folder();
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

} // namespace ampscope::io
