// Sizes of many numbers at once: how many are zero, infinite or NaN, and a histogram over powers of two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ampscope::numeric {

/// Counts over fp32 numbers. Bin i of `exponents` holds magnitudes in [2^(i-149), 2^(i-148)): subnormals have their own
/// bins, so every nonzero finite fp32 number has exactly one.
struct Magnitudes {
    static constexpr int kLowestExponent = -149;
    static constexpr std::size_t kBins = 277; ///< -149 … 127

    std::int64_t zero = 0;
    std::int64_t infinite = 0;
    std::int64_t nan = 0;
    std::array<std::int64_t, kBins> exponents{};

    /// Adds |value / divisor| of each value; `divisor` must be a positive finite number.
    void add(std::span<const float> values, float divisor = 1.0f);
    void add(const Magnitudes& other);
    std::int64_t nonfinite() const { return infinite + nan; }
    std::int64_t total() const;
};

/// One pass without a histogram: zeros and nonfinite values only.
struct SpecialCounts {
    std::int64_t zero = 0;
    std::int64_t nonfinite = 0;
    void add(std::span<const float> values);
};

/// How many values have 0 < |value| <= limit.
std::int64_t count_tiny(std::span<const float> values, double limit);

} // namespace ampscope::numeric
