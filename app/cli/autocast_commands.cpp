// autocast
#include <CLI/CLI.hpp>

#include "app/cli/cli.h"
#include "app/cli/table.h"
#include "core/io/json_writer.h"
#include "core/scenario/fields.h"
#include "core/train/autocast_tables.h"

namespace ampscope::cli {
namespace {

using train::AutocastDevice;

struct AutocastOptions {
    std::string scenario, device = "cuda", op;
    std::vector<std::string> sets;
    bool all = false;
};

int print_rules(Context& context, const AutocastOptions& options) {
    const auto device = train::find_device(options.device);
    if (!device) throw text::bad_input("cli.unknown_device", {{"found", options.device}});
    std::vector<train::AutocastRule> rules;
    if (options.op.empty()) {
        rules = train::autocast_rules(*device);
    } else {
        for (const auto& rule : train::autocast_rules(*device))
            if (rule.op == options.op || rule.op.substr(0, rule.op.find('.')) == options.op) rules.push_back(rule);
        if (rules.empty()) rules.push_back({options.op, train::CastPolicy::Follow});
    }
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_array();
        for (const auto& rule : rules) {
            writer.begin_object(io::JsonWriter::Layout::OneLine);
            writer.member("device", train::device_id(*device));
            writer.member("op", rule.op);
            writer.member("policy", train::policy_id(rule.policy));
            writer.end();
        }
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    Table table(
        {context.say("cli.autocast_op"), context.say("cli.autocast_policy"), context.say("cli.autocast_meaning")});
    for (const auto& rule : rules)
        table.add({rule.op, std::string(train::policy_id(rule.policy)),
                   context.say("autocast." + std::string(train::policy_id(rule.policy)))});
    table.print(context.out);
    return kDone;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : " ") + name;
    return text.empty() ? "-" : text;
}

int print_ops(Context& context, const AutocastOptions& options) {
    const scenario::Scenario scenario = scenario_from(options.scenario, options.sets);
    std::vector<train::OpRecord> ops;
    context.with_engine([&](train::Engine& engine) { ops = engine.trace_ops(scenario); });
    const auto device =
        scenario.autocast.rules == scenario::AutocastRules::Cuda ? AutocastDevice::Cuda : AutocastDevice::Cpu;
    const auto shown = [&](const train::OpRecord& op) { return options.all || (op.depth == 0 && !op.emulation); };
    // Autocast acts on the forward pass only; backward follows the dtypes that it finds.
    const auto policy = [&](const train::OpRecord& op) {
        return scenario.uses_autocast() && op.phase == "forward"
                   ? std::string(train::policy_id(train::autocast_policy(device, op.name)))
                   : "-";
    };
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_array();
        for (const auto& op : ops) {
            if (!shown(op)) continue;
            writer.begin_object(io::JsonWriter::Layout::OneLine);
            writer.member("phase", op.phase);
            writer.member("op", op.name);
            writer.begin_array("inputs");
            for (const auto& name : op.inputs)
                writer.value(name);
            writer.end();
            writer.begin_array("outputs");
            for (const auto& name : op.outputs)
                writer.value(name);
            writer.end();
            writer.member("policy", policy(op));
            if (options.all) {
                writer.member("depth", op.depth);
                writer.member("emulation", op.emulation);
            }
            writer.end();
        }
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    Table table({context.say("cli.autocast_phase"), context.say("cli.autocast_op"), context.say("cli.autocast_in"),
                 context.say("cli.autocast_out"), context.say("cli.autocast_policy")});
    for (const auto& op : ops)
        if (shown(op))
            table.add({op.phase, std::string(static_cast<std::size_t>(2 * op.depth), ' ') + op.name, joined(op.inputs),
                       joined(op.outputs), policy(op)});
    table.print(context.out);
    context.out << context.say("cli.autocast_rules", {{"rules", std::string(train::device_id(device))}}) << '\n';
    return kDone;
}

} // namespace

void add_autocast_commands(CLI::App& app, Action& chosen) {
    auto* command =
        app.add_subcommand("autocast", "The op lists of autocast by device; or, with SCENARIO, the ops of a real step");
    auto options = std::make_shared<AutocastOptions>();
    command->add_option("SCENARIO", options->scenario, "A preset's name or a JSON file");
    command->add_option("--device", options->device, "cuda, cpu, mps")->capture_default_str();
    command->add_option("--op", options->op, "Only this op");
    command->add_option("--set", options->sets, "field=value, as often as needed")->allow_extra_args(false);
    command->add_flag("--all", options->all, "Also the ops inside other ops");
    command->callback([&chosen, options] {
        chosen = [options](Context& context) {
            return options->scenario.empty() ? print_rules(context, *options) : print_ops(context, *options);
        };
    });
}

} // namespace ampscope::cli
