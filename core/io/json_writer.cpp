#include "core/io/json_writer.h"

#include <cmath>
#include <utility>

#include "core/io/numbers.h"

namespace ampscope::io {

// What acts on a terminal or turns the direction of what follows: DEL, U+0080 to U+009F, marks of direction, line and
// paragraph ends. The code point that begins `text`, and the bytes it takes.
static std::pair<unsigned, std::size_t> acting_point(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    if (byte(0) == 0x7F) return {0x7F, 1};
    if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return {byte(1), 2};
    if (byte(0) != 0xE2 || (byte(1) != 0x80 && byte(1) != 0x81) || byte(2) < 0x80 || byte(2) > 0xBF) return {0, 0};
    const unsigned point = 0x2000 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    const bool acts = point == 0x200E || point == 0x200F || (point >= 0x2028 && point <= 0x202E) ||
                      (point >= 0x2066 && point <= 0x2069);
    return acts ? std::pair<unsigned, std::size_t>{point, 3} : std::pair<unsigned, std::size_t>{0, 0};
}

std::string JsonWriter::quoted(std::string_view text) {
    static constexpr std::string_view kHex = "0123456789abcdef";
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (const auto [point, bytes] = acting_point(text.substr(i)); bytes > 0) {
            out += "\\u";
            for (int shift = 12; shift >= 0; shift -= 4)
                out += kHex[point >> shift & 15];
            i += bytes - 1;
            continue;
        }
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            if (static_cast<unsigned char>(c) < 0x20)
                out += std::string("\\u00") + kHex[static_cast<unsigned char>(c) >> 4] + kHex[c & 15];
            else
                out += c;
        }
    }
    return out + '"';
}

void JsonWriter::separate() {
    if (m_after_name) {
        m_after_name = false;
        return;
    }
    if (m_levels.empty()) return;
    Level& level = m_levels.back();
    if (!level.empty) m_text += level.layout == Layout::OneLine ? ", " : ",";
    if (level.layout == Layout::Indented)
        m_text += '\n' + std::string(2 * m_levels.size(), ' ');
    else if (level.empty && level.closing == '}')
        m_text += ' ';
    level.empty = false;
}

void JsonWriter::open(char bracket, Layout layout) {
    separate();
    m_text += bracket;
    const bool inside_line =
        m_layout == Layout::OneLine || (!m_levels.empty() && m_levels.back().layout == Layout::OneLine);
    m_levels.push_back({bracket == '{' ? '}' : ']', inside_line ? Layout::OneLine : layout, true});
}

void JsonWriter::end() {
    const Level level = m_levels.back();
    m_levels.pop_back();
    if (!level.empty) {
        if (level.layout == Layout::Indented)
            m_text += '\n' + std::string(2 * m_levels.size(), ' ');
        else if (level.closing == '}')
            m_text += ' ';
    }
    m_text += level.closing;
    if (m_levels.empty()) m_text += '\n';
}

void JsonWriter::put(std::string_view token) {
    separate();
    m_text += token;
}

void JsonWriter::put_name(std::string_view name) {
    separate();
    m_text += quoted(name);
    m_text += ": ";
    m_after_name = true;
}

void JsonWriter::value(double number) {
    if (std::isfinite(number))
        put(to_text(number));
    else
        put('"' + to_text(number) + '"');
}

void JsonWriter::value(const Json& json) {
    switch (json.kind()) {
    case Json::Kind::Null: null(); break;
    case Json::Kind::Boolean: value(json.as_boolean()); break;
    case Json::Kind::Number: put(json.raw()); break;
    case Json::Kind::String: value(json.as_string()); break;
    case Json::Kind::Array:
        begin_array();
        for (const auto& item : json.items())
            value(item);
        end();
        break;
    case Json::Kind::Object:
        begin_object();
        for (const auto& [name, content, place] : json.members())
            member(name, content);
        end();
        break;
    }
}

std::string JsonWriter::take() {
    return std::move(m_text);
}

} // namespace ampscope::io
