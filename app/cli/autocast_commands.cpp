// autocast
#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/cli.h"
#include "app/cli/table.h"
#include "core/io/json_writer.h"
#include "core/scenario/fields.h"
#include "core/text/nearest.h"
#include "core/train/autocast_tables.h"

namespace ampscope::cli {
namespace {

using train::AutocastDevice;

struct AutocastOptions {
    std::string scenario, device = "cuda", op;
    std::vector<std::string> sets;
    bool all = false, check = false;
    bool device_given = false;
};

// Common ops on no device's list. A complete list has thousands of names and needs LibTorch.
constexpr std::string_view kUnlisted =
    "abs adaptive_avg_pool2d add add_ argmax argmin avg_pool2d batch_norm clamp clone contiguous copy_ cos "
    "cross_entropy div dropout elu embedding empty eq erf expand fill_ flatten floor fused_dropout gather ge gelu glu "
    "gt hardtanh index_select instance_norm isfinite isinf isnan le leaky_relu lerp log_sigmoid lt masked_fill max "
    "max_pool2d maximum mean median min minimum mul mul_ ne neg one_hot ones pad permute relu relu_ repeat reshape "
    "round scaled_dot_product_efficient_attention scatter select selu sigmoid sign silu sin slice sort split sqrt "
    "square "
    "squeeze std sub sub_ swapaxes t tanh topk transpose tril triu unsqueeze var view where zero_ zeros _softmax "
    "_log_softmax _to_copy";

// The rules of one op; an op that no list holds follows its inputs, a slip of the keyboard does not.
std::vector<train::AutocastRule> rules_of(AutocastDevice device, const std::string& op) {
    const auto base = [](const std::string& name) { return name.substr(0, name.find('.')); };
    std::vector<train::AutocastRule> rules;
    for (const auto& rule : train::autocast_rules(device))
        if (rule.op == op || base(rule.op) == op) rules.push_back(rule);
    if (!rules.empty()) return rules;
    std::vector<std::string> known;
    for (std::size_t begin = 0; begin < kUnlisted.size();) {
        const auto end = std::min(kUnlisted.find(' ', begin), kUnlisted.size());
        known.emplace_back(kUnlisted.substr(begin, end - begin));
        begin = end + 1;
    }
    for (const auto other : {AutocastDevice::Cuda, AutocastDevice::Cpu, AutocastDevice::Mps})
        for (const auto& rule : train::autocast_rules(other)) {
            known.push_back(rule.op);
            known.push_back(base(rule.op));
        }
    if (std::ranges::find(known, op) != known.end()) return {{op, train::CastPolicy::Follow}};
    std::string names;
    for (const auto& name : text::nearest_names(op, known, 4))
        names += (names.empty() ? "" : ", ") + name;
    text::Argument nearest{"nearest", std::string()};
    if (!names.empty()) nearest.value = text::Message{"cli.did_you_mean", {{"names", names}}};
    throw text::bad_input("cli.unknown_op", {{"found", op}, nearest});
}

void refuse_ignored(const AutocastOptions& options) {
    const auto refuse = [](bool given, const char* option, const char* other) {
        if (given) throw text::bad_input("cli.no_effect", {{"option", option}, {"other", other}});
    };
    if (options.scenario.empty()) {
        if (!options.sets.empty()) throw text::bad_input("cli.needs_scenario", {{"option", "--set"}});
        if (options.all) throw text::bad_input("cli.needs_scenario", {{"option", "--all"}});
        refuse(options.check && !options.op.empty(), "--op", "--check");
    } else {
        refuse(options.device_given, "--device", "SCENARIO");
        refuse(!options.op.empty(), "--op", "SCENARIO");
        refuse(options.check, "--check", "SCENARIO");
    }
}

// The table against what the LibTorch that is installed here says of itself.
int check_rules(Context& context, AutocastDevice device) {
    if (device == AutocastDevice::Mps) throw text::bad_input("cli.autocast_no_check");
    std::vector<train::ListedRule> listed;
    std::string version;
    context.with_engine([&](train::Engine& engine) {
        listed = engine.listed_autocast_rules(device == AutocastDevice::Cuda ? scenario::AutocastRules::Cuda
                                                                             : scenario::AutocastRules::Cpu);
        version = engine.info().libtorch;
    });
    const auto differing = train::differing_rules(device, listed);
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        writer.member("device", train::device_id(device));
        writer.member("libtorch", version);
        writer.member("listed", static_cast<std::int64_t>(listed.size()));
        writer.list_member("differing", differing);
        writer.end();
        context.out << writer.text();
    } else {
        std::string names;
        for (const auto& op : differing)
            names += (names.empty() ? "" : ", ") + op;
        context.out << context.say(differing.empty() ? "cli.autocast_same" : "cli.autocast_differs",
                                   {{"version", version}, {"count", std::to_string(listed.size())}, {"ops", names}})
                    << '\n';
    }
    return differing.empty() ? kDone : kAnswerIsNo;
}

int print_rules(Context& context, const AutocastOptions& options) {
    const auto device = train::find_device(options.device);
    if (!device) throw text::bad_input("cli.unknown_device", {{"found", options.device}});
    if (options.check) return check_rules(context, *device);
    const auto rules = options.op.empty() ? train::autocast_rules(*device) : rules_of(*device, options.op);
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
    refuse_unused(scenario, options.sets);
    std::vector<record::StepOp> ops;
    context.with_engine([&](train::Engine& engine) { ops = engine.trace_ops(scenario); });
    const auto device =
        scenario.autocast.rules == scenario::AutocastRules::Cuda ? AutocastDevice::Cuda : AutocastDevice::Cpu;
    const auto shown = [&](const record::StepOp& op) {
        return options.all || (op.depth == 0 && !op.emulation && op.phase != "data");
    };
    // Autocast acts on the forward pass only; backward follows the dtypes that it finds.
    const auto or_none = [](const std::string& text) { return text.empty() ? std::string("-") : text; };
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_array();
        for (const auto& op : ops) {
            if (!shown(op)) continue;
            writer.begin_object(io::JsonWriter::Layout::OneLine);
            writer.member("phase", op.phase);
            writer.member("layer", op.layer);
            writer.member("op", op.name);
            writer.list_member("inputs", op.inputs);
            writer.list_member("outputs", op.outputs);
            writer.member("policy", or_none(op.rule));
            writer.member("casts_weight", op.casts_weight);
            writer.member("cached_weights", op.cached_weights);
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
    Table table({context.say("cli.autocast_phase"), context.say("cli.autocast_layer"), context.say("cli.autocast_op"),
                 context.say("cli.autocast_in"), context.say("cli.autocast_out"), context.say("cli.autocast_policy")});
    for (const auto& op : ops)
        if (shown(op))
            table.add({op.phase, or_none(op.layer), std::string(static_cast<std::size_t>(2 * op.depth), ' ') + op.name,
                       joined(op.inputs), joined(op.outputs), or_none(op.rule)});
    table.print(context.out);
    if (scenario.uses_autocast()) {
        const train::CastCounts casts = train::count_casts(ops);
        context.out << context.say("cli.autocast_casts", {{"forward", std::to_string(casts.forward)},
                                                          {"weights", std::to_string(casts.of_weights)},
                                                          {"uses", std::to_string(casts.weight_uses)},
                                                          {"backward", std::to_string(casts.backward)}})
                    << '\n';
    }
    context.out << context.say("cli.autocast_rules", {{"rules", std::string(train::device_id(device))}}) << '\n';
    return kDone;
}

} // namespace

void add_autocast_commands(CLI::App& app, Action& chosen) {
    auto* command =
        app.add_subcommand("autocast", "The op lists of autocast by device; or, with SCENARIO, the ops of a real step");
    auto options = std::make_shared<AutocastOptions>();
    command->add_option("SCENARIO", options->scenario, "A preset's name or a JSON file");
    auto* device = command->add_option("--device", options->device, "cuda, cpu, mps")->capture_default_str();
    command->add_option("--op", options->op, "Only this op");
    command->add_option("--set", options->sets, "field=value, as often as needed")->allow_extra_args(false);
    command->add_flag("--check", options->check, "Compare the list with the LibTorch that is installed here");
    command->add_flag("--all", options->all, "Also the ops inside other ops");
    command->callback([&chosen, options, device] {
        options->device_given = device->count() > 0;
        chosen = [options](Context& context) {
            refuse_ignored(*options);
            return options->scenario.empty() ? print_rules(context, *options) : print_ops(context, *options);
        };
    });
}

} // namespace ampscope::cli
