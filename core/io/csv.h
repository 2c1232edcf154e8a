// Texts in the CSV files that the program writes (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace ampscope::io {

/// The text with an apostrophe in front where a spreadsheet would take it for a formula: it begins with = + - @ (their
/// full-width twins, too), a tab or a line end and is no number. Quotes alone do not keep a spreadsheet from running it
/// (CWE-1236).
std::string without_formula(std::string_view text);
/// The text as it stands in a cell: without_formula(), in quotes where it needs them.
std::string csv_cell(std::string_view text);

} // namespace ampscope::io
