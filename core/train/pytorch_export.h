// A run as a PyTorch script that reproduces it.
#pragma once

#include <string>
#include <vector>

#include "core/record/run_record.h"
#include "core/scenario/scenario.h"

namespace ampscope::train {

/// Files of an export, by name: train.py, text.bin (not for model.kind=linear), scenario.json.
struct ExportFile {
    std::string name;
    std::string content;
};

/// Reads the scenario's text. Throws a BadInput error when the scenario cannot run.
///
/// With the same number of threads on the same machine the script's losses, scales, norms and skipped steps are equal
/// bit for bit to the run's; where they cannot be, its head says why.
std::vector<ExportFile> pytorch_export(const scenario::Scenario& scenario);
/// The same for a recorded run: as many steps as it has, its live changes at the steps where they were made.
std::vector<ExportFile> pytorch_export(const record::RunRecord& record);

} // namespace ampscope::train
