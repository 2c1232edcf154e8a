// Numbers as text, the same under every locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ampscope::io {

/// The shortest text that reads back to the same bits; "nan", "inf", "-inf"; -0 is "-0"; whole numbers below 2^53
/// without an exponent ("16777216").
std::string to_text(double value);
/// Rounded to `digits` significant digits, without trailing zeros: 0.0999755859375, 3 -> "0.1".
std::string to_text(double value, int digits);

/// Reads a whole text as one number: C notation, "nan", "inf", "-inf". nullopt when anything else stands there.
/// Magnitudes that double cannot hold give inf or 0, as strtod does.
std::optional<double> parse_double(std::string_view text);
/// The same of a whole number in decimal; nullopt also for one beyond 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text);

} // namespace ampscope::io
