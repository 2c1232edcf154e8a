// Floating-point formats as run-time values, so that any two can stand side by side.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ampscope::numeric {

/// A bit pattern, right-aligned. 128 bits hold the widest format allowed here (1 + 15 + 112).
using Code = boost::multiprecision::uint128_t;
using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

/// What the codes at the top of the range mean.
enum class TopCodes {
    Ieee,   ///< the largest exponent holds infinity (mantissa 0) and NaN (all others): fp32, fp16, bf16, E5M2
    OneNan, ///< only the code of all ones is NaN, there is no infinity: E4M3 (OCP)
    Fnuz,   ///< no infinity, no minus zero; the code of minus zero is the one NaN
};

constexpr int kMaxExponentBits = 15;
constexpr int kMaxMantissaBits = 112;

/// A binary format: sign, exponent, mantissa. `mantissa_bits` counts the stored bits, without the hidden one.
struct FloatFormat {
    std::string id;   ///< as the command line writes it: "fp16", "e4m3"
    std::string name; ///< as the window shows it: "fp16", "fp8 E4M3"
    int exponent_bits = 0;
    int mantissa_bits = 0;
    int bias = 0;
    TopCodes top = TopCodes::Ieee;

    int bits() const { return 1 + exponent_bits + mantissa_bits; }
    /// Exponent of the smallest normal number: 2^min_exponent.
    int min_exponent() const { return 1 - bias; }
    /// Exponent of the largest finite number.
    int max_exponent() const;
    bool has_infinity() const { return top == TopCodes::Ieee; }
    bool has_minus_zero() const { return top != TopCodes::Fnuz; }

    // Masks over a code: one sign bit, then the exponent's bits, the mantissa's lowest.
    Code sign_bit() const { return Code(1) << (bits() - 1); }
    Code mantissa_mask() const { return (Code(1) << mantissa_bits) - 1; }
    Code exponent_mask() const { return ((Code(1) << exponent_bits) - 1) << mantissa_bits; }
    /// Magnitude code (sign 0) of the largest finite number; magnitudes count up from 0 in steps of one ULP.
    Code max_finite() const;
    /// Magnitude code of infinity. Only where has_infinity().
    Code infinity() const { return exponent_mask(); }
    /// The NaN that operations give: quiet, sign 0 (Fnuz: the one NaN).
    Code quiet_nan() const;
    bool is_nan(const Code& code) const;
    /// A NaN with the first mantissa bit 0, where the format follows IEEE 754's recommendation (section 6.2.1).
    bool is_signalling_nan(const Code& code) const {
        return has_infinity() && is_nan(code) && (code & (Code(1) << (mantissa_bits - 1))) == 0;
    }
    bool is_infinity(const Code& code) const { return has_infinity() && (code & ~sign_bit()) == infinity(); }

    bool operator==(const FloatFormat&) const = default;
};

/// fp64, fp32, tf32, fp16, bf16, e4m3, e5m2, then the look-alikes that other stacks call by similar names.
std::span<const FloatFormat> known_formats();
/// A known id in any case, or "e<E>m<M>" for a format with IEEE's rules and E exponent, M mantissa bits. nullopt for
/// anything else.
std::optional<FloatFormat> find_format(std::string_view id);
/// As find_format(), but throws a BadInput error that lists the known ids.
FloatFormat format_or_throw(std::string_view id);
/// The known format of that id, for ids written in this program: std::logic_error for any other.
const FloatFormat& format(std::string_view known_id);

} // namespace ampscope::numeric
