#include "core/train/torch/gradients.h"

#include <ATen/core/grad_mode.h>

#include "core/train/torch/memory_probe.h"

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

void put_gradients(const std::vector<Parameter>& parameters, const Gradients& gradients) {
    for (std::size_t i = 0; i < parameters.size(); ++i)
        parameters[i].tensor.mutable_grad() = gradients[i];
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

// Calls `use` with the gradient's values as fp32.
template <typename Use>
static void with_values(const at::Tensor& gradient, const Use& use) {
    const MemoryProbe::Ignore looking;
    // A transposed gradient counts the same in any order, but it must be dense.
    const at::Tensor values = gradient.scalar_type() == at::kFloat && gradient.is_non_overlapping_and_dense()
                                  ? gradient
                                  : gradient.to(at::kFloat).contiguous();
    use(std::span<const float>(values.const_data_ptr<float>(), static_cast<std::size_t>(values.numel())));
}

numeric::SpecialCounts special_counts(const Gradients& gradients) {
    numeric::SpecialCounts counts;
    for (const auto& gradient : gradients)
        with_values(gradient, [&](auto values) { counts.add(values); });
    return counts;
}

numeric::Magnitudes magnitudes(const Gradients& gradients, float divisor) {
    numeric::Magnitudes result;
    for (const auto& gradient : gradients)
        with_values(gradient, [&](auto values) { result.add(values, divisor); });
    return result;
}

std::int64_t element_count(const Gradients& gradients) {
    std::int64_t count = 0;
    for (const auto& gradient : gradients)
        count += gradient.numel();
    return count;
}

} // namespace ampscope::train
