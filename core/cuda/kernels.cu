#include "core/cuda/kernels.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "core/cuda/per_value.h"

namespace ampscope::cuda {
namespace {

constexpr int kThreads = 256, kWarps = kThreads / 32;
static_assert(kExponentBins == static_cast<int>(numeric::Magnitudes::kBins));

// Enough blocks to fill the GPU a few times over, and no more than there is work for.
unsigned blocks_for(std::int64_t count, int multiprocessors) {
    const std::int64_t wanted = (count + kThreads - 1) / kThreads, most = std::int64_t(8) * multiprocessors;
    return static_cast<unsigned>(wanted < most ? wanted : most);
}

__device__ std::int64_t first_place() {
    return static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
}
__device__ std::int64_t stride() {
    return static_cast<std::int64_t>(gridDim.x) * kThreads;
}

template <Number kNumber>
__device__ float number_at(const void* values, std::int64_t place) {
    if constexpr (kNumber == Number::Fp32) return static_cast<const float*>(values)[place];
    if constexpr (kNumber == Number::Fp16) return widened_fp16(static_cast<const std::uint16_t*>(values)[place]);
    return widened_bf16(static_cast<const std::uint16_t*>(values)[place]);
}

// One pass. Gradients crowd into few bins, so each warp counts by itself, in shared memory; a block adds up its warps,
// and only sums go to `counts`. Integers: any order gives the same. A block sees fewer than 2^32 numbers.
template <Number kNumber>
__global__ void __launch_bounds__(kThreads)
    magnitudes_kernel(const void* values, std::int64_t count, float divisor, unsigned long long* counts) {
    __shared__ unsigned bins[kWarps * kAllBins];
    for (int i = static_cast<int>(threadIdx.x); i < kWarps * kAllBins; i += kThreads)
        bins[i] = 0;
    __syncthreads();
    unsigned* own = bins + threadIdx.x / 32 * kAllBins;
    for (std::int64_t place = first_place(); place < count; place += stride())
        atomicAdd(&own[magnitude_bin(number_at<kNumber>(values, place) / divisor)], 1u);
    __syncthreads();
    for (int bin = static_cast<int>(threadIdx.x); bin < kAllBins; bin += kThreads) {
        unsigned sum = 0;
        for (int warp = 0; warp < kWarps; ++warp)
            sum += bins[warp * kAllBins + bin];
        if (sum != 0) atomicAdd(&counts[bin], static_cast<unsigned long long>(sum));
    }
}

template <typename Code>
__global__ void __launch_bounds__(kThreads)
    quantise_kernel(const float* values, std::int64_t count, numeric::QuantisePlan plan, Code* codes) {
    for (std::int64_t place = first_place(); place < count; place += stride())
        codes[place] = static_cast<Code>(rounded_code(plan, values[place]));
}

// CUDA's own conversions; on a GPU that has the instruction, that instruction.
template <Narrow kNarrow>
__device__ auto hardware_code(float value, bool saturate) {
    if constexpr (kNarrow == Narrow::Fp16) {
        return __half_as_ushort(__float2half_rn(value));
    } else if constexpr (kNarrow == Narrow::Bf16) {
        return __bfloat16_as_ushort(__float2bfloat16_rn(value));
    } else {
        return __nv_cvt_float_to_fp8(value, saturate ? __NV_SATFINITE : __NV_NOSAT,
                                     kNarrow == Narrow::E4m3 ? __NV_E4M3 : __NV_E5M2);
    }
}

template <Narrow kNarrow, typename Code>
__global__ void __launch_bounds__(kThreads)
    hardware_kernel(const float* values, std::int64_t count, bool saturate, Code* codes) {
    for (std::int64_t place = first_place(); place < count; place += stride())
        codes[place] = hardware_code<kNarrow>(values[place], saturate);
}

// "lowbias32" (Chris Wellons, Prospecting for Hash Functions), as numeric::array_random().
__device__ float spread(std::uint32_t x) {
    x ^= x >> 16;
    x *= 0x21f0aaadu;
    x ^= x >> 15;
    x *= 0x735a2d97u;
    x ^= x >> 15;
    return static_cast<float>(static_cast<std::int32_t>(x)) * 0x1p-31f;
}

__device__ void store(float value, float* to) {
    *to = value;
}
__device__ void store(float value, __half* to) {
    *to = __float2half_rn(value);
}
__device__ void store(float value, __nv_bfloat16* to) {
    *to = __float2bfloat16_rn(value);
}
__device__ void store(float value, __nv_fp8_storage_t* to) {
    *to = __nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E4M3);
}

template <typename Factor>
__global__ void __launch_bounds__(kThreads) fill_kernel(Factor* values, std::int64_t count, std::uint32_t seed) {
    for (std::int64_t place = first_place(); place < count; place += stride())
        store(spread(static_cast<std::uint32_t>(place) ^ seed), values + place);
}

int launched() {
    return static_cast<int>(cudaGetLastError());
}

} // namespace

int launch_magnitudes(const void* values, std::int64_t count, Number number, float divisor, unsigned long long* counts,
                      int multiprocessors) {
    if (count == 0) return 0;
    const unsigned blocks = blocks_for(count, multiprocessors);
    switch (number) {
    case Number::Fp32: magnitudes_kernel<Number::Fp32><<<blocks, kThreads>>>(values, count, divisor, counts); break;
    case Number::Fp16: magnitudes_kernel<Number::Fp16><<<blocks, kThreads>>>(values, count, divisor, counts); break;
    case Number::Bf16: magnitudes_kernel<Number::Bf16><<<blocks, kThreads>>>(values, count, divisor, counts); break;
    }
    return launched();
}

int launch_quantise(const float* values, std::int64_t count, const numeric::QuantisePlan& plan, void* codes,
                    std::size_t code_bytes, int multiprocessors) {
    if (count == 0) return 0;
    const unsigned blocks = blocks_for(count, multiprocessors);
    if (code_bytes == 1)
        quantise_kernel<<<blocks, kThreads>>>(values, count, plan, static_cast<std::uint8_t*>(codes));
    else
        quantise_kernel<<<blocks, kThreads>>>(values, count, plan, static_cast<std::uint16_t*>(codes));
    return launched();
}

int launch_hardware_cast(const float* values, std::int64_t count, Narrow narrow, bool saturate, void* codes,
                         int multiprocessors) {
    if (count == 0) return 0;
    const unsigned blocks = blocks_for(count, multiprocessors);
    auto* bytes = static_cast<std::uint8_t*>(codes);
    auto* halves = static_cast<std::uint16_t*>(codes);
    switch (narrow) {
    case Narrow::Fp16: hardware_kernel<Narrow::Fp16><<<blocks, kThreads>>>(values, count, saturate, halves); break;
    case Narrow::Bf16: hardware_kernel<Narrow::Bf16><<<blocks, kThreads>>>(values, count, saturate, halves); break;
    case Narrow::E4m3: hardware_kernel<Narrow::E4m3><<<blocks, kThreads>>>(values, count, saturate, bytes); break;
    case Narrow::E5m2: hardware_kernel<Narrow::E5m2><<<blocks, kThreads>>>(values, count, saturate, bytes); break;
    }
    return launched();
}

int launch_fill(void* values, std::int64_t count, Product product, std::uint32_t seed, int multiprocessors) {
    if (count == 0) return 0;
    const unsigned blocks = blocks_for(count, multiprocessors);
    switch (product) {
    case Product::Fp32:
    case Product::Tf32: fill_kernel<<<blocks, kThreads>>>(static_cast<float*>(values), count, seed); break;
    case Product::Fp16: fill_kernel<<<blocks, kThreads>>>(static_cast<__half*>(values), count, seed); break;
    case Product::Bf16: fill_kernel<<<blocks, kThreads>>>(static_cast<__nv_bfloat16*>(values), count, seed); break;
    case Product::E4m3: fill_kernel<<<blocks, kThreads>>>(static_cast<__nv_fp8_storage_t*>(values), count, seed); break;
    }
    return launched();
}

} // namespace ampscope::cuda
