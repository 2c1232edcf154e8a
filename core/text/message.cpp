#include "core/text/message.h"

#include "core/text/catalogue.h"
#include "core/text/particles.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>

namespace ampscope::text {

std::string_view language_code(Language language) {
    return language == Language::Korean ? "ko" : "en";
}

Language parse_language(std::string_view code, Language fallback) {
    if (code.starts_with("ko")) return Language::Korean;
    if (code.starts_with("en")) return Language::English;
    return fallback;
}

// Two hexadecimal digits for what C escapes that way, else four.
static std::string escaped(char32_t point) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    if (point == U'\n') return "\\n";
    if (point == U'\r') return "\\r";
    if (point == U'\t') return "\\t";
    const bool is_short = point < 0x100;
    std::string text = is_short ? "\\x" : "\\u";
    for (int shift = is_short ? 4 : 12; shift >= 0; shift -= 4)
        text += kDigits[(point >> shift) & 0xF];
    return text;
}

// Moves the cursor, ends a line or turns the direction of what follows: no letter, and no business in a message.
static bool is_control(char32_t point) {
    return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x200E || point == 0x200F ||
           (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

std::string one_line(std::string_view text, std::size_t limit) {
    const auto cut = text.size() > 8 * limit; // far more bytes than can be shown: only the ends are looked at
    std::u32string points = cut ? decode_utf8(text.substr(0, 4 * limit)) : decode_utf8(text);
    if (cut) points += decode_utf8(text.substr(text.size() - 4 * limit));
    const std::size_t tail = limit / 3, head = limit - tail;
    std::string result;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points.size() > limit && i == head) {
            result += "…";
            i = points.size() - tail;
        }
        result += is_control(points[i]) ? escaped(points[i]) : encode_utf8(points[i]);
    }
    return result;
}

static std::string render(const Argument& argument, Language language) {
    if (const auto* message = std::get_if<Message>(&argument.value)) return render(*message, language);
    return one_line(std::get<std::string>(argument.value));
}

std::string fill(std::string_view pattern, const std::vector<Argument>& arguments, Language language) {
    std::string result;
    std::size_t position = 0;
    while (position < pattern.size()) {
        const auto open = pattern.find('{', position);
        const auto close = open == std::string_view::npos ? open : pattern.find('}', open);
        if (close == std::string_view::npos) break;
        const auto inside = pattern.substr(open + 1, close - open - 1);
        const auto mark = inside.find_first_of("|:");
        const auto name = inside.substr(0, mark);
        const auto found = std::ranges::find(arguments, name, &Argument::name);
        if (found == arguments.end()) {
            result += pattern.substr(position, close + 1 - position);
        } else {
            result += pattern.substr(position, open - position);
            const auto value = render(*found, language);
            const bool particle_only = mark != std::string_view::npos && inside[mark] == ':';
            if (!particle_only) result += value;
            if (mark != std::string_view::npos) result += particle(value, inside.substr(mark + 1));
        }
        position = close + 1;
    }
    result += pattern.substr(position);
    return result;
}

std::string render(const Message& message, Language language) {
    if (const auto* entry = find_entry(message.id))
        return fill(language == Language::Korean ? entry->korean : entry->english, message.arguments, language);
    std::string result = message.id;
    for (const auto& argument : message.arguments)
        result += " " + argument.name + "=" + render(argument, language);
    return result;
}

Message encoding_message(std::string_view bytes) {
    return {looks_like_utf16(bytes) ? "io.encoding_utf16" : "io.encoding_8_bit", {}};
}

std::string grouped(std::int64_t number) {
    std::string digits = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    if (digits.size() - first <= 4) return digits;
    for (std::size_t place = digits.size() - 3; place > first && place < digits.size(); place -= 3)
        digits.insert(place, ",");
    return digits;
}

std::string render(const Location& location, Language language) {
    std::string result;
    if (!location.source.empty()) {
        result = one_line(location.source);
        if (location.line > 0) result += ":" + std::to_string(location.line) + ":" + std::to_string(location.column);
        return result + ": ";
    }
    if (location.line > 1) // a text of several lines without a name
        return render(
            {"io.line_column", {{"line", std::to_string(location.line)}, {"column", std::to_string(location.column)}}},
            language);
    if (location.column > 0) return render({"io.column", {{"column", std::to_string(location.column)}}}, language);
    return result;
}

Error::Error(ErrorKind kind, Message message, Location location)
    : std::runtime_error(render(location, Language::English) + render(message, Language::English)),
      m_kind(kind),
      m_message(std::move(message)),
      m_location(std::move(location)) {}

std::string Error::text(Language language) const {
    return render(m_location, language) + render(m_message, language);
}

Error Error::with_source(std::string source) const {
    Location location = m_location;
    location.source = std::move(source);
    return {m_kind, m_message, location};
}

Error bad_input(std::string id, std::vector<Argument> arguments, Location location) {
    return {ErrorKind::BadInput, {std::move(id), std::move(arguments)}, std::move(location)};
}

Error could_not(std::string id, std::vector<Argument> arguments, Location location) {
    return {ErrorKind::CouldNot, {std::move(id), std::move(arguments)}, std::move(location)};
}

} // namespace ampscope::text
