// probe
#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <thread>

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "app/cli/interrupt.h"
#include "app/cli/probe_reports.h"
#include "app/cli/run_folder.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/record/detail_json.h"
#include "core/text/nearest.h"
#include "core/train/preflight.h"
#include "core/train/session.h"

namespace ampscope::cli {
namespace {

using record::Column;
using train::Look;
using train::RunState;

struct ProbeOptions {
    std::string scenario, what, out;
    std::vector<std::string> sets;
    std::int64_t step = 0;
    std::size_t top = 12;
};

struct Kind {
    std::string_view id;
    bool Look::*flag;
};
constexpr Kind kKinds[] = {{"ops", &Look::ops},
                           {"memory", &Look::memory},
                           {"layers", &Look::layers},
                           {"nonfinite", &Look::nonfinite},
                           {"shadow", &Look::shadow}};

Look look_from(const std::string& text) {
    if (text.empty()) return Look::everything();
    Look look;
    for (const auto& id : comma_separated("--what", text)) {
        const auto kind = std::ranges::find(kKinds, id, &Kind::id);
        if (kind == std::end(kKinds)) {
            std::string known;
            for (const auto& each : kKinds)
                known += (known.empty() ? "" : ", ") + std::string(each.id);
            throw text::bad_input("probe.unknown_kind", {{"found", id}, {"known", known}});
        }
        look.*(kind->flag) = true;
    }
    return look;
}

void refuse_beyond(std::int64_t step, std::int64_t steps) {
    if (step >= 0 && step < steps) return;
    throw text::bad_input(
        "probe.beyond",
        {{"step", std::to_string(step)}, {"steps", std::to_string(steps)}, {"last", std::to_string(steps - 1)}});
}

// Trains up to the step, looks inside it, carries it out. A step that is looked at before it is attempted need not be
// trained twice.
class Probe {
  public:
    Probe(Context& context, const ProbeOptions& options, const scenario::Scenario& scenario, const std::string& journal)
        : m_options(options), m_session(context.compute(), scenario, settings(options.step, journal)) {}

    /// False when a signal ended it.
    bool run(const Look& look) {
        if (!wait([&] { return m_session.state() == RunState::Paused; })) return false;
        refuse_beyond(m_options.step, record::RunRecord(m_session.scenario(), m_session.environment()).planned_steps());
        m_session.examine(m_options.step, look);
        if (!wait([&] { return !m_session.looking(); })) return false;
        if (const auto notice = m_session.take_notice()) throw *notice;
        m_session.step_once();
        // Its details come after its sample: the step is over when the run is paused again.
        const bool done =
            wait([&] { return !attempted(); }) && wait([&] { return m_session.state() != RunState::Running; });
        m_session.stop();
        m_session.wait(std::chrono::hours(1));
        return done;
    }
    record::RunRecord record() const { return m_session.record(); }
    int status() const { return m_interrupts.status(); }

  private:
    static train::SessionOptions settings(std::int64_t step, const std::string& journal) {
        train::SessionOptions settings;
        settings.start_paused = step == 0;
        if (step > 0) settings.pause_at = step - 1;
        settings.journal = journal;
        return settings;
    }
    bool attempted() const {
        const auto record = m_session.record();
        return record.samples().empty() || record.samples().back().step() < m_options.step;
    }
    bool wait(const std::function<bool()>& is_done) {
        while (!is_done()) {
            if (const auto error = m_session.error()) throw *error;
            if (m_session.is_over()) return true;
            if (m_interrupts.requested()) {
                m_session.cancel_looks();
                m_session.stop();
                return false;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return true;
    }

    const ProbeOptions& m_options;
    const InterruptScope m_interrupts;
    train::Session m_session;
};

// The run writes details of its own, too: the first Inf of a step that it skips, gradient sizes.
bool is_wanted(const record::Detail& detail, const Look& look) {
    struct Asked {
        const Look& look;
        bool operator()(const record::OpList&) const { return look.ops; }
        bool operator()(const record::SavedTensors&) const { return look.memory; }
        bool operator()(const record::MemoryTimeline&) const { return look.memory; }
        bool operator()(const record::LayerSizes&) const { return look.layers; }
        bool operator()(const record::ParameterStates&) const { return look.layers; }
        bool operator()(const record::FirstNonfinite&) const { return look.nonfinite; }
        bool operator()(const record::ShadowError&) const { return look.shadow; }
        bool operator()(const record::GradientHistogram&) const { return false; }
        bool operator()(const record::MicroBatchLosses&) const { return false; }
        bool operator()(const record::UnknownDetail&) const { return false; }
    };
    return std::visit(Asked{look}, detail.payload);
}

// Of a step what was asked for.
record::RunRecord found_in(const record::RunRecord& record, std::int64_t step, const Look& look) {
    record::RunRecord found;
    for (const auto& detail : record.details())
        if (detail.step == step && is_wanted(detail, look)) found.detail(detail);
    return found;
}

void print_json(Context& context, const record::RunRecord& record, std::int64_t step, const Look& look) {
    io::JsonWriter writer;
    writer.begin_object();
    writer.member("scenario", record.scenario().name);
    writer.member("step", step);
    if (!record.samples().empty()) {
        const record::Sample& sample = record.samples().back();
        writer.member("ran", sample.ran());
        writer.member("loss", sample[Column::Loss]);
        writer.member("scale", sample[Column::Scale]);
    }
    writer.begin_array("details");
    const record::RunRecord found = found_in(record, step, look);
    for (const auto& detail : found.details())
        record::write_detail(writer, detail);
    writer.end();
    writer.begin_object("environment", io::JsonWriter::Layout::OneLine);
    for (const auto& [name, value] : record.environment())
        std::visit([&writer, &name = name](const auto& content) { writer.member(name, content); }, value);
    writer.end();
    writer.end();
    context.out << writer.text();
}

void print_tables(Context& context, const record::RunRecord& record, const ProbeOptions& options, const Look& look) {
    if (!record.samples().empty()) {
        const record::Sample& sample = record.samples().back();
        context.out << context.say("probe.head",
                                   {{"step", std::to_string(options.step)},
                                    {"loss", io::to_text(sample[Column::Loss], 5)},
                                    {"scale", io::to_text(sample[Column::Scale])},
                                    {"fate", text::Message{sample.ran() ? "probe.ran" : "probe.skipped", {}}}})
                    << '\n';
    }
    const record::RunRecord found = found_in(record, options.step, look);
    if (const auto* first = found.detail_of<record::FirstNonfinite>(options.step))
        print_detail(context, *first, options.top);
    else if (look.nonfinite)
        context.out << '\n' << context.say("probe.all_finite") << '\n';
    if (const auto* ops = found.detail_of<record::OpList>(options.step)) print_detail(context, *ops, options.top);
    if (const auto* saved = found.detail_of<record::SavedTensors>(options.step))
        print_detail(context, *saved, options.top);
    if (const auto* timeline = found.detail_of<record::MemoryTimeline>(options.step)) print_detail(context, *timeline);
    if (const auto* sizes = found.detail_of<record::LayerSizes>(options.step))
        print_detail(context, *sizes, options.top);
    if (const auto* states = found.detail_of<record::ParameterStates>(options.step)) print_detail(context, *states);
    if (const auto* error = found.detail_of<record::ShadowError>(options.step))
        print_detail(context, *error, options.top);
    context.out << '\n' << run_environment(context, record) << '\n';
}

int probe(Context& context, const ProbeOptions& options) {
    const Look look = look_from(options.what);
    const scenario::Scenario scenario = scenario_from(options.scenario, options.sets);
    refuse_unused(scenario, options.sets);
    if (scenario.length.epochs == 0 || options.step < 0) refuse_beyond(options.step, scenario.length.steps);
    train::preflight(scenario);
    std::optional<RunFolder> folder;
    if (!options.out.empty()) folder.emplace(context, options.out); // fails before any work is done
    Probe work(context, options, scenario, folder ? folder->journal() : "");
    if (!work.run(look)) return work.status();
    const record::RunRecord record = work.record();
    const bool written = folder && folder->finish(context, record);
    if (context.json) {
        print_json(context, record, options.step, look);
    } else {
        print_tables(context, record, options, look);
        if (written) context.out << context.say("cli.run_written", {{"folder", options.out}}) << '\n';
    }
    return kDone;
}

} // namespace

void add_probe_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand(
        "probe", "Look inside one step: saved tensors, bytes, ops, layers, the first Inf, the error against fp32");
    auto options = std::make_shared<ProbeOptions>();
    command->add_option("SCENARIO", options->scenario, "A preset's name or a JSON file")->required();
    command->add_option("--step", options->step, "The step to look inside; the ones before it are trained silently")
        ->capture_default_str();
    command->add_option("--set", options->sets, "field=value, as often as needed: scaler.init_scale=2^24")
        ->allow_extra_args(false);
    command->add_option("--what", options->what, "Of ops,memory,layers,nonfinite,shadow; everything by default");
    command->add_option("--top", options->top, "Rows of each table; 0 for all")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    command->add_option("--out", options->out, "Folder for record.json, trace.csv and scenario.json");
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return probe(context, *options); }; });
}

} // namespace ampscope::cli
