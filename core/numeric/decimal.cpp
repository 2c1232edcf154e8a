#include "core/numeric/decimal.h"

#include <stdexcept>

namespace ampscope::numeric {
namespace {

const char* special_text(const ExactValue& value) {
    switch (value.kind()) {
    case ExactValue::Kind::NaN: return "nan";
    case ExactValue::Kind::Infinite: return value.is_negative() ? "-inf" : "inf";
    case ExactValue::Kind::Tiny:
    case ExactValue::Kind::Huge: throw std::logic_error("a literal beyond every format has no digits to show");
    default: return nullptr;
    }
}

} // namespace

std::string exact_decimal(const ExactValue& value) {
    if (const char* special = special_text(value)) return special;
    const std::string sign = value.is_negative() ? "-" : "";
    if (value.kind() == ExactValue::Kind::Zero) return sign + "0";

    // top / 2^places = top * 5^places / 10^places
    const Integer top = numerator(value.magnitude()), bottom = denominator(value.magnitude());
    const unsigned places = msb(bottom);
    if (bottom != Integer(1) << places) throw std::logic_error("not a binary fraction");
    std::string digits = Integer(top * pow(Integer(5), places)).str();
    const int exponent = static_cast<int>(digits.size()) - 1 - static_cast<int>(places); // of the first digit

    if (exponent < -6 || exponent > 40) {
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.size() > 1) digits.insert(1, ".");
        return sign + digits + "e" + (exponent < 0 ? "-" : "+") + std::to_string(std::abs(exponent));
    }
    if (exponent < 0) digits.insert(0, static_cast<std::size_t>(-exponent), '0');
    if (places > 0) {
        digits.insert(digits.size() - places, ".");
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.back() == '.') digits.pop_back();
    }
    return sign + digits;
}

std::string exact_decimal(const Rational& value) {
    return exact_decimal(ExactValue::finite(value));
}

std::string hexadecimal(const ExactValue& value) {
    if (const char* special = special_text(value)) return special;
    const std::string sign = value.is_negative() ? "-" : "";
    if (value.kind() == ExactValue::Kind::Zero) return sign + "0x0p+0";
    const int exponent = floor_log2(value.magnitude());
    const Rational scaled = value.magnitude() * power_of_two(-exponent); // in [1, 2)
    Integer top = numerator(scaled), bottom = denominator(scaled);
    const unsigned fraction_bits = msb(bottom);
    const unsigned digits = (fraction_bits + 3) / 4;
    top <<= 4 * digits - fraction_bits;
    const Integer fraction = top - (Integer(1) << (4 * digits));
    std::string text;
    if (digits > 0) {
        text = fraction.str(0, std::ios_base::hex);
        text.insert(0, digits - text.size(), '0');
        text.erase(text.find_last_not_of('0') + 1);
        text.insert(0, ".");
    }
    return sign + "0x1" + text + "p" + (exponent < 0 ? "-" : "+") + std::to_string(std::abs(exponent));
}

std::string code_text(const FloatFormat& format, const Code& code) {
    std::string text = Integer(code).str(0, std::ios_base::hex);
    for (char& c : text)
        c = (c >= 'A' && c <= 'F') ? static_cast<char>(c - 'A' + 'a') : c;
    const std::size_t width = static_cast<std::size_t>((format.bits() + 3) / 4);
    if (text.size() < width) text.insert(0, width - text.size(), '0');
    return "0x" + text;
}

} // namespace ampscope::numeric
