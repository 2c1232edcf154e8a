// formats, convert
#include <CLI/CLI.hpp>

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "app/cli/table.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/numeric/conversion.h"
#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"

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
    return kDone;
}

// --- convert

struct ConvertOptions {
    std::string value;
    std::string to;
    std::string from, rounding = "nearest-even", overflow;
};

template <typename T>
T named(std::optional<T> found, const std::string& id, const char* message, const char* known) {
    if (found) return *found;
    throw text::bad_input(message, {{"found", id}, {"known", known}});
}

void print_conversion(Context& context, const numeric::Conversion& result) {
    const auto figure = [&](const std::optional<numeric::Rational>& number) {
        return number ? io::to_text(numeric::error_figure(*number), 8) : std::string("-");
    };
    std::string flags;
    for (const auto& flag : result.flags())
        flags += (flags.empty() ? "" : ", ") + flag;
    context.out << result.format.name << "  " << numeric::code_text(result.format, result.rounded.code) << "  "
                << numeric::exact_decimal(result.stored) << '\n';
    Table table({"  " + context.say("cli.convert_class"),
                 context.say("numeric.class_" + std::string(numeric::class_id(result.number_class)))});
    table.add({"  " + context.say("cli.convert_error"),
               context.say("cli.convert_error_value",
                           {{"ulp", figure(result.error_ulp)}, {"relative", figure(result.error_relative)}})});
    table.add({"  " + context.say("cli.convert_neighbours"),
               result.decimal(result.below) + "  |  " + result.decimal(result.above)});
    table.add({"  ULP", result.ulp ? numeric::exact_decimal(*result.ulp) : std::string("-")});
    table.add({"  " + context.say("cli.convert_flags"), flags.empty() ? "-" : flags});
    table.add({"  " + context.say("cli.convert_why"), context.say(result.reason())});
    table.print(context.out);
}

int convert(Context& context, const ConvertOptions& options) {
    const auto rounding = named(numeric::find_rounding(options.rounding), options.rounding, "numeric.unknown_rounding",
                                "nearest-even, nearest-away, toward-zero, up, down, to-odd");
    std::optional<numeric::Overflow> overflow;
    if (!options.overflow.empty())
        overflow = named(numeric::find_overflow(options.overflow), options.overflow, "numeric.unknown_overflow",
                         "ieee, nan, saturate");
    numeric::ExactValue value = numeric::parse_expression(options.value);
    std::optional<numeric::Conversion> first; // into the format it comes from
    if (!options.from.empty()) {
        first = numeric::convert(value, numeric::format_or_throw(options.from), rounding);
        value = first->stored;
    }
    std::vector<numeric::Conversion> results;
    for (const auto& id : comma_separated("--to", options.to))
        results.push_back(numeric::convert(value, numeric::format_or_throw(id), rounding, overflow));

    if (context.json) {
        io::JsonWriter writer;
        writer.begin_array();
        for (const auto& result : results)
            numeric::write_json(writer, result, first ? &*first : nullptr);
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    if (first) {
        context.out << context.say("cli.convert_first", {{"format", first->format.name}}) << '\n';
        print_conversion(context, *first);
    }
    for (const auto& result : results) {
        if (first) context.out << context.say("cli.convert_then", {{"format", result.format.name}}) << '\n';
        print_conversion(context, result);
    }
    return kDone;
}

} // namespace

void add_number_commands(CLI::App& app, Action& chosen) {
    auto* formats_command = app.add_subcommand("formats", "The format table");
    formats_command->callback([&chosen] { chosen = formats; });

    auto* command = app.add_subcommand("convert", "One value in one or more formats, exactly rounded");
    auto options = std::make_shared<ConvertOptions>();
    command->add_option("VALUE", options->value, "0.1, 1+2^-11, 17/23, 0x1.8p-9, -inf, fp16:0x3c01")->required();
    command->add_option("--to", options->to, "Formats, separated by commas: fp16,bf16,e4m3")->required();
    command->add_option("--from", options->from, "Round to this format first");
    command->add_option("--rounding", options->rounding, "nearest-even, nearest-away, toward-zero, up, down, to-odd")
        ->capture_default_str();
    command->add_option("--overflow", options->overflow, "ieee, nan, saturate; otherwise what the format asks for");
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return convert(context, *options); }; });
}

} // namespace ampscope::cli
