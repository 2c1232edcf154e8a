#include "core/numeric/stored_sum.h"

#include <bit>
#include <cmath>

#include "core/text/message.h"

namespace ampscope::numeric {

DoubleSum two_sum(double a, double b) {
    const double sum = a + b;
    if (!std::isfinite(sum)) return {sum, 0};
    const double b_part = sum - a;
    return {sum, (a - (sum - b_part)) + (b - b_part)};
}

namespace {

// The sum rounded to odd: where something was lost and the last bit is even, the neighbour on the lost part's side is
// the odd one.
double to_odd(const DoubleSum& sum) {
    const auto bits = std::bit_cast<std::uint64_t>(sum.value);
    if (sum.lost == 0 || (bits & 1) != 0) return sum.value;
    const bool away = (sum.value < 0) == (sum.lost < 0);
    return std::bit_cast<double>(away ? bits + 1 : bits - 1);
}

const FloatFormat& checked(const FloatFormat& format) {
    if (!Quantiser::covers(format)) throw text::bad_input("numeric.sum_format_too_wide", {{"format", format.name}});
    return format;
}

} // namespace

StoredSum::StoredSum(const FloatFormat& format)
    : m_format(checked(format)), m_nearest(format), m_stochastic(format, {Rounding::Stochastic, {}}) {}

double StoredSum::add(double a, double b, bool& inexact) const {
    const DoubleSum sum = two_sum(a, b);
    const double stored = m_nearest(to_odd(sum));
    inexact = sum.lost != 0 || stored != sum.value;
    return stored;
}

double StoredSum::add_stochastic(double a, double b, std::uint64_t random, bool& inexact) const {
    const DoubleSum sum = two_sum(a, b);
    if (sum.lost == 0) {
        const double stored = m_stochastic(sum.value, random);
        inexact = stored != sum.value;
        return stored;
    }
    inexact = true;
    const double big = std::fabs(a) > std::fabs(b) ? a : b, small = big == a ? b : a;
    if (m_nearest(big) != big) { // a step that the format does not have, and a tiny weight
        const Rational exact = Rational(a) + Rational(b);
        RoundingOptions options{Rounding::Stochastic, {}};
        options.random = random;
        const Code code = round_to(m_format, ExactValue::finite(exact), options).code;
        return m_nearest.decode(static_cast<std::uint32_t>(code));
    }
    // Both have at most 24 bits and do not fit into 53 together, so the small one is less than 2^-28 of the big one:
    // the sum lies between the big one and its neighbour on that side, |small| / gap of the way.
    int exponent = 0;
    const bool power = std::frexp(std::fabs(big), &exponent) == 0.5;
    const bool away = (big < 0) == (small < 0);
    const int least = m_format.min_exponent();
    exponent = std::max(exponent - 1, least);
    const int gap = exponent - m_format.mantissa_bits - (power && !away && exponent > least ? 1 : 0);
    const double beyond = std::copysign(std::ldexp(1.0, gap), small);
    // |small| / gap * 2^64, exactly; below 2^60. A random number is below it iff it is below its ceiling.
    const auto share = static_cast<std::uint64_t>(std::ceil(std::ldexp(std::fabs(small), 64 - gap)));
    const double floored = std::floor(std::ldexp(std::fabs(small), 64 - gap));
    // Towards zero the fraction cut off is 1 - |small| / gap, and away means to stay.
    const bool moves = away ? random < share : random > ~static_cast<std::uint64_t>(floored);
    return moves ? m_nearest(big + beyond) : big;
}

} // namespace ampscope::numeric
