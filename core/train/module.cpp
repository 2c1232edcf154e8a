#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include "core/train/engine.h"

namespace ampscope::train {
namespace {

#if defined(_WIN32)
constexpr const char* kModuleName = "ampscope_engine.dll";
#else
constexpr const char* kModuleName = "ampscope_engine.so";
#endif

struct Opened {
    void* handle = nullptr;
    std::string reason;
};

#ifdef _WIN32
Opened open_library(const std::string& path) {
    void* handle = reinterpret_cast<void*>(LoadLibraryA(path.c_str()));
    return {handle, handle ? "" : "error " + std::to_string(GetLastError())};
}
void* find_symbol(void* handle, const char* name) {
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle), name));
}
void set_default(const char* name, const char* value) {
    if (!std::getenv(name)) _putenv_s(name, value);
}
std::filesystem::path program_folder() {
    char buffer[MAX_PATH];
    return std::filesystem::path(std::string(buffer, GetModuleFileNameA(nullptr, buffer, MAX_PATH))).parent_path();
}
#else
Opened open_library(const std::string& path) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    return {handle, handle ? "" : dlerror()};
}
void* find_symbol(void* handle, const char* name) {
    return dlsym(handle, name);
}
void set_default(const char* name, const char* value) {
    setenv(name, value, /*overwrite=*/0);
}
std::filesystem::path program_folder() {
    Dl_info info{};
    // This function lies in the program, or in a library beside it.
    if (dladdr(reinterpret_cast<void*>(&program_folder), &info) != 0 && info.dli_fname)
        return std::filesystem::absolute(std::filesystem::path(info.dli_fname)).parent_path();
    return ".";
}
#endif

// Beside the program (build tree), in ../lib/ampscope (installed), or where AMPSCOPE_ENGINE says.
std::vector<std::filesystem::path> candidates() {
    std::vector<std::filesystem::path> paths;
    if (const char* named = std::getenv("AMPSCOPE_ENGINE")) return {named};
    const auto folder = program_folder();
    for (const auto* relative : {".", "../bin", "../lib/ampscope"})
        paths.push_back(folder / relative / kModuleName);
    return paths;
}

std::unique_ptr<Engine> open() {
    // LibTorch's worker threads would otherwise spin between ops and take the window's core.
    set_default("OMP_WAIT_POLICY", "PASSIVE");
    set_default("GOMP_SPINCOUNT", "0");
    std::string reason;
    for (const auto& path : candidates()) {
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored)) continue;
        const Opened opened = open_library(path.string());
        if (!opened.handle) {
            reason = opened.reason;
            continue;
        }
        using Maker = Engine* (*)();
        const auto make = reinterpret_cast<Maker>(find_symbol(opened.handle, "ampscope_make_engine"));
        if (make) return std::unique_ptr<Engine>(make());
        reason = path.string() + ": ampscope_make_engine";
    }
    if (reason.empty()) throw text::could_not("train.no_engine");
    throw text::could_not("train.no_libtorch", {{"reason", reason}});
}

} // namespace

Engine& open_engine() {
    static std::mutex mutex;
    static Engine* engine = nullptr; // never destroyed: LibTorch must not be taken down after its own statics
    const std::scoped_lock lock(mutex);
    if (!engine) engine = open().release();
    return *engine;
}

} // namespace ampscope::train
