// Figures of several runs side by side. Functions of the records alone.
#pragma once

#include "ui/instruments/step/lanes.h"
#include "ui/plot/figure.h"

namespace ampscope::ui {

/// Loss over steps, one line per lane; a lane of several seeds is a band from the lowest to the highest with a line at
/// the median. `difference`: each run minus the run of the same seed in the reference lane: `reference`, or the one
/// that referenceLane() chooses.
Figure lossComparisonFigure(const std::vector<const record::RunRecord*>& runs, std::int64_t selectedStep,
                            bool difference, std::optional<int> reference = std::nullopt);

/// Steps per second over steps: 1000 / median of the milliseconds of the last kThroughputWindow steps, of the first
/// run of each lane, thinned to kThroughputPoints points.
constexpr int kThroughputWindow = 15;
constexpr int kThroughputPoints = 240;
Figure throughputFigure(const std::vector<const record::RunRecord*>& runs, std::int64_t selectedStep);

/// Names of the lanes whose times are not those of hardware for their format.
QStringList notHardwareSpeed(const std::vector<const record::RunRecord*>& runs);

} // namespace ampscope::ui
