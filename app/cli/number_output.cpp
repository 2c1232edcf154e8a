#include "app/cli/number_output.h"

#include <cmath>
#include <limits>

#include "app/cli/table.h"
#include "core/io/numbers.h"
#include "core/numeric/decimal.h"
#include "core/numeric/random.h"
#include "core/text/words.h"

namespace ampscope::cli {

void RoundingArguments::add_to(CLI::App& command) {
    command.add_option("--rounding", rounding, numeric::known_roundings())->capture_default_str();
    command.add_option("--overflow", overflow, numeric::known_overflows() + "; otherwise what the format asks for");
    command.add_flag("--flush-subnormals", flush, "Results below the smallest normal number become 0");
    command.add_option("--seed", seed, "Of stochastic rounding; 0 otherwise");
}

numeric::RoundingOptions RoundingArguments::options() const {
    numeric::RoundingOptions result;
    const auto mode = numeric::find_rounding(rounding);
    if (!mode)
        throw text::bad_input("numeric.unknown_rounding", {{"found", rounding}, {"known", numeric::known_roundings()}});
    result.mode = *mode;
    if (!overflow.empty()) {
        result.overflow = numeric::find_overflow(overflow);
        if (!result.overflow)
            throw text::bad_input("numeric.unknown_overflow",
                                  {{"found", overflow}, {"known", numeric::known_overflows()}});
    }
    if (seed && *seed < 0) throw text::bad_input("cli.seed_negative", {{"found", std::to_string(*seed)}});
    if (seed && result.mode != numeric::Rounding::Stochastic) throw text::bad_input("cli.sum_seed_unused");
    result.flush_subnormals = flush;
    result.random = numeric::SplitMix64(static_cast<std::uint64_t>(seed_value())).next();
    return result;
}

std::string joined_flags(const std::vector<std::string>& flags) {
    return flags.empty() ? "-" : text::joined(flags);
}

namespace {

constexpr int kDigits = 8;

// A nonzero number nearer to 0 than any normal double, with its own power of ten.
std::string tiny_text(const numeric::Rational& number) {
    const numeric::Rational size = abs(number);
    int power = static_cast<int>(std::floor(numeric::floor_log2(size) * std::log10(2.0)));
    numeric::Rational scaled = size * numeric::Rational(pow(numeric::Integer(10), static_cast<unsigned>(-power)));
    if (scaled >= 10) scaled /= 10, ++power;
    return (number < 0 ? "-" : "") + io::to_text(numeric::to_double(scaled), kDigits) + "e" + std::to_string(power);
}

} // namespace

std::string figure_text(const std::optional<numeric::Rational>& number) {
    if (!number) return "-";
    const double figure = numeric::error_figure(*number);
    if (*number != 0 && std::abs(figure) < std::numeric_limits<double>::min()) return tiny_text(*number);
    const std::string text = io::to_text(figure, kDigits);
    // Half a step decides: what only looks like one half is written as one half and what is left.
    const numeric::Rational half(figure < 0 ? -1 : 1, 2);
    if (std::abs(figure) < 0.4 || std::abs(figure) > 0.6 || *number == half ||
        io::to_text(0.5, kDigits) != text.substr(figure < 0))
        return text;
    const numeric::Rational rest = *number - half;
    return text + (rest < 0 ? " - " : " + ") + figure_text(numeric::Rational(abs(rest)));
}

std::string exact_text(const numeric::ExactValue& value) {
    using Kind = numeric::ExactValue::Kind;
    if (value.kind() == Kind::Tiny || value.kind() == Kind::Huge) return "-";
    if (value.kind() != Kind::Finite) return numeric::exact_decimal(value);
    const numeric::Integer bottom = denominator(value.magnitude());
    if (bottom == numeric::Integer(1) << msb(bottom)) return numeric::exact_decimal(value);
    return text::one_line(value.rational().str(), 120);
}

void print_conversion(Context& context, const numeric::Conversion& result) {
    context.out << result.format.name << "  " << numeric::code_text(result.format, result.rounded.code) << "  "
                << numeric::exact_decimal(result.stored) << '\n';
    const auto bit = [](bool set) { return std::string(set ? "1" : "0"); };
    const auto fields = result.fields();
    Table table({"  " + context.say("cli.convert_class"), context.say(result.description())});
    std::string bits = fields.sign + " | " + fields.exponent + " | " + fields.mantissa;
    if (result.stored.is_number())
        bits.append("   2^").append(std::to_string(fields.exponent_value)).append(" x ").append(fields.significand);
    table.add({"  " + context.say("cli.convert_fields"), bits});
    std::string error = "-";
    if (result.error_ulp)
        error = context.say("cli.convert_error_value",
                            {{"ulp", figure_text(result.error_ulp)}, {"relative", figure_text(result.error_relative)}});
    else if (result.error_relative)
        error = context.say("cli.convert_error_tiny", {{"relative", figure_text(result.error_relative)}});
    table.add({"  " + context.say("cli.convert_error"), error});
    table.add({"  " + context.say("cli.convert_neighbours"),
               result.decimal(result.below) + "  |  " + result.decimal(result.above)});
    table.add({"  ULP", result.ulp ? numeric::exact_decimal(*result.ulp) : std::string("-")});
    if (result.decision && result.rounded.inexact)
        table.add({"  " + context.say("cli.convert_bits"),
                   context.say("cli.convert_bits_value", {{"kept", bit(result.rounded.kept_odd)},
                                                          {"guard", bit(result.rounded.guard)},
                                                          {"round", bit(result.rounded.round)},
                                                          {"sticky", bit(result.rounded.sticky)},
                                                          {"cut", figure_text(result.decision->cut)}})});
    table.add({"  " + context.say("cli.convert_flags"), joined_flags(result.flags())});
    std::string rule(numeric::rounding_id(result.rounding));
    rule.append(", ").append(numeric::overflow_id(result.overflow));
    if (result.options.flush_subnormals) rule.append(", ").append(context.say("cli.convert_flushed"));
    table.add({"  " + context.say("cli.convert_rule"), rule});
    table.add({"  " + context.say("cli.convert_why"), context.say(result.reason())});
    table.print(context.out);
}

} // namespace ampscope::cli
