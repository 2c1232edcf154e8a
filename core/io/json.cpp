// nlohmann-json does the grammar through its event interface. It gives no positions for values and no raw text for
// integers, and keeps repeated names; the builder below adds those three from the text that it holds.
#include "core/io/json.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/io/file.h"
#include "core/io/numbers.h"
#include "core/text/utf8.h"

namespace ampscope::io {

using text::Location;

class JsonBuilder {
  public:
    JsonBuilder(std::string_view text, std::string source, const JsonLimits& limits)
        : m_text(text), m_source(std::move(source)), m_limits(limits) {}

    Json build() {
        nlohmann::json::sax_parse(m_text.begin(), m_text.end(), this);
        return std::move(m_root);
    }

    // Events of nlohmann's parser.
    bool null() {
        put(make(Json::Kind::Null));
        return true;
    }
    bool boolean(bool value) {
        Json json = make(Json::Kind::Boolean);
        json.m_boolean = value;
        put(std::move(json));
        return true;
    }
    bool number_integer(std::int64_t) { return number(); }
    bool number_unsigned(std::uint64_t) { return number(); }
    bool number_float(double, const std::string&) { return number(); }
    bool string(std::string& value) {
        Json json = make(Json::Kind::String);
        json.m_text = std::move(value);
        skip_string();
        put(std::move(json));
        return true;
    }
    bool binary(nlohmann::json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(Json::Kind::Object); }
    bool start_array(std::size_t) { return open(Json::Kind::Array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        seek_token();
        const Location place = location(m_cursor);
        auto& members = m_open.back().m_members;
        if (const auto first_line = line_of_twin(members, name))
            throw text::bad_input("json.repeated_name", {{"name", name}, {"line", std::to_string(*first_line)}}, place);
        skip_string();
        members.push_back({std::move(name), {}, place});
        return true;
    }
    bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& exception) {
        constexpr int kNumberOverflow = 406; // nlohmann's id
        if (exception.id == kNumberOverflow) {
            seek_token();
            throw text::bad_input("json.number_too_large", {{"found", token}}, location(m_cursor));
        }
        const std::size_t offset = position == 0 ? 0 : position - 1;
        if (offset >= m_text.size()) throw text::bad_input("json.unexpected_end", {}, location(m_text.size()));
        const auto points = text::decode_utf8(m_text.substr(offset, 8));
        throw text::bad_input("json.unexpected_character", {{"found", text::encode_utf8(points.front())}},
                              location(offset));
    }

  private:
    // The line of a member of that name in the innermost object. A few are compared one by one; from then on they are
    // looked up, so that an object of 50,000 members takes no quadratic time.
    std::optional<int> line_of_twin(const std::vector<Json::Member>& members, const std::string& name) {
        constexpr std::size_t kFew = 16;
        if (members.size() < kFew) {
            const auto twin = std::ranges::find(members, name, &Json::Member::name);
            return twin == members.end() ? std::nullopt : std::optional(twin->name_location.line);
        }
        auto& names = m_names[m_open.size()];
        if (members.size() == kFew) {
            names.clear();
            for (const auto& member : members)
                names.emplace(member.name, member.name_location.line);
        }
        const auto [twin, is_new] = names.emplace(name, m_line);
        return is_new ? std::nullopt : std::optional(twin->second);
    }

    Location location(std::size_t offset) {
        // Events come in the order of the text, so lines are counted on from the last place asked for.
        // Columns, too: a whole file may stand on one line.
        if (offset < m_counted) m_counted = 0, m_line = 1, m_column = 0;
        for (; m_counted < offset; ++m_counted) {
            const char c = m_text[m_counted];
            const bool crlf = c == '\r' && m_counted + 1 < m_text.size() && m_text[m_counted + 1] == '\n';
            if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++m_column;
            if (c == '\n' || (c == '\r' && !crlf)) ++m_line, m_column = 0;
        }
        return {m_source, m_line, m_column + 1};
    }

    // Moves the cursor to the first character of the next token.
    void seek_token() {
        while (m_cursor < m_text.size() &&
               std::string_view(" \t\r\n,:").find(m_text[m_cursor]) != std::string_view::npos)
            ++m_cursor;
    }

    void skip_string() { // the parser has accepted it, so it is well formed
        for (++m_cursor; m_text[m_cursor] != '"'; ++m_cursor)
            if (m_text[m_cursor] == '\\') ++m_cursor;
        ++m_cursor;
    }

    Json make(Json::Kind kind) {
        seek_token();
        Json json;
        json.m_kind = kind;
        json.m_location = location(m_cursor);
        if (kind == Json::Kind::Null || kind == Json::Kind::Boolean)
            while (m_cursor < m_text.size() && m_text[m_cursor] >= 'a' && m_text[m_cursor] <= 'z')
                ++m_cursor;
        return json;
    }

    bool number() {
        Json json = make(Json::Kind::Number);
        const std::size_t begin = m_cursor;
        while (m_cursor < m_text.size() &&
               std::string_view("+-.0123456789eE").find(m_text[m_cursor]) != std::string_view::npos)
            ++m_cursor;
        json.m_text = std::string(m_text.substr(begin, m_cursor - begin));
        put(std::move(json));
        return true;
    }

    bool open(Json::Kind kind) {
        Json json = make(kind);
        if (static_cast<int>(m_open.size()) >= m_limits.depth)
            throw text::bad_input("json.too_deep", {{"limit", std::to_string(m_limits.depth)}}, json.m_location);
        ++m_cursor;
        m_open.push_back(std::move(json));
        return true;
    }

    bool close() {
        seek_token();
        ++m_cursor;
        Json done = std::move(m_open.back());
        m_open.pop_back();
        put(std::move(done));
        return true;
    }

    void put(Json&& json) {
        if (m_open.empty())
            m_root = std::move(json);
        else if (m_open.back().m_kind == Json::Kind::Array)
            m_open.back().m_items.push_back(std::move(json));
        else
            m_open.back().m_members.back().value = std::move(json);
    }

    std::string_view m_text;
    std::string m_source;
    JsonLimits m_limits;
    Json m_root;
    std::vector<Json> m_open;
    std::map<std::size_t, std::unordered_map<std::string, int>> m_names; ///< by depth, of objects with many members
    std::size_t m_cursor = 0;
    std::size_t m_counted = 0;
    int m_line = 1, m_column = 0;
};

Json parse_json(std::string_view text, std::string source, const JsonLimits& limits) {
    if (text.size() > limits.bytes)
        throw text::bad_input("io.too_large",
                              {{"bytes", text::grouped(static_cast<std::int64_t>(text.size()))},
                               {"limit", text::grouped(static_cast<std::int64_t>(limits.bytes))}},
                              {source});
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (const auto bad = text::first_invalid_utf8(text)) {
        const auto [line, column] = text::line_and_column(text, *bad);
        throw text::bad_input("io.not_utf8", {{"encoding", text::encoding_message(text)}}, {source, line, column});
    }
    // The library takes a zero byte for the end of the text, and would pass over what follows.
    if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
        const auto [line, column] = text::line_and_column(text, zero);
        throw text::bad_input("json.unexpected_character", {{"found", std::string(1, '\0')}}, {source, line, column});
    }
    return JsonBuilder(text, std::move(source), limits).build();
}

Json read_json_file(const std::string& path, const JsonLimits& limits) {
    return parse_json(read_file(path, limits.bytes), path, limits);
}

static std::string_view kind_id(Json::Kind kind) {
    switch (kind) {
    case Json::Kind::Null: return "json.kind_null";
    case Json::Kind::Boolean: return "json.kind_boolean";
    case Json::Kind::Number: return "json.kind_number";
    case Json::Kind::String: return "json.kind_string";
    case Json::Kind::Array: return "json.kind_array";
    case Json::Kind::Object: return "json.kind_object";
    }
    return "";
}

text::Error Json::error(std::string id, std::vector<text::Argument> arguments) const {
    return text::bad_input(std::move(id), std::move(arguments), m_location);
}

void Json::wrong_kind(std::string_view expected) const {
    text::Message found{std::string(kind_id(m_kind)), {}};
    throw error("json.wrong_kind", {{"expected", text::Message{std::string(expected), {}}}, {"found", found}});
}

bool Json::as_boolean() const {
    if (m_kind != Kind::Boolean) wrong_kind(kind_id(Kind::Boolean));
    return m_boolean;
}

std::int64_t Json::as_integer() const {
    if (m_kind != Kind::Number) wrong_kind("json.kind_integer");
    if (const auto value = parse_integer(m_text)) return *value;
    // 1e3 and 5.0 are whole numbers, too.
    const auto real = parse_double(m_text);
    if (real && *real == static_cast<double>(static_cast<std::int64_t>(std::clamp(*real, -9e15, 9e15))))
        return static_cast<std::int64_t>(*real);
    throw error("json.not_an_integer", {{"found", m_text}});
}

double Json::as_real() const {
    if (m_kind != Kind::Number && m_kind != Kind::String) wrong_kind(kind_id(Kind::Number));
    const auto value = parse_double(m_text);
    if (!value) wrong_kind(kind_id(Kind::Number));
    return *value;
}

const std::string& Json::as_string() const {
    if (m_kind != Kind::String) wrong_kind(kind_id(Kind::String));
    return m_text;
}

const std::vector<Json>& Json::items() const {
    if (m_kind != Kind::Array) wrong_kind(kind_id(Kind::Array));
    return m_items;
}

const std::vector<Json::Member>& Json::members() const {
    if (m_kind != Kind::Object) wrong_kind(kind_id(Kind::Object));
    return m_members;
}

const Json* Json::find(std::string_view name) const {
    const auto& all = members();
    const auto found = std::ranges::find(all, name, &Member::name);
    return found == all.end() ? nullptr : &found->value;
}

const Json& Json::at(std::string_view name) const {
    if (const Json* found = find(name)) return *found;
    throw error("json.missing", {{"name", std::string(name)}});
}

} // namespace ampscope::io
