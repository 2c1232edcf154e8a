// run, export-pytorch
#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <filesystem>

#include "app/cli/cli.h"
#include "core/io/file.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/record/run_record.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/train/pytorch_export.h"
#include "core/train/session.h"

namespace ampscope::cli {
namespace {

using record::Column;

std::atomic<bool> interrupted = false;

// While it lives, Ctrl+C and SIGTERM end the run instead of the program, so that its record is kept.
class InterruptScope {
  public:
    InterruptScope() {
        interrupted = false;
        m_int = std::signal(SIGINT, [](int) { interrupted = true; });
        m_term = std::signal(SIGTERM, [](int) { interrupted = true; });
    }
    ~InterruptScope() {
        std::signal(SIGINT, m_int);
        std::signal(SIGTERM, m_term);
    }
    InterruptScope(const InterruptScope&) = delete;
    InterruptScope& operator=(const InterruptScope&) = delete;

  private:
    void (*m_int)(int);
    void (*m_term)(int);
};

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

void print_summary(Context& context, const record::RunRecord& result) {
    const record::Summary summary = record::summarize(result);
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        writer.member("steps_run", summary.steps_run);
        writer.member("steps_skipped", summary.steps_skipped);
        const auto figure = [&](std::string_view name, double value) {
            record::is_missing(value) ? writer.null_member(name) : writer.member(name, value);
        };
        figure("final_loss", summary.final_loss);
        figure("steps_per_second", summary.steps_per_second);
        if (!result.samples().empty()) figure("final_scale", result.samples().back()[Column::Scale]);
        writer.begin_object("environment", io::JsonWriter::Layout::OneLine);
        for (const auto& [name, value] : result.environment())
            std::visit([&](const auto& content) { writer.member(name, content); }, value);
        writer.end();
        writer.end();
        context.out << writer.text();
        return;
    }
    context.out << context.say("cli.run_summary", {{"run", std::to_string(summary.steps_run)},
                                                   {"skipped", std::to_string(summary.steps_skipped)},
                                                   {"loss", short_number(summary.final_loss)},
                                                   {"rate", short_number(summary.steps_per_second)}})
                << '\n'
                << context.say("cli.run_environment", {{"libtorch", result.environment_text("libtorch")},
                                                       {"cpu", result.environment_text("cpu")},
                                                       {"threads", result.environment_text("threads")},
                                                       {"rules", result.environment_text("autocast_rules")}})
                << '\n';
}

struct RunOptions {
    std::string scenario;
    std::vector<std::string> sets;
    std::string out;
    bool quiet = false;
};

int run_scenario(Context& context, const RunOptions& options) {
    const scenario::Scenario scenario = scenario_from(options.scenario, options.sets);
    scenario::require_runnable(scenario);
    train::SessionOptions session_options;
    if (!options.out.empty()) {
        io::make_folder(options.out);
        io::write_file(options.out + "/scenario.json",
                       scenario::scenario_text(scenario)); // fails before any work is done
        session_options.journal = options.out + "/journal.jsonl";
    }

    const InterruptScope interrupts;
    train::Session session(context.compute(), scenario, session_options);
    train::Mail mail;
    const std::int64_t every = std::max<std::int64_t>(1, scenario.length.steps / 20);
    const auto print_mail = [&] {
        session.mailbox().take(mail);
        if (context.json || options.quiet) return;
        for (const auto& sample : mail.samples)
            if (sample.step() % every == 0 || !sample.ran()) print_progress(context, sample, scenario.length.steps);
        context.out.flush();
    };
    while (!session.wait(std::chrono::milliseconds(50))) {
        if (interrupted) session.stop();
        print_mail();
    }
    print_mail();
    while (const auto notice = session.take_notice())
        context.err << "ampscope-cli: " << notice->text(context.language) << '\n';

    const record::RunRecord result = session.record();
    if (!options.out.empty()) {
        io::write_file(options.out + "/record.json", record::record_text(result));
        io::write_file(options.out + "/trace.csv", record::trace_csv(result));
        std::error_code ignored;
        std::filesystem::remove(session_options.journal, ignored); // everything in it now stands in record.json
    }
    if (const auto error = session.error()) throw *error;
    print_summary(context, result);
    if (!options.out.empty() && !context.json)
        context.out << context.say("cli.run_written", {{"folder", options.out}}) << '\n';
    return kDone;
}

int export_pytorch(Context& context, const RunOptions& options) {
    const auto files = train::pytorch_export(scenario_from(options.scenario, options.sets));
    if (options.out.empty()) {
        context.out << files.front().content;
        return kDone;
    }
    io::make_folder(options.out);
    for (const auto& [name, content] : files)
        io::write_file(options.out + "/" + name, content);
    context.out << context.say("cli.export_written", {{"folder", options.out}}) << '\n';
    return kDone;
}

} // namespace

scenario::Scenario scenario_from(const std::string& name_or_path, const std::vector<std::string>& sets) {
    scenario::Scenario scenario = scenario::load_scenario(name_or_path);
    for (const auto& set : sets) {
        const auto equals = set.find('=');
        if (equals == std::string::npos) throw text::bad_input("scenario.bad_set", {{"found", set}});
        scenario::set_field(scenario, std::string_view(set).substr(0, equals),
                            std::string_view(set).substr(equals + 1));
    }
    return scenario;
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
    add("export-pytorch", "A PyTorch script that reproduces the run",
        "Folder for train.py, text.bin and scenario.json; without it the script is printed", export_pytorch);
}

} // namespace ampscope::cli
