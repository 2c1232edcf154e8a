// From the bytes of a CSV to rows of cells, each with its place.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ampscope::tensorfile {

struct CsvCell {
    std::string text; ///< without quotes, and without spaces around it
    int line = 0, column = 0;
};
using CsvRow = std::vector<CsvCell>;

/// Takes a file in pieces. The separator is found in the first line: tab, else ';', else ',', else spaces. Cells in
/// double quotes may hold separators, line ends and doubled quotes. Lines end with LF, CRLF or CR; a byte order mark,
/// empty lines and lines that begin with # are passed over. Throws with line and column: binary content, UTF-16, a
/// quote that is never closed or is followed by something else, cells and rows beyond all measure.
class CsvScanner {
  public:
    /// `take` may move the row away.
    CsvScanner(std::string path, bool decimal_comma, std::function<void(CsvRow&)> take);
    /// `offset`: where the piece begins in the file.
    void feed(std::string_view piece, std::uint64_t offset);
    void finish();

  private:
    enum class State { CellBegin, Plain, Quoted, QuoteInQuoted, AfterQuoted, Comment };
    void put(char c);
    void end_cell();
    void end_line();
    void new_line();
    void choose_separator(std::string_view beginning);

    std::string m_path;
    bool m_decimal_comma;
    std::function<void(CsvRow&)> m_take;
    State m_state = State::CellBegin;
    char m_separator = 0; ///< 0: not known yet
    bool m_after_return = false;
    CsvRow m_row;
    std::size_t m_cells = 0; ///< of m_row that are filled; the others keep their memory
    int m_line = 1, m_column = 0;
};

} // namespace ampscope::tensorfile
