// How far apart the numbers of a format lie, over its whole range.
#pragma once

#include <optional>
#include <vector>

#include "core/numeric/exact.h"

namespace ampscope::numeric {

/// The magnitudes in [2^exponent, 2^(exponent+1)) of a format: one step is 2^ulp_exponent there.
struct SpacingBinade {
    int exponent = 0;
    int ulp_exponent = 0;
    bool is_subnormal = false;
    /// log2 of the step relative to the lower end; relative to the upper end it is half of that.
    int relative_exponent() const { return ulp_exponent - exponent; }
};

/// What becomes of numbers below the smallest normal one.
enum class Underflow {
    Gradual, ///< subnormal numbers fill the gap to 0 in equal steps (IEEE 754)
    Abrupt,  ///< the gap stays empty: everything in it becomes 0 (flush to zero)
};

/// Every binade of the format, from its smallest number up to its largest.
std::vector<SpacingBinade> spacing(const FloatFormat& format, Underflow underflow = Underflow::Gradual);

/// The binade of a magnitude > 0; with Underflow::Abrupt none below the smallest normal number, and never one outside
/// the format's range: nullopt.
std::optional<SpacingBinade> spacing_at(const FloatFormat& format, const Rational& magnitude,
                                        Underflow underflow = Underflow::Gradual);

/// How many binades lie between the largest and the smallest number: what people call dynamic range.
int dynamic_range(const FloatFormat& format, Underflow underflow = Underflow::Gradual);

} // namespace ampscope::numeric
