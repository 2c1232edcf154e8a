#include "core/memory/schemes.h"

#include <algorithm>

namespace ampscope::memory {

namespace {

constexpr std::string_view kCounted = "counted from the dtypes that PyTorch keeps; measured with LibTorch 2.15";

// weights, gradients, master, m + v, casts
constexpr Scheme kSchemes[] = {
    {"fp32", 4, 4, 0, 8, 0, true, "memory.scheme_fp32", "memory.scheme_fp32_why", kCounted},
    {"autocast", 4, 4, 0, 8, 2, true, "memory.scheme_autocast", "memory.scheme_autocast_why", kCounted},
    {"apex-o2", 2, 2, 4, 8, 0, true, "memory.scheme_apex", "memory.scheme_apex_why",
     "Rajbhandari et al. 2020, ZeRO, arXiv 1910.02054, section 3.1: 2 + 2 + 12"},
    {"megatron", 2, 4, 4, 8, 0, true, "memory.scheme_megatron", "memory.scheme_megatron_why",
     "Megatron-LM, theoretical_memory_usage.py: 18 bytes, 6 + 12 / dp with a sharded optimizer"},
    {"hf-docs", 2, 4, 4, 8, 0, true, "memory.scheme_hf", "memory.scheme_hf_why",
     "Hugging Face, Transformers documentation, anatomy of a model's memory: 6 + 4 + 8"},
    {"cookbook", 2, 4, 4, 8, 0, true, "memory.scheme_cookbook", "memory.scheme_cookbook_why",
     "EleutherAI, cookbook, calc_transformer_mem.py"},
    {"bf16-pure", 2, 2, 0, 4, 0, true, "memory.scheme_pure", "memory.scheme_pure_why", kCounted},
    {"bf16-fp32-states", 2, 2, 0, 8, 0, true, "memory.scheme_chapter_12", "memory.scheme_chapter_12_why",
     "chapter B, section 2: 160 MB becomes 120 MB"},
    {"bf16-master-no-gradients", 2, 0, 4, 8, 0, true, "memory.scheme_chapter_14", "memory.scheme_chapter_14_why",
     "chapter B, section 3: 12 + 2 = 14 bytes per parameter"},
    {"adam-8bit", 4, 4, 0, 2, 0, true, "memory.scheme_8bit", "memory.scheme_8bit_why",
     "Dettmers et al. 2022, 8-bit Optimizers, arXiv 2110.02861; fp32 weights and gradients"},
    {"sgd", 4, 4, 0, 0, 0, false, "memory.scheme_sgd", "memory.scheme_sgd_why", kCounted},
    {"sgd-momentum", 4, 4, 0, 4, 0, false, "memory.scheme_momentum", "memory.scheme_momentum_why", kCounted},
};

} // namespace

std::span<const Scheme> schemes() {
    return kSchemes;
}

const Scheme* find_scheme(std::string_view id) {
    const auto* found = std::ranges::find(kSchemes, id, &Scheme::id);
    return found == std::end(kSchemes) ? nullptr : found;
}

const Scheme* scheme_of(const scenario::Scenario& scenario) {
    if (scenario.optimizer.kind == scenario::OptimizerKind::Sgd) {
        if (scenario.has_16_bit_weights() || scenario.uses_autocast()) return nullptr;
        return find_scheme(scenario.optimizer.momentum != 0 ? "sgd-momentum" : "sgd");
    }
    if (scenario.has_master_weights()) return find_scheme("apex-o2");
    if (scenario.has_16_bit_weights()) return find_scheme("bf16-pure");
    return find_scheme(scenario.uses_autocast() ? "autocast" : "fp32");
}

States states_of(const Scheme& scheme, std::int64_t parameters) {
    const auto count = static_cast<double>(parameters);
    return {count * scheme.weights, count * scheme.gradients, count * scheme.optimizer, count * scheme.master};
}

} // namespace ampscope::memory
