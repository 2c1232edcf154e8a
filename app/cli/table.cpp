#include "app/cli/table.h"

#include <algorithm>
#include <numeric>

#if __has_include(<sys/ioctl.h>)
#include <sys/ioctl.h>
#include <unistd.h>
#endif

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

// The text in lines of at most `width` columns. Spaces at its beginning are an indentation and stay with the first
// word.
static std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
    if (terminal_width(text) <= width) return {text};
    std::vector<std::string> lines(1);
    std::size_t begin = 0;
    while (begin < text.size()) {
        const auto word_begin = std::min(text.find_first_not_of(' ', begin), text.size());
        const auto word_end = std::min(text.find(' ', word_begin), text.size());
        const std::string word = text.substr(begin, word_end - begin); // with the spaces before it
        if (!lines.back().empty() && terminal_width(lines.back() + word) > width)
            lines.push_back(text.substr(word_begin, word_end - word_begin));
        else
            lines.back() += word;
        begin = word_end;
    }
    return lines;
}

static std::size_t longest_word(const std::string& text) {
    std::size_t longest = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find(' ', begin), text.size());
        longest = std::max(longest, terminal_width(std::string_view(text).substr(begin, end - begin)));
        begin = end + 1;
    }
    return longest;
}

void Table::print(std::ostream& out, std::size_t limit) const {
    constexpr std::size_t kGap = 2;
    std::vector<std::size_t> widths, least; // least: the longest word
    for (const auto& row : m_rows) {
        widths.resize(std::max(widths.size(), row.size()));
        least.resize(widths.size());
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], terminal_width(row[i]));
            least[i] = std::max(least[i], longest_word(row[i]));
        }
    }
    // The widest column that can gives way.
    const auto total = [&] { return std::accumulate(widths.begin(), widths.end(), kGap * (widths.size() - 1)); };
    while (!widths.empty() && total() > limit) {
        std::size_t widest = widths.size();
        for (std::size_t i = 0; i < widths.size(); ++i)
            if (widths[i] > least[i] && (widest == widths.size() || widths[i] > widths[widest])) widest = i;
        if (widest == widths.size()) break;
        --widths[widest];
    }
    for (const auto& row : m_rows) {
        std::vector<std::vector<std::string>> cells;
        std::size_t height = 1;
        for (std::size_t i = 0; i < row.size(); ++i) {
            cells.push_back(wrapped(row[i], widths[i]));
            height = std::max(height, cells.back().size());
        }
        for (std::size_t k = 0; k < height; ++k) {
            std::string line;
            for (std::size_t i = 0; i < row.size(); ++i) {
                const std::string cell = k < cells[i].size() ? cells[i][k] : std::string();
                const std::size_t width = terminal_width(cell);
                const std::string padding(widths[i] - std::min(width, widths[i]), ' ');
                const bool right = i < m_align.size() && m_align[i] == Align::Right;
                line += std::string(i ? kGap : 0, ' ') + (right ? padding + cell : cell + padding);
            }
            line.erase(line.find_last_not_of(' ') + 1);
            out << line << '\n';
        }
    }
}

std::size_t terminal_columns() {
#if __has_include(<sys/ioctl.h>)
    winsize size{};
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
#endif
    return 120;
}

} // namespace ampscope::cli
