// One value in one format, with everything a person may want to know about it: the row behind `convert` and the Bits
// lab.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/io/json_writer.h"
#include "core/numeric/rounding.h"
#include "core/text/message.h"

namespace ampscope::numeric {

/// The fields of a code, as bits and as what they mean.
struct Fields {
    std::string sign, exponent, mantissa; ///< "0", "01111", "1001100110"
    int exponent_field = 0;
    /// Of two, as it counts. Zeros and subnormals are pinned at the smallest normal number's: min_exponent().
    int exponent_value = 0;
    std::string significand; ///< with the hidden bit: "1.1001100110", "0.0000000001"
};
Fields fields_of(const FloatFormat& format, const Code& code);

/// The name of a rounding mode, and one sentence on what it does.
text::Message rounding_name(Rounding mode);
text::Message rounding_meaning(Rounding mode);

/// What a code is, in words: "subnormal: the exponent stays at -14 and there is no hidden 1", "signalling NaN, payload
/// 0x1".
text::Message describe(const FloatFormat& format, const Code& code);

/// The two codes that a finite value lies between, and where.
struct Decision {
    Code toward, away;   ///< the neighbours nearer to zero and further from it, with the value's sign
    bool away_overflows; ///< `away` would pass the largest finite number; it then holds what overflow gives here
    Rational cut;        ///< what is cut off at `toward`, as a share of the step: 0 <= cut < 1; 1/2 is a tie
};

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

    ExactValue entered;      ///< what was converted
    RoundingOptions options; ///< as given; `rounding` and `overflow` above are what they came to
    /// For finite nonzero values less than one step beyond the largest finite number; none for Tiny and Huge.
    std::optional<Decision> decision;

    Fields fields() const { return fields_of(format, rounded.code); }
    /// Text of a neighbour or of the stored value.
    std::string decimal(const Code& code) const { return decimal_text(format, code); }
    static std::string decimal_text(const FloatFormat& format, const Code& code);
    /// IEEE exception flags by name: "inexact", "overflow", "underflow", "invalid".
    std::vector<std::string> flags() const;
    /// Why the value went where it went, in words: the tie rule, the threshold, the draw, the policy.
    text::Message reason() const;
    /// The class in words.
    text::Message description() const { return describe(format, rounded.code); }
};

/// The flags of a rounding by name: "inexact", "overflow", "underflow", "invalid".
std::vector<std::string> flag_names(const Rounded& rounded);

/// An error as a double for people and JSON: never 0 unless it is 0. Below double's range its smallest number stands.
double error_figure(const Rational& error);

/// Rounds `value` to `format` and fills in the rest.
Conversion convert(const ExactValue& value, const FloatFormat& format, const RoundingOptions& options = {});
Conversion convert(const ExactValue& value, const FloatFormat& format, Rounding rounding,
                   std::optional<Overflow> overflow = std::nullopt);

/// The object that `convert --json` prints: format, code, value, class, error_ulp, error_relative, flags, below, above,
/// ulp, rounding, overflow. Figures that do not exist are null; an infinite error is "inf". With `from`, the rounding
/// that came before, also that: format, code, value, flags. `more` may add members at the end.
/// Behind those: hexadecimal, fields, decision (kept, guard, round, sticky, tie, away, flushed, cut), reason (the
/// message's id). The exponent and the significand of infinity and NaN are null.
void write_json(io::JsonWriter& writer, const Conversion& conversion, const Conversion* from = nullptr,
                const std::function<void(io::JsonWriter&)>& more = {});

} // namespace ampscope::numeric
