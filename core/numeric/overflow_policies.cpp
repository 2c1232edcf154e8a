#include "core/numeric/overflow_policies.h"

#include <algorithm>
#include <array>

#include "core/numeric/expression.h"

namespace ampscope::numeric {
namespace {

struct Row {
    Overflow policy;
    const char *name, *meaning;
    std::string_view source;
};
constexpr std::array kRows = {
    Row{Overflow::Ieee, "numeric.policy_ieee", "numeric.policy_ieee_is", "IEEE 754-2019, section 7.4"},
    Row{Overflow::Nan, "numeric.policy_nan", "numeric.policy_nan_is",
        "OCP 8-bit Floating Point Specification 1.0, non-saturating mode"},
    Row{Overflow::Saturate, "numeric.policy_saturate", "numeric.policy_saturate_is",
        "OCP 8-bit Floating Point Specification 1.0, saturating mode"},
    Row{Overflow::CudaSatfinite, "numeric.policy_cuda_satfinite", "numeric.policy_cuda_satfinite_is",
        "CUDA 13.0, cuda_fp8.hpp: __nv_cvt_float_to_fp8 with __NV_SATFINITE; wider formats: PTX ISA, cvt.rn.satfinite"},
    Row{Overflow::CudaNosat, "numeric.policy_cuda_nosat", "numeric.policy_cuda_nosat_is",
        "CUDA 13.0, cuda_fp8.hpp: __nv_cvt_float_to_fp8 with __NV_NOSAT; cuda_fp16.hpp"},
    Row{Overflow::OnnxSaturate, "numeric.policy_onnx", "numeric.policy_onnx_is",
        "ONNX Cast, saturate = 1; onnx/onnx#4805"},
    Row{Overflow::OnnxNoSaturate, "numeric.policy_onnx_nosaturate", "numeric.policy_onnx_nosaturate_is",
        "ONNX Cast, saturate = 0; onnx/onnx#4805"},
    Row{Overflow::TorchBefore212, "numeric.policy_torch_211", "numeric.policy_torch_211_is",
        "PyTorch up to 2.11, Float8_e4m3fn.h; pytorch/pytorch#150756"},
    Row{Overflow::Torch, "numeric.policy_torch_212", "numeric.policy_torch_212_is",
        "PyTorch from 2.12, Float8_e4m3fn.h; pytorch/pytorch#178817"},
};

const Row& row(Overflow policy) {
    return *std::ranges::find(kRows, policy, &Row::policy);
}

} // namespace

text::Message policy_name(Overflow policy) {
    return {row(policy).name, {}};
}
text::Message policy_meaning(Overflow policy) {
    return {row(policy).meaning, {}};
}
std::string_view policy_source(Overflow policy) {
    return row(policy).source;
}

std::span<const std::string_view> policy_inputs() {
    static constexpr std::array<std::string_view, 9> kInputs = {"464", "465",  "1e6", "61440", "65520",
                                                                "inf", "-inf", "nan", "-nan"};
    return kInputs;
}

std::vector<PolicyRow> policy_table(std::span<const FloatFormat> formats, std::span<const std::string_view> inputs,
                                    Rounding mode) {
    std::vector<PolicyRow> rows;
    for (const auto& input : inputs) {
        const ExactValue value = parse_expression(input);
        for (const auto& format : formats) {
            PolicyRow made{std::string(input), format, {}, true};
            for (const Overflow policy : all_overflows())
                made.results.push_back(round_to(format, value, mode, policy));
            made.agree = std::ranges::all_of(made.results,
                                             [&](const Rounded& other) { return other.code == made.results[0].code; });
            rows.push_back(std::move(made));
        }
    }
    return rows;
}

} // namespace ampscope::numeric
