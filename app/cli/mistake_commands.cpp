// mistakes list|show|run: the deliberate mistakes, each as a broken and a mended run that differ in one field
#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/cli.h"
#include "app/cli/columns.h"
#include "app/cli/keep_runs.h"
#include "app/cli/run_to_end.h"
#include "app/cli/table.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/record/run_record.h"
#include "core/record/store/comparison.h"
#include "core/scenario/mistakes.h"
#include "core/train/code_diff.h"
#include "core/train/mistake_verdict.h"
#include "core/train/preflight.h"

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

// The training step in PyTorch, the broken one at the left.
std::vector<train::DiffRow> code_of(const MistakeCase& mistake) {
    return train::code_diff(train::training_step(mistake.broken()), train::training_step(mistake.mended()));
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
    writer.begin_array("code");
    for (const auto& row : code_of(mistake)) {
        writer.begin_object(io::JsonWriter::Layout::OneLine);
        writer.member("broken", row.left);
        writer.member("mended", row.right);
        writer.end();
    }
    writer.end();
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
                << '\n'
                << context.say("cli.mistakes_code") << '\n';
    for (const auto& row : code_of(mistake)) {
        if (!row.differs()) context.out << "    " << *row.left << '\n';
        if (row.differs() && row.left) context.out << "  - " << *row.left << '\n';
        if (row.differs() && row.right) context.out << "  + " << *row.right << '\n';
    }
    return kDone;
}

// One of the runs of a mistake: broken, mended, and for some a reference.
struct Trial {
    const char* which; ///< message id
    std::string_view name;
    record::RunRecord record;
    std::optional<text::Error> error;
};

Trial run_trial(Context& context, const char* which, std::string_view name, const scenario::Scenario& scenario,
                RunKeeper& keeper, const InterruptScope& interrupts) {
    train::preflight(scenario);
    train::SessionOptions options;
    options.extra_sink = keeper.sink_for(scenario, "");
    EndedRun run = run_to_end(context, scenario, &interrupts, options);
    return {which, name, std::move(run.record), run.error};
}

Columns columns_of(const MistakeCase& mistake) {
    Columns columns = {record::find_column("loss")};
    for (const auto name : mistake.probe_columns)
        columns.push_back(record::find_column(name));
    return columns;
}

std::string cell(const record::ColumnInfo& column, double value) {
    if (record::is_missing(value)) return "-";
    if (column.column == record::Column::Ran) return value != 0 ? "1" : "0";
    return io::to_text(value, 5);
}

// The trials side by side at some twelve steps, the medians of times, and what ended a run before its time.
void print_trials(Context& context, const MistakeCase& mistake, const std::vector<Trial>& trials) {
    std::vector<std::string> header = {context.say("cli.mistakes_step")};
    const auto columns = columns_of(mistake);
    std::size_t steps = 0;
    for (const auto* column : columns)
        for (const auto& trial : trials)
            header.push_back(std::string(column->name) + ", " + context.say(trial.which));
    for (const auto& trial : trials)
        steps = std::max(steps, trial.record.samples().size());
    Table table(header);
    for (std::size_t i = 0; i < header.size(); ++i)
        table.align(i, Table::Align::Right);
    const std::size_t stride = std::max<std::size_t>(1, steps / 12);
    for (std::size_t row = 0; row < steps; row += row == 0 || stride == 1 ? 1 : stride) {
        std::vector<std::string> cells = {std::to_string(row)};
        for (const auto* column : columns)
            for (const auto& trial : trials) {
                const auto& samples = trial.record.samples();
                cells.push_back(row < samples.size() ? cell(*column, samples[row][column->column]) : "-");
            }
        table.add(std::move(cells));
    }
    table.print(context.out);
    for (const auto* column : columns) {
        if (column->kind != record::ColumnKind::Timing) continue;
        for (const auto& trial : trials)
            context.out << context.say(
                               "cli.mistakes_median",
                               {{"which", text::Message{trial.which, {}}},
                                {"column", std::string(column->name)},
                                {"median", io::to_text(record::spread(trial.record.values(column->column)).median, 4)}})
                        << '\n';
    }
    for (const auto& trial : trials)
        if (trial.error) context.out << context.say(trial.which) << ": " << trial.error->text(context.language) << '\n';
    context.out << run_environment(context, trials.back().record) << "\n\n" << context.say(mistake.probe()) << '\n';
}

void write_trial(io::JsonWriter& writer, const Context& context, const Trial& trial, const Columns& columns) {
    writer.begin_object(trial.name);
    trial.error ? writer.member("error", trial.error->text(context.language)) : writer.null_member("error");
    write_columns(writer, trial.record, columns);
    writer.end();
}

text::Message verdict_of(const MistakeCase& mistake, const std::vector<Trial>& trials) {
    return train::mistake_verdict(mistake, trials[0].record, trials[1].record,
                                  trials.size() > 2 ? &trials[2].record : nullptr);
}

int run_trials(Context& context, const MistakeCase& mistake, const std::vector<std::string>& sets, bool keep) {
    scenario::Scenario broken = mistake.broken();
    apply_sets(broken, sets);
    refuse_unused(broken, sets);
    auto scenarios = mistake.runs(broken);
    const InterruptScope interrupts;
    RunKeeper keeper(context, keep);
    if (!context.json) context.out << context.say(mistake.title()) << "\n\n" << std::flush;
    std::vector<Trial> trials;
    const auto add = [&](const char* which, std::string_view name, const scenario::Scenario& scenario) {
        if (!interrupts.requested()) trials.push_back(run_trial(context, which, name, scenario, keeper, interrupts));
    };
    constexpr std::pair<const char*, const char*> kNames[] = {
        {"cli.mistakes_broken", "broken"}, {"cli.mistakes_mended", "mended"}, {"cli.mistakes_reference", "reference"}};
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        const auto& [which, name] = kNames[i];
        scenarios[i].name = std::string(mistake.id).append(", ").append(name);
        add(which, name, scenarios[i]);
    }
    if (interrupts.requested()) {
        context.warn(context.say("cli.mistakes_stopped"));
        return interrupts.status();
    }
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        writer.member("id", mistake.id);
        for (const auto& trial : trials)
            write_trial(writer, context, trial, columns_of(mistake));
        writer.member("verdict", context.say(verdict_of(mistake, trials)));
        writer.end();
        context.out << writer.text();
    } else {
        print_trials(context, mistake, trials);
        context.out << context.say(verdict_of(mistake, trials)) << '\n';
    }
    return trials[1].error ? kCouldNot : kDone; // the broken one may fail: that is what it shows
}

} // namespace

void add_mistake_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand("mistakes", "The deliberate mistakes: a broken and a mended run each");
    command->require_subcommand(1);
    command->add_subcommand("list", "All of them")->callback([&chosen] { chosen = list; });
    auto id = std::make_shared<std::string>();
    auto no_store = std::make_shared<bool>(false);
    const auto add = [&](const char* name, const char* what) {
        auto* sub = command->add_subcommand(name, what);
        sub->add_option("ID", *id, "As `mistakes list` names it")->required();
        return sub;
    };
    add("show", "Symptom, probe, mending, and the one field that differs")->callback([&chosen, id] {
        chosen = [id](Context& context) { return show(context, mistake_called(*id)); };
    });
    auto* run = add("run", "Train both and print what tells them apart");
    auto sets = std::make_shared<std::vector<std::string>>();
    run->add_option("--set", *sets, "field=value for all of its runs, as often as needed")->allow_extra_args(false);
    run->add_flag("--no-store", *no_store, "Do not keep the runs in the run library");
    run->callback([&chosen, id, sets, no_store] {
        chosen = [id, sets, no_store](Context& context) {
            return run_trials(context, mistake_called(*id), *sets, !*no_store);
        };
    });
}

} // namespace ampscope::cli
