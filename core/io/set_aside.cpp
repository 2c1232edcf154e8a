#include "core/io/set_aside.h"

#include <ctime>
#include <filesystem>
#include <system_error>

namespace ampscope::io {

namespace fs = std::filesystem;

static std::string utf8(const fs::path& path) {
    const auto text = path.u8string();
    return {text.begin(), text.end()};
}

std::string aside_name(const std::string& path) {
    const std::time_t now = std::time(nullptr);
    char date[32] = {};
    std::strftime(date, sizeof date, "%Y%m%d-%H%M%S", std::localtime(&now));
    const fs::path file = fs::u8path(path);
    for (int copy = 1;; ++copy) {
        std::string name = utf8(file.stem());
        name.append(".damaged-").append(date);
        if (copy > 1) name.append("-").append(std::to_string(copy));
        const fs::path aside = file.parent_path() / fs::u8path(name.append(utf8(file.extension())));
        std::error_code ignored;
        if (!fs::exists(fs::symlink_status(aside, ignored))) return utf8(aside);
    }
}

std::string set_aside(const std::string& path) {
    std::string name = aside_name(path);
    std::error_code error;
    fs::rename(fs::u8path(path), fs::u8path(name), error);
    if (error) throw text::could_not("io.not_aside", {{"reason", error.message()}}, {path});
    return name;
}

text::Message placed_message(const text::Error& error) {
    const text::Location& place = error.location();
    if (place.line == 0) return error.message();
    return {
        "io.placed",
        {{"line", std::to_string(place.line)}, {"column", std::to_string(place.column)}, {"reason", error.message()}}};
}

} // namespace ampscope::io
