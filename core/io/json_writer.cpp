#include "core/io/json_writer.h"

#include <cmath>

#include "core/io/numbers.h"

namespace ampscope::io {

std::string JsonWriter::quoted(std::string_view text) {
    static constexpr std::string_view kHex = "0123456789abcdef";
    std::string out = "\"";
    for (char c : text) {
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
