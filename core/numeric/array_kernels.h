// What arrays.cpp and statistics.cpp share with the code that is compiled once for each instruction set. This header
// and array_kernels_impl.h hold plain data and include nothing that could leave an inline function behind: the linker
// keeps one copy of such a function, and a copy compiled for AVX-512 must not run on a machine without it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ampscope::numeric {

/// One format and one way of rounding, as the kernels need it. All codes are magnitudes unless said otherwise.
struct QuantisePlan {
    int mode = 0;                ///< static_cast<int>(Rounding)
    std::uint32_t shift = 0;     ///< mantissa bits of fp32 that the format lacks: 1 … 22
    std::uint32_t min_field = 0; ///< fp32's exponent field of the least normal number; 0 where fp32 has the same one
    std::uint32_t rebias = 0;    ///< fp32's bits minus this, shifted, are the code of a normal number
    std::uint32_t max_finite = 0;
    std::uint32_t least = 0;        ///< what is smaller becomes zero: 1, or the least normal number when flushing
    std::uint32_t hidden = 0;       ///< the least normal number
    std::uint32_t infinity = 0;     ///< ~0 where the format has none
    std::uint32_t one_zero_nan = 0; ///< code with sign that is NaN instead of minus zero; ~0 where there is none
    std::uint32_t sign_shift = 0;   ///< from fp32's sign bit to the format's
    // Codes with sign, for [not negative, negative].
    std::uint32_t zero[2] = {}, infinite[2] = {}, nan[2] = {}, overflow[2] = {};
    // Nearest-even without special cases of sign: min(code, ceiling) is what overflow and infinity become.
    bool simple = false;
    std::uint32_t ceiling = 0;
    float magic = 0; ///< adding it makes fp32 round at the format's subnormal spacing
    float least_number = 0;
    std::uint32_t key[2] = {}; ///< of the stochastic hash, for 2^32 places
};

/// How many values of a block had which fate.
struct BlockCounts {
    std::uint32_t zero = 0, lost = 0, subnormal = 0, beyond = 0, infinite = 0, nan = 0, exact = 0;
    std::uint32_t max_magnitude = 0; ///< fp32's bits
};

/// Partial sums and the like of one block: see ArrayStatistics.
constexpr std::size_t kSumLanes = 16;
constexpr std::size_t kBlock = 4096; ///< values: 16 KiB of fp32, which stay in the first cache
struct BlockStatistics {
    double sum[kSumLanes] = {};
    std::uint32_t max_finite[kSumLanes] = {};   ///< fp32's bits
    std::uint32_t min_less_one[kSumLanes] = {}; ///< the bits of the least one above 0, minus 1; start with ~0
};

/// One instruction set. `first`: the place of in[0] among 2^32, for the stochastic hash. Counts: at most 2^31 values.
struct ArrayKernels {
    void (*to_bytes)(const QuantisePlan&, const float* in, std::uint8_t* out, std::size_t count);   ///< plan.simple
    void (*to_halves)(const QuantisePlan&, const float* in, std::uint16_t* out, std::size_t count); ///< plan.simple
    void (*to_fp16)(const float* in, std::uint16_t* out, std::size_t count); ///< nearest-even; nullptr: none special
    void (*to_words)(const QuantisePlan&, const float* in, std::uint32_t* out, std::size_t count, std::uint32_t first);
    void (*to_words_counted)(const QuantisePlan&, const float* in, std::uint32_t* out, std::size_t count,
                             std::uint32_t first, BlockCounts& counts);
    void (*narrow_bytes)(const std::uint32_t* in, std::uint8_t* out, std::size_t count);
    void (*narrow_halves)(const std::uint32_t* in, std::uint16_t* out, std::size_t count);
    void (*decode)(const QuantisePlan&, const std::uint32_t* in, float* out, std::size_t count);
    void (*statistics)(const float* in, std::size_t count, BlockStatistics& into); ///< at most kBlock values
};

/// For every machine: no instructions beyond the program's own target.
const ArrayKernels& plain_kernels();
/// nullptr where this program was built without them.
const ArrayKernels* avx2_kernels();
const ArrayKernels* avx512_kernels();

} // namespace ampscope::numeric
