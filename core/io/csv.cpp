#include "core/io/csv.h"

#include <algorithm>
#include <array>

#include "core/io/numbers.h"

namespace ampscope::io {

std::string without_formula(std::string_view text) {
    static constexpr std::array<std::string_view, 11> kBeginnings = {
        "=", "+", "-", "@", "\t", "\r", "\n", "\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"};
    const bool is_formula = !parse_double(text) && std::ranges::any_of(kBeginnings, [&](std::string_view beginning) {
        return text.starts_with(beginning);
    });
    return (is_formula ? "'" : "") + std::string(text);
}

std::string csv_cell(std::string_view text) {
    const std::string cell = without_formula(text);
    // Semicolons and tabs, too: some spreadsheets begin a new cell at them.
    if (cell.find_first_of(",;\t\"\r\n") == std::string::npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace ampscope::io
