// What `bench` prints: one table, one JSON document, or the same as Markdown.
#include <algorithm>
#include <cmath>

#include "app/cli/bench.h"
#include "app/cli/table.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"

namespace ampscope::cli {
namespace {

using Layout = io::JsonWriter::Layout;

struct Row {
    const Figure& figure;
    const Measured& measured;
};

// In the order of the figures; a row that no figure knows is left out.
std::vector<Row> rows_of(const BenchReport& report) {
    std::vector<Row> rows;
    for (const auto& figure : bench_figures())
        for (const auto& measured : report.rows)
            if (measured.id == figure.id) rows.push_back({figure, measured});
    return rows;
}

// Three digits; large numbers whole.
std::string number(double value) {
    return value >= 1000 && value < 1e9 ? io::to_text(std::round(value)) : io::to_text(value, 3);
}

std::string with_unit(double value, const Figure& figure) {
    return number(value) + " " + figure.unit;
}

std::string_view relation_text(Asked::Relation relation) {
    switch (relation) {
    case Asked::Relation::AtMost: return "at most";
    case Asked::Relation::AtLeast: return "at least";
    case Asked::Relation::Reported: break;
    }
    return "reported";
}

std::string asked_text(const Figure& figure) {
    const Asked& asked = figure.asked;
    std::string text(relation_text(asked.relation));
    if (asked.relation != Asked::Relation::Reported)
        text += " " + (asked.of_ratio ? number(asked.bound) + " times" : with_unit(asked.bound, figure));
    return text;
}

std::string ratio_text(const Row& row) {
    return row.measured.ratio ? number(*row.measured.ratio) + " " + row.figure.ratio_is : std::string();
}

std::string mark(const Row& row) {
    const auto met = is_met(row.figure, row.measured);
    return !met ? "" : *met ? "yes" : "no";
}

std::string in_one_line(const BenchEnvironment& environment) {
    std::string text;
    for (const auto& [name, value] : environment)
        text += (text.empty() ? "" : "; ") + name + " " + value;
    return text;
}

} // namespace

std::optional<bool> is_met(const Figure& figure, const Measured& measured) {
    const Asked& asked = figure.asked;
    if (asked.relation == Asked::Relation::Reported) return std::nullopt;
    const double value = asked.of_ratio ? measured.ratio.value_or(std::nan("")) : measured.value;
    return asked.relation == Asked::Relation::AtMost ? value <= asked.bound : value >= asked.bound;
}

double times_limit(const Figure& figure, const Measured& measured) {
    return figure.more_is_better ? measured.limit / measured.value : measured.value / measured.limit;
}

std::string bench_json(const BenchReport& report) {
    io::JsonWriter writer;
    writer.begin_object();
    writer.begin_object("environment");
    for (const auto& [name, value] : report.environment)
        writer.member(name, value);
    writer.end();
    writer.begin_array("rows");
    for (const auto& row : rows_of(report)) {
        const auto& [figure, measured] = row;
        writer.begin_object(Layout::OneLine);
        writer.member("id", measured.id);
        writer.member("what", figure.what);
        writer.member("value", measured.value);
        writer.member("unit", figure.unit);
        writer.member("ratio", measured.ratio);
        if (measured.ratio) writer.member("ratio_is", figure.ratio_is);
        writer.begin_object("asked", Layout::OneLine);
        writer.member("relation", relation_text(figure.asked.relation));
        if (figure.asked.relation != Asked::Relation::Reported) {
            writer.member("of", figure.asked.of_ratio ? "ratio" : "value");
            writer.member("bound", figure.asked.bound);
        }
        writer.member("where", figure.asked.where);
        writer.end();
        writer.member("met", is_met(figure, measured));
        writer.member("limit", measured.limit);
        writer.member("limit_is", figure.limit_is);
        writer.member("times_limit", times_limit(figure, measured));
        writer.member("why", figure.why);
        writer.member("remark", measured.remark);
        writer.end();
    }
    writer.end();
    writer.begin_array("left_out");
    for (const auto& [group, reason] : report.left_out) {
        writer.begin_object(Layout::OneLine);
        writer.member("group", group);
        writer.member("reason", reason);
        writer.end();
    }
    writer.end();
    writer.member("stopped", report.stopped);
    writer.end();
    return writer.take();
}

std::string bench_markdown(const BenchReport& report) {
    std::string text = in_one_line(report.environment) + "\n\n";
    text += "| figure | here | asked | met | physical limit | how far, and why |\n|---|---|---|---|---|---|\n";
    for (const auto& row : rows_of(report)) {
        const auto& [figure, measured] = row;
        const std::string ratio = ratio_text(row);
        text += std::string("| ").append(figure.what).append(" | ").append(with_unit(measured.value, figure));
        if (!ratio.empty()) text += "; " + ratio;
        text += " | " + asked_text(figure) + " (" + figure.asked.where + ") | " + mark(row) + " | ";
        text += with_unit(measured.limit, figure) + ": " + figure.limit_is + " | ";
        text += number(times_limit(figure, measured)) + " times: " + figure.why + " |\n";
    }
    for (const auto& [group, reason] : report.left_out)
        text += "\nNot measured: " + group + ". " + reason + "\n";
    return text;
}

void print_bench(Context& context, const BenchReport& report) {
    for (const auto& [name, value] : report.environment)
        context.out << name << ": " << value << '\n';
    context.out << '\n';
    Table table({context.say("cli.bench_figure"), context.say("cli.bench_what"), context.say("cli.bench_here"),
                 context.say("cli.bench_ratio"), context.say("cli.bench_asked"), context.say("cli.bench_met"),
                 context.say("cli.bench_limit"), context.say("cli.bench_times")});
    for (const std::size_t column : {2, 3, 6, 7})
        table.align(column, Table::Align::Right);
    for (const auto& row : rows_of(report))
        table.add({row.figure.id, row.figure.what, with_unit(row.measured.value, row.figure),
                   row.measured.ratio ? number(*row.measured.ratio) : std::string(), asked_text(row.figure), mark(row),
                   with_unit(row.measured.limit, row.figure), number(times_limit(row.figure, row.measured))});
    table.print(context.out, std::max<std::size_t>(terminal_columns(), 120));
    context.out << '\n' << context.say("cli.bench_limits") << '\n';
    for (const auto& row : rows_of(report)) {
        context.out << "  " << row.figure.id << ": " << row.figure.limit_is << "; " << row.figure.why << ". "
                    << context.say("cli.bench_asked") << ": " << row.figure.asked.where;
        if (row.measured.ratio) context.out << ". " << context.say("cli.bench_ratio") << ": " << row.figure.ratio_is;
        if (!row.measured.remark.empty()) context.out << ". " << row.measured.remark;
        context.out << '\n';
    }
    for (const auto& [group, reason] : report.left_out)
        context.out << '\n' << context.say("cli.bench_left_out", {{"group", group}, {"reason", reason}}) << '\n';
    if (report.stopped) context.out << '\n' << context.say("cli.bench_stopped") << '\n';
}

} // namespace ampscope::cli
