// One addition in a narrow format: the exact sum, rounded once. The step of every race and every update.
#pragma once

#include "core/numeric/quantise.h"

namespace ampscope::numeric {

/// a + b in double, and what the addition lost: a + b == value + lost, exactly (Knuth's TwoSum; the numbers here are
/// far from double's ends). `lost` is 0 for infinite and NaN results.
struct DoubleSum {
    double value, lost;
};
DoubleSum two_sum(double a, double b);

/// Adds numbers of at most 24 bits of precision and rounds the exact sum once to a format that Quantiser covers. No
/// allocation but in one rare case of add_stochastic().
///
/// Why double suffices. Where a + b is no double, the double sum is first rounded to odd: cut off, with the last bit
/// set. A value that is rounded to odd with at least two bits more than the format keeps all that a second rounding
/// needs to know, namely the side of every number and midpoint of the format it lies on (Boldo and Melquiond, Emulation
/// of a FMA and correctly rounded sums, IEEE TC 57, 2008), and 53 >= 24 + 2. For two numbers of one format of p bits
/// even nearest-even would do, since 53 >= 2 p + 2 (Figueroa, When is double rounding innocuous?, SIGNUM 30, 1995);
/// but an fp32 step added to a bf16 weight is no such pair.
class StoredSum {
  public:
    /// Throws a BadInput error for a format that Quantiser does not cover.
    explicit StoredSum(const FloatFormat& format);

    const FloatFormat& format() const { return m_format; }
    /// The nearest number of the format, ties to even.
    double round(double value) const { return m_nearest(value); }
    /// round(a + b). `inexact` is set to whether the result differs from a + b.
    double add(double a, double b, bool& inexact) const;
    /// a + b rounded stochastically: away from zero iff random / 2^64 < the exact fraction that would be cut off.
    double add_stochastic(double a, double b, std::uint64_t random, bool& inexact) const;

  private:
    FloatFormat m_format;
    Quantiser m_nearest, m_stochastic;
};

} // namespace ampscope::numeric
