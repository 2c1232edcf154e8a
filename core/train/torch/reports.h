// What was watched in a step, as details of the record.
#pragma once

#include <vector>

#include "core/record/details.h"
#include "core/train/torch/layer_watcher.h"
#include "core/train/torch/optimizer.h"

namespace ampscope::train {

/// What each parameter was in the step that is just over; `before` holds the weights as they were.
record::ParameterStates states_of(const std::vector<Parameter>& parameters, const Optimizer& optimizer,
                                  const LayerWatcher& layers, const std::vector<at::Tensor>& before);
/// What the layers gave, and gradients divided by `scale`, by size.
record::LayerSizes sizes_of(const std::vector<Parameter>& parameters, const LayerWatcher& layers, float scale);
/// Of a step beside its fp32 shadow; gradients of the step are divided by `scale`.
record::ShadowError error_between(const std::vector<Parameter>& parameters, const LayerWatcher& step,
                                  const LayerWatcher& shadow, float scale);

} // namespace ampscope::train
