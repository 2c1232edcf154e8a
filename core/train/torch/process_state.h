// Process-wide LibTorch settings that a scenario asks for: whose autocast rules, how 16-bit matrix products add up, how
// many threads. They are swapped between steps, and only when they differ; nothing else in the program touches them.
#pragma once

#include <string>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/train/engine.h"

namespace ampscope::train {

struct ProcessSettings {
    scenario::AutocastRules rules = scenario::AutocastRules::Cpu;
    std::vector<std::string> fp32_ops; ///< kept in fp32 under autocast, on top of the rules
    bool products_via_fp32 = false;    ///< 16-bit mm, addmm, bmm, baddbmm through fp32 kernels
    int threads = 1;
    scenario::Device device = scenario::Device::Cpu; ///< Cuda: its own rules and products; fp32_ops and threads count
    bool operator==(const ProcessSettings&) const = default;

    /// What a scenario asks for on this machine.
    static ProcessSettings of(const scenario::Scenario& scenario);
};

/// Puts the settings in place. For the compute thread; throws a BadInput error for an op that LibTorch does not have.
void apply(const ProcessSettings& settings);

/// May bf16 products use this CPU's own kernels at speed? (AVX-512; without it they run at about 1 GFLOP/s.)
bool has_native_bf16_products();

/// True while a product is carried out through fp32 copies on this thread: what is allocated then is emulation.
bool in_emulated_product();

/// See Engine::listed_autocast_rules().
std::vector<ListedRule> cuda_rules_of_header();
std::vector<ListedRule> cpu_rules_of_dispatcher();

} // namespace ampscope::train
