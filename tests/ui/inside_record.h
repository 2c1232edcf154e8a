// What a look inside a step of the sample record finds, made by hand: sums can be checked with a pencil.
#pragma once

#include "tests/ui/sample_record.h"

namespace ampscope::ui::testing {

/// Kept: 1,000,000 in block 0, 600,000 in block 1, 400,000 in the loss, of which 200,000 are copies of weights; a
/// weight and a repeat that count nothing.
inline record::SavedTensors insideTensors() {
    const auto tensor = [](const char* op, const char* layer, std::vector<std::int64_t> shape, const char* dtype,
                           std::int64_t bytes) {
        record::SavedTensor made;
        made.op = op, made.layer = layer, made.shape = std::move(shape), made.dtype = dtype, made.bytes = bytes;
        return made;
    };
    record::SavedTensors saved;
    saved.tensors = {tensor("MmBackward0", "blocks.0.attn.qkv", {500, 400}, "fp32", 800'000),
                     tensor("MmBackward0", "blocks.0.attn.qkv", {250, 400}, "bf16", 200'000),
                     tensor("MulBackward0", "blocks.1.ffn", {150'000}, "fp32", 600'000),
                     tensor("LogSoftmaxBackward0", "loss", {100, 1000}, "fp32", 400'000),
                     tensor("MmBackward0", "blocks.1.ffn.up", {64, 256}, "fp32", 65'536),
                     tensor("MulBackward0", "blocks.1.ffn", {150'000}, "fp32", 600'000)};
    saved.tensors[1].is_cast = true;
    saved.tensors[4].is_weight = true;
    saved.tensors[5].is_repeat = true;
    return saved;
}

/// A saw: activations grow, fall, grow again and fall; gradients come. `adam`: is there a state before the step?
inline record::MemoryTimeline insideTimeline(bool adam) {
    record::MemoryTimeline timeline;
    timeline.weights = 400'000;
    timeline.event = {0, 1, 2, 3, 5, 6, 7, 8};
    timeline.activations = {0, 500'000, 2'000'000, 1'200'000, 1'700'000, 600'000, 0, 0};
    timeline.gradients = {0, 0, 0, 100'000, 200'000, 300'000, 400'000, 400'000};
    const std::int64_t state = adam ? 800'000 : 0;
    timeline.optimizer = {state, state, state, state, state, state, state, 800'000};
    timeline.casts = {0, 0, 0, 0, 0, 0, 0, 0};
    timeline.temporary = {0, 0, 100'000, 0, 50'000, 0, 0, 0};
    timeline.emulation = {0, 0, 300'000, 0, 0, 0, 0, 0};
    timeline.marks = {{0, "forward", "blocks.0"},
                      {2, "forward", "blocks.1"},
                      {3, "backward", "blocks.1"},
                      {5, "backward", "blocks.0"},
                      {7, "optimizer", ""}};
    return timeline;
}

inline record::ParameterStates insideParameters() {
    record::ParameterStates states;
    states.parameters = {{"blocks.0.attn.qkv.weight", 300, "fp32", "fp32", "", "fp32", "bf16", 300},
                         {"blocks.0.norm.weight", 100, "fp32", "fp32", "", "fp32", "fp32", 100}};
    return states;
}

/// A record of a finished run with a look inside `step`.
inline record::RunRecord insideRecord(scenario::Scenario scenario, std::int64_t step) {
    auto record = sampleRecord(std::move(scenario));
    record.detail({step, insideTensors()});
    record.detail({step, insideTimeline(step > 0)});
    record.detail({step, insideParameters()});
    return record;
}

} // namespace ampscope::ui::testing
