#include "core/numeric/conversion.h"

#include <algorithm>
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

std::vector<std::string> flag_names(const Rounded& rounded) {
    std::vector<std::string> result;
    if (rounded.inexact) result.push_back("inexact");
    if (rounded.overflow) result.push_back("overflow");
    if (rounded.underflow) result.push_back("underflow");
    if (rounded.invalid) result.push_back("invalid");
    return result;
}

std::vector<std::string> Conversion::flags() const {
    return flag_names(rounded);
}

Fields fields_of(const FloatFormat& format, const Code& code) {
    std::string bits;
    for (int bit = format.bits() - 1; bit >= 0; --bit)
        bits += (code >> bit & 1) != 0 ? '1' : '0';
    const auto exponent_bits = static_cast<std::size_t>(format.exponent_bits);
    Fields fields{bits.substr(0, 1), bits.substr(1, exponent_bits), bits.substr(1 + exponent_bits), 0, 0, ""};
    fields.exponent_field = static_cast<int>((code & format.exponent_mask()) >> format.mantissa_bits);
    fields.exponent_value = std::max(fields.exponent_field, 1) - format.bias;
    fields.significand = (fields.exponent_field == 0 ? "0." : "1.") + fields.mantissa;
    return fields;
}

// The neighbours of the value before it was rounded. None where the exponent alone decided.
static std::optional<Decision> decide(const FloatFormat& format, const ExactValue& value, Overflow policy) {
    if (value.kind() != ExactValue::Kind::Finite) return std::nullopt;
    const int exponent = std::max(floor_log2(value.magnitude()), format.min_exponent());
    if (exponent > format.max_exponent()) return std::nullopt;
    const Rational steps = value.magnitude() * power_of_two(format.mantissa_bits - exponent);
    const Integer whole = numerator(steps) / denominator(steps);
    const Code toward = Code(Integer((Integer(exponent - format.min_exponent()) << format.mantissa_bits) + whole));
    if (toward > format.max_finite()) return std::nullopt;
    const bool overflows = toward == format.max_finite();
    const bool negative = value.is_negative();
    const auto with_sign = [&](const Code& magnitude) {
        const bool no_sign = !format.has_minus_zero() && magnitude == 0;
        return negative && !no_sign ? magnitude | format.sign_bit() : magnitude;
    };
    return Decision{with_sign(toward), overflows ? infinity_code(format, policy, negative) : with_sign(toward + 1),
                    overflows, steps - Rational(whole)};
}

Conversion convert(const ExactValue& value, const FloatFormat& format, Rounding rounding,
                   std::optional<Overflow> overflow) {
    return convert(value, format, RoundingOptions{rounding, overflow});
}

Conversion convert(const ExactValue& value, const FloatFormat& format, const RoundingOptions& options) {
    const Overflow policy = options.overflow.value_or(default_overflow(format));
    const Rounded rounded = round_to(format, value, options);
    Conversion result{format,
                      options.mode,
                      policy,
                      rounded,
                      decode(format, rounded.code),
                      classify(format, rounded.code),
                      {},
                      {},
                      {},
                      {},
                      neighbour(format, rounded.code, false),
                      neighbour(format, rounded.code, true),
                      value,
                      options,
                      decide(format, value, policy)};
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

void write_json(io::JsonWriter& writer, const Conversion& conversion, const Conversion* from,
                const std::function<void(io::JsonWriter&)>& more) {
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
        writer.list_member("flags", of.flags(), io::JsonWriter::Layout::OneLine);
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
    writer.member("hexadecimal", hexadecimal(conversion.stored));
    const Fields fields = conversion.fields();
    writer.begin_object("fields", io::JsonWriter::Layout::OneLine);
    writer.member("sign", fields.sign);
    writer.member("exponent", fields.exponent);
    writer.member("mantissa", fields.mantissa);
    if (conversion.stored.is_number()) {
        writer.member("exponent_value", fields.exponent_value);
        writer.member("significand", fields.significand);
    } else {
        writer.null_member("exponent_value");
        writer.null_member("significand");
    }
    writer.end();
    const Rounded& rounded = conversion.rounded;
    writer.begin_object("decision", io::JsonWriter::Layout::OneLine);
    writer.member("kept", rounded.kept_odd ? 1 : 0);
    writer.member("guard", rounded.guard ? 1 : 0);
    writer.member("round", rounded.round ? 1 : 0);
    writer.member("sticky", rounded.sticky ? 1 : 0);
    writer.member("tie", rounded.is_tie());
    writer.member("away", rounded.away);
    writer.member("flushed", rounded.flushed);
    if (conversion.decision)
        writer.member("cut", error_figure(conversion.decision->cut));
    else
        writer.null_member("cut");
    writer.end();
    writer.member("reason", conversion.reason().id);
    if (from) {
        writer.begin_object("from", io::JsonWriter::Layout::OneLine);
        writer.member("format", from->format.id);
        writer.member("code", code_text(from->format, from->rounded.code));
        writer.member("value", exact_decimal(from->stored));
        write_flags(*from);
        writer.end();
    }
    if (more) more(writer);
    writer.end();
}

} // namespace ampscope::numeric
