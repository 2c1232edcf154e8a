#include "core/train/torch/op_recorder.h"

#include <algorithm>

namespace ampscope::train {
namespace {

std::vector<std::string> dtypes_of(const std::vector<at::Tensor>& tensors) {
    std::vector<std::string> names;
    for (const auto& tensor : tensors)
        names.push_back(dtype_name(tensor));
    return names;
}

bool is_16_bit(const at::Tensor& tensor) {
    return tensor.scalar_type() == at::kHalf || tensor.scalar_type() == at::kBFloat16;
}

} // namespace

int OpRecorder::count_casts_among(const RunningOp& op, const std::vector<at::Tensor>& inputs) {
    int count = 0;
    if (op.phase != "forward") return count; // backward uses what forward kept, not the cache
    for (const auto& input : inputs) {
        const at::TensorImpl* tensor = input.unsafeGetTensorImpl();
        if (!m_weight_casts.contains(tensor) || std::ranges::find(m_taken, tensor) != m_taken.end()) continue;
        m_taken.push_back(tensor);
        ++count;
    }
    return count;
}

void OpRecorder::op_begins(const RunningOp& op, const at::RecordFunction& function) {
    const auto inputs = tensors_among(function.inputs());
    m_open.push_back({m_taken.size(), op.name == "_to_copy" && !inputs.empty() && is_cached_weight(inputs[0])});
    record::StepOp step_op;
    step_op.name = op.name;
    step_op.phase = op.phase;
    step_op.layer = op.layer;
    step_op.inputs = dtypes_of(inputs);
    step_op.rule = op.phase == "forward" ? op.rule : "";
    step_op.emulation = op.emulation;
    step_op.depth = op.depth;
    step_op.cached_weights = count_casts_among(op, inputs);
    m_list.ops.push_back(std::move(step_op));
}

void OpRecorder::op_ends(const RunningOp& op, const at::RecordFunction& function) {
    const Open begun = m_open.back();
    m_open.pop_back();
    m_taken.resize(begun.taken);
    record::StepOp& step_op = m_list.ops[op.index];
    const auto outputs = tensors_among(function.outputs());
    step_op.outputs = dtypes_of(outputs);
    if (begun.weight_goes_in && !outputs.empty() && is_16_bit(outputs[0])) { // empty: the op threw
        step_op.casts_weight = true;
        const auto& cast = outputs[0].getIntrusivePtr();
        m_weight_casts.try_emplace(cast.get(), cast);
    }
}

} // namespace ampscope::train
