// What happens to gradients between backward and the optimizer: unscale, find Inf and NaN, norm, clip, statistics.
#pragma once

#include <ATen/ATen.h>

#include <vector>

#include "core/numeric/magnitudes.h"
#include "core/train/torch/gpt_mini.h"

namespace ampscope::train {

using Gradients = std::vector<at::Tensor>;

/// .grad of every parameter.
Gradients gradients_of(const std::vector<Parameter>& parameters);
/// Drops every .grad (zero_grad(set_to_none=True)).
void drop_gradients(const std::vector<Parameter>& parameters);

/// GradScaler.unscale_: multiplies in place by float(1 / double(scale)), also where the result is Inf or NaN, and says
/// whether any element was Inf or NaN before.
bool unscale(const Gradients& gradients, float scale);

/// clip_grad_norm_: the norm over all gradients; where `clip` holds, they are multiplied by min(1, max_norm / (norm +
/// 1e-6)).
struct Clip {
    double max_norm;
};
double norm(const Gradients& gradients, const Clip* clip);

numeric::SpecialCounts special_counts(const Gradients& gradients);
/// Of every element divided by `divisor`.
numeric::Magnitudes magnitudes(const Gradients& gradients, float divisor);
/// How many gradient elements there are.
std::int64_t element_count(const Gradients& gradients);

} // namespace ampscope::train
