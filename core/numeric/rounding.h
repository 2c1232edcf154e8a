// From an exact value to a bit pattern: one rounding, every mode, with the reasons kept.
#pragma once

#include <optional>
#include <string_view>

#include "core/numeric/exact.h"

namespace ampscope::numeric {

enum class Rounding { NearestEven, NearestAway, TowardZero, Up, Down, ToOdd };

/// What a value beyond the largest finite number becomes.
enum class Overflow {
    Ieee,     ///< infinity (or the largest finite number, where the rounding mode says so)
    Nan,      ///< NaN: what OCP's text gives E4M3, which has no infinity
    Saturate, ///< the largest finite number, also from infinity (CUDA's SATFINITE)
};

std::string_view rounding_id(Rounding mode); ///< "nearest-even", "nearest-away", "toward-zero", "up", "down", "to-odd"
std::string_view overflow_id(Overflow policy); ///< "ieee", "nan", "saturate"
std::optional<Rounding> find_rounding(std::string_view id);
std::optional<Overflow> find_overflow(std::string_view id);
/// Ieee where the format has an infinity, else Nan.
Overflow default_overflow(const FloatFormat& format);

/// How one value was rounded.
struct Rounded {
    Code code;
    bool inexact = false;  ///< the stored value is not the entered one
    bool overflow = false; ///< rounded as if the exponent had no upper end, it passes the largest finite number
    bool underflow =
        false; ///< inexact, and below the smallest normal number after rounding (x86's and RISC-V's tininess)
    bool invalid = false; ///< the entered value was an infinity and the format has none, or a signalling NaN

    // The decision, for finite values that fit: the last kept bit, and what stood behind it.
    bool kept_odd = false; ///< the last kept bit was 1
    bool guard = false;    ///< the first bit behind it
    bool round = false;    ///< the second
    bool sticky = false;   ///< any further one
    bool away = false;     ///< the magnitude was increased
    bool is_tie() const { return guard && !round && !sticky; }
};

/// Rounds once. A NaN keeps its sign where the format has room for it and becomes the quiet NaN. With Overflow::Ieee
/// and a format without infinity, NaN stands in for infinity.
Rounded round_to(const FloatFormat& format, const ExactValue& value, Rounding mode = Rounding::NearestEven,
                 std::optional<Overflow> policy = std::nullopt);

/// The nearest double, exactly rounded; for error figures and screen positions.
double to_double(const ExactValue& value);
double to_double(const Rational& value);

} // namespace ampscope::numeric
