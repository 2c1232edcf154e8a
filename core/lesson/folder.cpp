#include "core/lesson/folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "core/io/file.h"
#include "core/io/module_file.h"
#include "core/lesson/lesson.h"
#include "core/text/utf8.h"

namespace ampscope::lesson {

namespace fs = std::filesystem;

namespace {

std::string utf8(const fs::path& path) {
    const auto text = path.generic_u8string();
    return {text.begin(), text.end()};
}

// "..", absolute parts and what only some systems take for a separator.
bool is_plain_path(std::string_view relative) {
    if (relative.empty() || relative.find_first_of(std::string_view("\\:\0", 3)) != std::string_view::npos)
        return false;
    while (!relative.empty()) {
        const auto part = relative.substr(0, relative.find('/'));
        if (part.empty() || part == "." || part == "..") return false;
        relative.remove_prefix(std::min(part.size() + 1, relative.size()));
    }
    return true;
}

} // namespace

std::string read_file_of(const std::string& folder, const std::string& name) {
    const std::string path = folder + "/" + name;
    if (!is_inside(folder, name)) throw text::bad_input("lesson.outside", {{"found", name}}, {path});
    std::error_code error;
    const auto status = fs::status(fs::u8path(path), error);
    // A pipe or a device would make the reader wait for ever.
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
        throw text::bad_input("lesson.no_plain_file", {}, {path});
    std::string content = io::read_file(path, kMaxFileBytes);
    const auto refuse = [&](std::size_t offset, std::string id, std::vector<text::Argument> arguments) {
        const auto [line, column] = text::line_and_column(content, offset);
        throw text::bad_input(std::move(id), std::move(arguments), {path, line, column});
    };
    const text::Message encoding = text::encoding_message(content);
    if (const auto bad = text::first_invalid_utf8(content)) refuse(*bad, "io.not_utf8", {{"encoding", encoding}});
    if (const auto nul = content.find('\0'); nul != std::string::npos) {
        if (text::looks_like_utf16(content)) refuse(nul, "io.not_utf8", {{"encoding", encoding}});
        refuse(nul, "lesson.nul", {});
    }
    if (content.starts_with("\xEF\xBB\xBF")) content.erase(0, 3);
    return content;
}

bool is_inside(const std::string& folder, std::string_view relative) {
    if (!is_plain_path(relative)) return false;
    std::error_code error;
    const fs::path root = fs::weakly_canonical(fs::u8path(folder), error);
    if (error) return false;
    const fs::path path = fs::weakly_canonical(root / fs::u8path(relative), error);
    if (error) return false;
    return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

bool exists(const std::string& path) {
    std::error_code ignored;
    return fs::exists(fs::u8path(path), ignored);
}

bool is_plain_file(const std::string& path) {
    std::error_code ignored;
    return fs::is_regular_file(fs::u8path(path), ignored);
}

bool is_folder(const std::string& path) {
    std::error_code ignored;
    return fs::is_directory(fs::u8path(path), ignored);
}

std::string folder_name(const std::string& path) {
    std::error_code ignored;
    fs::path folder = fs::absolute(fs::u8path(path), ignored).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path(); // "lessons/x/"
    return utf8(folder.filename());
}

std::string lessons_folder() {
    if (const char* named = std::getenv("AMPSCOPE_LESSONS"); named && *named) return named;
    const fs::path program = io::program_folder();
    const std::string build_tree = utf8((program / "../../../lessons").lexically_normal());
    return is_folder(build_tree) ? build_tree : utf8((program / "../share/ampscope/lessons").lexically_normal());
}

} // namespace ampscope::lesson
