#include "core/record/details.h"

#include <initializer_list>

namespace ampscope::record {

namespace {

// A record may hold any numbers: sums wrap around instead of being undefined.
std::int64_t sum_of(std::initializer_list<std::int64_t> numbers) {
    std::uint64_t sum = 0;
    for (const std::int64_t number : numbers)
        sum += static_cast<std::uint64_t>(number);
    return static_cast<std::int64_t>(sum);
}

} // namespace

std::int64_t SizeHistogram::total() const {
    std::int64_t sum = sum_of({zero, inf, nan});
    for (const std::int64_t count : counts)
        sum = sum_of({sum, count});
    return sum;
}

std::int64_t SavedTensors::bytes() const {
    std::int64_t sum = 0;
    for (const auto& tensor : tensors)
        if (!tensor.is_weight && !tensor.is_repeat) sum = sum_of({sum, tensor.bytes});
    return sum;
}

std::int64_t MemoryTimeline::total(std::size_t point) const {
    return sum_of(
        {weights, master, gradients[point], optimizer[point], activations[point], casts[point], temporary[point]});
}

std::size_t MemoryTimeline::peak() const {
    std::size_t highest = 0;
    for (std::size_t i = 1; i < size(); ++i)
        if (total(i) > total(highest)) highest = i;
    return highest;
}

} // namespace ampscope::record
