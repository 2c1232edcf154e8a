#include "app/cli/columns.h"

#include "app/cli/arguments.h"
#include "app/cli/table.h"
#include "core/io/numbers.h"

namespace ampscope::cli {

Columns columns_from(const std::string& text) {
    Columns columns;
    if (text.empty()) return columns;
    std::string known;
    for (const auto& info : record::columns()) {
        if (info.column == record::Column::Step) continue;
        known += (known.empty() ? "" : ", ") + std::string(info.name);
        if (text == "all") columns.push_back(&info);
    }
    if (text == "all") return columns;
    for (const auto& name : comma_separated("--columns", text)) {
        const auto* info = record::find_column(name);
        if (!info) throw text::bad_input("cli.no_column", {{"found", name}, {"known", known}});
        columns.push_back(info);
    }
    return columns;
}

void write_columns(io::JsonWriter& writer, const record::RunRecord& record, const Columns& columns) {
    for (const auto* column : columns) {
        writer.begin_array(column->name, io::JsonWriter::Layout::OneLine);
        for (const auto& sample : record.samples())
            record::is_missing(sample[column->column]) ? writer.null() : writer.value(sample[column->column]);
        writer.end();
    }
}

void print_columns(Context& context, const record::RunRecord& record, const Columns& columns) {
    if (columns.empty()) return;
    std::vector<std::string> header = {context.say("cli.mistakes_step")};
    for (const auto* column : columns)
        header.emplace_back(column->name);
    Table table(header);
    for (std::size_t i = 0; i < header.size(); ++i)
        table.align(i, Table::Align::Right);
    for (const auto& sample : record.samples()) {
        std::vector<std::string> cells = {std::to_string(sample.step())};
        for (const auto* column : columns) {
            const double value = sample[column->column];
            cells.push_back(record::is_missing(value) ? "-" : io::to_text(value));
        }
        table.add(std::move(cells));
    }
    table.print(context.out);
}

} // namespace ampscope::cli
