// One element of a matrix product: its exact sum, and which products make it up.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/numeric/exact.h"

namespace ampscope::numeric {

/// left[0] * right[0] + left[1] * right[1] + …, without any error.
struct ProductSum {
    struct Term {
        std::size_t place; ///< in the row and the column
        double left, right;
        double product; ///< rounded to fp64; exact for numbers of fp32 and narrower formats
    };
    std::vector<Term> terms; ///< by size, the largest first
    /// Zero, Finite; NaN or Infinite where an operand is not finite.
    ExactValue sum = ExactValue::zero();
};

/// Row and column have the same length (else std::logic_error). Exact as long as no product comes near double's least
/// numbers, which those of fp32 and narrower formats do not.
ProductSum product_sum(std::span<const double> left, std::span<const double> right);

} // namespace ampscope::numeric
