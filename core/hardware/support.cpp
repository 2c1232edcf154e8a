#include "core/hardware/support.h"

#include <algorithm>

#include "core/text/words.h"

namespace ampscope::hardware {

namespace {

constexpr std::array<std::string_view, 6> kFormatIds = {"fp32", "tf32", "fp16", "bf16", "fp8", "fp4"};

bool has_value(const Figure* figure) {
    return figure && figure->value.has_value();
}

SupportRule bf16_rule(const Device& device) {
    const auto& facts = device.support;
    if (!facts.bf16_native) return {Support::Unknown, {"hardware.rule_bf16_unknown", {}}, facts.sources};
    if (*facts.bf16_native)
        return {Support::Native,
                {device.is_cpu() ? "hardware.rule_bf16_cpu_native" : "hardware.rule_bf16_native", {}},
                facts.sources};
    if (device.is_cpu()) return {Support::Emulated, {"hardware.rule_bf16_cpu", {}}, facts.sources};
    if (device.capability.empty()) return {Support::Emulated, {"hardware.rule_bf16_metal", {}}, facts.sources};
    return {Support::Emulated, {"hardware.rule_bf16_emulated", {{"capability", device.capability}}}, facts.sources};
}

SupportRule fp16_rule(const Device& device) {
    const auto& sources = device.support.sources;
    if (device.is_cpu()) return {Support::Emulated, {"hardware.rule_fp16_cpu", {}}, sources};
    if (device.rate(Rate::Fp16)) return {Support::Native, {"hardware.rule_fp16_matrix", {}}, sources};
    return {Support::Native, {"hardware.rule_fp16_vector", {}}, sources};
}

} // namespace

std::string_view format_id(Format format) {
    return kFormatIds[static_cast<std::size_t>(format)];
}

std::string_view support_id(Support support) {
    constexpr std::array<std::string_view, 4> kIds = {"native", "emulated", "refused", "unknown"};
    return kIds[static_cast<std::size_t>(support)];
}

text::Message support_message(Support support) {
    switch (support) {
    case Support::Native: return {"hardware.support_native", {}};
    case Support::Emulated: return {"hardware.support_emulated", {}};
    case Support::Refused: return {"hardware.support_refused", {}};
    case Support::Unknown: return {"hardware.support_unknown", {}};
    }
    return {};
}

SupportRule support_of(const Device& device, Format format) {
    const auto& facts = device.support;
    switch (format) {
    case Format::Fp32: return {Support::Native, {"hardware.rule_fp32", {}}, facts.sources};
    case Format::Fp16: return fp16_rule(device);
    case Format::Bf16: return bf16_rule(device);
    case Format::Tf32:
        if (device.rate(Rate::Tf32)) return {Support::Native, {"hardware.rule_tf32", {}}, facts.sources};
        return {Support::Refused, {"hardware.rule_tf32_none", {}}, facts.sources};
    case Format::Fp8:
        if (!facts.fp8_formats.empty())
            return {
                Support::Native, {"hardware.rule_fp8", {{"formats", text::joined(facts.fp8_formats)}}}, facts.sources};
        return {Support::Refused, {"hardware.rule_fp8_none", {}}, facts.sources};
    case Format::Fp4:
        if (facts.fp4_native) return {Support::Native, {"hardware.rule_fp4", {}}, facts.sources};
        return {Support::Refused, {"hardware.rule_fp4_none", {}}, facts.sources};
    }
    return {};
}

std::optional<FormatRate> rate_of(const Device& device, Format format) {
    const auto from = [&](Rate rate, const char* what) -> std::optional<FormatRate> {
        const Figure* figure = device.rate(rate);
        if (!has_value(figure)) return std::nullopt;
        const bool measured = figure->basis == Basis::Measured;
        return FormatRate{
            *figure->value, figure->basis, figure->sources, {measured ? "hardware.what_measured" : what, {}}};
    };
    switch (format) {
    case Format::Fp32: {
        // PyTorch's fp32 products use AMD's matrix units, but TF32 only where one asks for it.
        if (auto matrix = from(Rate::Fp32Matrix, "hardware.what_matrix")) return matrix;
        return from(Rate::Fp32, "hardware.what_vector");
    }
    case Format::Tf32: return from(Rate::Tf32, "hardware.what_matrix");
    case Format::Fp16: {
        if (auto matrix = from(Rate::Fp16, "hardware.what_matrix")) return matrix;
        return from(Rate::Fp16Vector, "hardware.what_vector");
    }
    case Format::Bf16: {
        if (auto matrix = from(Rate::Bf16, "hardware.what_matrix")) return matrix;
        const auto fp32 = from(Rate::Fp32, "hardware.what_vector");
        const auto& measured = device.support.emulated_bf16;
        if (!measured || !fp32) return std::nullopt;
        return FormatRate{fp32->tflops * measured->bf16 / measured->fp32,
                          Basis::Derived,
                          measured->sources,
                          {"hardware.what_emulated", {{"device", measured->device}}}};
    }
    case Format::Fp8: return from(Rate::Fp8, "hardware.what_matrix");
    case Format::Fp4: return from(Rate::Fp4, "hardware.what_matrix");
    }
    return std::nullopt;
}

} // namespace ampscope::hardware
