// What a kernel does with one number, written once: nvcc compiles it for the GPU, and the tests run the same lines on
// the CPU for every code there is. Integer arithmetic on bits, and one fp32 division.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/numeric/array_kernels.h"

#ifdef __CUDACC__
#define AMPSCOPE_BOTH_SIDES __host__ __device__ inline
#else
#define AMPSCOPE_BOTH_SIDES inline
#endif

namespace ampscope::cuda {

constexpr std::uint32_t kSignBit = 0x8000'0000u, kMagnitudeBits = 0x7fff'ffffu;
constexpr std::uint32_t kInfinityBits = 0x7f80'0000u, kHiddenBit = 0x0080'0000u;

/// Where a number is counted: bins of numeric::Magnitudes::exponents, then these three.
constexpr int kExponentBins = 277, kZeroBin = 277, kInfiniteBin = 278, kNanBin = 279, kAllBins = 280;

/// Number of bits up to the highest one; for numbers above 0.
AMPSCOPE_BOTH_SIDES int bit_width(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
    return 32 - __clz(static_cast<int>(bits));
#else
    int width = 0;
    for (; bits != 0; bits >>= 1)
        ++width;
    return width;
#endif
}

/// std::bit_cast, which a kernel cannot call.
AMPSCOPE_BOTH_SIDES std::uint32_t bits_of(float value) {
    std::uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
/// The other way.
AMPSCOPE_BOTH_SIDES float float_of(std::uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// The fp32 number that an fp16 code stands for; NaN keeps its digits.
AMPSCOPE_BOTH_SIDES float widened_fp16(std::uint16_t code) {
    const std::uint32_t sign = (code & 0x8000u) << 16, field = (code >> 10) & 0x1fu, digits = code & 0x3ffu;
    if (field == 31) return float_of(sign | kInfinityBits | digits << 13);
    if (field != 0) return float_of(sign | (field + 112) << 23 | digits << 13); // 112: fp32's bias less fp16's
    if (digits == 0) return float_of(sign);
    const int width = bit_width(digits); // subnormal: digits * 2^-24, normal in fp32
    return float_of(sign | static_cast<std::uint32_t>(102 + width) << 23 |
                    ((digits << (24 - width)) & (kHiddenBit - 1)));
}
AMPSCOPE_BOTH_SIDES float widened_bf16(std::uint16_t code) {
    return float_of(static_cast<std::uint32_t>(code) << 16);
}

/// Where the number is counted, whatever its sign.
AMPSCOPE_BOTH_SIDES int magnitude_bin(float value) {
    const std::uint32_t bits = bits_of(value) & kMagnitudeBits;
    if (bits >= kInfinityBits) return bits == kInfinityBits ? kInfiniteBin : kNanBin;
    if (bits == 0) return kZeroBin;
    if (bits < kHiddenBit) return bit_width(bits) - 1;
    return static_cast<int>(bits >> 23) + 22; // field 1 is 2^-126, bin 23
}

/// Nearest-even, whatever mode the plan names; overflow, infinity, NaN and flushing by the plan's tables.
AMPSCOPE_BOTH_SIDES std::uint32_t rounded_code(const numeric::QuantisePlan& plan, float value) {
    const std::uint32_t bits = bits_of(value), size = bits & kMagnitudeBits;
    const int negative = static_cast<int>(bits >> 31);
    if (size >= kInfinityBits) return size == kInfinityBits ? plan.infinite[negative] : plan.nan[negative];
    if (size == 0) return plan.zero[negative];
    std::uint32_t kept = size - plan.rebias, shift = plan.shift;
    const std::uint32_t field = size >> 23;
    if (field < plan.min_field) { // below the least normal number: the digits count from its own last place
        kept = field == 0 ? size : (size & (kHiddenBit - 1)) | kHiddenBit;
        shift += plan.min_field - (field == 0 ? 1 : field);
        if (shift > 24) return plan.zero[negative]; // less than half of the least number
    }
    const std::uint32_t code = (kept + ((1u << (shift - 1)) - 1) + (kept >> shift & 1)) >> shift;
    if (code > plan.max_finite) return plan.overflow[negative];
    if (code < plan.least) return plan.zero[negative];
    return code | (bits & kSignBit) >> plan.sign_shift;
}

} // namespace ampscope::cuda
