#include "core/numeric/rounding.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/text/words.h"

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
    Named<Rounding>{Rounding::Stochastic, "stochastic"},
};
constexpr std::array kOverflows = {
    Named<Overflow>{Overflow::Ieee, "ieee"},
    Named<Overflow>{Overflow::Nan, "nan"},
    Named<Overflow>{Overflow::Saturate, "saturate"},
    Named<Overflow>{Overflow::CudaSatfinite, "cuda-satfinite"},
    Named<Overflow>{Overflow::CudaNosat, "cuda-nosat"},
    Named<Overflow>{Overflow::OnnxSaturate, "onnx"},
    Named<Overflow>{Overflow::OnnxNoSaturate, "onnx-nosaturate"},
    Named<Overflow>{Overflow::TorchBefore212, "torch-2.11"},
    Named<Overflow>{Overflow::Torch, "torch-2.12"},
};

template <typename T, std::size_t N>
constexpr std::array<T, N> values_of(const std::array<Named<T>, N>& names) {
    std::array<T, N> values{};
    std::ranges::transform(names, values.begin(), &Named<T>::value);
    return values;
}
constexpr auto kAllRoundings = values_of(kRoundings);
constexpr auto kAllOverflows = values_of(kOverflows);

template <typename T, std::size_t N>
std::optional<T> find_named(const std::array<Named<T>, N>& names, std::string_view id) {
    const auto found = std::ranges::find(names, id, &Named<T>::id);
    return found == names.end() ? std::nullopt : std::optional(found->value);
}

// |value| in units of a quarter quantum, cut off, and what was cut: remainder / divisor of such a quarter.
struct Scaled {
    Integer quarters, remainder, divisor;

    bool kept_odd() const { return bit_test(quarters, 2); }
    bool guard() const { return bit_test(quarters, 1); }
    bool round() const { return bit_test(quarters, 0); }
    bool sticky() const { return remainder != 0; }
    bool any() const { return guard() || round() || sticky(); }
};

Scaled scale(const Rational& magnitude, int quantum_exponent) {
    Integer top = numerator(magnitude);
    Scaled scaled;
    scaled.divisor = denominator(magnitude);
    const int shift = 2 - quantum_exponent;
    if (shift >= 0)
        top <<= shift;
    else
        scaled.divisor <<= -shift;
    divide_qr(top, scaled.divisor, scaled.quarters, scaled.remainder);
    return scaled;
}

// random / 2^64 < fraction cut off, without rounding anything.
bool draws_away(const Scaled& scaled, std::uint64_t random) {
    const Integer cut = (scaled.quarters & 3) * scaled.divisor + scaled.remainder; // of 4 * divisor
    return (Integer(random) * scaled.divisor << 2) < (cut << 64);
}

// Does the mode move a magnitude with these bits behind the kept ones away from zero?
bool rounds_away(const RoundingOptions& options, bool negative, const Scaled& scaled) {
    switch (options.mode) {
    case Rounding::NearestEven: return scaled.guard() && (scaled.round() || scaled.sticky() || scaled.kept_odd());
    case Rounding::NearestAway: return scaled.guard();
    case Rounding::TowardZero: return false;
    case Rounding::Up: return scaled.any() && !negative;
    case Rounding::Down: return scaled.any() && negative;
    case Rounding::ToOdd: return scaled.any() && !scaled.kept_odd();
    case Rounding::Stochastic: return draws_away(scaled, options.random);
    }
    return false;
}

// IEEE 754 section 7.4: infinity, unless the mode rounds the other way on this side.
bool overflows_to_infinity(Rounding mode, bool negative) {
    switch (mode) {
    case Rounding::NearestEven:
    case Rounding::NearestAway:
    case Rounding::Stochastic: return true;
    case Rounding::TowardZero:
    case Rounding::ToOdd: return false;
    case Rounding::Up: return !negative;
    case Rounding::Down: return negative;
    }
    return true;
}

// What a policy comes down to in a format.
enum class Rule { Infinity, Nan, Largest };

Rule rule_of(const FloatFormat& format, Overflow policy) {
    const Rule infinity = format.has_infinity() ? Rule::Infinity : Rule::Nan;
    switch (policy) {
    case Overflow::Ieee:
    case Overflow::CudaNosat:
    case Overflow::OnnxNoSaturate:
    case Overflow::TorchBefore212: return infinity;
    case Overflow::Nan: return Rule::Nan;
    case Overflow::Saturate:
    case Overflow::CudaSatfinite: return Rule::Largest;
    case Overflow::OnnxSaturate: return format.bits() <= 8 ? Rule::Largest : infinity;
    case Overflow::Torch: return format.top == TopCodes::OneNan ? Rule::Largest : infinity;
    }
    return infinity;
}

Code with_sign(const FloatFormat& format, const Code& magnitude, bool negative) {
    const bool no_sign = format.top == TopCodes::Fnuz && (magnitude == 0 || magnitude == format.sign_bit());
    return negative && !no_sign ? magnitude | format.sign_bit() : magnitude;
}

Code beyond_range(const FloatFormat& format, const RoundingOptions& options, Overflow policy, bool negative) {
    const Rule rule = overflows_to_infinity(options.mode, negative) ? rule_of(format, policy) : Rule::Largest;
    return rule == Rule::Largest    ? format.max_finite()
           : rule == Rule::Infinity ? format.infinity()
                                    : format.quiet_nan();
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
std::span<const Rounding> all_roundings() {
    return kAllRoundings;
}
std::span<const Overflow> all_overflows() {
    return kAllOverflows;
}
std::string known_roundings() {
    return text::joined(kRoundings, &Named<Rounding>::id);
}
std::string known_overflows() {
    return text::joined(kOverflows, &Named<Overflow>::id);
}
Overflow default_overflow(const FloatFormat& format) {
    return format.has_infinity() ? Overflow::Ieee : Overflow::Nan;
}

Code nan_code(const FloatFormat& format, Overflow policy, bool negative) {
    if (format.top == TopCodes::Fnuz) return format.quiet_nan();
    const Code all_ones = format.exponent_mask() | format.mantissa_mask();
    switch (policy) {
    case Overflow::CudaSatfinite:
    case Overflow::CudaNosat: return all_ones; // the canonical NaN; the sign is dropped
    case Overflow::TorchBefore212:
    case Overflow::Torch:
        // BFloat16.h writes one NaN whatever the sign. (Vector code for arrays of fp32 writes 0xffff.)
        if (format == numeric::format("bf16")) return format.quiet_nan();
        [[fallthrough]];
    case Overflow::OnnxSaturate:
    case Overflow::OnnxNoSaturate:
        if (format.bits() <= 8) return with_sign(format, all_ones, negative);
        break;
    default: break;
    }
    return with_sign(format, format.quiet_nan(), negative);
}

Code infinity_code(const FloatFormat& format, Overflow policy, bool negative) {
    switch (rule_of(format, policy)) {
    case Rule::Infinity: return with_sign(format, format.infinity(), negative);
    case Rule::Largest: return with_sign(format, format.max_finite(), negative);
    case Rule::Nan: break;
    }
    return with_sign(format, format.quiet_nan(), negative);
}

Rounded round_to(const FloatFormat& format, const ExactValue& value, Rounding mode, std::optional<Overflow> policy) {
    return round_to(format, value, RoundingOptions{mode, policy});
}

Rounded round_to(const FloatFormat& format, const ExactValue& value, const RoundingOptions& options) {
    const Overflow policy = options.overflow.value_or(default_overflow(format));
    const bool negative = value.is_negative();
    Rounded result;
    const auto finish = [&](Code magnitude) {
        if (options.flush_subnormals && magnitude != 0 && magnitude < Code(1) << format.mantissa_bits) {
            magnitude = 0;
            result.flushed = result.inexact = result.underflow = true;
        }
        result.code = with_sign(format, magnitude, negative);
        return result;
    };
    const auto overflows = [&] {
        result.overflow = result.inexact = true;
        result.code = with_sign(format, beyond_range(format, options, policy, negative), negative);
        return result;
    };

    using Kind = ExactValue::Kind;
    switch (value.kind()) {
    case Kind::NaN:
        result.invalid = value.is_signalling();
        result.code = nan_code(format, policy, negative);
        return result;
    case Kind::Zero: return finish(0);
    case Kind::Infinite:
        result.code = infinity_code(format, policy, negative);
        result.invalid = result.inexact = !format.is_infinity(result.code);
        return result;
    case Kind::Huge: return overflows();
    case Kind::Tiny: {
        result.inexact = result.underflow = result.sticky = true;
        // Nearer to zero than any fraction that can be told from it: the smallest remainder there is.
        result.away = options.mode == Rounding::Stochastic ? options.random == 0
                                                           : rounds_away(options, negative, {0, 1, Integer(1) << 80});
        return finish(result.away ? 1 : 0);
    }
    case Kind::Finite: break;
    }

    const int binade = floor_log2(value.magnitude());
    const int exponent = std::max(binade, format.min_exponent());
    if (exponent > format.max_exponent() + 1) return overflows();
    const Scaled scaled = scale(value.magnitude(), exponent - format.mantissa_bits);
    result.kept_odd = scaled.kept_odd();
    result.guard = scaled.guard();
    result.round = scaled.round();
    result.sticky = scaled.sticky();
    result.inexact = scaled.any();
    result.away = rounds_away(options, negative, scaled);

    // Magnitude codes are consecutive, so a carry out of the mantissa lands in the exponent by itself.
    const Integer code = (Integer(exponent - format.min_exponent()) << format.mantissa_bits) + (scaled.quarters >> 2) +
                         (result.away ? 1 : 0);
    if (code > Integer(format.max_finite())) return overflows();
    if (result.inexact && binade < format.min_exponent()) {
        // Tiny after rounding: round once more as if the exponent had no lower end. Only just under the smallest normal
        // number does that reach it.
        const Scaled finer = scale(value.magnitude(), binade - format.mantissa_bits);
        const bool reaches = binade == format.min_exponent() - 1 &&
                             (finer.quarters >> 2) + (rounds_away(options, negative, finer) ? 1 : 0) ==
                                 Integer(1) << (format.mantissa_bits + 1);
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
