#include "core/tensorfile/csv_scanner.h"

#include "core/tensorfile/readers.h"
#include "core/text/utf8.h"

namespace ampscope::tensorfile {

using text::Message;

constexpr std::size_t kLongestCell = 1u << 16;
constexpr std::size_t kMostCells = 1u << 16;

CsvScanner::CsvScanner(std::string path, bool decimal_comma, std::function<void(CsvRow&)> take)
    : m_path(std::move(path)), m_decimal_comma(decimal_comma), m_take(std::move(take)) {}

// Semicolons before commas: where both stand in a line, commas belong to the numbers.
void CsvScanner::choose_separator(std::string_view beginning) {
    bool quoted = false, is_comment = false, at_begin = true;
    bool tab = false, semicolon = false, comma = false, has_text = false;
    for (const char c : beginning) {
        if (c == '\n' || c == '\r') {
            if (!quoted && has_text) break;
            if (!quoted) is_comment = false, at_begin = true;
            continue;
        }
        if (at_begin && c == '#') is_comment = true;
        if (c != ' ') at_begin = false;
        if (is_comment) continue;
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        tab = tab || c == '\t';
        semicolon = semicolon || c == ';';
        comma = comma || c == ',';
        has_text = has_text || c != ' ';
    }
    m_separator = tab ? '\t' : semicolon ? ';' : comma && !m_decimal_comma ? ',' : ' ';
}

void CsvScanner::feed(std::string_view piece, std::uint64_t offset) {
    if (const auto zero = piece.find('\0'); zero != std::string_view::npos) {
        if (text::looks_like_utf16(piece))
            throw error_at(m_path, offset, Message{"io.not_utf8", {{"encoding", text::encoding_message(piece)}}});
        throw error_at(m_path, offset + zero, Message{"tensorfile.csv_binary", {}});
    }
    if (offset == 0 && piece.starts_with("\xEF\xBB\xBF")) piece.remove_prefix(3);
    if (m_separator == 0) choose_separator(piece);
    for (const char c : piece) {
        const bool second_of_two = c == '\n' && m_after_return;
        m_after_return = c == '\r';
        if (second_of_two && m_state != State::Quoted) continue;
        if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++m_column;
        const bool is_end = c == '\n' || c == '\r';
        switch (m_state) {
        case State::Comment:
            if (is_end) new_line(), m_state = State::CellBegin;
            break;
        case State::Quoted:
            if (c == '"')
                m_state = State::QuoteInQuoted;
            else
                put(c);
            if (is_end && !second_of_two) ++m_line, m_column = 0;
            break;
        case State::QuoteInQuoted:
            if (c == '"') {
                put(c);
                m_state = State::Quoted;
                break;
            }
            m_state = State::AfterQuoted;
            [[fallthrough]];
        case State::AfterQuoted:
            if (is_end)
                end_line();
            else if (c == m_separator)
                end_cell();
            else if (c != ' ')
                throw text::bad_input("tensorfile.csv_after_quote", {{"found", std::string(1, c)}},
                                      {m_path, m_line, m_column});
            break;
        case State::CellBegin:
            if (is_end) {
                end_line();
            } else if (c == m_separator && c != ' ') {
                end_cell();
            } else if (c == '#' && m_cells == 0) {
                m_state = State::Comment;
            } else if (c != ' ') {
                if (m_row.size() == m_cells) m_row.emplace_back();
                m_row[m_cells].text.clear();
                m_row[m_cells].line = m_line;
                m_row[m_cells].column = m_column;
                m_state = c == '"' ? State::Quoted : State::Plain;
                if (m_state == State::Plain) put(c);
            }
            break;
        case State::Plain:
            if (is_end)
                end_line();
            else if (c == m_separator)
                end_cell();
            else
                put(c);
            break;
        }
    }
}

void CsvScanner::put(char c) {
    CsvCell& cell = m_row[m_cells];
    if (cell.text.size() >= kLongestCell)
        throw text::bad_input("tensorfile.csv_long_cell", {{"limit", number_text(kLongestCell)}},
                              {m_path, cell.line, cell.column});
    cell.text += c;
}

void CsvScanner::end_cell() {
    if (m_state == State::CellBegin) { // nothing between two separators
        if (m_row.size() == m_cells) m_row.emplace_back();
        m_row[m_cells].text.clear();
        m_row[m_cells].line = m_line;
        m_row[m_cells].column = m_column;
    } else if (m_state == State::Plain) {
        std::string& text = m_row[m_cells].text;
        text.erase(text.find_last_not_of(' ') + 1);
    }
    if (++m_cells > kMostCells)
        throw text::bad_input("tensorfile.csv_many_columns", {{"limit", number_text(kMostCells)}}, {m_path, m_line, 1});
    m_state = State::CellBegin;
}

void CsvScanner::new_line() {
    ++m_line;
    m_column = 0;
}

void CsvScanner::end_line() {
    // An empty line is none; spaces at the end of a line separate nothing.
    const bool no_cell = m_state == State::CellBegin && (m_cells == 0 || m_separator == ' ');
    if (!no_cell) end_cell();
    if (m_cells > 0) {
        m_row.resize(m_cells);
        m_take(m_row);
    }
    m_cells = 0;
    m_state = State::CellBegin;
    new_line();
}

void CsvScanner::finish() {
    if (m_state == State::Quoted)
        throw text::bad_input("tensorfile.csv_unclosed", {}, {m_path, m_row[m_cells].line, m_row[m_cells].column});
    if (m_state != State::Comment) end_line();
}

} // namespace ampscope::tensorfile
