#include "core/hardware/device.h"

#include <algorithm>
#include <array>

namespace ampscope::hardware {

namespace {

struct BasisRow {
    Basis basis;
    std::string_view id, message;
};
constexpr std::array kBases = {
    BasisRow{Basis::VendorText, "vendor_text", "hardware.basis_vendor_text"},
    BasisRow{Basis::VendorQuoted, "vendor_quoted", "hardware.basis_vendor_quoted"},
    BasisRow{Basis::Secondary, "secondary", "hardware.basis_secondary"},
    BasisRow{Basis::DerivedFromSparse, "derived_from_sparse", "hardware.basis_derived_from_sparse"},
    BasisRow{Basis::Derived, "derived", "hardware.basis_derived"},
    BasisRow{Basis::GeneralKnowledge, "general_knowledge", "hardware.basis_general_knowledge"},
    BasisRow{Basis::NotCollected, "not_collected", "hardware.basis_not_collected"},
    BasisRow{Basis::Unsourced, "unsourced", "hardware.basis_unsourced"},
    BasisRow{Basis::NotApplicable, "not_applicable", "hardware.basis_not_applicable"},
    BasisRow{Basis::Measured, "measured", "hardware.basis_measured"},
};

struct RateRow {
    Rate rate;
    std::string_view id;
};
constexpr std::array kRates = {
    RateRow{Rate::Fp32, "fp32"},
    RateRow{Rate::Fp32Matrix, "fp32_matrix"},
    RateRow{Rate::Tf32, "tf32"},
    RateRow{Rate::Fp16Vector, "fp16_vector"},
    RateRow{Rate::Fp16, "fp16"},
    RateRow{Rate::Fp16Accumulate16, "fp16_accumulate_fp16"},
    RateRow{Rate::Bf16, "bf16"},
    RateRow{Rate::Fp8, "fp8"},
    RateRow{Rate::Fp8Accumulate16, "fp8_accumulate_fp16"},
    RateRow{Rate::Fp4, "fp4"},
};

} // namespace

std::string_view basis_id(Basis basis) {
    return std::ranges::find(kBases, basis, &BasisRow::basis)->id;
}

std::optional<Basis> find_basis(std::string_view id) {
    const auto found = std::ranges::find(kBases, id, &BasisRow::id);
    return found == kBases.end() ? std::nullopt : std::optional(found->basis);
}

text::Message basis_message(Basis basis) {
    return {std::string(std::ranges::find(kBases, basis, &BasisRow::basis)->message), {}};
}

std::string_view rate_id(Rate rate) {
    return std::ranges::find(kRates, rate, &RateRow::rate)->id;
}

std::optional<Rate> find_rate(std::string_view id) {
    const auto found = std::ranges::find(kRates, id, &RateRow::id);
    return found == kRates.end() ? std::nullopt : std::optional(found->rate);
}

const Figure* Device::rate(Rate wanted) const {
    for (const auto& [known, figure] : rates)
        if (known == wanted) return &figure;
    return nullptr;
}

} // namespace ampscope::hardware
