#include "app/cli/table.h"

#include <algorithm>

#include "core/text/utf8.h"

namespace ampscope::cli {

std::size_t terminal_width(std::string_view text) {
    std::size_t width = 0;
    for (const char32_t c : text::decode_utf8(text)) {
        const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
                          (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFF00 && c <= 0xFF60);
        width += wide ? 2 : 1;
    }
    return width;
}

void Table::align(std::size_t column, Align align) {
    if (m_align.size() <= column) m_align.resize(column + 1, Align::Left);
    m_align[column] = align;
}

void Table::print(std::ostream& out) const {
    std::vector<std::size_t> widths;
    for (const auto& row : m_rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], terminal_width(row[i]));
    }
    for (const auto& row : m_rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - terminal_width(row[i]), ' ');
            const bool right = i < m_align.size() && m_align[i] == Align::Right;
            line += (i ? "  " : "") + (right ? padding + row[i] : row[i] + padding);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    }
}

} // namespace ampscope::cli
