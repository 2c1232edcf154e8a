// Writes JSON text, value by value. Objects indent; arrays of plain values stay on one line.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/json.h"

namespace ampscope::io {

/// Usage: JsonWriter w; w.begin_object(); w.member("step", 3); w.begin_array("loss"); w.value(4.19); w.end(); w.end();
/// NaN and infinities are written as the strings "nan", "inf", "-inf"; -0 keeps its sign. The text ends with a newline.
class JsonWriter {
  public:
    enum class Layout { Indented, OneLine };
    explicit JsonWriter(Layout layout = Layout::Indented) : m_layout(layout) {}

    void begin_object() { open('{', Layout::Indented); }
    void begin_object(std::string_view name, Layout layout = Layout::Indented) { put_name(name), open('{', layout); }
    void begin_object(Layout layout) { open('{', layout); }
    void begin_array(Layout layout = Layout::Indented) { open('[', layout); }
    void begin_array(std::string_view name, Layout layout = Layout::Indented) { put_name(name), open('[', layout); }
    /// Closes the object or array that was begun last.
    void end();

    void value(double number);
    void value(std::integral auto number) { put(std::to_string(number)); }
    void value(bool flag) { put(flag ? "true" : "false"); }
    void value(std::string_view text) { put(quoted(text)); }
    void value(const char* text) { value(std::string_view(text)); }
    void value(const std::string& text) { value(std::string_view(text)); }
    /// A value that was read, as it stood: numbers keep their text.
    void value(const Json& json);
    /// null where there is none.
    template <typename T>
    void value(const std::optional<T>& content) {
        content ? value(*content) : null();
    }
    void null() { put("null"); }
    template <typename T>
    void member(std::string_view name, const T& content) {
        put_name(name);
        value(content);
    }
    /// An array of values under that name.
    template <typename List>
    void list_member(std::string_view name, const List& list, Layout layout = Layout::Indented) {
        list_member(
            name, list, [](const auto& item) -> const auto& { return item; }, layout);
    }
    /// The same of what `projection` makes of each item.
    template <typename List, typename Projection>
    requires std::invocable<Projection, const typename List::value_type&>
    void list_member(std::string_view name, const List& list, Projection projection, Layout layout = Layout::Indented) {
        begin_array(name, layout);
        for (const auto& item : list)
            value(projection(item));
        end();
    }
    /// A name whose value is begun next.
    void begin_member(std::string_view name) { put_name(name); }
    void null_member(std::string_view name) { put_name(name), null(); }

    /// The text so far; complete once every begin_ has its end().
    const std::string& text() const { return m_text; }
    /// The text; the writer is empty then.
    std::string take();

    /// The text as a JSON string, quotation marks included. Bytes that are no ASCII stay as they are.
    static std::string quoted(std::string_view text);

  private:
    struct Level {
        char closing;
        Layout layout;
        bool empty;
    };
    void open(char bracket, Layout layout);
    void put(std::string_view token);
    void put_name(std::string_view name);
    void separate();

    Layout m_layout;
    std::string m_text;
    std::vector<Level> m_levels;
    bool m_after_name = false;
};

} // namespace ampscope::io
