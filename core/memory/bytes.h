// Bytes by part: what the chapters say, and what follows from the model's size.
#pragma once

#include <cstdint>

#include "core/scenario/scenario.h"

namespace ampscope::memory {

/// Decimal bytes of the parts that depend on the number of parameters only.
struct States {
    double weights = 0, gradients = 0, optimizer = 0;
    double total() const { return weights + gradients + optimizer; }
};

/// Parameters of GPTMini with bytes as tokens: embedding (shared with the head), and per block two norms, attention and
/// feed-forward.
std::int64_t parameter_count(const scenario::Scenario& scenario);

/// Chapter B, section 2: 16 bytes per parameter in fp32 (weights 4, gradients 4, Adam 8); 12 under "bf16 mixed", which
/// halves weights and gradients. Autocast as PyTorch does it keeps both in fp32: see by_formula().
States by_chapter(const scenario::Scenario& scenario);

/// What torch.autocast and fp32 training hold: weights 4, gradients 4, AdamW 8 (SGD 0, with momentum 4) bytes per
/// parameter. AdamW's step counters (4 bytes per parameter tensor) are left out.
States by_formula(const scenario::Scenario& scenario);

} // namespace ampscope::memory
