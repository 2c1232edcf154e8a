#include "core/train/torch/gradients.h"
#include <ATen/core/grad_mode.h>

namespace ampscope::train {

Gradients gradients_of(const std::vector<Parameter>& parameters) {
    Gradients gradients;
    for (const auto& parameter : parameters)
        gradients.push_back(parameter.tensor.grad());
    return gradients;
}

void drop_gradients(const std::vector<Parameter>& parameters) {
    for (const auto& parameter : parameters)
        parameter.tensor.mutable_grad().reset();
}

bool unscale(const Gradients& gradients, float scale) {
    const at::NoGradGuard no_grad;
    at::Tensor found_inf = at::zeros({}, at::kFloat);
    const at::Tensor inverse = at::full({}, static_cast<float>(1.0 / static_cast<double>(scale)), at::kFloat);
    at::_amp_foreach_non_finite_check_and_unscale_(gradients, found_inf, inverse);
    return found_inf.item<float>() != 0;
}

double norm(const Gradients& gradients, const Clip* clip) {
    const at::NoGradGuard no_grad;
    const at::Tensor total = at::linalg_vector_norm(at::stack(at::_foreach_norm(gradients, 2)), 2);
    if (clip) {
        const at::Tensor coefficient = at::clamp(clip->max_norm / (total + 1e-6), std::nullopt, at::Scalar(1.0));
        at::_foreach_mul_(gradients, coefficient);
    }
    return total.item<double>();
}

static std::span<const float> values_of(const at::Tensor& gradient) {
    // Gradients of matrices and vectors that backward made are dense; a transposed one counts the same in any order.
    TORCH_INTERNAL_ASSERT(gradient.is_non_overlapping_and_dense() && gradient.scalar_type() == at::kFloat);
    return {gradient.const_data_ptr<float>(), static_cast<std::size_t>(gradient.numel())};
}

numeric::SpecialCounts special_counts(const Gradients& gradients) {
    numeric::SpecialCounts counts;
    for (const auto& gradient : gradients)
        counts.add(values_of(gradient));
    return counts;
}

numeric::Magnitudes magnitudes(const Gradients& gradients, float divisor) {
    numeric::Magnitudes result;
    for (const auto& gradient : gradients)
        result.add(values_of(gradient), divisor);
    return result;
}

std::int64_t element_count(const Gradients& gradients) {
    std::int64_t count = 0;
    for (const auto& gradient : gradients)
        count += gradient.numel();
    return count;
}

} // namespace ampscope::train
