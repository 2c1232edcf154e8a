// Messages that the core says, in both languages, and the one error type that carries them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ampscope::text {

enum class Language { Korean, English };

/// "ko" or "en".
std::string_view language_code(Language language);
/// Reads "ko", "ko_KR.UTF-8", "en", … by their first two letters. Anything else gives `fallback`.
Language parse_language(std::string_view code, Language fallback);

struct Argument;

/// A sentence of the catalogue and the values to put into it. Cheap to make, rendered only when shown.
struct Message {
    std::string id;
    std::vector<Argument> arguments;
};

/// A value for the placeholder {name}: text as it stands, or another message of the catalogue.
struct Argument {
    std::string name;
    std::variant<std::string, Message> value;
};

/// A text from outside for a message: control characters, line separators and marks of direction are escaped ("\\n",
/// "\\x1b", "\\u2028"), bytes that are no UTF-8 become U+FFFD, and of more than `limit` characters the middle is left
/// out. What stands in messages as a value goes through this by itself.
std::string one_line(std::string_view text, std::size_t limit = 800);

/// The message in the given language. An unknown id renders as the id with its values, so that nothing is ever lost.
std::string render(const Message& message, Language language);

/// Fills the placeholders of `pattern`: {name}; {name|을/를}, the value with the Korean particle that fits it; and
/// {name:을/를}, the particle alone, for a value that stands in quotes: '{name}'{name:을/를}. Placeholders without a
/// value stay as they are.
std::string fill(std::string_view pattern, const std::vector<Argument>& arguments, Language language);

/// What a text that is not UTF-8 looks like: {encoding} of "io.not_utf8".
Message encoding_message(std::string_view bytes);

/// 65504 -> "65,504", in both languages; four digits and fewer stay together.
std::string grouped(std::int64_t number);

/// Where in a file or a typed text something was found. Lines and columns count from 1, columns in code points; 0 =
/// unknown.
struct Location {
    std::string source;
    int line = 0;
    int column = 0;
};

/// "file:3:7: " or "column 7: " or "" in front of a message.
std::string render(const Location& location, Language language);

enum class ErrorKind {
    BadInput, ///< the caller gave something that cannot be used (exit status 2)
    CouldNot, ///< the machine could not: disk, LibTorch, memory (exit status 3)
};

/// What every reader, writer and engine function of the core throws. The message says what was tried, what was found,
/// and what to do.
class Error : public std::runtime_error {
  public:
    Error(ErrorKind kind, Message message, Location location = {});

    ErrorKind kind() const { return m_kind; }
    const Message& message() const { return m_message; }
    const Location& location() const { return m_location; }
    /// Location and message in one line.
    std::string text(Language language) const;
    /// The same error, with the name of the file that it was found in.
    Error with_source(std::string source) const;

  private:
    ErrorKind m_kind;
    Message m_message;
    Location m_location;
};

/// Short forms for the two kinds.
Error bad_input(std::string id, std::vector<Argument> arguments = {}, Location location = {});
Error could_not(std::string id, std::vector<Argument> arguments = {}, Location location = {});

} // namespace ampscope::text
