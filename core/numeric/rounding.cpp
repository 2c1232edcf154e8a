#include "core/numeric/rounding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace ampscope::numeric {
namespace {

template <typename T>
struct Named {
    T value;
    std::string_view id;
};

constexpr std::array kRoundings = {
    Named<Rounding>{Rounding::NearestEven, "nearest-even"},
    Named<Rounding>{Rounding::NearestAway, "nearest-away"},
    Named<Rounding>{Rounding::TowardZero, "toward-zero"},
    Named<Rounding>{Rounding::Up, "up"},
    Named<Rounding>{Rounding::Down, "down"},
    Named<Rounding>{Rounding::ToOdd, "to-odd"},
};
constexpr std::array kOverflows = {
    Named<Overflow>{Overflow::Ieee, "ieee"},
    Named<Overflow>{Overflow::Nan, "nan"},
    Named<Overflow>{Overflow::Saturate, "saturate"},
};

template <typename T, std::size_t N>
std::optional<T> find_named(const std::array<Named<T>, N>& names, std::string_view id) {
    const auto found = std::ranges::find(names, id, &Named<T>::id);
    return found == names.end() ? std::nullopt : std::optional(found->value);
}

// Does the mode move a magnitude with these bits behind the kept ones away from zero?
bool rounds_away(Rounding mode, bool negative, bool kept_odd, bool guard, bool rest) {
    const bool any = guard || rest;
    switch (mode) {
    case Rounding::NearestEven: return guard && (rest || kept_odd);
    case Rounding::NearestAway: return guard;
    case Rounding::TowardZero: return false;
    case Rounding::Up: return any && !negative;
    case Rounding::Down: return any && negative;
    case Rounding::ToOdd: return any && !kept_odd;
    }
    return false;
}

// |value| in units of a quarter quantum, cut off, and whether anything was cut.
struct Scaled {
    Integer quarters;
    bool rest;
};

Scaled scale(const Rational& magnitude, int quantum_exponent) {
    Integer top = numerator(magnitude), bottom = denominator(magnitude);
    const int shift = 2 - quantum_exponent;
    if (shift >= 0)
        top <<= shift;
    else
        bottom <<= -shift;
    Integer quotient, remainder;
    divide_qr(top, bottom, quotient, remainder);
    return {quotient, remainder != 0};
}

// IEEE 754 section 7.4: infinity, unless the mode rounds the other way on this side.
bool overflows_to_infinity(Rounding mode, bool negative) {
    switch (mode) {
    case Rounding::NearestEven:
    case Rounding::NearestAway: return true;
    case Rounding::TowardZero:
    case Rounding::ToOdd: return false;
    case Rounding::Up: return !negative;
    case Rounding::Down: return negative;
    }
    return true;
}

Code beyond_range(const FloatFormat& format, Rounding mode, Overflow policy, bool negative) {
    if (policy == Overflow::Saturate) return format.max_finite();
    if (!overflows_to_infinity(mode, negative)) return format.max_finite();
    return policy == Overflow::Ieee && format.has_infinity() ? format.infinity() : format.quiet_nan();
}

} // namespace

std::string_view rounding_id(Rounding mode) {
    return std::ranges::find(kRoundings, mode, &Named<Rounding>::value)->id;
}
std::string_view overflow_id(Overflow policy) {
    return std::ranges::find(kOverflows, policy, &Named<Overflow>::value)->id;
}
std::optional<Rounding> find_rounding(std::string_view id) {
    return find_named(kRoundings, id);
}
std::optional<Overflow> find_overflow(std::string_view id) {
    return find_named(kOverflows, id);
}
Overflow default_overflow(const FloatFormat& format) {
    return format.has_infinity() ? Overflow::Ieee : Overflow::Nan;
}

Rounded round_to(const FloatFormat& format, const ExactValue& value, Rounding mode, std::optional<Overflow> chosen) {
    const Overflow policy = chosen.value_or(default_overflow(format));
    const bool negative = value.is_negative();
    Rounded result;
    const auto finish = [&](const Code& magnitude) {
        const bool no_sign = format.top == TopCodes::Fnuz && (magnitude == 0 || magnitude == format.sign_bit());
        result.code = negative && !no_sign ? magnitude | format.sign_bit() : magnitude;
        return result;
    };

    using Kind = ExactValue::Kind;
    switch (value.kind()) {
    case Kind::NaN: result.invalid = value.is_signalling(); return finish(format.quiet_nan());
    case Kind::Zero: return finish(0);
    case Kind::Infinite:
        if (format.has_infinity() && policy == Overflow::Ieee) return finish(format.infinity());
        result.invalid = result.inexact = true;
        return finish(policy == Overflow::Saturate ? format.max_finite() : format.quiet_nan());
    case Kind::Huge:
        result.overflow = result.inexact = true;
        return finish(beyond_range(format, mode, policy, negative));
    case Kind::Tiny:
        result.inexact = result.underflow = result.sticky = true;
        result.away = rounds_away(mode, negative, false, false, true);
        return finish(result.away ? 1 : 0);
    case Kind::Finite: break;
    }

    const int binade = floor_log2(value.magnitude());
    const int exponent = std::max(binade, format.min_exponent());
    if (exponent > format.max_exponent() + 1) {
        result.overflow = result.inexact = true;
        return finish(beyond_range(format, mode, policy, negative));
    }
    const auto [quarters, rest] = scale(value.magnitude(), exponent - format.mantissa_bits);
    const Integer kept = quarters >> 2;
    result.kept_odd = bit_test(kept, 0);
    result.guard = bit_test(quarters, 1);
    result.round = bit_test(quarters, 0);
    result.sticky = rest;
    result.inexact = result.guard || result.round || result.sticky;
    result.away = rounds_away(mode, negative, result.kept_odd, result.guard, result.round || result.sticky);

    // Magnitude codes are consecutive, so a carry out of the mantissa lands in the exponent by itself.
    const Integer code =
        (Integer(exponent - format.min_exponent()) << format.mantissa_bits) + kept + (result.away ? 1 : 0);
    if (code > Integer(format.max_finite())) {
        result.overflow = result.inexact = true;
        return finish(beyond_range(format, mode, policy, negative));
    }
    if (result.inexact && binade < format.min_exponent()) {
        // Tiny after rounding: round once more as if the exponent had no lower end. Only just under the smallest normal
        // number does that reach it.
        const auto [finer, finer_rest] = scale(value.magnitude(), binade - format.mantissa_bits);
        const Integer finer_kept = finer >> 2;
        const bool up =
            rounds_away(mode, negative, bit_test(finer_kept, 0), bit_test(finer, 1), bit_test(finer, 0) || finer_rest);
        const bool reaches = binade == format.min_exponent() - 1 &&
                             finer_kept + (up ? 1 : 0) == Integer(1) << (format.mantissa_bits + 1);
        result.underflow = !reaches;
    }
    return finish(Code(code));
}

double to_double(const ExactValue& value) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(round_to(format("fp64"), value).code));
}

double to_double(const Rational& value) {
    return to_double(ExactValue::finite(value));
}

} // namespace ampscope::numeric
