// Exact values: what a text or a bit pattern means, before any rounding.
#pragma once

#include <string>

#include "core/numeric/format.h"

namespace ampscope::numeric {

/// A signed exact value. Zero keeps its sign. `Tiny` and `Huge` stand for a literal whose exponent alone decides that
/// it lies nearer to zero, or further away, than any number of any format allowed here; its digits are never expanded.
class ExactValue {
  public:
    enum class Kind { Zero, Finite, Infinite, NaN, Tiny, Huge };

    static ExactValue zero(bool negative = false) { return {Kind::Zero, negative, 0}; }
    static ExactValue infinity(bool negative = false) { return {Kind::Infinite, negative, 0}; }
    static ExactValue nan(bool negative = false, bool signalling = false) {
        ExactValue value{Kind::NaN, negative, 0};
        value.m_signalling = signalling;
        return value;
    }
    static ExactValue tiny(bool negative = false) { return {Kind::Tiny, negative, 0}; }
    static ExactValue huge(bool negative = false) { return {Kind::Huge, negative, 0}; }
    /// A rational; 0 gives +0.
    static ExactValue finite(const Rational& value);

    Kind kind() const { return m_kind; }
    bool is_negative() const { return m_negative; }
    bool is_number() const { return m_kind == Kind::Zero || m_kind == Kind::Finite; }
    /// |value|, for Zero and Finite.
    const Rational& magnitude() const { return m_magnitude; }
    /// The signed value, for Zero and Finite.
    Rational rational() const { return m_negative ? Rational(-m_magnitude) : m_magnitude; }
    /// A NaN that IEEE 754 takes for an invalid operation when it is converted.
    bool is_signalling() const { return m_signalling; }
    ExactValue negated() const {
        ExactValue value = *this;
        value.m_negative = !m_negative;
        return value;
    }

  private:
    ExactValue(Kind kind, bool negative, Rational magnitude)
        : m_kind(kind), m_negative(negative), m_magnitude(std::move(magnitude)) {}
    Kind m_kind;
    bool m_negative;
    bool m_signalling = false;
    Rational m_magnitude; ///< > 0 for Finite, else 0
};

/// 2^exponent, exactly.
Rational power_of_two(int exponent);
/// floor(log2(value)) for value > 0.
int floor_log2(const Rational& value);

/// What the bit pattern means. Bits above the format's width must be 0.
ExactValue decode(const FloatFormat& format, const Code& code);

enum class NumberClass { Zero, Subnormal, Normal, Infinity, NaN };
/// The class of a code. Bits above the format's width must be 0.
NumberClass classify(const FloatFormat& format, const Code& code);
/// "zero", "subnormal", "normal", "infinity", "nan"
std::string_view class_id(NumberClass number_class);

/// The spacing of the format at this number's exponent (its quantum): the distance to the next number away from zero.
/// For finite codes only.
Rational ulp(const FloatFormat& format, const Code& code);

/// The next representable value towards +infinity (IEEE nextUp) or -infinity. Both zeros count as one value; NaN stays
/// itself; beyond the largest finite number comes infinity where the format has one, else the number stays.
Code next_up(const FloatFormat& format, const Code& code);
Code next_down(const FloatFormat& format, const Code& code);

} // namespace ampscope::numeric
