// Kernel launches, without CUDA's types, so that this header compiles anywhere. Each returns the number of a CUDA
// error, 0 for none, and does not wait. Pointers are into the GPU's memory; all on the default stream.
#pragma once

#include "core/cuda/device.h"

namespace ampscope::cuda {

/// Adds to `counts`, 280 bins in the order of per_value.h. `multiprocessors` decides how many blocks there are.
int launch_magnitudes(const void* values, std::int64_t count, Number number, float divisor, unsigned long long* counts,
                      int multiprocessors);
/// Device::quantise(). `code_bytes`: 1 or 2.
int launch_quantise(const float* values, std::int64_t count, const numeric::QuantisePlan& plan, void* codes,
                    std::size_t code_bytes, int multiprocessors);
/// Device::hardware_cast().
int launch_hardware_cast(const float* values, std::int64_t count, Narrow narrow, bool saturate, void* codes,
                         int multiprocessors);
/// Numbers spread evenly over [-1, 1), in the type of a product's factors: power and clock of a GPU depend on the bits
/// that it multiplies, and zeros would flatter it.
int launch_fill(void* values, std::int64_t count, Product product, std::uint32_t seed, int multiprocessors);

} // namespace ampscope::cuda
