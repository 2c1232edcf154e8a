// formats, convert
#include <CLI/CLI.hpp>
#include <cmath>
#include <map>

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "app/cli/number_output.h"
#include "app/cli/table.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "core/numeric/format_names.h"
#include "core/numeric/libtorch_cast.h"
#include "core/numeric/random.h"

namespace ampscope::cli {
namespace {

using numeric::FloatFormat;

// --- formats

struct Limits {
    std::string max, min_normal, min_subnormal, ulp_of_one;
};

// Large and small powers of two are unreadable as digits: the table rounds them, --json gives every digit.
std::string short_number(const FloatFormat& format, const numeric::Code& code) {
    return io::to_text(numeric::to_double(numeric::decode(format, code)), 6);
}

std::string aliases_of(const FloatFormat& format) {
    std::string text;
    for (const auto& alias : numeric::format_aliases())
        if (alias.id == format.id) text += (text.empty() ? "" : ", ") + std::string(alias.name);
    return text;
}

int formats(Context& context) {
    const auto one = numeric::ExactValue::finite(numeric::Rational(1));
    const auto limits = [&](const FloatFormat& format, auto&& text) {
        const auto least_normal = numeric::Code(1) << format.mantissa_bits;
        const auto one_code = numeric::round_to(format, one).code;
        const auto ulp_code =
            numeric::round_to(format, numeric::ExactValue::finite(numeric::ulp(format, one_code))).code;
        return Limits{text(format, format.max_finite()), text(format, least_normal), text(format, numeric::Code(1)),
                      text(format, ulp_code)};
    };
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_array();
        for (const auto& format : numeric::known_formats()) {
            const Limits limit = limits(format, numeric::Conversion::decimal_text);
            writer.begin_object();
            writer.member("format", format.id);
            writer.member("name", format.name);
            writer.member("bits", format.bits());
            writer.member("exponent_bits", format.exponent_bits);
            writer.member("mantissa_bits", format.mantissa_bits);
            writer.member("bias", format.bias);
            writer.member("max", limit.max);
            writer.member("min_normal", limit.min_normal);
            writer.member("min_subnormal", limit.min_subnormal);
            writer.member("ulp_of_one", limit.ulp_of_one);
            writer.member("infinity", format.has_infinity());
            writer.member("minus_zero", format.has_minus_zero());
            writer.begin_array("aliases", io::JsonWriter::Layout::OneLine);
            for (const auto& alias : numeric::format_aliases())
                if (alias.id == format.id) writer.value(alias.name);
            writer.end();
            writer.end();
        }
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    Table table({context.say("cli.formats_id"), context.say("cli.formats_name"), context.say("cli.formats_bits"),
                 context.say("cli.formats_exponent"), context.say("cli.formats_mantissa"),
                 context.say("cli.formats_bias"), context.say("cli.formats_max"), context.say("cli.formats_min_normal"),
                 context.say("cli.formats_min_subnormal"), context.say("cli.formats_ulp"),
                 context.say("cli.formats_infinity")});
    for (std::size_t column = 2; column < 10; ++column)
        table.align(column, Table::Align::Right);
    for (const auto& format : numeric::known_formats()) {
        const Limits limit = limits(format, short_number);
        table.add({format.id, format.name, std::to_string(format.bits()), std::to_string(format.exponent_bits),
                   std::to_string(format.mantissa_bits), std::to_string(format.bias), limit.max, limit.min_normal,
                   limit.min_subnormal, limit.ulp_of_one, context.say(format.has_infinity() ? "cli.yes" : "cli.no")});
    }
    table.print(context.out);
    context.out << '\n';
    Table meanings(
        {context.say("cli.formats_id"), context.say("cli.formats_what"), context.say("cli.formats_aliases")});
    for (const auto& format : numeric::known_formats())
        meanings.add({format.id, context.say(numeric::format_meaning(format)), aliases_of(format)});
    meanings.print(context.out);
    context.out << context.say("cli.formats_custom", {{"exponent", std::to_string(numeric::kMaxExponentBits)},
                                                      {"mantissa", std::to_string(numeric::kMaxMantissaBits)}})
                << '\n';
    return kDone;
}

// Every code of a format of at most 8 bits.
int codes_of(Context& context, const std::string& id) {
    const FloatFormat format = numeric::format_or_throw(id);
    if (format.bits() > 8)
        throw text::bad_input("cli.formats_too_many", {{"format", format.id}, {"bits", std::to_string(format.bits())}});
    Table table({context.say("cli.formats_code"), context.say("cli.formats_value"), context.say("cli.formats_class")});
    table.align(1, Table::Align::Right);
    io::JsonWriter writer;
    writer.begin_array();
    for (int i = 0; i < 1 << format.bits(); ++i) {
        const numeric::Code code(i);
        const std::string text = numeric::code_text(format, code);
        const std::string value = numeric::Conversion::decimal_text(format, code);
        const auto what = numeric::class_id(numeric::classify(format, code));
        table.add({text, value, std::string(what)});
        writer.begin_object(io::JsonWriter::Layout::OneLine);
        writer.member("code", text);
        writer.member("value", value);
        writer.member("class", what);
        writer.end();
    }
    writer.end();
    if (context.json)
        context.out << writer.text();
    else
        table.print(context.out);
    return kDone;
}

// --- convert

struct ConvertOptions {
    std::string value, to, from;
    RoundingArguments rounding;
    bool libtorch = false;
    std::optional<std::int64_t> draws;
};

constexpr std::int64_t kMostDraws = 1'000'000;

// How often each code comes out of `draws` stochastic roundings, beside what is expected.
struct Draws {
    std::map<numeric::Code, std::int64_t> counts;
    double expected_away = 0; ///< share
    double score = 0;         ///< standard deviations between the count of `away` and its expectation
};

Draws draw(const numeric::Conversion& row, const ConvertOptions& options) {
    Draws result;
    numeric::SplitMix64 random(static_cast<std::uint64_t>(options.rounding.seed_value()));
    numeric::RoundingOptions rounding = row.options;
    std::int64_t away = 0;
    for (std::int64_t i = 0; i < *options.draws; ++i) {
        rounding.random = random.next();
        const auto rounded = numeric::round_to(row.format, row.entered, rounding);
        ++result.counts[rounded.code];
        away += rounded.away ? 1 : 0;
    }
    const auto count = static_cast<double>(*options.draws);
    result.expected_away = row.decision ? numeric::to_double(row.decision->cut) : 0;
    const double deviation = std::sqrt(count * result.expected_away * (1 - result.expected_away));
    if (deviation > 0) result.score = (static_cast<double>(away) - count * result.expected_away) / deviation;
    return result;
}

void print_draws(Context& context, const numeric::Conversion& row, const ConvertOptions& options) {
    const Draws drawn = draw(row, options);
    context.out << "  "
                << context.say("cli.convert_draws", {{"count", text::grouped(*options.draws)},
                                                     {"seed", std::to_string(options.rounding.seed_value())}})
                << '\n';
    Table table({"  " + context.say("cli.draws_code"), context.say("cli.draws_value"), context.say("cli.draws_count"),
                 context.say("cli.draws_expected")});
    for (std::size_t column = 1; column < 4; ++column)
        table.align(column, Table::Align::Right);
    for (const auto& [code, count] : drawn.counts) {
        const bool exact = !row.decision || row.decision->cut == 0;
        const double share = exact ? 1 : code == row.decision->away ? drawn.expected_away : 1 - drawn.expected_away;
        table.add({"  " + numeric::code_text(row.format, code), row.decimal(code), text::grouped(count),
                   io::to_text(share * static_cast<double>(*options.draws), 8)});
    }
    table.print(context.out);
    context.out << "  " << context.say("cli.draws_score", {{"z", io::to_text(drawn.score, 3)}}) << '\n';
}

// What LibTorch gives for each row; nothing where it has no such format.
std::vector<std::optional<numeric::LibTorchCast>> ask_libtorch(Context& context, std::string& version,
                                                               const std::vector<numeric::Conversion>& rows) {
    std::vector<std::optional<numeric::LibTorchCast>> answers(rows.size());
    context.with_engine([&](train::Engine& engine) {
        version = engine.info().libtorch;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!numeric::libtorch_has(rows[i].format)) continue;
            const auto code = engine.cast_code(numeric::libtorch_input(rows[i].entered), rows[i].format.id);
            if (code) answers[i] = numeric::explain_libtorch(rows[i], *code);
        }
    });
    return answers;
}

void print_libtorch(Context& context, const std::string& version, const numeric::Conversion& row,
                    const std::optional<numeric::LibTorchCast>& answer) {
    context.out << "  LibTorch " << version << "  ";
    if (answer)
        context.out << numeric::code_text(row.format, answer->code) << "  " << numeric::exact_decimal(answer->stored)
                    << "  " << context.say(answer->why) << '\n';
    else
        context.out << context.say("numeric.torch_no_format", {{"format", row.format.name}}) << '\n';
}

void write_convert_json(Context& context, const ConvertOptions& options, const numeric::Conversion* first,
                        const std::vector<numeric::Conversion>& results, const std::string& version,
                        const std::vector<std::optional<numeric::LibTorchCast>>& answers) {
    io::JsonWriter writer;
    writer.begin_array();
    for (std::size_t i = 0; i < results.size(); ++i)
        numeric::write_json(writer, results[i], first, [&](io::JsonWriter& own) {
            if (options.draws) {
                const Draws drawn = draw(results[i], options);
                own.begin_object("draws", io::JsonWriter::Layout::OneLine);
                own.member("count", *options.draws);
                own.member("seed", options.rounding.seed_value());
                own.member("expected_away", drawn.expected_away);
                own.member("z", drawn.score);
                own.begin_object("codes", io::JsonWriter::Layout::OneLine);
                for (const auto& [code, count] : drawn.counts)
                    own.member(numeric::code_text(results[i].format, code), count);
                own.end();
                own.end();
            }
            if (answers.empty()) return;
            if (!answers[i]) return own.null_member("libtorch");
            own.begin_object("libtorch", io::JsonWriter::Layout::OneLine);
            own.member("version", version);
            own.member("code", numeric::code_text(results[i].format, answers[i]->code));
            own.member("value", numeric::exact_decimal(answers[i]->stored));
            own.member("same", answers[i]->same_code);
            own.member("why", answers[i]->why.id);
            own.end();
        });
    writer.end();
    context.out << writer.text();
}

int convert(Context& context, const ConvertOptions& options) {
    const auto rounding = options.rounding.options();
    if (options.draws && (*options.draws < 1 || *options.draws > kMostDraws))
        throw text::bad_input("cli.draws_range",
                              {{"found", text::grouped(*options.draws)}, {"limit", text::grouped(kMostDraws)}});
    if (options.draws && rounding.mode != numeric::Rounding::Stochastic)
        throw text::bad_input("cli.draws_need_stochastic");
    numeric::ExactValue value = numeric::parse_expression(options.value);
    std::optional<numeric::Conversion> first; // into the format it comes from
    if (!options.from.empty()) {
        auto own = rounding; // its own draw, and what the format asks for
        own.overflow.reset();
        own.random = numeric::splitmix64(static_cast<std::uint64_t>(options.rounding.seed_value()), 1);
        first = numeric::convert(value, numeric::format_or_throw(options.from), own);
        value = first->stored;
    }
    std::vector<numeric::Conversion> results;
    for (const auto& id : comma_separated("--to", options.to))
        results.push_back(numeric::convert(value, numeric::format_or_throw(id), rounding));
    std::string version;
    std::vector<std::optional<numeric::LibTorchCast>> answers;
    if (options.libtorch) answers = ask_libtorch(context, version, results);

    if (context.json) {
        write_convert_json(context, options, first ? &*first : nullptr, results, version, answers);
        return kDone;
    }
    if (first) {
        context.out << context.say("cli.convert_first", {{"format", first->format.name}}) << '\n';
        print_conversion(context, *first);
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (first) context.out << context.say("cli.convert_then", {{"format", results[i].format.name}}) << '\n';
        print_conversion(context, results[i]);
        if (options.draws) print_draws(context, results[i], options);
        if (options.libtorch) print_libtorch(context, version, results[i], answers[i]);
    }
    return kDone;
}

} // namespace

void add_number_commands(CLI::App& app, Action& chosen) {
    auto* formats_command = app.add_subcommand("formats", "The format table");
    auto codes = std::make_shared<std::string>();
    formats_command->add_option("--codes", *codes, "Every code of this format of at most 8 bits: e4m3");
    formats_command->callback([&chosen, codes] {
        chosen = [codes](Context& context) { return codes->empty() ? formats(context) : codes_of(context, *codes); };
    });

    auto* command = app.add_subcommand("convert", "One value in one or more formats, exactly rounded");
    auto options = std::make_shared<ConvertOptions>();
    command->add_option("VALUE", options->value, "0.1, 1+2^-11, 17/23, 0x1.8p-9, -inf, fp16:0x3c01")->required();
    command->add_option("--to", options->to, "Formats, separated by commas: fp16,bf16,e4m3")->required();
    command->add_option("--from", options->from, "Round to this format first");
    options->rounding.add_to(*command);
    command->add_option("--draws", options->draws, "Round stochastically so many times and count");
    command->add_flag("--libtorch", options->libtorch, "What LibTorch on this machine gives, and why it may differ");
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return convert(context, *options); }; });
}

} // namespace ampscope::cli
