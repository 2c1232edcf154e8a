#include "core/lesson/scanner.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/io/numbers.h"
#include "core/text/utf8.h"

namespace ampscope::lesson {
namespace {

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::size_t run_length(std::string_view text, std::string_view others) {
    const auto end = std::ranges::find_if(
        text, [&](char c) { return !is_letter_or_digit(c) && others.find(c) == std::string_view::npos; });
    return static_cast<std::size_t>(end - text.begin());
}

} // namespace

std::string printable(std::string_view text) {
    constexpr std::size_t kMost = 60;
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string shown;
    std::size_t count = 0;
    for (const char32_t point : text::decode_utf8(text)) {
        if (++count > kMost) return shown + "…";
        if (point >= 0x20 && point != 0x7F)
            shown += text::encode_utf8(point);
        else
            shown += {'\\', 'x', kHex[point >> 4], kHex[point & 15]};
    }
    return shown;
}

bool is_plain_name(std::string_view text) {
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
    return !text.empty() && text.size() <= 64 && is_letter_or_digit(text[0]) && std::ranges::all_of(text, plain);
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

text::Error moved(const text::Error& error, const text::Location& piece) {
    text::Location place = error.location();
    place.source = piece.source;
    if (place.line <= 1) place.column = piece.column + std::max(place.column, 1) - 1;
    place.line = piece.line + std::max(place.line, 1) - 1;
    return {error.kind(), error.message(), place};
}

text::Location location_in(const text::Location& piece, std::string_view text, std::size_t offset) {
    const auto place = text::line_and_column(text, offset);
    return {piece.source, piece.line + place.line - 1,
            place.line == 1 ? piece.column + place.column - 1 : place.column};
}

void Scanner::skip_spaces() {
    while (m_position < m_text.size() && (m_text[m_position] == ' ' || m_text[m_position] == '\t'))
        ++m_position;
}

bool Scanner::at_end() {
    skip_spaces();
    return m_position >= m_text.size();
}

bool Scanner::accept(std::string_view token) {
    skip_spaces();
    if (!rest().starts_with(token)) return false;
    m_position += token.size();
    return true;
}

void Scanner::expect(std::string_view token) {
    if (!accept(token)) unexpected({"expected", "'" + std::string(token) + "'"});
}

std::string_view Scanner::name(std::string_view what) {
    skip_spaces();
    const auto found = rest().substr(0, run_length(rest(), "_-."));
    if (found.empty()) unexpected({"expected", text::Message{std::string(what), {}}});
    m_position += found.size();
    return found;
}

double Scanner::number() {
    skip_spaces();
    const std::size_t begin = m_position;
    const auto found = rest().substr(0, run_length(rest(), "+-."));
    const auto value = io::parse_double(found);
    if (!value || std::isnan(*value)) unexpected({"expected", text::Message{"json.kind_number", {}}});
    const bool is_named = found == "inf" || found == "-inf";
    if (std::isinf(*value) && !is_named) fail("json.number_too_large", {{"found", printable(found)}}, begin);
    m_position += found.size();
    return *value;
}

std::string_view Scanner::until_closing() {
    const std::size_t begin = m_position;
    for (int open = 0; m_position < m_text.size(); ++m_position) {
        const char c = m_text[m_position];
        if (c == '(') ++open;
        if (c == ')' && open-- == 0) return m_text.substr(begin, m_position - begin);
    }
    unexpected({"expected", "')'"});
}

Value::Comparison Scanner::comparison() {
    using enum Value::Comparison;
    // Longer ones first: "<" also begins "<=".
    static constexpr std::array kSigns = {std::pair("<=", LessEqual), std::pair(">=", GreaterEqual),
                                          std::pair("!=", NotEqual),  std::pair("<", Less),
                                          std::pair(">", Greater),    std::pair("=", Equal)};
    for (const auto& [sign, comparison] : kSigns)
        if (accept(sign)) return comparison;
    unexpected({"expected", text::Message{"lesson.a_comparison", {}}});
}

void Scanner::fail(std::string id, std::vector<text::Argument> arguments, std::size_t offset) const {
    const auto place = text::line_and_column(m_text, offset);
    throw text::bad_input(std::move(id), std::move(arguments), {"", place.line, place.column});
}

void Scanner::unexpected(text::Argument expected) {
    if (at_end()) fail("lesson.ends_early", {std::move(expected)}, m_position);
    // Up to the next space or bracket: enough to recognise the place.
    const auto found = rest().substr(0, std::max<std::size_t>(1, rest().find_first_of(" ,()")));
    fail("lesson.unexpected", {std::move(expected), {"found", printable(found)}}, m_position);
}

} // namespace ampscope::lesson
