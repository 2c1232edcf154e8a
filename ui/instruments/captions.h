// What stands under a figure of runs: what ran, with which settings, on what.
#pragma once

#include "ui/instruments/step/lanes.h"

namespace ampscope::ui {

/// "GPT nano, fp16, scale 2²⁴, seed 1337 · LibTorch 2.15.0, AVX2, 1 thread, rules: CUDA, …"
QString captionOf(const record::RunRecord& run);

/// Of several: their names, what they have in common, and the settings in which they differ with the value of each:
/// "fp32 / fp16 · GPT nano, lr 0.002 · seed: 1 / 2 · LibTorch …".
QString captionOf(const std::vector<Lane>& lanes);

} // namespace ampscope::ui
