#include "core/numeric/exact_sum.h"

#include <bit>

namespace ampscope::numeric {

void ExactSum::add(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const int field = static_cast<int>(bits >> 52 & 0x7ff);
    std::uint64_t significand = bits & ((std::uint64_t(1) << 52) - 1);
    if (field != 0) significand |= std::uint64_t(1) << 52;
    const int place = field == 0 ? 0 : field - 1; // of the lowest bit, counted from 2^-1074
    const auto first = static_cast<std::size_t>(place / kPieceBits);
    const int shift = place % kPieceBits;
    constexpr std::uint64_t kMask = (std::uint64_t(1) << kPieceBits) - 1;
    const std::uint64_t low = (significand & kMask) << shift, high = (significand >> kPieceBits) << shift;
    const std::int64_t sign = bits >> 63 != 0 ? -1 : 1;
    m_pieces[first] += sign * static_cast<std::int64_t>(low & kMask);
    m_pieces[first + 1] += sign * static_cast<std::int64_t>((low >> kPieceBits) + (high & kMask));
    m_pieces[first + 2] += sign * static_cast<std::int64_t>(high >> kPieceBits);
}

Rational ExactSum::value() const {
    Integer sum = 0;
    for (std::size_t i = m_pieces.size(); i-- > 0;) {
        sum <<= kPieceBits;
        sum += m_pieces[i];
    }
    // Down to whole units of 2^-1074: without the zeros below the lowest bit the fraction is short.
    return sum == 0 ? Rational(0) : Rational(sum) * power_of_two(kLowest);
}

} // namespace ampscope::numeric
