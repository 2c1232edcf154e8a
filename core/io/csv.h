// Texts in the CSV files that the program writes (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace ampscope::io {

/// The text as it stands in a cell: quoted where it needs it, and where a spreadsheet would take it for a formula.
std::string csv_cell(std::string_view text);

} // namespace ampscope::io
