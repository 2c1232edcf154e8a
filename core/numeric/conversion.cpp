#include "core/numeric/conversion.h"

#include "core/numeric/decimal.h"

namespace ampscope::numeric {

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
    Conversion result{
        format, rounding, policy, rounded, decode(format, rounded.code),    classify(format, rounded.code),
        {},     {},       {},     {},      next_down(format, rounded.code), next_up(format, rounded.code)};
    if (!result.stored.is_number()) return result;
    result.ulp = ulp(format, rounded.code);
    if (!value.is_number()) return result;
    result.error = result.stored.rational() - value.rational();
    result.error_ulp = *result.error / *result.ulp;
    if (value.kind() == ExactValue::Kind::Finite) result.error_relative = *result.error / value.rational();
    return result;
}

void write_json(io::JsonWriter& writer, const Conversion& conversion) {
    const auto figure = [&](std::string_view name, const std::optional<Rational>& value) {
        if (value) writer.member(name, to_double(*value));
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
    writer.begin_array("flags", io::JsonWriter::Layout::OneLine);
    for (const auto& flag : conversion.flags())
        writer.value(flag);
    writer.end();
    writer.member("below", conversion.decimal(conversion.below));
    writer.member("above", conversion.decimal(conversion.above));
    if (conversion.ulp)
        writer.member("ulp", exact_decimal(*conversion.ulp));
    else
        writer.null_member("ulp");
    writer.member("rounding", rounding_id(conversion.rounding));
    writer.member("overflow", overflow_id(conversion.overflow));
    writer.end();
}

} // namespace ampscope::numeric
