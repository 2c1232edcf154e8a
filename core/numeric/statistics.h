// Statistics over whole arrays of fp32 numbers: where their sizes lie, what a format would make of them at a scale, and
// which power of two is the best scale.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/numeric/arrays.h"
#include "core/numeric/magnitudes.h"

namespace ampscope::numeric {

/// One pass over an array, or over several pieces of one. The sums run in a fixed order inside blocks of 4,096 values
/// from the start of each piece, so the result does not depend on the machine's instruction set.
struct ArrayStatistics {
    Magnitudes magnitudes;           ///< zeros, infinities, NaN, and how many values lie in each power of two
    double sum = 0;                  ///< of all values: NaN and infinity are not left out
    float max_magnitude = 0;         ///< of the finite values; 0 where there is none
    float min_nonzero_magnitude = 0; ///< the least one above 0; 0 where there is none

    void add(std::span<const float> values, InstructionSet set = best_instruction_set());
    std::int64_t total() const { return magnitudes.total(); }
    double mean() const { return sum / static_cast<double>(total()); }
};

/// How many values fall where in a format. They add up to the number of values.
struct Bands {
    std::int64_t zero = 0;       ///< entered as zero
    std::int64_t lost = 0;       ///< become zero without being it
    std::int64_t subnormal = 0;  ///< become subnormal numbers
    std::int64_t normal = 0;     ///< become normal numbers
    std::int64_t overflowed = 0; ///< finite, and beyond the largest number
    std::int64_t infinite = 0;   ///< entered as infinity
    std::int64_t nan = 0;        ///< entered as NaN
    std::int64_t total() const { return zero + lost + subnormal + normal + overflowed + infinite + nan; }
    bool operator==(const Bands&) const = default;
};

/// The bands of one format under every scale that is a power of two, from one pass over the values: what rounds to
/// zero, to a subnormal number or over the end with nearest-even is decided exactly, as round_to() of |value| * 2^k
/// would. Formats that Quantiser covers (else std::logic_error).
class ScaledBands {
  public:
    explicit ScaledBands(const FloatFormat& format);
    void add(std::span<const float> values);

    /// At values * 2^log2_scale, multiplied exactly.
    Bands at(int log2_scale) const;
    /// The largest power of two at which no finite value overflows. None where no finite value differs from zero.
    std::optional<int> largest_without_overflow() const;
    /// The power of two at which the fewest values are lost or overflow; of several, the one nearest to 2^0, and of two
    /// such the larger. 0 where no finite value differs from zero.
    int fewest_spoiled() const;

  private:
    static constexpr int kLowest = Magnitudes::kLowestExponent;
    static constexpr std::size_t kClasses = 4;
    std::int64_t count(int exponent, std::size_t from_class) const;

    // Within a power of two, mantissas (23 bits, the value over the power of two minus 1) fall into classes: 0, then up
    // to the lower bound, up to the upper one, and the rest. The bounds are where rounding goes over the end and where
    // it reaches the least normal number.
    std::uint32_t m_bounds[2];
    std::size_t m_over_class, m_normal_class; ///< the first class that overflows, that becomes normal
    int m_least_exponent;                     ///< half of the least number is 2^this: exactly that is lost
    int m_normal_exponent;                    ///< just under the least normal number lies this power of two
    int m_top_exponent;                       ///< of the largest finite number
    std::array<std::int64_t, Magnitudes::kBins * kClasses> m_counts{};
    std::int64_t m_zero = 0, m_infinite = 0, m_nan = 0;
};

/// The bands of a format for values * scale, scale > 0 and finite: the product is rounded to double once.
Bands bands(const FloatFormat& format, std::span<const float> values, double scale);

} // namespace ampscope::numeric
