// From an exact value to a bit pattern: one rounding, every mode, with the reasons kept.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/numeric/exact.h"

namespace ampscope::numeric {

enum class Rounding {
    NearestEven,
    NearestAway,
    TowardZero,
    Up,
    Down,
    ToOdd,
    Stochastic, ///< away from zero with a probability equal to the exact fraction cut off
};

/// What becomes of a value beyond the largest finite number, of an infinity, and of NaN's sign. The first three are
/// rules; the others are what a stack really does (overflow_policies.h says where they disagree, with the sources).
enum class Overflow {
    Ieee,           ///< infinity (or the largest finite number, where the rounding mode says so); NaN keeps its sign
    Nan,            ///< NaN: what OCP's text gives E4M3, which has no infinity
    Saturate,       ///< the largest finite number, also from infinity
    CudaSatfinite,  ///< CUDA's __NV_SATFINITE: as Saturate; NaN is 0x7f without sign
    CudaNosat,      ///< CUDA's __NV_NOSAT: infinity where there is one, else NaN; NaN is 0x7f without sign
    OnnxSaturate,   ///< ONNX Cast with saturate = 1, which speaks of float 8 only: as Saturate; wider formats as Ieee
    OnnxNoSaturate, ///< ONNX Cast with saturate = 0: infinity where there is one, else NaN
    TorchBefore212, ///< LibTorch up to 2.11: infinity where there is one, else NaN
    Torch,          ///< LibTorch from 2.12 on: E4M3 takes its largest number for both, E5M2 and wider give infinity
};

/// "nearest-even", "nearest-away", "toward-zero", "up", "down", "to-odd", "stochastic"
std::string_view rounding_id(Rounding mode);
/// "ieee", "nan", "saturate", "cuda-satfinite", "cuda-nosat", "onnx", "onnx-nosaturate", "torch-2.11", "torch-2.12"
std::string_view overflow_id(Overflow policy);
/// By id; nullopt for anything else.
std::optional<Rounding> find_rounding(std::string_view id);
std::optional<Overflow> find_overflow(std::string_view id);
/// In the order of the enumerations.
std::span<const Rounding> all_roundings();
std::span<const Overflow> all_overflows();
/// All ids in a row, separated by commas; for messages and help.
std::string known_roundings();
std::string known_overflows();
/// Ieee where the format has an infinity, else Nan.
Overflow default_overflow(const FloatFormat& format);

/// How to round.
struct RoundingOptions {
    Rounding mode = Rounding::NearestEven;
    std::optional<Overflow> overflow = std::nullopt; ///< default_overflow() where none is chosen
    /// A result that would be a subnormal number becomes a zero of its sign (PTX's .ftz). x86's FTZ differs for one
    /// case: what only rounding lifts to the smallest normal number stays here.
    bool flush_subnormals = false;
    /// 64 uniform bits; Stochastic goes away from zero where random / 2^64 < the fraction cut off.
    std::uint64_t random = 0;
    /// Subnormal operands of arithmetic count as zeros of their sign (x86's DAZ). Converting does not look at it.
    bool zero_subnormal_operands = false;
    bool operator==(const RoundingOptions&) const = default;
};

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
    bool flushed = false;  ///< a subnormal result became zero because the options ask for it
    bool is_tie() const { return guard && !round && !sticky; }
};

/// Rounds once. A NaN becomes the policy's quiet NaN. With Overflow::Ieee and a format without infinity, NaN stands in
/// for infinity. Overflow is decided after rounding as if the exponent had no upper end, in every mode.
Rounded round_to(const FloatFormat& format, const ExactValue& value, const RoundingOptions& options = {});
Rounded round_to(const FloatFormat& format, const ExactValue& value, Rounding mode,
                 std::optional<Overflow> policy = std::nullopt);

/// The code that a policy gives NaN, and what it makes of an infinity.
Code nan_code(const FloatFormat& format, Overflow policy, bool negative);
Code infinity_code(const FloatFormat& format, Overflow policy, bool negative);

/// The nearest double, exactly rounded; for error figures and screen positions.
double to_double(const ExactValue& value);
double to_double(const Rational& value);

} // namespace ampscope::numeric
