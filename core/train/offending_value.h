// The number that did not fit: what the first Inf or NaN of a step was before it was rounded.
#pragma once

#include <optional>

#include "core/numeric/conversion.h"
#include "core/numeric/product_sum.h"
#include "core/record/details.h"

namespace ampscope::train {

struct OffendingValue {
    /// The products whose sum it is; none for an op that is no matrix product.
    numeric::ProductSum products;
    /// Exact, where the operands say what was calculated; else as far as fp64 carries; none where they do not say.
    std::optional<numeric::ExactValue> value;
    bool is_exact = false;
    /// `value` rounded once to the dtype of the result. A sum that is finite here and was Inf there passed the largest
    /// number on the way.
    std::optional<numeric::Conversion> stored;
};

/// Works out again, exactly, what the record says was calculated. Throws nothing.
OffendingValue offending_value(const record::FirstNonfinite& first);

} // namespace ampscope::train
