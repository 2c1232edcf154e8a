#include "core/numeric/product_sum.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/numeric/exact_sum.h"

namespace ampscope::numeric {

ProductSum product_sum(std::span<const double> left, std::span<const double> right) {
    if (left.size() != right.size()) throw std::logic_error("a row and a column of different lengths");
    ProductSum found;
    ExactSum sum;
    double special = 0; // becomes Inf or NaN with the first product that is no number
    for (std::size_t i = 0; i < left.size(); ++i) {
        const double product = left[i] * right[i];
        found.terms.push_back({i, left[i], right[i], product});
        if (std::isfinite(product)) {
            sum.add(product);
            sum.add(std::fma(left[i], right[i], -product)); // what its rounding cut off
        } else {
            special += product;
        }
    }
    std::ranges::stable_sort(found.terms, std::ranges::greater(), [](const ProductSum::Term& term) {
        return std::isnan(term.product) ? HUGE_VAL : std::fabs(term.product);
    });
    if (std::isnan(special))
        found.sum = ExactValue::nan();
    else if (std::isinf(special))
        found.sum = ExactValue::infinity(special < 0);
    else
        found.sum = ExactValue::finite(sum.value());
    return found;
}

} // namespace ampscope::numeric
