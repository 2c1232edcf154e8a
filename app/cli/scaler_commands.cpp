// scaler
#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <iterator>

#include "app/cli/cli.h"
#include "app/cli/table.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/numeric/expression.h"
#include "core/numeric/rounding.h"
#include "core/scenario/fields.h"
#include "core/train/loss_scale.h"

namespace ampscope::cli {
namespace {

using train::LossScale;
using Move = train::LossScale::Move;

// The whole table is printed; a longer one is of no use, and "g*999999999" is a slip.
constexpr std::int64_t kMaxSteps = 100'000;

struct ScalerOptions {
    std::string policy;
    std::vector<std::string> sets;
    std::string events, overflow_above;
    std::int64_t steps = 0;
};

// What became of a step: the word for JSON, the sentence for people.
struct Happened {
    const char* id;
    const char* message;
};

struct Step {
    float scale, after;
    bool found_inf;
    Move move;
    std::int64_t tracker, hysteresis_left;
    Happened happened;
};

const char* move_id(Move move) {
    switch (move) {
    case Move::None: return "none";
    case Move::Growth: return "growth";
    case Move::Backoff: return "backoff";
    case Move::Stop: return "stop";
    }
    return "";
}

Happened happened(const LossScale& before, const LossScale& after, bool found_inf, Move move) {
    if (move == Move::Stop) return {"stopped", "cli.scaler_stopped"};
    if (found_inf) {
        if (move == Move::Backoff) return {"backed_off", "cli.scaler_backed_off"};
        if (after.settings().policy == scenario::ScalerPolicy::Static) return {"static", "cli.scaler_static"};
        if (before.hysteresis_left() > 0) return {"hysteresis", "cli.scaler_hysteresis"};
        return {"at_minimum", "cli.scaler_at_minimum"};
    }
    // Nothing was found, and the step runs: at 2^-128 and below 1 / scale is Inf in fp32, and what it is multiplied
    // with becomes Inf or NaN without being noticed.
    if (std::isinf(static_cast<float>(1.0 / static_cast<double>(before.scale()))))
        return {"ruined", "cli.scaler_ruined"};
    if (move == Move::Growth) return {"grew", "cli.scaler_grew"};
    // Only growth that was due sets the tracker back on a quiet step.
    const bool was_due = after.settings().policy != scenario::ScalerPolicy::Static && after.growth_tracker() == 0;
    return was_due ? Happened{"at_maximum", "cli.scaler_at_maximum"} : Happened{"ran", "cli.scaler_ran"};
}

std::vector<bool> events_of(std::string_view text) {
    std::vector<bool> events;
    for (auto comma = text.find(',');; comma = text.find(',')) {
        const std::string word(text.substr(0, comma));
        const auto refused = [&] { return text::bad_input("cli.scaler_unknown_event", {{"found", word}}); };
        if (word.empty() || (word[0] != 'g' && word[0] != 'i')) throw refused();
        std::int64_t count = 1;
        if (word.size() > 1) {
            const auto number = word[1] == '*' ? io::parse_integer(std::string_view(word).substr(2)) : std::nullopt;
            if (!number || *number < 1) throw refused();
            count = *number;
        }
        if (count > kMaxSteps - static_cast<std::int64_t>(events.size()))
            throw text::bad_input("cli.scaler_too_many", {{"limit", text::grouped(kMaxSteps)}});
        events.insert(events.end(), static_cast<std::size_t>(count), word[0] == 'i');
        if (comma == std::string_view::npos) return events;
        text.remove_prefix(comma + 1);
    }
}

scenario::Scenario scenario_of(const ScalerOptions& options) {
    scenario::Scenario scenario;
    for (const auto& set : options.sets) {
        const auto equals = set.find('=');
        if (equals == std::string::npos) throw text::bad_input("scenario.bad_set", {{"found", set}});
        const std::string path = set.substr(0, equals);
        if (!path.starts_with("scaler.")) throw text::bad_input("cli.scaler_field", {{"found", path}});
        scenario::set_field(scenario, path, set.substr(equals + 1));
    }
    if (!options.policy.empty()) scenario::set_field(scenario, "scaler.policy", options.policy);
    return scenario;
}

// Fields that were set and that the policy does not read: said, not passed over.
std::vector<std::string> unread_fields(const ScalerOptions& options, scenario::ScalerPolicy policy) {
    std::vector<std::string> unread;
    for (const auto& set : options.sets) {
        const std::string path = set.substr(0, set.find('='));
        if (!LossScale::reads(policy, path)) unread.push_back(path);
    }
    return unread;
}

std::vector<Step> path_of(LossScale& scale, const ScalerOptions& options) {
    const bool by_limit = !options.overflow_above.empty();
    std::vector<bool> events;
    double limit = 0;
    if (by_limit) {
        if (options.steps < 1 || options.steps > kMaxSteps)
            throw text::bad_input("cli.scaler_too_many", {{"limit", text::grouped(kMaxSteps)}});
        limit = numeric::to_double(numeric::parse_expression(options.overflow_above));
        if (std::isnan(limit)) throw text::bad_input("cli.scaler_no_limit", {{"found", options.overflow_above}});
        events.resize(static_cast<std::size_t>(options.steps));
    } else {
        events = events_of(options.events);
    }
    std::vector<Step> path;
    for (const bool event : events) {
        const LossScale before = scale;
        const bool found_inf = by_limit ? static_cast<double>(before.scale()) > limit : event;
        const Move move = scale.update(found_inf);
        path.push_back({before.scale(), scale.scale(), found_inf, move, scale.growth_tracker(), scale.hysteresis_left(),
                        happened(before, scale, found_inf, move)});
        if (move == Move::Stop) break;
    }
    return path;
}

// The shortest decimal that is this fp32 number and no other.
std::string scale_text(float scale) {
    char digits[32];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), scale).ptr;
    return io::to_text(io::parse_double({digits, end}).value());
}

void print_json(Context& context, std::string_view policy, const std::vector<Step>& path,
                const std::vector<std::string>& unread) {
    io::JsonWriter writer;
    std::int64_t skipped = 0;
    writer.begin_object();
    writer.member("policy", policy);
    writer.begin_array("steps");
    for (std::size_t i = 0; i < path.size(); ++i) {
        const Step& step = path[i];
        skipped += step.found_inf ? 1 : 0;
        writer.begin_object(io::JsonWriter::Layout::OneLine);
        writer.member("step", i);
        writer.member("scale", static_cast<double>(step.scale));
        writer.member("found_inf", step.found_inf);
        writer.member("move", move_id(step.move));
        writer.member("scale_after", static_cast<double>(step.after));
        writer.member("tracker", step.tracker);
        writer.member("hysteresis_left", step.hysteresis_left);
        writer.member("happened", step.happened.id);
        writer.member("text", context.say(step.happened.message, {{"left", std::to_string(step.hysteresis_left)}}));
        writer.end();
    }
    writer.end();
    writer.member("final_scale", static_cast<double>(path.back().after));
    writer.member("skipped", skipped);
    writer.member("stopped", path.back().move == Move::Stop);
    writer.list_member("not_read", unread);
    writer.end();
    context.out << writer.text();
}

void print_table(Context& context, std::string_view policy, const std::vector<Step>& path,
                 const std::vector<std::string>& unread) {
    Table table({context.say("cli.scaler_step"), context.say("cli.scaler_scale"), context.say("cli.scaler_tracker"),
                 context.say("cli.scaler_after"), context.say("cli.scaler_happened")});
    for (std::size_t column = 0; column < 4; ++column)
        table.align(column, Table::Align::Right);
    std::int64_t skipped = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const Step& step = path[i];
        skipped += step.found_inf ? 1 : 0;
        table.add({std::to_string(i), scale_text(step.scale), std::to_string(step.tracker), scale_text(step.after),
                   context.say(step.happened.message, {{"left", std::to_string(step.hysteresis_left)}})});
    }
    table.print(context.out);
    context.out << context.say("cli.scaler_summary",
                               {{"policy", std::string(policy)},
                                {"run", std::to_string(static_cast<std::int64_t>(path.size()) - skipped)},
                                {"skipped", std::to_string(skipped)},
                                {"scale", scale_text(path.back().after)}})
                << '\n';
    for (const auto& field : unread)
        context.out << context.say("cli.scaler_not_read", {{"field", field}, {"policy", std::string(policy)}}) << '\n';
}

int scaler(Context& context, const ScalerOptions& options) {
    if (options.events.empty() == options.overflow_above.empty()) throw text::bad_input("cli.scaler_one_of");
    const scenario::Scenario scenario = scenario_of(options);
    LossScale scale = LossScale::of(scenario);
    const std::vector<Step> path = path_of(scale, options);
    const auto policy = scenario::choice_name(scenario.scaler.policy);
    const auto unread = unread_fields(options, scenario.scaler.policy);
    if (context.json)
        print_json(context, policy, path, unread);
    else
        print_table(context, policy, path, unread);
    if (path.back().move != Move::Stop) return kDone;
    context.warn(scale.at_minimum(static_cast<std::int64_t>(path.size()) - 1).text(context.language));
    return kAnswerIsNo;
}

} // namespace

void add_scaler_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand("scaler", "The loss scale's path under a policy, without a model");
    auto options = std::make_shared<ScalerOptions>();
    command->add_option("--policy", options->policy, "pytorch, static, floor, cap, hysteresis, apex, deepspeed");
    command->add_option("--set", options->sets, "scaler.field=value, as often as needed")->allow_extra_args(false);
    command->add_option("--events", options->events,
                        "What each step found, separated by commas: g nothing, i Inf or NaN; g*2000 for 2,000 of them");
    auto* above = command->add_option("--overflow-above", options->overflow_above,
                                      "Instead of --events: Inf whenever the scale is above this");
    command->add_option("--steps", options->steps, "How many steps, with --overflow-above")->needs(above);
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return scaler(context, *options); }; });
}

} // namespace ampscope::cli
