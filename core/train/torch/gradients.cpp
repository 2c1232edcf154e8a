#include "core/train/torch/gradients.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>

#include "core/train/torch/gpu.h"
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

double clip_coefficient(double norm, const Clip& clip) {
    const double coefficient = clip.max_norm / (norm + 1e-6);
    return coefficient > 1 ? 1 : coefficient;
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

static bool on_gpu(const Gradients& gradients) {
    return !gradients.empty() && gradients[0].is_cuda();
}

numeric::SpecialCounts special_counts(const Gradients& gradients) {
    numeric::SpecialCounts counts;
    if (on_gpu(gradients)) {
        const numeric::Magnitudes sizes = magnitudes_on_gpu(gradients, 1);
        counts.zero = sizes.zero, counts.nonfinite = sizes.nonfinite();
        return counts;
    }
    for (const auto& gradient : gradients)
        with_values(gradient, [&](auto values) { counts.add(values); });
    return counts;
}

numeric::Magnitudes magnitudes(const Gradients& gradients, float divisor) {
    if (on_gpu(gradients)) return magnitudes_on_gpu(gradients, divisor);
    numeric::Magnitudes result;
    for (const auto& gradient : gradients)
        with_values(gradient, [&](auto values) { result.add(values, divisor); });
    return result;
}

record::SizeHistogram size_histogram(const numeric::Magnitudes& sizes) {
    record::SizeHistogram histogram;
    histogram.zero = sizes.zero, histogram.inf = sizes.infinite, histogram.nan = sizes.nan;
    std::size_t first = 0, last = sizes.exponents.size();
    while (first < last && sizes.exponents[first] == 0)
        ++first;
    while (last > first && sizes.exponents[last - 1] == 0)
        --last;
    histogram.log2_low = static_cast<int>(first) + numeric::Magnitudes::kLowestExponent;
    histogram.counts.assign(sizes.exponents.begin() + static_cast<std::ptrdiff_t>(first),
                            sizes.exponents.begin() + static_cast<std::ptrdiff_t>(last));
    return histogram;
}

template <typename Word>
static std::int64_t count_different(const void* before, const void* after, std::int64_t count) {
    const auto *a = static_cast<const Word*>(before), *b = static_cast<const Word*>(after);
    // Counters as wide as the numbers, per block, so that the compiler makes vector code of the loop.
    constexpr std::int64_t kBlock = 4096;
    std::int64_t different = 0;
    for (std::int64_t begin = 0; begin < count; begin += kBlock) {
        Word in_block = 0;
        for (std::int64_t i = begin, end = std::min(begin + kBlock, count); i < end; ++i)
            in_block = static_cast<Word>(in_block + (a[i] != b[i] ? 1 : 0));
        different += in_block;
    }
    return different;
}

std::int64_t count_moved(const at::Tensor& before, const at::Tensor& after) {
    if (after.is_cuda()) {
        const at::NoGradGuard no_grad;
        const auto words = after.element_size() == 4 ? at::kInt : at::kShort;
        return before.detach().view(words).ne(after.detach().view(words)).sum().item<std::int64_t>();
    }
    const void *a = before.const_data_ptr(), *b = after.const_data_ptr();
    return after.element_size() == 4 ? count_different<std::uint32_t>(a, b, after.numel())
                                     : count_different<std::uint16_t>(a, b, after.numel());
}

std::int64_t element_count(const Gradients& gradients) {
    std::int64_t count = 0;
    for (const auto& gradient : gradients)
        count += gradient.numel();
    return count;
}

} // namespace ampscope::train
