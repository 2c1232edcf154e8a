// mistakes list|show|run: the deliberate mistakes, each as a broken and a mended run that differ in one field
#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/cli.h"
#include "app/cli/interrupt.h"
#include "app/cli/table.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/record/run_record.h"
#include "core/scenario/mistakes.h"
#include "core/train/preflight.h"
#include "core/train/session.h"

namespace ampscope::cli {
namespace {

using scenario::MistakeCase;

const MistakeCase& mistake_called(const std::string& id) {
    if (const MistakeCase* found = scenario::find_mistake(id)) return *found;
    std::string known;
    for (const auto& mistake : scenario::mistakes())
        known += (known.empty() ? "" : ", ") + std::string(mistake.id);
    throw text::bad_input("cli.no_mistake", {{"id", id}, {"known", known}});
}

std::string change_text(std::string_view field, std::string_view value) {
    return std::string(field) + "=" + std::string(value);
}

void write_mistake(io::JsonWriter& writer, const Context& context, const MistakeCase& mistake) {
    writer.member("id", mistake.id);
    writer.member("chapter", mistake.chapter);
    writer.member("title", context.say(mistake.title()));
    writer.member("symptom", context.say(mistake.symptom()));
    writer.member("probe", context.say(mistake.probe()));
    writer.member("mending", context.say(mistake.mending()));
    writer.begin_object("setting");
    for (const auto& [field, value] : mistake.setting)
        writer.member(field, value);
    writer.end();
    writer.member("field", mistake.field);
    writer.member("broken", mistake.broken_value);
    writer.member("mended", mistake.mended_value);
}

int list(Context& context) {
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_array();
        for (const auto& mistake : scenario::mistakes()) {
            writer.begin_object();
            write_mistake(writer, context, mistake);
            writer.end();
        }
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    Table table({"ID", context.say("cli.mistakes_chapter"), context.say("cli.mistakes_title"),
                 context.say("cli.mistakes_difference")});
    for (const auto& mistake : scenario::mistakes())
        table.add({std::string(mistake.id), std::string(mistake.chapter), context.say(mistake.title()),
                   change_text(mistake.field, mistake.broken_value)});
    table.print(context.out);
    context.out << context.say("cli.mistakes_hint") << '\n';
    return kDone;
}

int show(Context& context, const MistakeCase& mistake) {
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        write_mistake(writer, context, mistake);
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    context.out << context.say(mistake.title()) << "\n\n";
    for (const auto& [id, said] : {std::pair{"cli.mistakes_symptom", mistake.symptom()},
                                   {"cli.mistakes_probe", mistake.probe()},
                                   {"cli.mistakes_mending", mistake.mending()}})
        context.out << context.say(id) << "\n  " << context.say(said) << "\n";
    context.out << context.say("cli.mistakes_setting") << "\n ";
    for (const auto& [field, value] : mistake.setting)
        context.out << ' ' << change_text(field, value);
    context.out << "\n  "
                << context.say("cli.mistakes_pair", {{"broken", change_text(mistake.field, mistake.broken_value)},
                                                     {"mended", change_text(mistake.field, mistake.mended_value)}})
                << '\n';
    return kDone;
}

struct Half {
    record::RunRecord record;
    std::optional<text::Error> error;
};

Half run_half(Context& context, const scenario::Scenario& scenario, const InterruptScope& interrupts) {
    train::preflight(scenario);
    train::Session session(context.compute(), scenario, {});
    while (!session.wait(std::chrono::milliseconds(50)))
        if (interrupts.requested()) session.stop();
    return {session.record(), session.error()};
}

std::vector<const record::ColumnInfo*> columns_of(const MistakeCase& mistake) {
    std::vector<const record::ColumnInfo*> columns = {record::find_column("loss")};
    if (!mistake.probe_column.empty() && mistake.probe_column != "loss")
        columns.push_back(record::find_column(mistake.probe_column));
    return columns;
}

std::string cell(const Half& half, std::size_t row, record::Column column) {
    if (row >= half.record.samples().size()) return "-";
    const double value = half.record.samples()[row][column];
    return record::is_missing(value) ? "-" : io::to_text(value, 5);
}

// Both halves side by side at some twelve steps, and what ended a run before its time.
void print_halves(Context& context, const MistakeCase& mistake, const Half& broken, const Half& mended) {
    std::vector<std::string> header = {context.say("cli.mistakes_step")};
    const auto columns = columns_of(mistake);
    for (const auto* column : columns)
        for (const char* which : {"cli.mistakes_broken", "cli.mistakes_mended"})
            header.push_back(std::string(column->name) + ", " + context.say(which));
    Table table(header);
    for (std::size_t i = 0; i < header.size(); ++i)
        table.align(i, Table::Align::Right);
    const std::size_t steps = std::max(broken.record.samples().size(), mended.record.samples().size());
    const std::size_t stride = std::max<std::size_t>(1, steps / 12);
    for (std::size_t row = 0; row < steps; row += row == 0 || stride == 1 ? 1 : stride) {
        std::vector<std::string> cells = {std::to_string(row)};
        for (const auto* column : columns)
            for (const Half* half : {&broken, &mended})
                cells.push_back(cell(*half, row, column->column));
        table.add(std::move(cells));
    }
    table.print(context.out);
    for (const auto& [half, id] : {std::pair{&broken, "cli.mistakes_broken"}, {&mended, "cli.mistakes_mended"}})
        if (half->error) context.out << context.say(id) << ": " << half->error->text(context.language) << '\n';
    context.out << '\n' << context.say(mistake.probe()) << '\n';
}

void write_half(io::JsonWriter& writer, const Context& context, const Half& half,
                const std::vector<const record::ColumnInfo*>& columns) {
    writer.begin_object();
    half.error ? writer.member("error", half.error->text(context.language)) : writer.null_member("error");
    for (const auto* column : columns) {
        writer.begin_array(column->name, io::JsonWriter::Layout::OneLine);
        for (const auto& sample : half.record.samples())
            record::is_missing(sample[column->column]) ? writer.null() : writer.value(sample[column->column]);
        writer.end();
    }
    writer.end();
}

int run_pair(Context& context, const MistakeCase& mistake) {
    const InterruptScope interrupts;
    if (!context.json) context.out << context.say(mistake.title()) << "\n\n" << std::flush;
    const Half broken = run_half(context, mistake.broken(), interrupts);
    const Half mended = run_half(context, mistake.mended(), interrupts);
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        writer.member("id", mistake.id);
        writer.begin_member("broken");
        write_half(writer, context, broken, columns_of(mistake));
        writer.begin_member("mended");
        write_half(writer, context, mended, columns_of(mistake));
        writer.end();
        context.out << writer.text();
    } else {
        print_halves(context, mistake, broken, mended);
    }
    return mended.error ? kCouldNot : kDone; // the broken one may fail: that is what it shows
}

} // namespace

void add_mistake_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand("mistakes", "The deliberate mistakes: a broken and a mended run each");
    command->require_subcommand(1);
    command->add_subcommand("list", "All of them")->callback([&chosen] { chosen = list; });
    const auto add = [&](const char* name, const char* what, int (*work)(Context&, const MistakeCase&)) {
        auto* sub = command->add_subcommand(name, what);
        auto id = std::make_shared<std::string>();
        sub->add_option("ID", *id, "As `mistakes list` names it")->required();
        sub->callback([&chosen, id, work] {
            chosen = [id, work](Context& context) { return work(context, mistake_called(*id)); };
        });
    };
    add("show", "Symptom, probe, mending, and the one field that differs", show);
    add("run", "Train both and print what tells them apart", run_pair);
}

} // namespace ampscope::cli
