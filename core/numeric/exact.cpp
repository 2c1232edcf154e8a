#include "core/numeric/exact.h"

namespace ampscope::numeric {

ExactValue ExactValue::finite(const Rational& value) {
    if (value == 0) return zero();
    const bool negative = value < 0;
    return {Kind::Finite, negative, negative ? Rational(-value) : value};
}

Rational power_of_two(int exponent) {
    const Integer power = Integer(1) << (exponent < 0 ? -exponent : exponent);
    return exponent < 0 ? Rational(Integer(1), power) : Rational(power);
}

int floor_log2(const Rational& value) {
    const Integer top = numerator(value), bottom = denominator(value);
    // msb(top) - msb(bottom) is the answer or one above it.
    const int guess = static_cast<int>(msb(top)) - static_cast<int>(msb(bottom));
    const bool fits = guess >= 0 ? top >= (bottom << guess) : (top << -guess) >= bottom;
    return fits ? guess : guess - 1;
}

namespace {

struct Parts {
    bool negative;
    int exponent;     // of the quantum: value = significand * 2^exponent
    Code significand; // hidden bit included
};

Parts parts(const FloatFormat& format, const Code& code) {
    const Code magnitude = code & ~format.sign_bit();
    const int field = static_cast<int>(magnitude >> format.mantissa_bits);
    const Code mantissa = magnitude & format.mantissa_mask();
    const Code hidden = field == 0 ? Code(0) : Code(1) << format.mantissa_bits;
    const int exponent = (field == 0 ? 1 : field) - format.bias;
    return {(code & format.sign_bit()) != 0, exponent - format.mantissa_bits, mantissa | hidden};
}

} // namespace

ExactValue decode(const FloatFormat& format, const Code& code) {
    const bool negative = (code & format.sign_bit()) != 0;
    if (format.is_nan(code)) return ExactValue::nan(negative, format.is_signalling_nan(code));
    if (format.is_infinity(code)) return ExactValue::infinity(negative);
    const auto [sign, exponent, significand] = parts(format, code);
    if (significand == 0) return ExactValue::zero(sign);
    const ExactValue magnitude = ExactValue::finite(Rational(Integer(significand)) * power_of_two(exponent));
    return sign ? magnitude.negated() : magnitude;
}

NumberClass classify(const FloatFormat& format, const Code& code) {
    if (format.is_nan(code)) return NumberClass::NaN;
    if (format.is_infinity(code)) return NumberClass::Infinity;
    const Code magnitude = code & ~format.sign_bit();
    if (magnitude == 0) return NumberClass::Zero;
    return (magnitude & format.exponent_mask()) == 0 ? NumberClass::Subnormal : NumberClass::Normal;
}

std::string_view class_id(NumberClass number_class) {
    switch (number_class) {
    case NumberClass::Zero: return "zero";
    case NumberClass::Subnormal: return "subnormal";
    case NumberClass::Normal: return "normal";
    case NumberClass::Infinity: return "infinity";
    case NumberClass::NaN: return "nan";
    }
    return "";
}

Rational ulp(const FloatFormat& format, const Code& code) {
    return power_of_two(parts(format, code).exponent);
}

static Code next_up_from(const FloatFormat& format, const Code& code, bool up) {
    if (format.is_nan(code)) return code;
    const Code sign = format.sign_bit();
    const Code magnitude = code & ~sign;
    const bool negative = (code & sign) != 0;
    if (magnitude == 0) return up ? Code(1) : sign | 1;
    const bool away = negative != up;
    if (!away) {
        const Code smaller = magnitude - 1;
        if (smaller == 0 && !format.has_minus_zero()) return 0;
        return (negative ? sign : Code(0)) | smaller;
    }
    const Code last = format.has_infinity() ? format.infinity() : format.max_finite();
    return magnitude == last ? code : (negative ? sign : Code(0)) | (magnitude + 1);
}

Code next_up(const FloatFormat& format, const Code& code) {
    return next_up_from(format, code, true);
}
Code next_down(const FloatFormat& format, const Code& code) {
    return next_up_from(format, code, false);
}

} // namespace ampscope::numeric
