// A scenario as PyTorch: the lines of its training step, and a script that reproduces the run.
#pragma once

#include <string>
#include <vector>

#include "core/record/run_record.h"
#include "core/scenario/scenario.h"

namespace ampscope::train {

/// Where in a step a line of code belongs.
enum class CodePart { Forward, Backward, Unscale, Clip, Step, Update, ZeroGrad, Other };

struct CodeLine {
    std::string text;
    CodePart part = CodePart::Other;
};

/// One training step in PyTorch, as a person would write it for a device ("cuda" in the chapters' listings).
std::vector<CodeLine> training_step(const scenario::Scenario& scenario, const std::string& device);

/// The line at which the step's fate was decided (scaler.step for a skipped one), and what to say beside the lines of a
/// recorded step: "# loss x 524288", "# found inf in blocks.1.ffn.up.weight: skipped", "# 2^19 -> 2^18".
struct LitCode {
    std::size_t lit_line = 0;
    std::vector<std::string> remarks; ///< one per line, "" for none
};
LitCode light(const std::vector<CodeLine>& lines, const record::RunRecord& record, std::int64_t step,
              text::Language language);

/// Files of an export, by name: train.py, text.bin, scenario.json.
struct ExportFile {
    std::string name;
    std::string content;
};
std::vector<ExportFile> pytorch_export(const scenario::Scenario& scenario);

} // namespace ampscope::train
