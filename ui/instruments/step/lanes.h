// Runs side by side: which of them belong together, what they are called, and what they look like.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/record/run_record.h"

namespace ampscope::ui {

/// Runs that differ in nothing but their seed.
struct Lane {
    QString name;   ///< what tells it from the others: "bf16", "4 micro-batches of 8", the scenario's name
    QString format; ///< id of the number format whose hue it takes; "" (ink) when an earlier lane has that hue
    std::vector<const record::RunRecord*> runs; ///< never empty
    const record::RunRecord& first() const { return *runs.front(); }
};

/// The first lane is that of the first run.
std::vector<Lane> lanesOf(const std::vector<const record::RunRecord*>& runs);

/// Place of the lane that the others are compared to: the one in fp32, else the one that does not accumulate, else the
/// second. -1 when there are fewer than two.
int referenceLane(const std::vector<Lane>& lanes);
/// The chosen one where there is such a lane, else referenceLane().
int referenceLane(const std::vector<Lane>& lanes, std::optional<int> chosen);

/// "fp16" for fp16, fp16-pure and fp16-master: the id by which Theme::format() knows a precision.
QString formatId(const scenario::Scenario& scenario);

/// False where this CPU carried out 16-bit products through fp32 (environment products_fp16, products_bf16): times of
/// such a run are not those of hardware for that format.
bool isHardwareSpeed(const record::RunRecord& run);

/// The sample of a step; nullptr when there is none.
const record::Sample* sampleAt(const record::RunRecord& run, std::int64_t step);

} // namespace ampscope::ui
