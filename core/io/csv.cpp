#include "core/io/csv.h"

#include "core/io/numbers.h"

namespace ampscope::io {

std::string csv_cell(std::string_view text) {
    const bool formula =
        !text.empty() && std::string_view("=+-@\t").find(text[0]) != std::string_view::npos && !parse_double(text);
    if (!formula && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace ampscope::io
