// Why a value was rounded the way it was, and what a code is, in words.
#include "core/numeric/conversion.h"

#include <array>

#include "core/io/numbers.h"
#include "core/numeric/decimal.h"

namespace ampscope::numeric {
namespace {

struct Words {
    const char *name, *meaning;
};

Words words_of(Rounding mode) {
    switch (mode) {
    case Rounding::NearestEven: return {"numeric.mode_nearest_even", "numeric.mode_nearest_even_is"};
    case Rounding::NearestAway: return {"numeric.mode_nearest_away", "numeric.mode_nearest_away_is"};
    case Rounding::TowardZero: return {"numeric.mode_toward_zero", "numeric.mode_toward_zero_is"};
    case Rounding::Up: return {"numeric.mode_up", "numeric.mode_up_is"};
    case Rounding::Down: return {"numeric.mode_down", "numeric.mode_down_is"};
    case Rounding::ToOdd: return {"numeric.mode_to_odd", "numeric.mode_to_odd_is"};
    case Rounding::Stochastic: return {"numeric.mode_stochastic", "numeric.mode_stochastic_is"};
    }
    return {"", ""};
}

std::string share(const Rational& cut) {
    return io::to_text(error_figure(cut), 6);
}

text::Message beyond_the_range(const Conversion& row) {
    const std::string limit = row.decimal(row.format.max_finite());
    if (!row.stored.is_number())
        return {"numeric.reason_overflow", {{"limit", limit}, {"result", exact_decimal(row.stored)}}};
    const bool by_policy = infinity_code(row.format, row.overflow, row.entered.is_negative()) == row.rounded.code;
    return by_policy ? text::Message{"numeric.reason_overflow_saturated",
                                     {{"limit", limit}, {"policy", std::string(overflow_id(row.overflow))}}}
                     : text::Message{"numeric.reason_overflow_stays",
                                     {{"limit", limit}, {"mode", std::string(rounding_id(row.rounding))}}};
}

text::Message infinity(const Conversion& row) {
    if (row.stored.kind() == ExactValue::Kind::Infinite) return {"numeric.reason_infinity", {}};
    if (row.stored.is_number())
        return {"numeric.reason_infinity_saturated",
                {{"policy", std::string(overflow_id(row.overflow))}, {"result", exact_decimal(row.stored)}}};
    if (!row.format.has_infinity()) return {"numeric.reason_no_infinity", {{"format", row.format.name}}};
    return {"numeric.reason_infinity_nan", {{"policy", std::string(overflow_id(row.overflow))}}};
}

text::Message nan(const Conversion& row) {
    if (row.rounded.invalid) return {"numeric.reason_signalling", {}};
    const bool sign_kept = (row.rounded.code & row.format.sign_bit()) != 0;
    if (row.entered.is_negative() && !sign_kept && row.format.has_minus_zero())
        return {"numeric.reason_nan_sign", {{"policy", std::string(overflow_id(row.overflow))}}};
    return {"numeric.reason_nan", {}};
}

// Rounded to nothing by a mode that goes to the nearer neighbour.
text::Message lost(const Conversion& row) {
    const char* id = row.rounding == Rounding::NearestAway ? "numeric.reason_lost_below_half" : "numeric.reason_lost";
    return {id, {{"least", row.decimal(Code(1))}}};
}

text::Message stochastic(const Conversion& row) {
    const Rational draw = Rational(Integer(row.options.random)) * power_of_two(-64);
    const Rational cut = row.decision ? row.decision->cut : Rational(0);
    const std::string share_text = share(cut);
    std::string draw_text = share(draw);
    // Where six digits do not tell the two apart, what is left does: "0.5 - 5.42e-20" is below 0.5.
    if (draw_text == share_text && draw != cut)
        draw_text += (draw < cut ? " - " : " + ") + io::to_text(to_double(Rational(abs(draw - cut))), 3);
    return {row.rounded.away ? "numeric.reason_stochastic_away" : "numeric.reason_stochastic_toward",
            {{"share", share_text}, {"draw", draw_text}}};
}

} // namespace

text::Message rounding_name(Rounding mode) {
    return {words_of(mode).name, {}};
}
text::Message rounding_meaning(Rounding mode) {
    return {words_of(mode).meaning, {}};
}

text::Message Conversion::reason() const {
    using Kind = ExactValue::Kind;
    if (entered.kind() == Kind::NaN) return nan(*this);
    if (entered.kind() == Kind::Infinite) return infinity(*this);
    if (rounded.flushed) return {"numeric.reason_flushed", {{"least", decimal(Code(1) << format.mantissa_bits)}}};
    if (rounded.overflow) return beyond_the_range(*this);
    if (!rounded.inexact) return {"numeric.reason_exact", {}};
    switch (rounding) {
    case Rounding::Stochastic: return stochastic(*this);
    case Rounding::ToOdd: return {rounded.kept_odd ? "numeric.reason_odd_already" : "numeric.reason_odd_neighbour", {}};
    case Rounding::TowardZero: return {"numeric.reason_toward_zero", {}};
    case Rounding::Up: return {rounded.away ? "numeric.reason_up_away" : "numeric.reason_up_toward", {}};
    case Rounding::Down: return {rounded.away ? "numeric.reason_down_away" : "numeric.reason_down_toward", {}};
    case Rounding::NearestEven:
    case Rounding::NearestAway: break;
    }
    if (stored.kind() == Kind::Zero) return lost(*this);
    if (rounded.is_tie()) {
        if (rounding == Rounding::NearestAway) return {"numeric.reason_tie_away", {}};
        return {rounded.away ? "numeric.reason_tie_up" : "numeric.reason_tie_down", {}};
    }
    return {rounded.away ? "numeric.reason_nearer_above" : "numeric.reason_nearer_below", {}};
}

text::Message describe(const FloatFormat& format, const Code& code) {
    const bool negative = (code & format.sign_bit()) != 0;
    switch (classify(format, code)) {
    case NumberClass::Zero: return {negative ? "numeric.is_minus_zero" : "numeric.is_zero", {}};
    case NumberClass::Subnormal: return {"numeric.is_subnormal", {{"exponent", std::to_string(format.min_exponent())}}};
    case NumberClass::Normal: {
        const Fields fields = fields_of(format, code);
        return {"numeric.is_normal",
                {{"exponent", std::to_string(fields.exponent_value)},
                 {"field", std::to_string(fields.exponent_field)},
                 {"bias", std::to_string(format.bias)}}};
    }
    case NumberClass::Infinity: return {negative ? "numeric.is_minus_infinity" : "numeric.is_infinity", {}};
    case NumberClass::NaN: break;
    }
    if (format.top != TopCodes::Ieee) return {"numeric.is_the_nan", {{"format", format.name}}};
    const Code quiet = Code(1) << (format.mantissa_bits - 1);
    const Integer payload(code & format.mantissa_mask() & ~quiet);
    return {format.is_signalling_nan(code) ? "numeric.is_signalling_nan" : "numeric.is_quiet_nan",
            {{"payload", "0x" + payload.str(0, std::ios_base::hex)}, {"sign", std::string(negative ? "-" : "+")}}};
}

} // namespace ampscope::numeric
