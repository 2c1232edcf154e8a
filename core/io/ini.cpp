#include "core/io/ini.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "core/text/utf8.h"

namespace ampscope::io {

namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

struct Line {
    enum class Kind { Empty, Section, Value, Unreadable };
    Kind kind;
    std::string_view name, value; ///< name of the section or the key
};

Line read_line(std::string_view line) {
    line = trimmed(line);
    if (line.empty() || line[0] == ';' || line[0] == '#') return {Line::Kind::Empty, {}, {}};
    if (line[0] == '[') {
        if (line.back() != ']') return {Line::Kind::Unreadable, {}, {}};
        return {Line::Kind::Section, trimmed(line.substr(1, line.size() - 2)), {}};
    }
    const auto equals = line.find('=');
    if (equals == std::string_view::npos || equals == 0) return {Line::Kind::Unreadable, {}, {}};
    return {Line::Kind::Value, trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1))};
}

// Lines without their ends; a text that ends with one has no empty line behind it.
std::vector<std::string_view> lines_of(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::optional<std::uint32_t> hex_digit(char c) {
    if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0');
    const char lower = static_cast<char>(c | 0x20);
    if (lower >= 'a' && lower <= 'f') return static_cast<std::uint32_t>(lower - 'a' + 10);
    return std::nullopt;
}

constexpr std::string_view kEscapes = "abfnrtv0", kEscaped("\a\b\f\n\r\t\v\0", 8);

// The text that `raw` stands for; none for a list or a serialised object.
std::optional<std::string> unescaped(std::string_view raw) {
    std::string text;
    bool is_quoted = false;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const char c = raw[i];
        if (c == '"') {
            is_quoted = !is_quoted;
        } else if (c == ',' && !is_quoted) {
            return std::nullopt; // Qt reads a list there
        } else if (c != '\\' || i + 1 == raw.size()) {
            text += c;
        } else if (const char kind = raw[++i]; kind == 'x') {
            std::uint32_t point = 0;
            while (i + 1 < raw.size() && hex_digit(raw[i + 1]) && point <= 0xFFFF)
                point = point * 16 + *hex_digit(raw[++i]);
            text += text::encode_utf8(point > 0x10FFFF || (point >= 0xD800 && point < 0xE000) ? U'\uFFFD'
                                                                                              : char32_t(point));
        } else {
            const auto known = kEscapes.find(kind);
            text += known == std::string_view::npos ? kind : kEscaped[known];
        }
    }
    if (text.starts_with("@@")) return text.substr(1);
    if (text.starts_with('@')) return std::nullopt;
    return text;
}

std::string escaped(std::string_view text) {
    std::string body = text.starts_with('@') ? "@" : "";
    bool needs_quotes = trimmed(text).size() != text.size();
    bool after_hex = false;
    for (const char c : text) {
        const auto known = kEscaped.find(c);
        const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        needs_quotes = needs_quotes || std::string_view(";,=\"#").find(c) != std::string_view::npos;
        if (c == '"' || c == '\\') {
            body += '\\';
            body += c;
        } else if (known != std::string_view::npos && c != '\0') {
            body += '\\';
            body += kEscapes[known];
        } else if (is_control || (after_hex && hex_digit(c))) { // a digit behind would be taken for a part of it
            constexpr char kDigits[] = "0123456789abcdef";
            body.append("\\x").append(1, kDigits[static_cast<unsigned char>(c) >> 4]).append(1, kDigits[c & 15]);
            after_hex = true;
            continue;
        } else {
            body += c;
        }
        after_hex = false;
    }
    return needs_quotes ? '"' + body + '"' : body;
}

} // namespace

bool is_ini(std::string_view text) {
    if (text.find('\0') != std::string_view::npos || text::first_invalid_utf8(text)) return false;
    if (!text.empty() && text.back() != '\n') return false;
    for (const auto line : lines_of(text))
        if (read_line(line).kind == Line::Kind::Unreadable) return false;
    return true;
}

IniValues ini_values(std::string_view text, std::string_view section) {
    IniValues values;
    bool is_inside = false;
    for (const auto line : lines_of(text)) {
        const Line read = read_line(line);
        if (read.kind == Line::Kind::Section) is_inside = read.name == section;
        if (read.kind != Line::Kind::Value || !is_inside) continue;
        if (const auto value = unescaped(read.value))
            values.insert_or_assign(std::string(read.name), *value);
        else
            values.erase(std::string(read.name));
    }
    return values;
}

std::string ini_with(std::string_view text, std::string_view section, const IniValues& values) {
    std::string result;
    bool is_inside = false, is_done = false;
    const auto put_values = [&] {
        for (const auto& [key, value] : values)
            result.append(key).append("=").append(escaped(value)).append("\n");
        is_done = true;
    };
    for (const auto line : lines_of(text)) {
        const Line read = read_line(line);
        if (read.kind == Line::Kind::Value && is_inside && values.contains(read.name)) continue;
        result.append(trimmed(line).empty() ? std::string_view() : line).append("\n");
        if (read.kind != Line::Kind::Section) continue;
        is_inside = read.name == section;
        if (is_inside && !is_done) put_values();
    }
    if (!is_done) {
        if (!result.empty()) result.append("\n");
        result.append("[").append(section).append("]\n");
        put_values();
    }
    return result;
}

} // namespace ampscope::io
