// From machine numbers to narrow formats, fast: one double at a time, and whole arrays. The results are those of
// round_to(), bit for bit, in every rounding mode and under every overflow policy; only integer arithmetic on the bits
// is used, so that the floating-point environment (rounding mode, flush to zero) has no say.
#pragma once

#include <bit>
#include <cstdint>

#include "core/numeric/rounding.h"

namespace ampscope::numeric {

/// Rounds doubles to one format of at most 24 bits of precision (23 stored mantissa bits), 10 exponent bits and 32 bits
/// in all: fp32, tf32, fp16, bf16, the fp8 kinds and custom ones. No allocation; any thread.
///
/// A sum, difference, product, quotient or square root of two numbers of such a format, computed in double and then
/// rounded by this class to the same format, is the correctly rounded one: double has 53 bits of precision, which is
/// at least 2p + 2 for every p <= 24 (Figueroa 1995, "When is double rounding innocuous?"), for nearest rounding where
/// neither step leaves double's normal range. For directed modes and Stochastic the double must be exact: products
/// always are (2p <= 53), sums where the two exponents lie at most 53 - p apart. Fused multiply-add is not covered.
class Quantiser {
  public:
    /// Throws std::logic_error where covers() says no. `options.random` is not used: each call brings its own.
    explicit Quantiser(const FloatFormat& format, const RoundingOptions& options = {});
    static bool covers(const FloatFormat& format);

    /// The code of `value` in the format. `random`: 64 uniform bits, used by Stochastic only.
    std::uint32_t code(double value, std::uint64_t random = 0) const {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const bool negative = (bits >> 63) != 0;
        const std::uint64_t magnitude = bits & ~kSign;
        if (magnitude >= kInfinity) return magnitude == kInfinity ? m_infinity[negative] : m_nan[negative];
        if (magnitude == 0) return m_zero[negative];
        const std::uint32_t result = rounded(magnitude, negative, random);
        if (result > m_max_finite) return m_overflow[negative];
        if (result < m_least) return m_zero[negative];
        return result | (negative ? m_sign : 0u);
    }

    /// Is `value` finite and its rounded magnitude, as if the exponent had no upper end, beyond the largest number?
    bool overflows(double value, std::uint64_t random = 0) const {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const std::uint64_t magnitude = bits & ~kSign;
        return magnitude != 0 && magnitude < kInfinity && rounded(magnitude, (bits >> 63) != 0, random) > m_max_finite;
    }
    /// Does the code stand for a number below the smallest normal one? Zero is none.
    bool is_subnormal(std::uint32_t code) const { return (code & ~m_sign) != 0 && (code & ~m_sign) < m_hidden; }

    /// The stored value, as a double; NaN and infinity included.
    double operator()(double value, std::uint64_t random = 0) const { return decode(code(value, random)); }

    /// What a code of the format means.
    double decode(std::uint32_t code) const {
        const bool negative = (code & m_sign) != 0;
        const std::uint32_t magnitude = code & ~m_sign;
        const std::uint64_t sign = negative ? kSign : 0;
        if (magnitude > m_max_finite || (code == m_sign && m_one_zero))
            return std::bit_cast<double>(sign | kInfinity |
                                         (magnitude == m_infinite_magnitude ? std::uint64_t(0) : kHidden >> 1));
        if (magnitude < m_hidden) { // subnormal: an integer times the least number, exact in double
            const double size = static_cast<double>(magnitude) * m_least_number;
            return negative ? -size : size;
        }
        // Codes of normal numbers count up as double's do.
        return std::bit_cast<double>(
            sign | ((static_cast<std::uint64_t>(magnitude) << (kMantissaBits - m_mantissa_bits)) + m_exponent_offset));
    }

  private:
    static constexpr int kMantissaBits = 52;
    static constexpr int kBias = 1023;
    static constexpr std::uint64_t kSign = std::uint64_t(1) << 63;
    static constexpr std::uint64_t kHidden = std::uint64_t(1) << kMantissaBits;
    static constexpr std::uint64_t kInfinity = std::uint64_t(0x7ff) << kMantissaBits;

    // The magnitude's code as if there were codes beyond the largest number; ~0 far beyond. For finite ones above 0.
    std::uint32_t rounded(std::uint64_t magnitude, bool negative, std::uint64_t random) const {
        // Double's own subnormals lie so far below every format here that only "not zero" counts.
        const int exponent = static_cast<int>(magnitude >> kMantissaBits) - kBias;
        if (exponent > m_max_exponent) return ~0u;
        const std::uint64_t significand = (magnitude & (kHidden - 1)) | kHidden;
        const int lift = exponent < m_min_exponent ? m_min_exponent - exponent : 0;
        const int shift = kMantissaBits - m_mantissa_bits + lift; // >= 29
        const std::uint64_t kept = shift < 64 ? significand >> shift : 0;
        const std::uint64_t rest = shift < 64 ? significand & ((std::uint64_t(1) << shift) - 1) : significand;
        const auto field = static_cast<std::uint32_t>(exponent + lift - m_min_exponent);
        return (field << m_mantissa_bits) + static_cast<std::uint32_t>(kept) +
               (rest != 0 && goes_away(negative, kept, rest, shift, random) ? 1u : 0u);
    }

    // Does a magnitude with a nonzero `rest` of `shift` bits behind the kept ones move away from zero?
    bool goes_away(bool negative, std::uint64_t kept, std::uint64_t rest, int shift, std::uint64_t random) const {
        // Beyond 54 bits the rest is less than a half.
        const std::uint64_t half = shift <= 54 ? std::uint64_t(1) << (shift - 1) : ~std::uint64_t(0);
        switch (m_mode) {
        case Rounding::NearestEven: return rest > half || (rest == half && (kept & 1) != 0);
        case Rounding::NearestAway: return rest >= half;
        case Rounding::TowardZero: return false;
        case Rounding::Up: return !negative;
        case Rounding::Down: return negative;
        case Rounding::ToOdd: return (kept & 1) == 0;
        case Rounding::Stochastic: break;
        }
        // random / 2^64 < rest / 2^shift. For an integer that is the same as random < ceil(rest * 2^(64 - shift)).
        if (shift <= 64) return random < rest << (64 - shift);
        if (shift - 64 > 53) return random == 0;
        const std::uint64_t whole = rest >> (shift - 64);
        return random < whole + ((whole << (shift - 64)) != rest ? 1 : 0);
    }

    Rounding m_mode;
    int m_mantissa_bits, m_min_exponent, m_max_exponent;
    std::uint32_t m_max_finite;         ///< magnitude code
    std::uint32_t m_least;              ///< least magnitude code that is stored; below it stands zero
    std::uint32_t m_hidden;             ///< magnitude code of the least normal number
    std::uint32_t m_sign;               ///< the sign bit
    std::uint32_t m_infinite_magnitude; ///< magnitude code of infinity; one that no NaN has where there is none
    bool m_one_zero;                    ///< the code of minus zero is NaN
    double m_least_number;
    std::uint64_t m_exponent_offset;
    // Codes for [not negative, negative].
    std::uint32_t m_zero[2], m_infinity[2], m_nan[2], m_overflow[2];
};

} // namespace ampscope::numeric
