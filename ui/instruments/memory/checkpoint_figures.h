// Checkpointing: what is kept of each block, what is computed again, what it costs. Functions of records alone.
#pragma once

#include <optional>
#include <vector>

#include "core/record/run_record.h"
#include "ui/instruments/step/lanes.h"

namespace ampscope::ui {

/// Bytes of one block, or of what lies outside of blocks.
struct BlockBytes {
    double kept = 0;
    double dropped = 0; ///< kept without checkpointing, and not here: computed again in backward
};

/// One way of checkpointing beside the one that keeps everything.
struct CheckpointLane {
    QString name;
    scenario::Scenario scenario;
    std::vector<BlockBytes> blocks;
    BlockBytes outside;      ///< embedding, last norm, head, loss
    bool isMeasured = false; ///< blocks are those of a look inside a step; else by formula
    double kept = 0;         ///< bytes at the end of forward: the column, or by formula before the first step
    double peak = 0;         ///< highest of all steps; 0 before the first
    double milliseconds = 0; ///< the fastest step after the first; 0 where there are none
    double ratio = 0;        ///< of that to the one of the run that keeps everything; 0 without one
    double noise = 0;        ///< by which share the median step is slower than the fastest: what else the machine did
    /// First step whose loss or gradient norm has other bits than in the run that keeps everything.
    std::optional<std::int64_t> differsAt;
    std::int64_t compared = 0; ///< steps that both have
};

/// In the order of the lanes. The first run without checkpointing is the one that others are compared to.
std::vector<CheckpointLane> checkpointLanes(const std::vector<const record::RunRecord*>& runs, std::int64_t step);

/// "all kept", "per sublayer", "per block", "2 segments"; with what becomes of the dice where it matters.
QString checkpointName(const scenario::Scenario& scenario);

/// "blocks.1.attn" -> 1; nullopt outside of blocks.
std::optional<std::size_t> blockOf(const std::string& layer);

} // namespace ampscope::ui
