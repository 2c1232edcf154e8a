#include "core/numeric/expression.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/text/message.h"
#include "core/text/utf8.h"
#include "core/text/words.h"

namespace ampscope::numeric {
namespace {

// A decimal literal of this many places is still expanded: 10^19000 has 63,117 bits.
constexpr std::int64_t kMaxDecimalExponent = 19'000;
constexpr std::int64_t kMaxBinaryExponent = 60'000;
// Exponents are read up to here and then stay: enough to decide, and no overflow when digits are counted on top.
constexpr std::int64_t kExponentCap = 1'000'000'000'000;
constexpr int kMaxBrackets = 200; ///< inside each other
constexpr int kMaxPowers = 200;   ///< 2^2^2^…

bool is_digit(char32_t c) {
    return c >= U'0' && c <= U'9';
}

int hex_digit(char32_t c) {
    if (is_digit(c)) return static_cast<int>(c - U'0');
    if (c >= U'a' && c <= U'f') return static_cast<int>(c - U'a') + 10;
    if (c >= U'A' && c <= U'F') return static_cast<int>(c - U'A') + 10;
    return -1;
}

bool is_letter(char32_t c) {
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

int superscript_digit(char32_t c) {
    static constexpr std::u32string_view kDigits = U"⁰¹²³⁴⁵⁶⁷⁸⁹";
    const auto found = kDigits.find(c);
    return found == std::u32string_view::npos ? -1 : static_cast<int>(found);
}

// A character for a message. Those that cannot be seen, or that turn the line around, stand as their number.
std::string visible(char32_t c) {
    static constexpr std::pair<char32_t, char32_t> kUnseen[] = {
        {0x80, 0x9f},     {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},   {0x115f, 0x1160},
        {0x180b, 0x180f}, {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f}, {0x3000, 0x3000},
        {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xe0000, 0xe0fff}};
    const bool unseen =
        std::ranges::any_of(kUnseen, [c](const auto& range) { return c >= range.first && c <= range.second; });
    if (!unseen) return text::encode_utf8(c);
    std::string digits = Integer(static_cast<std::uint32_t>(c)).str(0, std::ios_base::hex | std::ios_base::uppercase);
    return "U+" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

class Parser {
  public:
    explicit Parser(std::string_view text) : m_text(text::decode_utf8(text)) {
        if (m_text.size() > kMaxExpressionLength)
            throw text::bad_input("numeric.too_long",
                                  {{"length", text::grouped(static_cast<std::int64_t>(m_text.size()))},
                                   {"limit", text::grouped(kMaxExpressionLength)}});
    }

    ExactValue parse() {
        skip_space();
        if (at_end()) fail("numeric.empty", m_position);
        ExactValue value = sum();
        if (!at_end()) {
            if (peek() == U',') fail("numeric.comma", m_position);
            unexpected();
        }
        return value;
    }

    // The code that the text names, where it is nothing but a code of `format`.
    std::optional<Code> lone_code(const FloatFormat& format) {
        const auto colon = m_text.find(U':');
        if (colon == std::u32string::npos) return std::nullopt;
        skip_space();
        std::string name;
        for (; m_position < colon; ++m_position) {
            if (peek() > U'z') return std::nullopt;
            name += static_cast<char>(peek());
        }
        const auto found = find_format(name);
        if (!found || !(*found == format)) return std::nullopt;
        ++m_position;
        const Code bits = code_bits(*found);
        return at_end() ? std::optional(bits) : std::nullopt;
    }

  private:
    // --- characters
    bool at_end() const { return m_position >= m_text.size(); }
    char32_t peek(std::size_t ahead = 0) const {
        return m_position + ahead < m_text.size() ? m_text[m_position + ahead] : U'\0';
    }
    void skip_space() {
        while (!at_end() &&
               (peek() == U' ' || peek() == U'\t' || peek() == U'\n' || peek() == U'\r' || peek() == U'\xA0'))
            ++m_position;
    }
    bool take(std::u32string_view token) {
        if (m_text.compare(m_position, token.size(), token) != 0) return false;
        m_position += token.size();
        skip_space();
        return true;
    }
    bool take_any(std::initializer_list<std::u32string_view> tokens) {
        return std::ranges::any_of(tokens, [&](auto token) { return take(token); });
    }

    // --- errors
    [[noreturn]] void fail(std::string id, std::size_t position, std::vector<text::Argument> arguments = {}) const {
        throw text::bad_input(std::move(id), std::move(arguments), {"", 1, static_cast<int>(position) + 1});
    }
    [[noreturn]] void unexpected() const {
        if (at_end()) fail("numeric.ends_early", m_position);
        fail("numeric.unexpected", m_position, {{"found", visible(peek())}});
    }
    ExactValue checked(const Rational& value, std::size_t position) const {
        const auto too_wide = [](const Integer& i) { return i != 0 && msb(abs(i)) >= kMaxIntermediateBits; };
        if (too_wide(numerator(value)) || too_wide(denominator(value)))
            fail("numeric.too_many_bits", position, {{"limit", text::grouped(kMaxIntermediateBits)}});
        return ExactValue::finite(value);
    }
    // Tiny and Huge have no digits to calculate with.
    void need_digits(const ExactValue& value, std::size_t position) const {
        if (value.kind() == ExactValue::Kind::Tiny || value.kind() == ExactValue::Kind::Huge)
            fail("numeric.too_many_bits", position, {{"limit", text::grouped(kMaxIntermediateBits)}});
    }

    // --- grammar
    ExactValue sum() {
        std::size_t begin = m_position;
        ExactValue left = product();
        for (;;) {
            const std::size_t here = m_position;
            const bool plus = take(U"+");
            if (!plus && !take_any({U"-", U"−"})) break;
            const std::size_t right_begin = m_position;
            const ExactValue right = product();
            need_digits(left, begin);
            need_digits(right, right_begin);
            left = add(left, plus ? right : right.negated(), here);
            begin = here;
        }
        return left;
    }

    ExactValue product() {
        std::size_t begin = m_position;
        ExactValue left = signed_value();
        for (;;) {
            const std::size_t here = m_position;
            const bool divide = take_any({U"/", U"÷"});
            if (!divide) {
                if (m_text.compare(m_position, 2, U"**") == 0 || !take_any({U"*", U"×", U"·"})) break;
            }
            const std::size_t right_begin = m_position;
            const ExactValue right = signed_value();
            need_digits(left, begin);
            need_digits(right, right_begin);
            left = divide ? quotient(left, right, here) : multiply(left, right, here);
            begin = here;
        }
        return left;
    }

    ExactValue signed_value() {
        bool negative = false;
        for (;;) {
            if (take_any({U"-", U"−"}))
                negative = !negative;
            else if (!take(U"+"))
                break;
        }
        const ExactValue value = power();
        return negative ? value.negated() : value;
    }

    ExactValue power() {
        const std::size_t begin = m_position;
        const ExactValue base = primary();
        const std::size_t here = m_position;
        if (take_any({U"^", U"**"})) {
            const std::size_t exponent_begin = m_position;
            if (++m_powers > kMaxPowers) fail("numeric.too_many_powers", here, {{"limit", std::to_string(kMaxPowers)}});
            const ExactValue exponent = signed_value();
            --m_powers;
            need_digits(base, begin);
            need_digits(exponent, exponent_begin);
            return raise(base, exponent, here, exponent_begin);
        }
        if (superscript_digit(peek()) >= 0 || (peek() == U'⁻' && superscript_digit(peek(1)) >= 0)) {
            const bool negative = peek() == U'⁻';
            if (negative) ++m_position;
            Integer exponent = 0;
            for (int digit; (digit = superscript_digit(peek())) >= 0; ++m_position)
                exponent = exponent * 10 + digit;
            skip_space();
            need_digits(base, begin);
            return raise(base, ExactValue::finite(Rational(negative ? Integer(-exponent) : exponent)), here, here);
        }
        return base;
    }

    ExactValue primary() {
        const std::size_t begin = m_position;
        if (take(U"(")) {
            if (++m_brackets > kMaxBrackets)
                fail("numeric.too_nested", begin, {{"limit", std::to_string(kMaxBrackets)}});
            const ExactValue value = sum();
            --m_brackets;
            if (!take(U")")) {
                if (at_end()) fail("numeric.unclosed", m_position);
                unexpected();
            }
            return value;
        }
        if (is_digit(peek()) || (peek() == U'.' && is_digit(peek(1)))) return number();
        if (is_letter(peek())) return word();
        unexpected();
    }

    ExactValue word() {
        const std::size_t begin = m_position;
        std::string name;
        while (is_letter(peek()) || is_digit(peek()) || peek() == U'_' ||
               (peek() == U'-' && is_letter(peek(1)) && is_format_prefix(name)))
            name += static_cast<char>(m_text[m_position++]);
        const std::string lower = text::lower_case(name);
        if (peek() == U':') {
            const auto format = find_format(lower);
            if (!format) fail("numeric.unknown_code_format", begin, {{"found", name}});
            ++m_position;
            return code(*format);
        }
        skip_space();
        if (lower == "inf" || lower == "infinity") return ExactValue::infinity();
        if (lower == "nan") return ExactValue::nan();
        m_position = begin;
        fail("numeric.unknown_word", begin, {{"found", name}});
    }

    // "e4m3-ieee:" is one word, "inf-nan" is a subtraction.
    bool is_format_prefix(std::string_view name) const { return name == "e4m3" || name == "E4M3"; }

    ExactValue code(const FloatFormat& format) { return decode(format, code_bits(format)); }

    Code code_bits(const FloatFormat& format) {
        const std::size_t begin = m_position;
        std::size_t length = 0;
        bool has_letter = false;
        for (; hex_digit(peek(length)) >= 0; ++length)
            has_letter = has_letter || is_letter(peek(length));
        const bool is_binary = peek() == U'0' && (peek(1) == U'b' || peek(1) == U'B');
        if (has_letter && !is_binary && !is_letter(peek(length))) fail("numeric.code_needs_prefix", begin);
        const Integer bits = unsigned_integer();
        if ((bits >> format.bits()) != 0)
            fail("numeric.code_too_wide", begin, {{"format", format.id}, {"bits", std::to_string(format.bits())}});
        skip_space();
        return Code(bits);
    }

    // 0x…, 0b… or decimal digits; at least one digit.
    Integer unsigned_integer() {
        int base = 10;
        if (peek() == U'0' && (peek(1) == U'x' || peek(1) == U'X'))
            base = 16, m_position += 2;
        else if (peek() == U'0' && (peek(1) == U'b' || peek(1) == U'B'))
            base = 2, m_position += 2;
        Integer value = 0;
        const std::size_t begin = m_position;
        for (int digit; (digit = hex_digit(peek())) >= 0 && digit < base; ++m_position)
            value = value * base + digit;
        if (m_position == begin) unexpected();
        return value;
    }

    ExactValue number() {
        if (peek() == U'0' && (peek(1) == U'x' || peek(1) == U'X')) return based_number(16, 4, U'p', U'P');
        if (peek() == U'0' && (peek(1) == U'b' || peek(1) == U'B')) return based_number(2, 1, U'p', U'P');
        return decimal_number();
    }

    // Digits with at most one point. Leading zeros are not kept; `places` counts the digits behind the point.
    struct Digits {
        std::string text;
        std::int64_t places = 0;
    };
    Digits digits(int base) {
        Digits result;
        bool point = false, any = false;
        for (;; ++m_position) {
            if (peek() == U'.' && !point) {
                point = true;
                continue;
            }
            const int digit = hex_digit(peek());
            if (digit < 0 || digit >= base) break;
            any = true;
            if (point) ++result.places;
            if (digit != 0 || !result.text.empty()) result.text += "0123456789abcdef"[digit];
        }
        if (!any) unexpected();
        return result;
    }

    std::int64_t exponent_digits() {
        bool negative = false;
        if (peek() == U'+')
            ++m_position;
        else if (peek() == U'-' || peek() == U'−')
            negative = true, ++m_position;
        if (!is_digit(peek())) unexpected();
        std::int64_t value = 0;
        for (; is_digit(peek()); ++m_position)
            value = std::min(kExponentCap, value * 10 + static_cast<std::int64_t>(peek() - U'0'));
        return negative ? -value : value;
    }

    void end_of_literal() {
        if (is_letter(peek()) || is_digit(peek()) || peek() == U'.' || peek() == U'_') unexpected();
        if (peek() == U',') fail("numeric.comma", m_position);
        skip_space();
    }

    ExactValue decimal_number() {
        const Digits read = digits(10);
        std::int64_t exponent = 0;
        if (peek() == U'e' || peek() == U'E') ++m_position, exponent = exponent_digits();
        end_of_literal();
        if (read.text.empty()) return ExactValue::zero();
        exponent -= read.places;
        const std::int64_t order = exponent + static_cast<std::int64_t>(read.text.size()); // value < 10^order
        if (order > kMaxDecimalExponent) return ExactValue::huge();
        if (order < -kMaxDecimalExponent) return ExactValue::tiny();
        const Integer significand(read.text);
        const Integer power = pow(Integer(10), static_cast<unsigned>(std::abs(exponent)));
        return ExactValue::finite(exponent < 0 ? Rational(significand, power) : Rational(Integer(significand * power)));
    }

    ExactValue based_number(int base, int bits_per_digit, char32_t mark, char32_t upper_mark) {
        m_position += 2;
        const Digits read = digits(base);
        std::int64_t exponent = 0;
        if (peek() == mark || peek() == upper_mark) ++m_position, exponent = exponent_digits();
        end_of_literal();
        if (read.text.empty()) return ExactValue::zero();
        exponent -= read.places * bits_per_digit;
        const std::int64_t order = exponent + static_cast<std::int64_t>(read.text.size()) * bits_per_digit;
        if (order > kMaxBinaryExponent) return ExactValue::huge();
        if (order < -kMaxBinaryExponent) return ExactValue::tiny();
        Integer significand = 0;
        for (char c : read.text)
            significand = (significand << bits_per_digit) + hex_digit(static_cast<char32_t>(c));
        return ExactValue::finite(Rational(significand) * power_of_two(static_cast<int>(exponent)));
    }

    // --- arithmetic, exact; infinities and NaN as in IEEE 754
    ExactValue add(const ExactValue& a, const ExactValue& b, std::size_t position) const {
        using Kind = ExactValue::Kind;
        if (a.kind() == Kind::NaN || b.kind() == Kind::NaN) return ExactValue::nan();
        if (a.kind() == Kind::Infinite && b.kind() == Kind::Infinite)
            return a.is_negative() == b.is_negative() ? a : ExactValue::nan();
        if (a.kind() == Kind::Infinite) return a;
        if (b.kind() == Kind::Infinite) return b;
        if (a.kind() == Kind::Zero && b.kind() == Kind::Zero)
            return ExactValue::zero(a.is_negative() && b.is_negative());
        return checked(a.rational() + b.rational(), position);
    }

    ExactValue multiply(const ExactValue& a, const ExactValue& b, std::size_t position) const {
        using Kind = ExactValue::Kind;
        const bool negative = a.is_negative() != b.is_negative();
        if (a.kind() == Kind::NaN || b.kind() == Kind::NaN) return ExactValue::nan();
        const bool zero = a.kind() == Kind::Zero || b.kind() == Kind::Zero;
        if (a.kind() == Kind::Infinite || b.kind() == Kind::Infinite)
            return zero ? ExactValue::nan() : ExactValue::infinity(negative);
        if (zero) return ExactValue::zero(negative);
        return checked(a.rational() * b.rational(), position);
    }

    ExactValue quotient(const ExactValue& a, const ExactValue& b, std::size_t position) const {
        using Kind = ExactValue::Kind;
        const bool negative = a.is_negative() != b.is_negative();
        if (b.kind() == Kind::Zero)
            return a.kind() == Kind::Zero || a.kind() == Kind::NaN ? ExactValue::nan() : ExactValue::infinity(negative);
        if (b.kind() == Kind::Infinite) return a.is_number() ? ExactValue::zero(negative) : ExactValue::nan();
        if (b.kind() == Kind::NaN || a.kind() == Kind::NaN) return ExactValue::nan();
        if (a.kind() == Kind::Infinite) return ExactValue::infinity(negative);
        if (a.kind() == Kind::Zero) return ExactValue::zero(negative);
        return checked(a.rational() / b.rational(), position);
    }

    ExactValue raise(const ExactValue& base, const ExactValue& exponent, std::size_t position,
                     std::size_t exponent_position) const {
        if (!base.is_number()) fail("numeric.base_not_finite", position);
        if (!exponent.is_number() || denominator(exponent.magnitude()) != 1)
            fail("numeric.exponent_not_whole", exponent_position);
        const Integer count = numerator(exponent.magnitude());
        if (count == 0) return ExactValue::finite(Rational(1));
        const bool inverse = exponent.is_negative();
        const bool odd = bit_test(count, 0);
        if (base.kind() == ExactValue::Kind::Zero) {
            const bool negative = base.is_negative() && odd;
            return inverse ? ExactValue::infinity(negative) : ExactValue::zero(negative);
        }
        // Bits of the result, before anything is computed: |x|^n has about n * log2|x| of them above and below the bar.
        const Integer top = numerator(base.magnitude()), bottom = denominator(base.magnitude());
        const auto wide = [&](const Integer& side) { return side != 1 && count * msb(side) >= kMaxIntermediateBits; };
        if (wide(top) || wide(bottom))
            fail("numeric.too_many_bits", position, {{"limit", text::grouped(kMaxIntermediateBits)}});
        if (top == 1 && bottom == 1) return ExactValue::finite(Rational(base.is_negative() && odd ? -1 : 1));
        const auto n = static_cast<unsigned>(count);
        Rational value = inverse ? Rational(Integer(pow(bottom, n)), Integer(pow(top, n)))
                                 : Rational(Integer(pow(top, n)), Integer(pow(bottom, n)));
        if (base.is_negative() && odd) value = -value;
        return checked(value, position);
    }

    std::u32string m_text;
    std::size_t m_position = 0;
    int m_brackets = 0;
    int m_powers = 0;
};

} // namespace

ExactValue parse_expression(std::string_view text) {
    return Parser(text).parse();
}

std::optional<Code> parse_code(std::string_view text, const FloatFormat& format) {
    return Parser(text).lone_code(format);
}

} // namespace ampscope::numeric
