// Text tables for the terminal, with columns that line up for Korean, too.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace ampscope::cli {

/// Width of the terminal that stdout is, else 120.
std::size_t terminal_columns();

/// Columns of text; numbers are aligned to the right where a column is marked so.
class Table {
  public:
    enum class Align { Left, Right };
    explicit Table(std::vector<std::string> header) : m_rows{std::move(header)} {}
    void align(std::size_t column, Align align);
    void add(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    /// Cells that would make the table wider than `limit` columns go on in the next line, at spaces; a single long word
    /// stays whole.
    void print(std::ostream& out, std::size_t limit = terminal_columns()) const;

  private:
    std::vector<std::vector<std::string>> m_rows;
    std::vector<Align> m_align;
};

/// Columns of a terminal that a text takes: Hangul and other wide letters take two.
std::size_t terminal_width(std::string_view text);

} // namespace ampscope::cli
