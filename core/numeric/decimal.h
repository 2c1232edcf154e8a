// Exact decimal text of a stored value.
#pragma once

#include <string>

#include "core/numeric/exact.h"

namespace ampscope::numeric {

/// Every digit of a value whose denominator is a power of two, as all stored values are: "0.0999755859375",
/// "5.9604644775390625e-8", "-0", "inf", "-inf", "nan". Plain notation between 10^-6 and 10^40, else scientific.
std::string exact_decimal(const ExactValue& value);
std::string exact_decimal(const Rational& value);

/// C and Python hexadecimal notation: "0x1.8p-9", "-0x0p+0", "inf", "nan".
std::string hexadecimal(const ExactValue& value);

/// The bit pattern with the width of its format: "0x3c01", "0x7e".
std::string code_text(const FloatFormat& format, const Code& code);

} // namespace ampscope::numeric
