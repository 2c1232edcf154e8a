// Text to exact value: what a person types is parsed exactly and never goes through double.
#pragma once

#include <optional>
#include <string_view>

#include "core/numeric/exact.h"

namespace ampscope::numeric {

/// Longest text that is read, in characters.
constexpr std::size_t kMaxExpressionLength = 4096;
/// Widest numerator or denominator of an intermediate result, in bits.
constexpr unsigned kMaxIntermediateBits = 1u << 16;

/// Reads a value or an expression.
///
///     sum     = product { ("+" | "-") product }
///     product = signed { ("*" | "/") signed }            × · ÷ − are read, too
///     signed  = ("+" | "-") signed | power
///     power   = primary [ ("^" | "**") signed ] | primary superscript       2^-11, 2⁻¹¹; right to left
///     primary = number | "inf" | "infinity" | "nan" | code | "(" sum ")"
///     number  = 0.1 | .5 | 6.1e-5 | 0x1.8p-9 | 0x7f | 0b101
///     code    = format ":" (0x… | 0b… | decimal)          fp16:0x3c01, e4m3:0b01111110
///
/// Infinities and NaN follow IEEE (inf - inf = nan, 0 * inf = nan, 1 / 0 = inf). An exponent must be a whole number.
/// A single literal, with or without a sign, whose exponent puts it beyond every format gives Tiny or Huge.
///
/// Throws a BadInput error with the column (in code points) for anything else: unknown characters, a missing operand,
/// more than kMaxExpressionLength characters, an intermediate result of more than kMaxIntermediateBits.
ExactValue parse_expression(std::string_view text);

/// The code that `text` names where it is nothing but a code of this very format ("fp16:0x7c01" for fp16), nullopt
/// otherwise. A value forgets the payload of a NaN, a code keeps it. Throws for a code of the format that is malformed.
std::optional<Code> parse_code(std::string_view text, const FloatFormat& format);

} // namespace ampscope::numeric
