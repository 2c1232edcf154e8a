#include "core/train/libtorch.h"

#include <cstdlib>
#include <filesystem>

#include "core/io/file.h"
#include "core/io/module_file.h"
#include "core/train/libtorch_setup.h"
#include "core/version.h"

namespace ampscope::train {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestVersionFile = 64u << 10;

bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

// version.py has the line __version__ = '2.15.0+cu132'.
std::string version_of(const fs::path& torch) {
    try {
        const std::string text = io::read_file((torch / "version.py").string(), kLongestVersionFile);
        const std::string_view name = "__version__ = '";
        const auto start = text.find(name);
        if (start == std::string::npos) return "";
        const auto from = start + name.size();
        return text.substr(from, text.find_first_not_of("0123456789.", from) - from);
    } catch (const text::Error&) {
        return ""; // a LibTorch without Python has no such file
    }
}

std::string major_and_minor(const std::string& version) {
    return version.substr(0, version.find('.', version.find('.') + 1));
}

// A LibTorch that names no version is taken at its word: somebody has put it there on purpose.
bool fits(const LibTorch& torch) {
    return torch.version.empty() || major_and_minor(torch.version) == major_and_minor(kLibTorchVersion);
}

std::vector<std::string> places() {
    std::vector<std::string> places;
    const auto add_variable = [&](const char* name) {
        if (const char* value = std::getenv(name); value && *value) places.emplace_back(value);
    };
    add_variable("TORCH_DIR");
    if (const std::string set_up = libtorch_set_up_folder(); is_set_up(set_up)) places.push_back(set_up);
    // An installed program has nothing to look for three folders up: whose that is nobody knows.
    if (const fs::path program = io::program_folder(); is_there(program / "../CMakeCache.txt"))
        places.push_back((program / "../../../.venv").lexically_normal().string());
    add_variable("VIRTUAL_ENV");
    add_variable("CONDA_PREFIX");
    return places;
}

} // namespace

std::optional<LibTorch> libtorch_in(const std::string& folder) {
    const auto as_torch = [](const fs::path& path) -> std::optional<LibTorch> {
        const LibTorch torch{path.string(), version_of(path)};
        return is_there(torch.library()) ? std::optional(torch) : std::nullopt;
    };
    if (auto torch = as_torch(folder)) return torch;
    std::error_code error;
    for (fs::directory_iterator it(fs::path(folder) / "lib", error), end; !error && it != end; it.increment(error))
        if (it->path().filename().string().starts_with("python3."))
            if (auto torch = as_torch(it->path() / "site-packages" / "torch")) return torch;
    return std::nullopt;
}

LibTorchSearch find_libtorch() {
    LibTorchSearch search;
    for (const auto& place : places()) {
        const auto torch = libtorch_in(place);
        if (!torch) continue;
        if (fits(*torch)) {
            search.found = torch;
            return search;
        }
        search.unfit.push_back(*torch);
    }
    return search;
}

text::Message unfit_message(const LibTorch& unfit) {
    return {"train.unfit_libtorch",
            {{"folder", unfit.folder}, {"found", unfit.version}, {"needed", std::string(kLibTorchVersion)}}};
}

} // namespace ampscope::train
