// Numbers as text: columns separated by commas, semicolons, tabs or spaces, with or without a line of names.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/io/numbers.h"
#include "core/tensorfile/csv_scanner.h"
#include "core/tensorfile/readers.h"
#include "core/text/utf8.h"
#include "core/text/words.h"

namespace ampscope::tensorfile {

using text::Message;

namespace {

// Digits take at least two bytes each in the file and eight in memory, so this bounds both.
constexpr std::uint64_t kMaxFile = std::uint64_t(1) << 30;
constexpr std::size_t kPiece = 1u << 20;

bool has_decimal_comma(std::string_view cell) {
    const auto comma = cell.find(',');
    if (comma == std::string_view::npos || cell.find(',', comma + 1) != std::string_view::npos) return false;
    std::string point(cell);
    point[comma] = '.';
    if (point.starts_with('+')) point.erase(0, 1);
    return io::parse_double(point).has_value();
}

// The words for NaN and infinity that programs write; nullopt for what is no number.
std::optional<double> number_of(std::string_view cell, bool decimal_comma) {
    if (cell.starts_with('+')) cell.remove_prefix(1);
    if (!cell.empty() && cell.find_first_not_of("0123456789.-eE+") == std::string_view::npos)
        return io::parse_double(cell);
    if (decimal_comma && has_decimal_comma(cell)) {
        std::string point(cell);
        point[point.find(',')] = '.';
        return io::parse_double(point);
    }
    const std::string word = text::lower_case(cell);
    const std::string_view unsigned_word = word.starts_with('-') ? std::string_view(word).substr(1) : word;
    if (unsigned_word == "nan" || (unsigned_word.starts_with("nan(") && unsigned_word.ends_with(")")))
        return std::numeric_limits<double>::quiet_NaN();
    if (unsigned_word == "inf" || unsigned_word == "infinity")
        return word.starts_with('-') ? -std::numeric_limits<double>::infinity()
                                     : std::numeric_limits<double>::infinity();
    return std::nullopt;
}

class CsvFile : public TensorFile {
  public:
    CsvFile(const std::string& path, io::RandomFile file, const OpenOptions& options)
        : TensorFile(path, FileKind::Csv), m_options(options) {
        if (file.size() == 0) throw text::bad_input("tensorfile.csv_empty", {}, {path});
        if (file.size() > kMaxFile)
            throw text::bad_input("io.too_large",
                                  {{"bytes", number_text(file.size())}, {"limit", number_text(kMaxFile)}}, {path});
        CsvScanner scanner(path, options.decimal_comma, [this](CsvRow& row) { take(row); });
        for (std::uint64_t at = 0; at < file.size(); at += kPiece) {
            if (options.stop.stop_requested()) throw text::could_not("tensorfile.stopped", {}, {path});
            const auto length = std::min<std::uint64_t>(kPiece, file.size() - at);
            scanner.feed(file.read_text(at, static_cast<std::size_t>(length)), at);
            if (options.progress) options.progress(at + length, file.size());
        }
        scanner.finish();
        if (m_has_first) begin(nullptr);
        finish();
    }

  private:
    struct Column {
        std::string name;
        bool is_text = false;
        std::vector<double> values;
        std::uint64_t empty = 0;
    };

    bool is_number(const CsvCell& cell) const { return number_of(cell.text, m_options.decimal_comma).has_value(); }

    text::Error error(const CsvCell& cell, Message message) const {
        return text::Error(text::ErrorKind::BadInput, std::move(message), {m_path, cell.line, cell.column});
    }

    // The first row waits for the second: only beside that it shows whether it holds names.
    void take(CsvRow& row) {
        if (!m_has_first && m_columns.empty()) {
            m_first = std::move(row);
            m_has_first = true;
            row = {};
            return;
        }
        if (m_has_first) begin(&row);
        add(row);
    }

    void begin(const CsvRow* second) {
        m_has_first = false;
        const auto is_text = [&](const CsvRow& row, std::size_t i) {
            return !row[i].text.empty() && !is_number(row[i]) && !refuse_comma(row[i]);
        };
        m_columns.resize(m_first.size());
        for (std::size_t i = 0; i < m_first.size(); ++i) {
            const bool names = is_text(m_first, i) && (!second || (i < second->size() && !is_text(*second, i)));
            m_has_names = m_has_names || names;
        }
        for (std::size_t i = 0; i < m_first.size(); ++i) {
            Column& column = m_columns[i];
            column.name = m_has_names ? m_first[i].text : std::string();
            if (const auto bad = text::first_invalid_utf8(column.name))
                throw error(m_first[i], Message{"io.not_utf8", {{"encoding", text::encoding_message(column.name)}}});
            const CsvRow* data = m_has_names ? second : &m_first;
            column.is_text = data && i < data->size() && is_text(*data, i);
        }
        if (!m_has_names) add(m_first);
        m_first.clear();
    }

    // Throws where the cell is a number with a decimal comma and nobody has said that it is one.
    bool refuse_comma(const CsvCell& cell) const {
        if (!m_options.decimal_comma && has_decimal_comma(cell.text))
            throw error(cell, Message{"tensorfile.csv_decimal_comma", {{"found", cell.text}}});
        return false;
    }

    void add(const CsvRow& row) {
        if (row.size() != m_columns.size())
            throw error(row.front(), Message{"tensorfile.csv_ragged",
                                             {{"expected", std::to_string(m_columns.size())},
                                              {"found", std::to_string(row.size())}}});
        for (std::size_t i = 0; i < row.size(); ++i) {
            Column& column = m_columns[i];
            if (column.is_text) continue;
            double value = std::numeric_limits<double>::quiet_NaN();
            if (row[i].text.empty()) {
                ++column.empty;
            } else if (const auto number = number_of(row[i].text, m_options.decimal_comma)) {
                value = *number;
            } else {
                refuse_comma(row[i]);
                throw error(row[i], Message{"tensorfile.csv_not_a_number", {{"found", row[i].text}}});
            }
            column.values.push_back(value);
        }
        ++m_rows;
    }

    void finish() {
        if (m_columns.empty()) throw text::bad_input("tensorfile.csv_empty", {}, {m_path});
        if (m_rows == 0) throw text::bad_input("tensorfile.csv_only_names", {}, {m_path});
        std::uint64_t empty = 0;
        std::string left_out;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            Column& column = m_columns[i];
            if (column.name.empty() && m_columns.size() > 1) column.name = "column " + std::to_string(i + 1);
            if (column.is_text || column.empty == m_rows) {
                left_out += (left_out.empty() ? "" : ", ") + column.name;
            } else {
                empty += column.empty;
                m_kept.push_back(i);
            }
        }
        if (m_kept.empty()) throw text::bad_input("tensorfile.csv_no_numbers", {}, {m_path});
        if (!left_out.empty()) m_notes.push_back({"tensorfile.csv_left_out", {{"columns", left_out}}});
        if (empty > 0) m_notes.push_back({"tensorfile.csv_empty_cells", {{"count", number_text(empty)}}});
        // Columns with names are tensors of their own; a plain table of numbers is one.
        m_is_matrix = !m_has_names && left_out.empty();
        const auto describe = [&](std::string name, std::vector<std::uint64_t> shape) {
            TensorInfo info;
            info.name = std::move(name);
            info.stored_as = "text";
            info.elements = *product(shape);
            info.shape = std::move(shape);
            info.offset = m_tensors.size(); // of the column in m_kept
            m_tensors.push_back(std::move(info));
        };
        if (m_is_matrix && m_kept.size() > 1)
            describe("", {m_rows, m_kept.size()});
        else
            for (const auto i : m_kept)
                describe(m_is_matrix ? "" : m_columns[i].name, {m_rows});
    }

    double value(const TensorInfo& info, std::uint64_t place) const {
        const std::uint64_t width = info.shape.size() == 2 ? info.shape[1] : 1;
        const auto column = m_kept[static_cast<std::size_t>(info.offset + place % width)];
        return m_columns[column].values[static_cast<std::size_t>(place / width)];
    }
    void read_block(const TensorInfo& info, std::uint64_t first, std::span<double> values) const override {
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = value(info, first + i);
    }
    std::string text_of(const TensorInfo& info, std::uint64_t place) const override {
        return io::to_text(value(info, place));
    }

    OpenOptions m_options;
    CsvRow m_first;
    bool m_has_first = false, m_has_names = false, m_is_matrix = false;
    std::vector<Column> m_columns;
    std::vector<std::size_t> m_kept; ///< columns of numbers
    std::uint64_t m_rows = 0;
};

} // namespace

std::unique_ptr<TensorFile> open_csv(const std::string& path, io::RandomFile file, const OpenOptions& options) {
    return std::make_unique<CsvFile>(path, std::move(file), options);
}

} // namespace ampscope::tensorfile
