// Bytes by part: what the chapters say, and what follows from the model's size.
#pragma once

#include <cstdint>
#include <optional>

#include "core/record/run_record.h"
#include "core/scenario/scenario.h"

namespace ampscope::memory {

/// Decimal bytes of the parts that depend on the number of parameters only.
struct States {
    double weights = 0, gradients = 0, optimizer = 0;
    double master = 0; ///< fp32 copies of 16-bit weights
    double total() const { return weights + gradients + optimizer + master; }
};

/// Parameters of a run's model.
std::int64_t parameter_count(const record::RunRecord& record);

/// Chapter B, section 2: 16 bytes per parameter in fp32 (weights 4, gradients 4, Adam 8); 12 under "bf16 mixed", which
/// halves weights and gradients (autocast as PyTorch does it keeps both in fp32: see by_formula()). Section 3: "12 + 2"
/// with a master copy (weights 2, master 4, Adam 8), gradients not counted. Of 16-bit weights without a master copy the
/// chapter says nothing.
std::optional<States> by_chapter(const scenario::Scenario& scenario, std::int64_t parameters);

/// What the precision's scheme holds, in bytes per parameter:
///                        weights  gradients  AdamW's m and v  master
///   fp32, autocast          4         4             8            -
///   16-bit weights          2         2             4            -
///   … with a master copy    2         2             8            4
/// SGD holds nothing, with momentum half of AdamW's. AdamW's step counters (4 bytes per parameter tensor) are left out.
States by_formula(const scenario::Scenario& scenario, std::int64_t parameters);

/// What a step keeps for backward at most, by formula: activations_of(), with the part that checkpointing computes
/// again.
double activations_by_formula(const scenario::Scenario& scenario, std::int64_t vocabulary);

} // namespace ampscope::memory
