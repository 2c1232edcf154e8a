#include "core/train/torch/layer_watcher.h"

#include <algorithm>

namespace ampscope::train {

LayerWatcher::LayerWatcher(const std::vector<Parameter>& parameters) : m_parameters(parameters) {
    for (const auto& parameter : parameters) {
        m_parameter_of_storage[parameter.tensor.storage().data()] = static_cast<int>(m_compute.size());
        m_compute.push_back(dtype_name(parameter.tensor));
    }
}

void LayerWatcher::phase_begins(const std::string& phase) {
    if (phase == "forward") ++m_forwards;
    if (phase != "optimizer") return;
    const Looking looking;
    for (const auto& gradient : gradients_of(m_parameters))
        m_gradients.push_back(gradient.defined() ? gradient.detach().clone() : at::Tensor());
}

int LayerWatcher::parameter_in(const at::Tensor& tensor) const {
    if (!tensor.has_storage()) return -1;
    const auto found = m_parameter_of_storage.find(tensor.storage().data());
    return found == m_parameter_of_storage.end() ? -1 : found->second;
}

void LayerWatcher::op_begins(const RunningOp& op, const at::RecordFunction& function) {
    m_casts_parameter.push_back(-1);
    if (op.phase != "forward" || op.is_composite) return;
    for (const auto& input : tensors_among(function.inputs())) {
        const int parameter = parameter_in(input);
        if (parameter < 0) continue;
        m_compute[static_cast<std::size_t>(parameter)] = dtype_name(input);
        if (op.name == "_to_copy") m_casts_parameter.back() = parameter;
    }
}

void LayerWatcher::op_ends(const RunningOp& op, const at::RecordFunction& function) {
    const int casts = m_casts_parameter.back();
    m_casts_parameter.pop_back();
    if (op.phase != "forward") return;
    const auto outputs = tensors_among(function.outputs());
    if (casts >= 0 && !outputs.empty()) {
        m_casts.push_back(outputs[0]);
        m_parameter_of_storage[outputs[0].storage().data()] = casts;
    }
    if (m_forwards != 1 || op.depth > 0 || op.layer.empty() || outputs.empty() || !outputs[0].is_floating_point())
        return;
    const Looking looking;
    const at::Tensor values = outputs[0].detach().to(at::kFloat, /*non_blocking=*/false, /*copy=*/true);
    auto place = std::ranges::find(m_outputs, op.layer, &Output::layer);
    if (place == m_outputs.end()) place = m_outputs.insert(place, Output{op.layer, "", {}});
    place->dtype = dtype_name(outputs[0]);
    place->values = values;
}

} // namespace ampscope::train
