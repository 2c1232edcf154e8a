// Sums of many doubles without any error.
#pragma once

#include <array>
#include <cstdint>

#include "core/numeric/exact.h"

namespace ampscope::numeric {

/// Adds up finite doubles exactly: a number as wide as double's whole range, in pieces of 32 bits that carry only when
/// they are read. Good for 2^29 additions.
class ExactSum {
  public:
    void add(double value); ///< finite
    Rational value() const; ///< of all that was added; 0 of nothing

  private:
    static constexpr int kLowest = -1074; ///< log2 of the least double
    static constexpr int kPieceBits = 32;
    std::array<std::int64_t, 68> m_pieces{};
};

} // namespace ampscope::numeric
