#include "core/numeric/conversion.h"

#include <limits>

#include "core/numeric/decimal.h"

namespace ampscope::numeric {

// What stands beside a stored number. nextUp() and nextDown() stay at the last number of a format without infinity; the
// code behind it is NaN.
static Code neighbour(const FloatFormat& format, const Code& code, bool up) {
    const Code next = up ? next_up(format, code) : next_down(format, code);
    const bool is_last = next == code && !format.has_infinity() && !format.is_nan(code);
    if (!is_last) return next;
    return format.top == TopCodes::OneNan ? (code & format.sign_bit()) | format.quiet_nan() : format.quiet_nan();
}

std::string Conversion::decimal_text(const FloatFormat& format, const Code& code) {
    return exact_decimal(decode(format, code));
}

std::vector<std::string> Conversion::flags() const {
    std::vector<std::string> result;
    if (rounded.inexact) result.push_back("inexact");
    if (rounded.overflow) result.push_back("overflow");
    if (rounded.underflow) result.push_back("underflow");
    if (rounded.invalid) result.push_back("invalid");
    return result;
}

text::Message Conversion::reason() const {
    if (stored.kind() == ExactValue::Kind::NaN && !rounded.overflow && !rounded.invalid)
        return {"numeric.reason_nan", {}};
    if (rounded.invalid && !rounded.inexact) return {"numeric.reason_signalling", {}};
    if (rounded.invalid) return {"numeric.reason_no_infinity", {{"format", format.name}}};
    if (rounded.overflow)
        return {"numeric.reason_overflow",
                {{"limit", decimal(format.max_finite())}, {"result", exact_decimal(stored)}}};
    if (!rounded.inexact) return {"numeric.reason_exact", {}};
    if (stored.kind() == ExactValue::Kind::Zero) return {"numeric.reason_lost", {{"least", decimal(Code(1))}}};
    if (rounding != Rounding::NearestEven && rounding != Rounding::NearestAway)
        return {rounded.away ? "numeric.reason_directed_away" : "numeric.reason_directed_toward",
                {{"mode", std::string(rounding_id(rounding))}}};
    if (rounded.is_tie()) {
        if (rounding == Rounding::NearestAway) return {"numeric.reason_tie_away", {}};
        return {rounded.away ? "numeric.reason_tie_up" : "numeric.reason_tie_down", {}};
    }
    return {rounded.away ? "numeric.reason_nearer_above" : "numeric.reason_nearer_below", {}};
}

Conversion convert(const ExactValue& value, const FloatFormat& format, Rounding rounding,
                   std::optional<Overflow> overflow) {
    const Overflow policy = overflow.value_or(default_overflow(format));
    const Rounded rounded = round_to(format, value, rounding, policy);
    Conversion result{format,
                      rounding,
                      policy,
                      rounded,
                      decode(format, rounded.code),
                      classify(format, rounded.code),
                      {},
                      {},
                      {},
                      {},
                      neighbour(format, rounded.code, false),
                      neighbour(format, rounded.code, true)};
    if (!result.stored.is_number()) return result;
    result.ulp = ulp(format, rounded.code);
    if (value.kind() == ExactValue::Kind::Tiny && result.stored.kind() == ExactValue::Kind::Zero)
        result.error_relative = -1;
    if (!value.is_number()) return result;
    result.error = result.stored.rational() - value.rational();
    result.error_ulp = *result.error / *result.ulp;
    if (value.kind() == ExactValue::Kind::Finite) result.error_relative = *result.error / value.rational();
    return result;
}

double error_figure(const Rational& error) {
    constexpr double kLeast = std::numeric_limits<double>::denorm_min();
    const double figure = to_double(error);
    return error != 0 && figure == 0 ? (error < 0 ? -kLeast : kLeast) : figure;
}

void write_json(io::JsonWriter& writer, const Conversion& conversion, const Conversion* from) {
    const auto figure = [&](std::string_view name, const std::optional<Rational>& value) {
        if (value) writer.member(name, error_figure(*value));
        // A finite value that became infinite is infinitely far off; no other missing figure has a value.
        else if (conversion.rounded.overflow && conversion.stored.kind() == ExactValue::Kind::Infinite)
            writer.member(name, conversion.stored.is_negative() ? "-inf" : "inf");
        else
            writer.null_member(name);
    };
    writer.begin_object();
    writer.member("format", conversion.format.id);
    writer.member("code", code_text(conversion.format, conversion.rounded.code));
    writer.member("value", exact_decimal(conversion.stored));
    writer.member("class", class_id(conversion.number_class));
    figure("error_ulp", conversion.error_ulp);
    figure("error_relative", conversion.error_relative);
    const auto write_flags = [&](const Conversion& of) {
        writer.begin_array("flags", io::JsonWriter::Layout::OneLine);
        for (const auto& flag : of.flags())
            writer.value(flag);
        writer.end();
    };
    write_flags(conversion);
    writer.member("below", conversion.decimal(conversion.below));
    writer.member("above", conversion.decimal(conversion.above));
    if (conversion.ulp)
        writer.member("ulp", exact_decimal(*conversion.ulp));
    else
        writer.null_member("ulp");
    writer.member("rounding", rounding_id(conversion.rounding));
    writer.member("overflow", overflow_id(conversion.overflow));
    if (from) {
        writer.begin_object("from", io::JsonWriter::Layout::OneLine);
        writer.member("format", from->format.id);
        writer.member("code", code_text(from->format, from->rounded.code));
        writer.member("value", exact_decimal(from->stored));
        write_flags(*from);
        writer.end();
    }
    writer.end();
}

} // namespace ampscope::numeric
