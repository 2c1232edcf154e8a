// Reads one line of a lesson's little languages token by token; every complaint names the column. Internal to
// core/lesson.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/value.h"
#include "core/text/message.h"

namespace ampscope::lesson {

/// A text as it can be shown in a message: at most 60 characters, control characters as \x00.
std::string printable(std::string_view text);

/// Ids of lessons, steps, scenarios and options: 1 to 64 of a-z, 0-9, '-' and '_', a letter or digit first. Nothing
/// that could be a path.
bool is_plain_name(std::string_view text);

/// Without spaces and tabs at both ends.
std::string_view trimmed(std::string_view text);

/// An error of a piece of text, at its place in the file: `piece` is where the piece's first character stands.
text::Error moved(const text::Error& error, const text::Location& piece);
/// Where in the file the character at `offset` of a piece stands.
text::Location location_in(const text::Location& piece, std::string_view text, std::size_t offset);

/// Throws BadInput errors whose column counts in `text`; see moved(). The text must outlive it.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : m_text(text) {}

    bool at_end();
    /// Takes the token when it comes next. Spaces are passed over here and below.
    bool accept(std::string_view token);
    void expect(std::string_view token);
    /// Letters, digits, '_', '-' and '.'; refuses anything else, `what` says what was expected ("lesson.a_name").
    std::string_view name(std::string_view what);
    /// A finite number or an infinity. NaN is refused: nothing compares with it.
    double number();
    Value::Comparison comparison();

    /// Everything up to the bracket that closes the one before, brackets inside included; refuses a text that ends
    /// first.
    std::string_view until_closing();

    std::string_view text() const { return m_text; }
    std::size_t position() const { return m_position; }
    std::string_view rest() const { return m_text.substr(m_position); }
    /// Throws the message at the character that begins at byte `offset`.
    [[noreturn]] void fail(std::string id, std::vector<text::Argument> arguments, std::size_t offset) const;
    /// "… was expected, … stands here".
    [[noreturn]] void unexpected(text::Argument expected);

  private:
    void skip_spaces();

    std::string_view m_text;
    std::size_t m_position = 0;
};

} // namespace ampscope::lesson
