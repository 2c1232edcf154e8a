// The training step of a scenario as lines of PyTorch, and what a recorded step says beside them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/run_record.h"
#include "core/scenario/scenario.h"

namespace ampscope::train {

/// Where in a step a line of code belongs.
enum class CodePart { Model, Forward, Backward, Unscale, Clip, Step, Update, Schedule, ZeroGrad, Other };

struct CodeLine {
    std::string text;
    CodePart part = CodePart::Other;
};

struct CodeStyle {
    std::string device = "cuda"; ///< as in the chapters' listings
    /// Fields that change while the run goes on: they stand as variables (variable_name()), not as numbers.
    std::vector<std::string> variables = {};
    /// Lines of the model that the scenario changes (checkpointing, an fp32 island) come first.
    bool with_model = true;
};

/// One training step in PyTorch, as a person would write it.
std::vector<CodeLine> training_step(const scenario::Scenario& scenario, const CodeStyle& style = {});

/// "clip.max_norm" -> "CLIP_MAX_NORM".
std::string variable_name(std::string_view field);
/// "torch.float16": the dtype of autocast or of 16-bit weights.
std::string_view torch_dtype(scenario::Precision precision);
/// A number as Python writes a float.
std::string python_number(double value);

/// The line at which the step's fate was decided (scaler.step for a skipped one), and what to say beside the lines of a
/// recorded step: "# loss x 524288", "# found inf in blocks.1.ffn.up.weight: skipped", "# 2^19 -> 2^18".
struct LitCode {
    std::size_t lit_line = 0;
    std::vector<std::string> remarks; ///< one per line, "" for none
};
/// With an op (an index into the step's OpList) the line is the one that the op belongs to.
LitCode light(const std::vector<CodeLine>& lines, const record::RunRecord& record, std::int64_t step,
              text::Language language, std::optional<std::size_t> op = std::nullopt);

} // namespace ampscope::train
