// The one JSON reader: every value knows where it stood, so that every later complaint can name line and column.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/message.h"

namespace ampscope::io {

/// A value of a JSON text, with its place. Objects keep the order of the file. Numbers keep their text: -0 stays -0,
/// and 2^63 is not rounded before somebody asks for it.
class Json {
  public:
    enum class Kind { Null, Boolean, Number, String, Array, Object };
    struct Member;

    Kind kind() const { return m_kind; }
    bool is_null() const { return m_kind == Kind::Null; }
    bool is_object() const { return m_kind == Kind::Object; }
    bool is_array() const { return m_kind == Kind::Array; }
    bool is_string() const { return m_kind == Kind::String; }
    bool is_number() const { return m_kind == Kind::Number; }

    // The as_ functions throw a BadInput error that names the place, what was expected and what stands there.
    bool as_boolean() const;
    std::int64_t as_integer() const;
    /// A number, or one of the strings "nan", "inf", "-inf".
    double as_real() const;
    const std::string& as_string() const;
    const std::vector<Json>& items() const;     ///< of an array
    const std::vector<Member>& members() const; ///< of an object

    /// The member of that name, or nullptr. Throws when this is no object.
    const Json* find(std::string_view name) const;
    /// The member of that name; throws "missing" with this object's place.
    const Json& at(std::string_view name) const;

    const text::Location& location() const { return m_location; }
    /// The number as it was written, or the string's characters.
    const std::string& raw() const { return m_text; }
    /// A BadInput error at this value's place.
    text::Error error(std::string id, std::vector<text::Argument> arguments = {}) const;

  private:
    friend class JsonBuilder;
    [[noreturn]] void wrong_kind(std::string_view expected) const;

    Kind m_kind = Kind::Null;
    bool m_boolean = false;
    std::string m_text;
    std::vector<Json> m_items;
    std::vector<Member> m_members;
    text::Location m_location;
};

struct Json::Member {
    std::string name;
    Json value;
    text::Location name_location;
};

struct JsonLimits {
    std::size_t bytes = 256u << 20;
    int depth = 64;
};

/// Reads a whole JSON text (RFC 8259, UTF-8, a byte order mark is passed over). Refuses repeated names in an object,
/// anything after the value, and what passes the limits. `source` names the text in errors: a file name, or "".
Json parse_json(std::string_view text, std::string source, const JsonLimits& limits = {});

/// read_file() and parse_json() in one.
Json read_json_file(const std::string& path, const JsonLimits& limits = {});

} // namespace ampscope::io
