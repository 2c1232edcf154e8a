// run
#include <CLI/CLI.hpp>
#include <optional>

#include "app/cli/cli.h"
#include "app/cli/columns.h"
#include "app/cli/keep_runs.h"
#include "app/cli/run_folder.h"
#include "app/cli/run_to_end.h"
#include "core/io/file.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/record/environment_message.h"
#include "core/record/run_record.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/scenario_name.h"
#include "core/train/preflight.h"

namespace ampscope::cli {
namespace {

using record::Column;

std::string short_number(double value) {
    return record::is_missing(value) ? "-" : io::to_text(value, 5);
}

void print_progress(Context& context, const record::Sample& sample, std::int64_t steps) {
    context.out << context.say("cli.run_step",
                               {{"step", std::to_string(sample.step())},
                                {"steps", std::to_string(steps)},
                                {"loss", short_number(sample[Column::Loss])},
                                {"scale", short_number(sample[Column::Scale])},
                                {"skipped", sample.ran() ? std::string() : context.say("cli.run_skipped")}})
                << '\n';
}

void print_summary(Context& context, const record::RunRecord& result, const std::optional<RunKeeper::Kept>& kept,
                   const Columns& columns) {
    const record::Summary summary = record::summarize(result);
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        kept ? writer.member("id", kept->id) : writer.null_member("id");
        if (kept) writer.member("name", kept->name);
        writer.member("steps_planned", result.planned_steps());
        writer.member("stopped", !result.facts_of("stopped").empty());
        writer.member("steps_run", summary.steps_run);
        writer.member("steps_skipped", summary.steps_skipped);
        writer.member("final_loss", record::if_measured(summary.final_loss));
        writer.member("steps_per_second", record::if_measured(summary.steps_per_second));
        if (!result.samples().empty())
            writer.member("final_scale", record::if_measured(result.samples().back()[Column::Scale]));
        writer.begin_object("environment", io::JsonWriter::Layout::OneLine);
        for (const auto& [name, value] : result.environment())
            std::visit([&writer, &name = name](const auto& content) { writer.member(name, content); }, value);
        writer.end();
        if (!columns.empty()) {
            writer.begin_object("columns");
            write_columns(writer, result, columns);
            writer.end();
        }
        writer.end();
        context.out << writer.text();
        return;
    }
    print_columns(context, result, columns);
    context.out << context.say("cli.run_summary", {{"run", std::to_string(summary.steps_run)},
                                                   {"skipped", std::to_string(summary.steps_skipped)},
                                                   {"loss", short_number(summary.final_loss)},
                                                   {"rate", short_number(summary.steps_per_second)}})
                << '\n'
                << run_environment(context, result) << '\n';
    if (kept)
        context.out << context.say(kept->whole ? "runs.kept" : "runs.kept_in_part",
                                   {{"id", kept->id}, {"name", kept->name}})
                    << '\n';
}

struct RunOptions {
    std::string scenario;
    std::vector<std::string> sets;
    std::string out;
    std::string name, columns;
    bool quiet = false, no_store = false;
};

int run_scenario(Context& context, const RunOptions& options) {
    const scenario::Scenario scenario = scenario_from(options.scenario, options.sets);
    refuse_unused(scenario, options.sets);
    const Columns columns = columns_from(options.columns);
    train::preflight(scenario);
    train::SessionOptions session_options;
    std::optional<RunFolder> folder;
    if (!options.out.empty()) {
        folder.emplace(context, options.out); // fails before any work is done
        session_options.journal = folder->journal();
    }

    RunKeeper keeper(context, !options.no_store);
    session_options.extra_sink = keeper.sink_for(scenario, options.name);

    const InterruptScope interrupts;
    train::Mail mail;
    std::int64_t steps = 0; // known once the model is built
    const auto print_mail = [&](train::Session& session) {
        session.mailbox().take(mail);
        if (context.json || options.quiet || !columns.empty() || mail.samples.empty()) return;
        if (steps == 0) steps = record::RunRecord(scenario, session.environment()).planned_steps();
        const std::int64_t every = std::max<std::int64_t>(1, steps / 20);
        for (const auto& sample : mail.samples)
            if (sample.step() % every == 0 || !sample.ran()) print_progress(context, sample, steps);
        context.out.flush();
    };
    const EndedRun run = run_to_end(context, scenario, &interrupts, session_options, print_mail);
    const record::RunRecord& result = run.record;
    const bool written = folder && folder->finish(context, result);
    if (run.error) throw *run.error;
    print_summary(context, result, keeper.last(), columns);
    if (written && !context.json) context.out << context.say("cli.run_written", {{"folder", options.out}}) << '\n';
    if (!run.was_stopped()) return kDone;
    context.out.flush();
    context.warn(context.say("cli.run_stopped", {{"step", std::to_string(result.samples().size())},
                                                 {"steps", std::to_string(result.planned_steps())}}));
    return interrupts.status();
}

} // namespace

void apply_sets(scenario::Scenario& scenario, const std::vector<std::string>& sets) {
    for (const auto& set : sets) {
        const auto equals = set.find('=');
        if (equals == std::string::npos) throw text::bad_input("scenario.bad_set", {{"found", set}});
        scenario::set_field(scenario, std::string_view(set).substr(0, equals),
                            std::string_view(set).substr(equals + 1));
    }
}

scenario::Scenario scenario_from(const std::string& name_or_path, const std::vector<std::string>& sets) {
    scenario::Scenario scenario = scenario::load_scenario(name_or_path);
    apply_sets(scenario, sets);
    scenario::name_changes(scenario);
    return scenario;
}

void refuse_unused(const scenario::Scenario& scenario, const std::vector<std::string>& sets) {
    for (const auto& set : sets) {
        const std::string field = set.substr(0, set.find('='));
        if (const std::string needed = scenario::needed_for(scenario, field); !needed.empty())
            throw text::bad_input("cli.field_needs", {{"field", field}, {"needed", needed}});
    }
}

std::string run_environment(const Context& context, const record::RunRecord& record) {
    return context.say(record::environment_message(record));
}

void add_run_commands(CLI::App& app, Action& chosen) {
    const auto add = [&](const char* name, const char* help, const char* out_help,
                         int (*action)(Context&, const RunOptions&)) {
        auto* command = app.add_subcommand(name, help);
        auto options = std::make_shared<RunOptions>();
        command->add_option("SCENARIO", options->scenario, "A preset's name or a JSON file")->required();
        command->add_option("--set", options->sets, "field=value, as often as needed: scaler.init_scale=2^24")
            ->allow_extra_args(false);
        command->add_option("--out", options->out, out_help);
        command->callback([&chosen, options, action] {
            chosen = [options, action](Context& context) { return action(context, *options); };
        });
        return std::pair(command, options);
    };
    auto [run, options] = add("run", "Train one scenario and record it",
                              "Folder for record.json, trace.csv and scenario.json", run_scenario);
    run->add_flag("--quiet", options->quiet, "Only the summary");
    run->add_option("--columns", options->columns, "What every step recorded: loss,scale,… or all");
    run->add_option("--name", options->name, "What the run is called in the run library; else the scenario's name");
    run->add_flag("--no-store", options->no_store, "Do not keep the run in the run library");
}

} // namespace ampscope::cli
