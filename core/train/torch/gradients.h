// What happens to gradients between backward and the optimizer: unscale, find Inf and NaN, norm, clip, statistics.
#pragma once

#include <ATen/ATen.h>

#include <vector>

#include "core/numeric/magnitudes.h"
#include "core/record/details.h"
#include "core/train/torch/model.h"

namespace ampscope::train {

using Gradients = std::vector<at::Tensor>;

/// .grad of every parameter.
Gradients gradients_of(const std::vector<Parameter>& parameters);
/// Drops every .grad (zero_grad(set_to_none=True)).
void drop_gradients(const std::vector<Parameter>& parameters);
/// Makes these the .grad of the parameters; undefined ones drop theirs.
void put_gradients(const std::vector<Parameter>& parameters, const Gradients& gradients);

struct Clip {
    double max_norm;
};
/// torch.nn.utils.clip_grad_norm_: the Euclidean norm over all gradients; where `clip` holds, they are multiplied by
/// min(1, max_norm / (norm + 1e-6)).
double norm(const Gradients& gradients, const Clip* clip);
/// That factor, for a norm; NaN for a norm that is.
double clip_coefficient(double norm, const Clip& clip);

/// Counts over all elements. 16-bit gradients are read as the fp32 numbers that they are; what that takes is not
/// counted as memory of the step.
numeric::SpecialCounts special_counts(const Gradients& gradients);
/// Of every element divided by `divisor`.
numeric::Magnitudes magnitudes(const Gradients& gradients, float divisor);
/// The same without the empty bins at both ends.
record::SizeHistogram size_histogram(const numeric::Magnitudes& sizes);
/// How many numbers differ, bit for bit: one that became NaN has moved. Both of the same shape and dtype, dense.
std::int64_t count_moved(const at::Tensor& before, const at::Tensor& after);
/// How many gradient elements there are.
std::int64_t element_count(const Gradients& gradients);

} // namespace ampscope::train
