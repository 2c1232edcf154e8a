#include "core/train/torch/snapshot.h"

#include <ATen/core/grad_mode.h>

namespace ampscope::train {

std::vector<at::Tensor> tensors_of(const std::vector<Parameter>& parameters) {
    std::vector<at::Tensor> tensors;
    for (const auto& parameter : parameters)
        tensors.push_back(parameter.tensor);
    return tensors;
}

std::int64_t bytes_of(const std::vector<at::Tensor>& tensors) {
    std::int64_t bytes = 0;
    for (const auto& tensor : tensors)
        if (tensor.defined()) bytes += static_cast<std::int64_t>(tensor.nbytes());
    return bytes;
}

std::size_t TorchTrainer::TorchSnapshot::bytes() const {
    return static_cast<std::size_t>(bytes_of(weights) + bytes_of(gradients) + bytes_of(optimizer.masters) +
                                    bytes_of(optimizer.first) + bytes_of(optimizer.second));
}

std::unique_ptr<TorchTrainer::TorchSnapshot> TorchTrainer::position() const {
    auto snapshot = std::make_unique<TorchSnapshot>();
    snapshot->gradients = copies(gradients_of(parameters()));
    snapshot->region_weights = m_region_weights; // never changed after they were taken
    snapshot->scaler = m_scaler.state();
    snapshot->generator = m_generator.get_state().clone();
    snapshot->scenario = m_scenario;
    snapshot->precision = m_precision;
    snapshot->step = m_next_step;
    snapshot->schedule_position = m_schedule_position;
    snapshot->micro_batches = m_micro_batches;
    snapshot->loss_was_finite = m_loss_was_finite;
    snapshot->had_nonfinite = m_had_nonfinite;
    return snapshot;
}

std::unique_ptr<Snapshot> TorchTrainer::save() const {
    auto snapshot = position();
    snapshot->weights = copies(tensors_of(parameters()));
    snapshot->optimizer = m_optimizer->save();
    return snapshot;
}

void TorchTrainer::restore(const Snapshot& given) {
    const auto& snapshot = dynamic_cast<const TorchSnapshot&>(given);
    const at::NoGradGuard no_grad;
    for (std::size_t i = 0; i < snapshot.weights.size(); ++i)
        parameters()[i].tensor.copy_(snapshot.weights[i]);
    put_gradients(parameters(), copies(snapshot.gradients));
    m_region_weights = snapshot.region_weights;
    m_optimizer->restore(snapshot.optimizer);
    m_generator.set_state(snapshot.generator);
    m_scenario = snapshot.scenario;
    m_scaler.load(snapshot.scaler);
    m_scaler.settings() = LossScale::settings_of(m_scenario);
    m_precision = snapshot.precision;
    m_next_step = snapshot.step;
    m_schedule_position = snapshot.schedule_position;
    m_micro_batches = snapshot.micro_batches;
    m_loss_was_finite = snapshot.loss_was_finite;
    m_had_nonfinite = snapshot.had_nonfinite;
}

} // namespace ampscope::train
