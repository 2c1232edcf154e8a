// One value in one format, with everything a person may want to know about it: the row behind `convert` and the Bits
// lab.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/json_writer.h"
#include "core/numeric/rounding.h"
#include "core/text/message.h"

namespace ampscope::numeric {

struct Conversion {
    FloatFormat format;
    Rounding rounding;
    Overflow overflow;
    Rounded rounded;
    ExactValue stored; ///< what the code means
    NumberClass number_class;

    /// stored - entered; none where either is no finite number. A literal beyond every format has no figure, either.
    std::optional<Rational> error;
    std::optional<Rational> error_ulp;      ///< in units of ulp(stored)
    std::optional<Rational> error_relative; ///< of the entered value; none where that is zero. A literal that is too
                                            ///< small for every format and becomes 0 is off by exactly -1
    std::optional<Rational> ulp;            ///< spacing at the stored value; none for infinity and NaN
    /// Neighbours of the stored value. Beyond the largest number of a format without infinity stands its NaN.
    Code below, above;

    /// Text of a neighbour or of the stored value.
    std::string decimal(const Code& code) const { return decimal_text(format, code); }
    static std::string decimal_text(const FloatFormat& format, const Code& code);
    /// IEEE exception flags by name: "inexact", "overflow", "underflow", "invalid".
    std::vector<std::string> flags() const;
    /// Why the value went where it went, in words: the tie rule, the threshold, the policy.
    text::Message reason() const;
};

/// An error as a double for people and JSON: never 0 unless it is 0. Below double's range its smallest number stands.
double error_figure(const Rational& error);

/// Rounds `value` to `format` and fills in the rest.
Conversion convert(const ExactValue& value, const FloatFormat& format, Rounding rounding = Rounding::NearestEven,
                   std::optional<Overflow> overflow = std::nullopt);

/// The object that `convert --json` prints: format, code, value, class, error_ulp, error_relative, flags, below, above,
/// ulp, rounding, overflow. Figures that do not exist are null; an infinite error is "inf". With `from`, the rounding
/// that came before, also that: format, code, value, flags.
void write_json(io::JsonWriter& writer, const Conversion& conversion, const Conversion* from = nullptr);

} // namespace ampscope::numeric
