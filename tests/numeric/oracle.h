// What a code means and where a value belongs, from the definition of a format: doubles by ldexp() and comparisons,
// none of the code under test. For formats of at most 16 bits, whose values a double holds exactly.
#pragma once

#include <cmath>
#include <vector>

#include "core/numeric/rounding.h"

namespace ampscope::numeric {

/// Every format of at most 16 bits that has a name.
inline constexpr const char* kSmallFormats[] = {"fp16",      "bf16",     "e4m3",     "e5m2",
                                                "e4m3-ieee", "e4m3fnuz", "e5m2fnuz", "e4m3b11fnuz"};

inline double oracle_value(const FloatFormat& format, unsigned code) {
    const int width = format.bits();
    const bool negative = (code >> (width - 1)) & 1;
    const int field = static_cast<int>((code >> format.mantissa_bits) & ((1u << format.exponent_bits) - 1));
    const int mantissa = static_cast<int>(code & ((1u << format.mantissa_bits) - 1));
    const int top_field = (1 << format.exponent_bits) - 1;
    const int all_ones = (1 << format.mantissa_bits) - 1;
    if (format.top == TopCodes::Ieee && field == top_field) return mantissa ? NAN : negative ? -INFINITY : INFINITY;
    if (format.top == TopCodes::OneNan && field == top_field && mantissa == all_ones) return NAN;
    if (format.top == TopCodes::Fnuz && negative && field == 0 && mantissa == 0) return NAN;
    const double magnitude =
        field == 0 ? std::ldexp(mantissa, 1 - format.bias - format.mantissa_bits)
                   : std::ldexp((1 << format.mantissa_bits) + mantissa, field - format.bias - format.mantissa_bits);
    return negative ? -magnitude : magnitude;
}

/// Codes of magnitudes, 0 to the largest finite one and the step behind it that does not exist.
inline std::vector<double> oracle_magnitudes(const FloatFormat& format) {
    std::vector<double> values;
    const auto last = static_cast<unsigned>(format.max_finite());
    for (unsigned code = 0; code <= last; ++code)
        values.push_back(oracle_value(format, code));
    values.push_back(2 * values[last] - values[last - 1]);
    return values;
}

/// Does the mode take the upper of two neighbouring magnitudes? `side` is the value against the middle (-1, 0, 1); for
/// values that are neither of the two.
inline bool oracle_goes_up(Rounding mode, bool negative, bool lower_is_even, int side) {
    switch (mode) {
    case Rounding::NearestEven: return side > 0 || (side == 0 && !lower_is_even);
    case Rounding::NearestAway: return side >= 0;
    case Rounding::TowardZero: return false;
    case Rounding::Up: return !negative;
    case Rounding::Down: return negative;
    case Rounding::ToOdd: return lower_is_even;
    case Rounding::Stochastic: break;
    }
    return false;
}

} // namespace ampscope::numeric
