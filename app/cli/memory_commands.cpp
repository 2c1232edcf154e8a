// memory
#include <CLI/CLI.hpp>
#include <cmath>
#include <optional>

#include "app/cli/cli.h"
#include "app/cli/run_to_end.h"
#include "app/cli/table.h"
#include "core/hardware/memory_budget.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/memory/activations.h"
#include "core/memory/budget.h"
#include "core/memory/schemes.h"
#include "core/train/data.h"
#include "core/train/preflight.h"

namespace ampscope::cli {
namespace {

using memory::bytes_text;
using memory::States;
using record::Column;
using Layout = io::JsonWriter::Layout;

struct MemoryOptions {
    std::string scenario, model, budget;
    std::vector<std::string> sets;
    bool schemes = false, measure = false;
};

// What a run held in its last step.
struct MeasuredStep {
    States states;
    double activations = 0, peak = 0, emulation = 0;
    std::string environment;
};

struct Report {
    scenario::Scenario scenario;
    memory::Model model;
    std::optional<States> chapter;
    memory::Need formula;
    std::optional<MeasuredStep> measured;
    std::optional<hardware::Budget> budget;
};

// Two steps: before the second the optimizer has no state.
std::optional<MeasuredStep> measure(Context& context, scenario::Scenario scenario, int& status) {
    scenario.length.steps = 2, scenario.length.epochs = 0;
    scenario.precision_by_epoch.clear();
    scenario.schedule.kind = scenario::ScheduleKind::Constant, scenario.schedule.warmup_steps = 0;
    scenario.record.level = scenario::RecordLevel::Default; // bytes are part of it
    train::preflight(scenario);
    const InterruptScope interrupts;
    const record::RunRecord record = record_to_end(context, scenario, &interrupts);
    if (!record.facts_of("stopped").empty() || record.samples().empty()) {
        status = interrupts.status();
        return std::nullopt;
    }
    const record::Sample& last = record.samples().back();
    const auto held = [&](Column column) { return record::is_missing(last[column]) ? 0 : last[column]; };
    return MeasuredStep{{held(Column::BytesWeights), held(Column::BytesGradients), held(Column::BytesOptimizer),
                         held(Column::BytesMaster)},
                        held(Column::BytesActivations),
                        held(Column::BytesPeak),
                        held(Column::BytesEmulation),
                        run_environment(context, record)};
}

std::string percent(double part) {
    return io::to_text(100 * part, 2) + " %";
}

double gap_of(double measured, double formula) {
    return formula > 0 ? (measured - formula) / formula : 0;
}

// --- JSON

void write_states(io::JsonWriter& writer, std::string_view name, const States& states, std::string_view badge,
                  const std::optional<double>& activations) {
    writer.begin_object(name, Layout::OneLine);
    writer.member("badge", badge);
    writer.member("weights", states.weights);
    writer.member("gradients", states.gradients);
    writer.member("optimizer", states.optimizer);
    writer.member("master", states.master);
    writer.member("activations", activations);
    writer.member("total", states.total() + activations.value_or(0));
    writer.end();
}

void write_schemes(io::JsonWriter& writer, const Context& context, std::int64_t parameters) {
    writer.begin_array("schemes");
    for (const auto& scheme : memory::schemes()) {
        writer.begin_object();
        writer.member("id", scheme.id);
        writer.member("title", context.say(scheme.title()));
        writer.member("weights", scheme.weights);
        writer.member("gradients", scheme.gradients);
        writer.member("master", scheme.master);
        writer.member("optimizer", scheme.optimizer);
        writer.member("bytes_per_parameter", scheme.total());
        writer.member("casts", scheme.casts);
        writer.member("total", memory::states_of(scheme, parameters).total());
        writer.member("explanation", context.say(scheme.explanation()));
        writer.member("source", scheme.source);
        writer.end();
    }
    writer.end();
}

void print_json(Context& context, const Report& report, bool schemes) {
    io::JsonWriter writer;
    writer.begin_object();
    writer.member("model", report.model.name);
    writer.member("parameters", report.model.parameters);
    writer.member("shape_is_estimated", report.model.shape_is_estimated);
    writer.member("precision", scenario::choice_name(report.scenario.precision));
    if (report.chapter)
        write_states(writer, "chapter", *report.chapter, "recorded", std::nullopt);
    else
        writer.null_member("chapter");
    const auto& activations = report.formula.activations;
    write_states(writer, "formula", report.formula.states, "estimated", activations.kept_bytes());
    writer.begin_object("activations");
    writer.member("kept", activations.kept_bytes());
    writer.member("recomputed", activations.recomputed);
    writer.member("covers_everything", activations.covers_everything);
    writer.begin_object("parts", Layout::OneLine);
    for (const auto& part : activations.kept)
        writer.member(part.id, part.bytes);
    writer.end();
    writer.end();
    writer.member("need", report.formula.total());
    if (const auto& run = report.measured) {
        write_states(writer, "run", run->states, "measured", run->activations);
        writer.member("run_peak", run->peak);
        writer.member("run_emulation", run->emulation);
        writer.member("activations_gap", gap_of(run->activations, activations.kept_bytes()));
        writer.member("environment", run->environment);
    }
    writer.begin_array("gaps");
    for (const auto& gap : memory::gaps(report.scenario, report.model)) {
        writer.begin_object(Layout::OneLine);
        writer.member("id", gap.id);
        writer.member("bytes", gap.bytes);
        writer.member("why", context.say(gap.title()));
        writer.end();
    }
    writer.end();
    if (report.budget) {
        const double left = report.budget->bytes - report.formula.total();
        writer.begin_object("budget", Layout::OneLine);
        writer.member("name", report.budget->name);
        writer.member("bytes", report.budget->bytes);
        writer.member("fits", left >= 0);
        writer.member("left", left);
        writer.member("largest_micro_batch",
                      memory::largest_micro_batch(report.scenario, report.model, report.budget->bytes));
        writer.end();
    }
    if (schemes) {
        write_schemes(writer, context, report.model.parameters);
        writer.begin_array("layer_formulas");
        for (const auto& formula : memory::layer_formulas()) {
            writer.begin_object(Layout::OneLine);
            writer.member("id", formula.id);
            writer.member("title", context.say(text::Message{std::string(formula.title_id), {}}));
            writer.member("constant", formula.constant);
            writer.member("per_r", formula.per_r);
            writer.member("source", formula.source);
            writer.end();
        }
        writer.end();
    }
    writer.end();
    context.out << writer.text();
}

// --- text

void print_rows(Context& context, const Report& report) {
    Table table({"", context.say("memory.column_how"), context.say("memory.column_weights"),
                 context.say("memory.column_gradients"), context.say("memory.column_optimizer"),
                 context.say("memory.column_master"), context.say("memory.column_activations"),
                 context.say("memory.column_total")});
    for (std::size_t column = 2; column < 8; ++column)
        table.align(column, Table::Align::Right);
    const auto add = [&](std::string name, std::string how, const States& states, std::optional<double> activations) {
        table.add({std::move(name), std::move(how), bytes_text(states.weights), bytes_text(states.gradients),
                   bytes_text(states.optimizer), states.master > 0 ? bytes_text(states.master) : "-",
                   activations ? bytes_text(*activations) : "-", bytes_text(states.total() + activations.value_or(0))});
    };
    if (report.chapter)
        add(context.say("memory.row_chapter"), context.say("memory.badge_recorded"), *report.chapter, std::nullopt);
    add(context.say("memory.row_formula"), context.say("memory.badge_estimated"), report.formula.states,
        report.formula.activations.kept_bytes());
    if (report.measured)
        add(context.say("memory.row_run"), context.say("memory.badge_measured"), report.measured->states,
            report.measured->activations);
    table.print(context.out);
    if (!report.chapter) context.out << context.say("memory.no_chapter") << '\n';
}

void print_parts(Context& context, const Report& report) {
    const auto& activations = report.formula.activations;
    context.out << '\n' << context.say("memory.parts_head") << '\n';
    Table table({"  " + context.say("memory.column_part"), context.say("memory.column_bytes"),
                 context.say("memory.column_share")});
    table.align(1, Table::Align::Right);
    table.align(2, Table::Align::Right);
    for (const auto& part : activations.kept)
        table.add(
            {"  " + context.say(part.title()), bytes_text(part.bytes), percent(part.bytes / activations.kept_bytes())});
    table.print(context.out);
    if (activations.recomputed > 0)
        context.out << context.say("memory.recomputed", {{"bytes", bytes_text(activations.recomputed)}}) << '\n';
    if (!activations.covers_everything) context.out << context.say("memory.not_covered") << '\n';
    if (report.model.shape_is_estimated)
        context.out << context.say("memory.estimated_shape", {{"layers", std::to_string(report.model.layers)},
                                                              {"width", std::to_string(report.model.width)},
                                                              {"vocabulary", text::grouped(report.model.vocabulary)}})
                    << '\n';
}

void print_gap(Context& context, const Report& report) {
    context.out << '\n' << context.say("memory.need", {{"bytes", bytes_text(report.formula.total())}}) << '\n';
    if (const auto& run = report.measured) {
        const double formula = report.formula.activations.kept_bytes();
        context.out << context.say("memory.gap_activations", {{"run", bytes_text(run->activations)},
                                                              {"formula", bytes_text(formula)},
                                                              {"gap", percent(gap_of(run->activations, formula))}})
                    << '\n'
                    << context.say("memory.gap_peak", {{"run", bytes_text(run->peak)},
                                                       {"formula", bytes_text(report.formula.total())},
                                                       {"gap", bytes_text(run->peak - report.formula.total())}})
                    << '\n';
        if (run->emulation > 0)
            context.out << context.say("memory.emulation", {{"bytes", bytes_text(run->emulation)}}) << '\n';
        context.out << run->environment << '\n';
    }
    context.out << '\n' << context.say("memory.gaps_head") << '\n';
    for (const auto& gap : memory::gaps(report.scenario, report.model))
        context.out << "  - " << context.say(gap.title())
                    << (gap.bytes ? " (" + std::string(*gap.bytes > 0 ? "+" : "") + bytes_text(*gap.bytes) + ")" : "")
                    << '\n';
}

void print_budget(Context& context, const Report& report) {
    const double need = report.formula.total(), left = report.budget->bytes - need;
    const std::int64_t largest = memory::largest_micro_batch(report.scenario, report.model, report.budget->bytes);
    context.out << '\n'
                << context.say(left >= 0 ? "memory.fits" : "memory.does_not_fit",
                               {{"budget", report.budget->name},
                                {"bytes", bytes_text(report.budget->bytes)},
                                {"need", bytes_text(need)},
                                {"difference", bytes_text(std::abs(left))}})
                << '\n'
                << context.say(
                       largest > 0 ? "memory.largest_batch" : "memory.no_batch",
                       {{"largest", text::grouped(largest)}, {"states", bytes_text(report.formula.states.total())}})
                << '\n';
}

void print_schemes(Context& context, std::int64_t parameters) {
    context.out << '\n' << context.say("memory.schemes_head", {{"parameters", text::grouped(parameters)}}) << '\n';
    Table table({"  " + context.say("memory.column_scheme"), context.say("memory.column_weights"),
                 context.say("memory.column_gradients"), context.say("memory.column_master"),
                 context.say("memory.column_optimizer"), context.say("memory.column_each"), "10M", "125M", "1B",
                 context.say("memory.column_model")});
    for (std::size_t column = 1; column < 10; ++column)
        table.align(column, Table::Align::Right);
    for (const auto& scheme : memory::schemes()) {
        const auto each = [](double bytes) { return bytes > 0 ? io::to_text(bytes) : std::string("-"); };
        const auto of = [&](std::int64_t count) { return bytes_text(memory::states_of(scheme, count).total()); };
        table.add({"  " + std::string(scheme.id), each(scheme.weights), each(scheme.gradients), each(scheme.master),
                   each(scheme.optimizer),
                   io::to_text(scheme.total()) + (scheme.casts > 0 ? " (+" + io::to_text(scheme.casts) + ")" : ""),
                   of(10'000'000), of(125'000'000), of(1'000'000'000), of(parameters)});
    }
    table.print(context.out);
    for (const auto& scheme : memory::schemes())
        context.out << "  " << scheme.id << ": " << context.say(scheme.explanation()) << " [" << scheme.source << "]\n";
    context.out << '\n' << context.say("memory.layers_head") << '\n';
    for (const auto& formula : memory::layer_formulas())
        context.out << "  " << context.say(text::Message{std::string(formula.title_id), {}}) << ": sbh("
                    << io::to_text(formula.constant)
                    << (formula.per_r > 0 ? " + " + io::to_text(formula.per_r) + "r" : "") << ")  [" << formula.source
                    << "]\n";
}

int show_memory(Context& context, const MemoryOptions& options) {
    Report report;
    report.scenario = scenario_from(options.scenario, options.sets);
    refuse_unused(report.scenario, options.sets);
    scenario::require_runnable(report.scenario);
    const bool linear = report.scenario.model.kind == scenario::ModelKind::Linear;
    if (!options.model.empty()) {
        if (linear) throw text::bad_input("memory.model_of_linear");
        report.model = memory::parse_model(options.model);
    } else {
        report.model = memory::model_of(report.scenario, linear ? 0 : train::load_tokens(report.scenario).vocabulary);
    }
    if (!options.budget.empty()) report.budget = hardware::parse_budget(options.budget);
    report.chapter = memory::by_chapter(report.scenario, report.model.parameters);
    report.formula = memory::need_of(report.scenario, report.model);
    int status = kDone;
    if (options.measure) {
        report.measured = measure(context, report.scenario, status);
        if (!report.measured) return status;
    }
    if (report.budget && report.formula.total() > report.budget->bytes) status = kAnswerIsNo;
    if (context.json) {
        print_json(context, report, options.schemes);
        return status;
    }
    context.out << context.say("memory.head",
                               {{"model", report.model.name},
                                {"parameters", text::grouped(report.model.parameters)},
                                {"precision", std::string(scenario::choice_name(report.scenario.precision))},
                                {"batch", text::grouped(report.scenario.micro_batch())},
                                {"sequence", text::grouped(report.scenario.sequence_length)}})
                << '\n';
    print_rows(context, report);
    print_parts(context, report);
    print_gap(context, report);
    if (report.budget) print_budget(context, report);
    if (options.schemes) print_schemes(context, report.model.parameters);
    return status;
}

} // namespace

void add_memory_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand("memory", "What one step holds: the chapter, the formula, a run");
    auto options = std::make_shared<MemoryOptions>();
    command->add_option("SCENARIO", options->scenario, "A preset's name or a JSON file")->required();
    command->add_option("--set", options->sets, "field=value, as often as needed: precision=bf16")
        ->allow_extra_args(false);
    auto* model = command->add_option("--model", options->model,
                                      "Another model in its place: nano, micro, 10m, 30m, 125m, or a number of "
                                      "parameters such as 350M, 1.5B");
    command->add_option("--budget", options->budget, "Does it fit? 16GB, or a device such as t4");
    command->add_flag("--schemes", options->schemes, "The ten ways of counting bytes per parameter, side by side");
    command->add_flag("--measure", options->measure, "Train two steps and show what they held")->excludes(model);
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return show_memory(context, *options); }; });
}

} // namespace ampscope::cli
