#include "core/train/offending_value.h"

#include <array>
#include <bit>
#include <cmath>

namespace ampscope::train {

namespace {

numeric::ExactValue exact(double value) {
    return numeric::decode(numeric::format("fp64"), numeric::Code(std::bit_cast<std::uint64_t>(value)));
}

} // namespace

OffendingValue offending_value(const record::FirstNonfinite& first) {
    OffendingValue found;
    const auto& operands = first.left;
    if (first.kind == "sum_of_products" && operands.size() == first.right.size()) {
        found.products = numeric::product_sum(operands, first.right);
        found.value = found.products.sum;
        found.is_exact = true;
    } else if ((first.op == "mul" || first.op == "mul_") && operands.size() == 2) {
        found.value = numeric::product_sum(std::array{operands[0]}, std::array{operands[1]}).sum;
        found.is_exact = true;
    } else if ((first.op == "_to_copy" || first.op == "copy_") && !operands.empty()) {
        found.value = exact(operands.back());
        found.is_exact = true;
    } else if (!std::isnan(first.exact)) {
        found.value = exact(first.exact);
    }
    const auto format = numeric::find_format(first.dtype);
    if (found.value && format) found.stored = numeric::convert(*found.value, *format);
    return found;
}

} // namespace ampscope::train
