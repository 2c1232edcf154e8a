// Optimizer steps taken apart into their micro-batches. Functions of the record alone.
#pragma once

#include <vector>

#include "core/record/run_record.h"
#include "ui/plot/figure.h"

namespace ampscope::ui {

/// One call inside an optimizer step, in the order in which they were made.
struct StepCall {
    enum class Kind { Forward, Backward, Clip, Unscale, Step, Update, ZeroGrad } kind;
    int microBatch = -1;    ///< from 0; -1 for calls that are made once per step
    bool isMade = true;     ///< false: left out, since the step was skipped
    bool isMistake = false; ///< the scenario's mistake is here
    bool operator==(const StepCall&) const = default;
};

/// What is known of one optimizer step.
struct StepParts {
    std::int64_t step = -1;
    std::int64_t microBatches = 1;
    bool ran = true;
    std::vector<double> losses;         ///< of the micro-batches, nats; empty when this step's were not recorded
    std::vector<std::int64_t> counted;  ///< targets that each of them counts
    double mean = record::kMissing;     ///< of the losses
    double weighted = record::kMissing; ///< weighted by the targets
    double normBefore = record::kMissing, normAfter = record::kMissing; ///< gradient norm before and after clipping
    std::vector<StepCall> calls;
};
/// nullopt when there is no such step.
std::optional<StepParts> partsOfStep(const record::RunRecord& run, std::int64_t step);

/// Up to and including a step.
struct StepCounters {
    std::int64_t microBatches = 0, ran = 0, skipped = 0;
    bool operator==(const StepCounters&) const = default;
};
StepCounters countersUntil(const record::RunRecord& run, std::int64_t step);

/// Losses of the micro-batches as points, their mean and their mean weighted by targets as lines.
Figure microBatchFigure(const record::RunRecord& run, std::int64_t selectedStep);
/// The gradient norm before and after clipping.
Figure gradientNormFigure(const record::RunRecord& run, std::int64_t selectedStep);

} // namespace ampscope::ui
