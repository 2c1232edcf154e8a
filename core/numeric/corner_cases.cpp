#include "core/numeric/corner_cases.h"

#include <algorithm>
#include <array>

#include "core/numeric/expression.h"

namespace ampscope::numeric {
namespace {

constexpr RoundingOptions with(Overflow policy) {
    RoundingOptions options;
    options.overflow = policy;
    return options;
}
constexpr RoundingOptions toward_zero() {
    RoundingOptions options;
    options.mode = Rounding::TowardZero;
    return options;
}
/// Stochastic with this draw: 0 is the least.
constexpr RoundingOptions drawn(std::uint64_t random) {
    RoundingOptions options;
    options.mode = Rounding::Stochastic;
    options.random = random;
    return options;
}

using Ask = CornerCase::Ask;
constexpr std::uint64_t kGreatest = ~std::uint64_t{0}, kMiddle = std::uint64_t{1} << 63;

constexpr std::array kCases = {
    // Ties and what lies beside them.
    CornerCase{"tie-to-even-down", "1+2^-11", "fp16", 0x3c00, "numeric.corner_tie", "QPyTorch#23 gave 1.0010"},
    CornerCase{"tie-to-even-up", "1+3*2^-11", "fp16", 0x3c02, "numeric.corner_tie", "QPyTorch#23"},
    CornerCase{"above-a-tie", "1+2^-11+2^-40", "fp16", 0x3c01, "numeric.corner_above_tie",
               "tinygrad#18071; LibTorch gives 1.0 by way of fp32"},
    CornerCase{"double-rounding-fp32", "1+2^-11+2^-40", "fp16", 0x3c00, "numeric.corner_double_rounding",
               "tinygrad#18071", "fp32"},
    CornerCase{"text-through-double", "1.00048828125000000001", "fp16", 0x3c01, "numeric.corner_text",
               "parsed as a double it is a tie and becomes 1"},
    CornerCase{"text-as-double", "1.00048828125000000001", "fp16", 0x3c00, "numeric.corner_double_rounding",
               "the same text by way of fp64", "fp64"},
    CornerCase{"fp16-2049", "2049", "fp16", 0x6800, "numeric.corner_steps", "test262#3828, PR#4017"},
    CornerCase{"fp16-2051", "2051", "fp16", 0x6802, "numeric.corner_steps", "test262#3828"},
    CornerCase{"fp16-3811", "3811", "fp16", 0x6b72, "numeric.corner_steps", "pytorch#148321: reported as a huge error"},
    CornerCase{"fp16-2101", "2101", "fp16", 0x681a, "numeric.corner_steps", "pytorch#17584: 2101 -> 2100"},
    CornerCase{"bf16-tie", "1+2^-8", "bf16", 0x3f80, "numeric.corner_tie", "ml_dtypes PR#401"},
    CornerCase{"bf16-tie-up", "1+3*2^-8", "bf16", 0x3f82, "numeric.corner_tie", "ml_dtypes PR#401"},
    CornerCase{"bf16-above-a-tie", "1+2^-8+2^-40", "bf16", 0x3f81, "numeric.corner_above_tie",
               "ml_dtypes PR#401; Eigen and LibTorch give 1"},
    CornerCase{"bf16-128.5", "128.5", "bf16", 0x4300, "numeric.corner_tie", "tt-metal#30147 gave 129"},
    CornerCase{"bf16-257", "257", "bf16", 0x4380, "numeric.corner_steps", "tt-metal#30147"},
    CornerCase{"bf16-259", "259", "bf16", 0x4382, "numeric.corner_steps", "tt-metal#30147"},
    CornerCase{"bf16-pi", "3.14", "bf16", 0x4049, "numeric.corner_truncated", "tt-metal#19882: 3.125 when truncated"},
    CornerCase{"bf16-exact-fp16-not", "bf16:0x36d7", "fp16", 0x006c, "numeric.corner_tie",
               "pytorch#92233: exact in bf16, a tie in fp16"},
    CornerCase{"fp32-16777217", "16777217", "fp32", 0x4b800000, "numeric.corner_steps", "fast_float PR#334"},
    // Subnormals.
    CornerCase{"half-the-least-fp16", "2^-25", "fp16", 0x0000, "numeric.corner_half_least", "test262"},
    CornerCase{"above-half-the-least-fp16", "2^-25*(1+2^-50)", "fp16", 0x0001, "numeric.corner_above_half_least",
               "test262; LibTorch gives 0 by way of fp32"},
    CornerCase{"one-and-a-half-least-fp16", "3*2^-25", "fp16", 0x0002, "numeric.corner_tie", "test262"},
    CornerCase{"carry-to-normal", "fp32:0x387fe000", "fp16", 0x0400, "numeric.corner_carry",
               "OpenCL-CTS#540, Paddle#74044 (gave 0x03ff), cva6#242"},
    CornerCase{"printed-is-not-the-value", "fp32:0x36d70000", "fp16", 0x006c, "numeric.corner_printed",
               "pytorch#92233"},
    CornerCase{"printed-text", "6.407499313354492e-06", "fp16", 0x006b, "numeric.corner_printed", "pytorch#92233"},
    CornerCase{"half-the-least-e4m3", "2^-10", "e4m3", 0x00, "numeric.corner_half_least",
               "cuda_fp8.hpp underflow rule"},
    CornerCase{"above-half-the-least-e4m3", "2^-10*(1+2^-20)", "e4m3", 0x01, "numeric.corner_above_half_least",
               "cuda_fp8.hpp underflow rule"},
    CornerCase{"one-and-a-half-least-e4m3", "3*2^-10", "e4m3", 0x02, "numeric.corner_tie", "cuda_fp8.hpp"},
    CornerCase{"subnormal-exponent", "2^-149", "fp32", 0x00000001, "numeric.corner_pinned",
               "rars#201, ieee754-visualization#6, float-toy#3: the exponent is -126, not -127"},
    CornerCase{"adam-eps", "1e-8", "fp16", 0x0000, "numeric.corner_eps", "Lightning#21295"},
    // The end of the range.
    CornerCase{"fp16-largest", "65504", "fp16", 0x7bff, "numeric.corner_largest", "microxcaling's fp16 corner test"},
    CornerCase{"fp16-below-overflow", "65519.999999", "fp16", 0x7bff, "numeric.corner_below_overflow",
               "microxcaling; LibTorch gives inf by way of fp32"},
    CornerCase{"fp16-65505", "65505", "fp16", 0x7bff, "numeric.corner_below_overflow", "pytorch#104154"},
    CornerCase{"fp16-overflow", "65520", "fp16", 0x7c00, "numeric.corner_overflow", "microxcaling's fp16 corner test"},
    CornerCase{"bf16-overflow", "(2-2^-8)*2^127", "bf16", 0x7f80, "numeric.corner_bf16_overflow",
               "microxcaling's bf16 test; the value is finite in fp32"},
    CornerCase{"bf16-below-overflow", "(2-2^-8)*2^127-1", "bf16", 0x7f7f, "numeric.corner_below_overflow",
               "microxcaling's bf16 test"},
    CornerCase{"fp32-overflow", "340282356779733661637539395458142568448", "fp32", 0x7f800000,
               "numeric.corner_overflow", "fast_float PR#334: the least overflow"},
    CornerCase{"e4m3-464", "464", "e4m3", 0x7e, "numeric.corner_e4m3_tie",
               "pytorch#150756; ml_dtypes#260, #400; not 480 as in CPFloat"},
    CornerCase{"e4m3-above-464", "464.00003", "e4m3", 0x7f, "numeric.corner_e4m3_overflow", "ml_dtypes#260, #400"},
    CornerCase{"e4m3-465-nosat", "465", "e4m3", 0x7f, "numeric.corner_e4m3_overflow", "cuda_fp8.hpp, __NV_NOSAT", "",
               with(Overflow::CudaNosat)},
    CornerCase{"e4m3-465-satfinite", "465", "e4m3", 0x7e, "numeric.corner_e4m3_saturates",
               "cuda_fp8.hpp, __NV_SATFINITE", "", with(Overflow::CudaSatfinite)},
    CornerCase{"e4m3-1e6-nosat", "1e6", "e4m3", 0x7f, "numeric.corner_e4m3_overflow", "universal#1302", "",
               with(Overflow::CudaNosat)},
    CornerCase{"e4m3-1e6-torch", "1e6", "e4m3", 0x7e, "numeric.corner_e4m3_saturates", "pytorch#178817", "",
               with(Overflow::Torch)},
    CornerCase{"e4m3-inf-nosat", "inf", "e4m3", 0x7f, "numeric.corner_e4m3_inf", "onnx#4805", "",
               with(Overflow::CudaNosat)},
    CornerCase{"e4m3-inf-satfinite", "inf", "e4m3", 0x7e, "numeric.corner_inf_saturates", "onnx#4805, PR#7085", "",
               with(Overflow::CudaSatfinite)},
    CornerCase{"e5m2-inf-nosat", "inf", "e5m2", 0x7c, "numeric.corner_inf_stays", "cuda_fp8.hpp, __NV_NOSAT", "",
               with(Overflow::CudaNosat)},
    CornerCase{"e5m2-inf-satfinite", "inf", "e5m2", 0x7b, "numeric.corner_inf_saturates",
               "cuda_fp8.hpp, __NV_SATFINITE", "", with(Overflow::CudaSatfinite)},
    CornerCase{"e5m2-below-overflow", "61439.9", "e5m2", 0x7b, "numeric.corner_below_overflow",
               "cuda_fp8.hpp threshold"},
    CornerCase{"e5m2-overflow", "61440", "e5m2", 0x7c, "numeric.corner_overflow",
               "universal PR#1351; musubi-tuner#192 took 98304 for the largest"},
    CornerCase{"e4m3-toward-zero", "1e6", "e4m3", 0x7e, "numeric.corner_directed_overflow",
               "riscv-isa-sim#2284 against saturn-vectors#101: OFP8 does not say; our choice", "", toward_zero()},
    CornerCase{"fp16-below-inf",
               "inf",
               "fp16",
               0x7bff,
               "numeric.corner_below_inf",
               "numpy#15977 gave NaN",
               "",
               {},
               Ask::Below},
    CornerCase{
        "fp16-below-2048", "2048", "fp16", 0x67ff, "numeric.corner_uneven_steps", "numpy#15977", "", {}, Ask::Below},
    CornerCase{
        "fp16-above-2048", "2048", "fp16", 0x6801, "numeric.corner_uneven_steps", "numpy#15977", "", {}, Ask::Above},
    // NaN and signs.
    CornerCase{"nan-stays-nan", "fp32:0x7f800001", "bf16", 0x7fc0, "numeric.corner_nan_stays",
               "dotnet/runtime PR#130583: truncating gives infinity"},
    CornerCase{"nan-does-not-carry", "fp32:0x7fffffff", "bf16", 0x7fc0, "numeric.corner_nan_carry",
               "dotnet/runtime PR#130583"},
    CornerCase{"minus-zero", "-0", "e4m3", 0x80, "numeric.corner_minus_zero", "cuda_fp8.hpp, ONNX Cast table"},
    CornerCase{"negative-underflow", "-1e-30", "e5m2", 0x80, "numeric.corner_minus_zero", "cuda_fp8.hpp"},
    CornerCase{"no-minus-zero", "-1e-30", "e4m3fnuz", 0x00, "numeric.corner_no_minus_zero", "arXiv 2206.02915"},
    CornerCase{"minus-nan-kept", "-nan", "e4m3", 0xff, "numeric.corner_nan_sign", "ml_dtypes, ONNX; raddebugger#874",
               "", with(Overflow::OnnxNoSaturate)},
    CornerCase{"minus-nan-cuda", "-nan", "e4m3", 0x7f, "numeric.corner_nan_sign", "cuda_fp8.hpp: the sign is dropped",
               "", with(Overflow::CudaNosat)},
    // Sums and updates.
    CornerCase{"sum-sticks-fp16", "2048+1", "fp16", 0x6800, "numeric.corner_sum_sticks",
               "tract#2587: 4096 ones add up to 2048"},
    CornerCase{"sum-sticks-bf16", "256+1", "bf16", 0x4380, "numeric.corner_sum_sticks",
               "candle#3718, executorch#20089: 1024 ones add up to 256"},
    CornerCase{"update-vanishes", "1+2^-11", "fp16", 0x3c00, "numeric.corner_update",
               "a weight of 1 and a step of 2^-11"},
    // Stochastic rounding.
    CornerCase{"stochastic-exact", "2", "fp16", 0x4000, "numeric.corner_stochastic_exact",
               "StochasticRounding.jl#74 moved 2.0", "", drawn(0)},
    CornerCase{"stochastic-inf", "inf", "bf16", 0x7f80, "numeric.corner_stochastic_inf",
               "StochasticRounding.jl#48 gave NaN", "", drawn(0)},
    CornerCase{"stochastic-half-least-up", "2^-25", "fp16", 0x0001, "numeric.corner_stochastic_half",
               "StochasticRounding.jl#62 always gave 0", "", drawn(kMiddle - 1)},
    CornerCase{"stochastic-half-least-down", "2^-25", "fp16", 0x0000, "numeric.corner_stochastic_half",
               "StochasticRounding.jl#62", "", drawn(kMiddle)},
    CornerCase{"stochastic-carry", "2-2^-30", "fp16", 0x4000, "numeric.corner_stochastic_carry",
               "ROCm llvm-project PR#3275: 3.1 % wrong", "", drawn(0)},
    CornerCase{"stochastic-aligned", "1+2^-10-2^-24", "fp16", 0x3c01, "numeric.corner_stochastic_aligned",
               "oneDNN PR#2903 almost always rounded down", "", drawn(kGreatest - (kGreatest >> 13))},
};

} // namespace

std::span<const CornerCase> corner_cases() {
    return kCases;
}

const CornerCase* find_corner_case(std::string_view id) {
    const auto found = std::ranges::find(kCases, id, &CornerCase::id);
    return found == kCases.end() ? nullptr : &*found;
}

Conversion conversion_of(const CornerCase& corner_case) {
    ExactValue value = parse_expression(corner_case.value);
    if (!corner_case.through.empty()) value = convert(value, format(corner_case.through)).stored;
    return convert(value, format(corner_case.format), corner_case.options);
}

Code answer(const CornerCase& corner_case) {
    const Conversion conversion = conversion_of(corner_case);
    switch (corner_case.ask) {
    case Ask::Convert: break;
    case Ask::Below: return conversion.below;
    case Ask::Above: return conversion.above;
    }
    return conversion.rounded.code;
}

} // namespace ampscope::numeric
