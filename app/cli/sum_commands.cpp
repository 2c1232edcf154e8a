// accumulate, update, spacing: what narrow formats do to sums and to small steps.
#include <CLI/CLI.hpp>

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "app/cli/table.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/numeric/accumulate.h"
#include "core/numeric/conversion.h"
#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "core/numeric/spacing.h"
#include "core/numeric/update.h"
#include "core/text/words.h"

namespace ampscope::cli {
namespace {

using numeric::Rational;
using numeric::Stream;
using numeric::SumMethod;
using numeric::SumRace;
using numeric::SumResult;
using numeric::UpdateFate;
using numeric::UpdateMethod;
using numeric::UpdateResult;

// All digits of a stored number where they are few.
std::string number(double value) {
    return io::to_text(value, 12);
}
std::string figure(const std::optional<Rational>& value, int digits = 6) {
    return value ? io::to_text(numeric::error_figure(*value), digits) : std::string("-");
}
std::string power(int exponent) {
    return "2^" + std::to_string(exponent);
}

std::optional<double> json_figure(const std::optional<Rational>& value) {
    return value ? std::optional(numeric::error_figure(*value)) : std::nullopt;
}
// Stored numbers as `convert --json` writes them: every digit, as text.
std::string digits(double value) {
    if (std::isfinite(value)) return numeric::exact_decimal(Rational(value));
    return io::to_text(value);
}

std::uint64_t seed_of(const std::optional<std::int64_t>& seed) {
    if (seed && *seed < 0) throw text::bad_input("cli.seed_negative", {{"found", std::to_string(*seed)}});
    return static_cast<std::uint64_t>(seed.value_or(0));
}

// --- accumulate

struct AccumulateOptions {
    std::string value, format, method = "all", stream = "constant";
    std::int64_t count = 0;
    std::optional<std::int64_t> seed;
};

const char* head_of(Stream::Kind kind) {
    switch (kind) {
    case Stream::Kind::Uniform: return "cli.sum_head_uniform";
    case Stream::Kind::Normal: return "cli.sum_head_normal";
    default: return "cli.sum_head_constant";
    }
}

std::vector<SumMethod> methods_of(const std::string& list) {
    std::vector<SumMethod> methods; // each once, in the order of the list
    const auto add = [&](SumMethod method) {
        if (std::ranges::find(methods, method) == methods.end()) methods.push_back(method);
    };
    for (const auto& id : comma_separated("--method", list)) {
        if (id == "all") {
            std::ranges::for_each(numeric::sum_methods(), add);
            continue;
        }
        const auto method = numeric::find_sum_method(id);
        if (!method)
            throw text::bad_input(
                "cli.sum_unknown_method",
                {{"found", id}, {"known", text::joined(numeric::sum_methods(), numeric::sum_method_id) + ", all"}});
        add(*method);
    }
    return methods;
}

void print_race_json(Context& context, const Stream& stream, const std::string& value, const SumRace& race) {
    io::JsonWriter writer;
    writer.begin_object();
    writer.member("format", race.format.id);
    writer.member("stream", numeric::stream_id(stream.kind));
    writer.member("value", value);
    writer.member("count", stream.count);
    writer.member("seed", static_cast<std::int64_t>(stream.seed));
    writer.member("exact_sum", numeric::exact_decimal(race.exact_sum));
    writer.member("entered_sum",
                  race.entered_sum ? std::optional(numeric::to_double(*race.entered_sum)) : std::nullopt);
    writer.begin_array("results");
    for (const SumResult& result : race.results) {
        writer.begin_object();
        writer.member("method", numeric::sum_method_id(result.method));
        writer.member("sum", digits(result.final_value));
        writer.member("error", json_figure(result.error));
        writer.member("error_relative", json_figure(result.error_relative));
        writer.member("error_ulp", json_figure(result.error_ulp));
        writer.member("sticks_at", result.sticks_at);
        writer.member("sticks_value", result.sticks_at ? std::optional(digits(result.sticks_value)) : std::nullopt);
        writer.member("overflows_at", result.overflows_at);
        writer.member("additions", result.additions);
        writer.member("changed_nothing", result.changed_nothing);
        writer.member("lost_bits", result.lost_bits);
        writer.end();
    }
    writer.end();
    writer.end();
    context.out << writer.text();
}

int accumulate(Context& context, const AccumulateOptions& options) {
    Stream stream;
    const auto kind = numeric::find_stream(options.stream);
    if (!kind || *kind == Stream::Kind::List)
        throw text::bad_input("cli.sum_unknown_stream",
                              {{"found", options.stream}, {"known", "constant, uniform, normal"}});
    stream.kind = *kind;
    stream.value = numeric::parse_expression(options.value);
    stream.count = options.count;
    const auto methods = methods_of(options.method);
    const bool draws =
        *kind != Stream::Kind::Constant || std::ranges::find(methods, SumMethod::Stochastic) != methods.end();
    if (options.seed && !draws) throw text::bad_input("cli.sum_seed_unused");
    stream.seed = seed_of(options.seed);
    const SumRace race = numeric::accumulate(numeric::format_or_throw(options.format), stream, methods).value();
    if (context.json) {
        print_race_json(context, stream, options.value, race);
        return kDone;
    }
    context.out << context.say(head_of(stream.kind), {{"count", text::grouped(stream.count)},
                                                      {"value", options.value},
                                                      {"format", race.format.name},
                                                      {"seed", std::to_string(stream.seed)}})
                << '\n'
                << context.say("cli.sum_exact", {{"sum", io::to_text(numeric::to_double(race.exact_sum), 12)}});
    if (race.entered_sum && *race.entered_sum != race.exact_sum)
        context.out << ' '
                    << context.say("cli.sum_entered", {{"sum", io::to_text(numeric::to_double(*race.entered_sum), 12)},
                                                       {"stored", number(race.least)}});
    context.out << "\n\n";
    Table table({context.say("cli.sum_method"), context.say("cli.sum_sum"), context.say("cli.sum_error"),
                 context.say("cli.sum_relative"), context.say("cli.sum_ulp"), context.say("cli.sum_sticks"),
                 context.say("cli.sum_nothing"), context.say("cli.sum_lost")});
    for (std::size_t column = 1; column < 8; ++column)
        table.align(column, Table::Align::Right);
    for (const SumResult& result : race.results)
        table.add({std::string(numeric::sum_method_id(result.method)), number(result.final_value), figure(result.error),
                   figure(result.error_relative, 4), figure(result.error_ulp),
                   result.sticks_at ? text::grouped(*result.sticks_at) : "-", text::grouped(result.changed_nothing),
                   text::grouped(result.lost_bits)});
    table.print(context.out);
    for (const SumResult& result : race.results) {
        const std::string method(numeric::sum_method_id(result.method));
        if (result.sticks_at)
            context.out << context.say("cli.sum_sticks_sentence", {{"method", method},
                                                                   {"place", text::grouped(*result.sticks_at)},
                                                                   {"sum", number(result.sticks_value)}})
                        << '\n';
        else if (!result.overflows_at && !std::isfinite(result.final_value))
            context.out << context.say("cli.sum_overflows_at_end", {{"method", method}, {"format", race.format.name}})
                        << '\n';
        if (result.overflows_at)
            context.out << context.say("cli.sum_overflows", {{"method", method},
                                                             {"place", text::grouped(*result.overflows_at)},
                                                             {"sum", number(result.final_value)}})
                        << '\n';
    }
    return kDone;
}

// --- update

struct UpdateOptions {
    std::string weight = "1", by, format, rounding;
    std::int64_t times = 0;
    bool master = false;
    std::optional<std::int64_t> seed;
};

bool is_shown(const UpdateOptions& options, UpdateMethod method) {
    if (options.master) return method == UpdateMethod::Master;
    if (options.rounding.empty()) return true;
    return method == (options.rounding == "stochastic" ? UpdateMethod::Stochastic : UpdateMethod::Nearest);
}

const char* name_of(UpdateMethod method) {
    switch (method) {
    case UpdateMethod::Nearest: return "cli.update_nearest";
    case UpdateMethod::Stochastic: return "cli.update_stochastic";
    case UpdateMethod::Master: return "cli.update_fp32_master";
    }
    return "";
}

void print_fate_json(Context& context, const UpdateOptions& options, const UpdateFate& fate) {
    io::JsonWriter writer;
    writer.begin_object();
    writer.member("format", fate.format.id);
    writer.member("weight", digits(fate.weight));
    writer.member("step", digits(fate.step));
    writer.member("times", fate.times);
    writer.member("seed", options.seed.value_or(0));
    writer.member("exact", numeric::exact_decimal(fate.exact));
    writer.member("ulp", numeric::exact_decimal(fate.ulp));
    writer.member("neighbour", digits(fate.neighbour));
    writer.member("threshold", numeric::exact_decimal(fate.threshold));
    writer.member("first_vanishes", fate.first_vanishes);
    writer.begin_array("results");
    for (const UpdateResult& result : fate.results) {
        if (!is_shown(options, result.method)) continue;
        writer.begin_object();
        writer.member("method", numeric::update_method_id(result.method));
        writer.member("weight", digits(result.final_weight));
        const bool has_master = result.method == UpdateMethod::Master;
        writer.member("master", has_master ? std::optional(digits(result.final_master)) : std::nullopt);
        writer.member("error", json_figure(result.error));
        writer.member("vanished", result.vanished);
        writer.member("first_vanished", result.first_vanished);
        writer.end();
    }
    writer.end();
    writer.end();
    context.out << writer.text();
}

int update(Context& context, const UpdateOptions& options) {
    if (!options.rounding.empty() && options.rounding != "nearest-even" && options.rounding != "stochastic")
        throw text::bad_input("numeric.unknown_rounding",
                              {{"found", options.rounding}, {"known", "nearest-even, stochastic"}});
    if (options.master && !options.rounding.empty()) throw text::bad_input("cli.update_one_of");
    if (options.seed && !is_shown(options, UpdateMethod::Stochastic)) throw text::bad_input("cli.sum_seed_unused");
    const UpdateFate fate =
        numeric::update_weight(numeric::format_or_throw(options.format), numeric::parse_expression(options.weight),
                               numeric::parse_expression(options.by), options.times, seed_of(options.seed))
            .value();
    if (context.json) {
        print_fate_json(context, options, fate);
        return kDone;
    }
    context.out << context.say("cli.update_head", {{"format", fate.format.name},
                                                   {"weight", number(fate.weight)},
                                                   {"step", number(fate.step)},
                                                   {"times", text::grouped(fate.times)}})
                << '\n'
                << context.say("cli.update_threshold", {{"ulp", figure(fate.ulp, 12)},
                                                        {"neighbour", number(fate.neighbour)},
                                                        {"threshold", figure(fate.threshold, 12)}})
                << '\n'
                << context.say(fate.first_vanishes ? "cli.update_vanishes"
                               : fate.step == 0    ? "cli.update_nothing"
                                                   : "cli.update_moves")
                << '\n'
                << context.say("cli.sum_exact", {{"sum", io::to_text(numeric::to_double(fate.exact), 12)}}) << "\n\n";
    Table table({context.say("cli.update_method"), context.say("cli.update_weight"), context.say("cli.update_master"),
                 context.say("cli.sum_error"), context.say("cli.update_vanished")});
    for (std::size_t column = 1; column < 5; ++column)
        table.align(column, Table::Align::Right);
    for (const UpdateResult& result : fate.results)
        if (is_shown(options, result.method))
            table.add({context.say(name_of(result.method)), number(result.final_weight),
                       result.method == UpdateMethod::Master ? number(result.final_master) : "-", figure(result.error),
                       text::grouped(result.vanished) + " / " + text::grouped(fate.times)});
    table.print(context.out);
    return kDone;
}

// --- spacing

struct SpacingOptions {
    std::string formats = "fp32,tf32,fp16,bf16,e4m3,e5m2", at;
    bool flush = false;
};

int spacing(Context& context, const SpacingOptions& options) {
    const auto underflow = options.flush ? numeric::Underflow::Abrupt : numeric::Underflow::Gradual;
    std::optional<Rational> at;
    if (!options.at.empty()) {
        const auto value = numeric::parse_expression(options.at);
        using Kind = numeric::ExactValue::Kind;
        if (value.kind() == Kind::Tiny || value.kind() == Kind::Huge) // outside of every format
            at = numeric::power_of_two(value.kind() == Kind::Tiny ? -60'000 : 60'000);
        else if (value.kind() == Kind::Finite)
            at = value.magnitude();
        else
            throw text::bad_input("cli.spacing_at", {{"found", options.at}});
    }
    std::vector<numeric::FloatFormat> formats;
    for (const auto& id : comma_separated("--formats", options.formats))
        formats.push_back(numeric::format_or_throw(id));
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_array();
        for (const auto& format : formats) {
            writer.begin_object();
            writer.member("format", format.id);
            writer.member("underflow", options.flush ? "abrupt" : "gradual");
            writer.member("dynamic_range", numeric::dynamic_range(format, underflow));
            if (at) {
                const auto here = numeric::spacing_at(format, *at, underflow);
                writer.member("ulp_log2_at", here ? std::optional(here->ulp_exponent) : std::nullopt);
            }
            writer.begin_array("binades");
            for (const auto& binade : numeric::spacing(format, underflow)) {
                writer.begin_object(io::JsonWriter::Layout::OneLine);
                writer.member("log2", binade.exponent);
                writer.member("ulp_log2", binade.ulp_exponent);
                writer.member("relative_log2", binade.relative_exponent());
                writer.member("subnormal", binade.is_subnormal);
                writer.end();
            }
            writer.end();
            writer.end();
        }
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    std::vector<std::string> header = {context.say("cli.formats_name"),       context.say("cli.spacing_least"),
                                       context.say("cli.formats_min_normal"), context.say("cli.spacing_last"),
                                       context.say("cli.spacing_relative"),   context.say("cli.spacing_range")};
    if (at) header.push_back(context.say("cli.spacing_there", {{"value", options.at}}));
    Table table(header);
    for (std::size_t column = 1; column < header.size(); ++column)
        table.align(column, Table::Align::Right);
    for (const auto& format : formats) {
        const auto binades = numeric::spacing(format, underflow);
        std::vector<std::string> row = {format.name,
                                        power(binades.front().exponent),
                                        power(format.min_exponent()),
                                        power(binades.back().exponent),
                                        power(-format.mantissa_bits),
                                        std::to_string(numeric::dynamic_range(format, underflow))};
        if (at) {
            const auto here = numeric::spacing_at(format, *at, underflow);
            row.push_back(here ? power(here->ulp_exponent) : context.say("cli.spacing_outside"));
        }
        table.add(row);
    }
    table.print(context.out);
    context.out << context.say(options.flush ? "cli.spacing_abrupt" : "cli.spacing_gradual") << '\n';
    return kDone;
}

} // namespace

void add_sum_commands(CLI::App& app, Action& chosen) {
    auto* sum = app.add_subcommand("accumulate", "The same numbers added up in several ways, step by step");
    auto sum_options = std::make_shared<AccumulateOptions>();
    sum->add_option("--value", sum_options->value, "The number, or the size of those that are drawn: 1, 0.1, 2^-11")
        ->required();
    sum->add_option("--count", sum_options->count, "How many numbers, up to 10,000,000")->required();
    sum->add_option("--in", sum_options->format, "The format: fp16, bf16, e4m3, e5m10 …")->required();
    sum->add_option("--method", sum_options->method, "naive, fp32, kahan, pairwise, stochastic, all; or a list")
        ->capture_default_str();
    sum->add_option("--stream", sum_options->stream, "constant; or drawn: uniform in [0, value), normal around 0")
        ->capture_default_str();
    sum->add_option("--seed", sum_options->seed, "Of the drawn numbers and of stochastic rounding; 0 otherwise");
    sum->callback([&chosen, sum_options] {
        chosen = [sum_options](Context& context) { return accumulate(context, *sum_options); };
    });

    auto* update_command = app.add_subcommand("update", "The fate of many small steps of a stored weight");
    auto update_options = std::make_shared<UpdateOptions>();
    update_command->add_option("--weight", update_options->weight, "The first weight")->capture_default_str();
    update_command->add_option("--by", update_options->by, "The step: -0.0006, 2^-11")->required();
    update_command->add_option("--times", update_options->times, "How many steps, up to 10,000,000")->required();
    update_command->add_option("--in", update_options->format, "The format of the weight")->required();
    update_command->add_flag("--master", update_options->master, "Only with an fp32 master weight");
    update_command->add_option("--rounding", update_options->rounding,
                               "Only nearest-even or only stochastic; otherwise both, and the master weight");
    update_command->add_option("--seed", update_options->seed, "Of stochastic rounding; 0 otherwise");
    update_command->callback([&chosen, update_options] {
        chosen = [update_options](Context& context) { return update(context, *update_options); };
    });

    auto* spacing_command = app.add_subcommand("spacing", "How far apart the numbers of each format lie");
    auto spacing_options = std::make_shared<SpacingOptions>();
    spacing_command->add_option("--formats", spacing_options->formats, "Formats, separated by commas")
        ->capture_default_str();
    spacing_command->add_option("--at", spacing_options->at, "The spacing at this value, too");
    spacing_command->add_flag("--flush", spacing_options->flush, "Without subnormal numbers (abrupt underflow)");
    spacing_command->callback([&chosen, spacing_options] {
        chosen = [spacing_options](Context& context) { return spacing(context, *spacing_options); };
    });
}

} // namespace ampscope::cli
