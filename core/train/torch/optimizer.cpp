#include "core/train/torch/optimizer.h"
#include <ATen/core/grad_mode.h>

namespace ampscope::train {

Optimizer::Optimizer(const scenario::Scenario& scenario, std::vector<at::Tensor> parameters)
    : m_kind(scenario.optimizer.kind),
      m_betas(scenario.optimizer.betas),
      m_eps(scenario.optimizer.eps),
      m_weight_decay(scenario.optimizer.weight_decay),
      m_momentum(scenario.optimizer.momentum),
      m_parameters(std::move(parameters)) {}

void Optimizer::step(double lr) {
    const at::NoGradGuard no_grad;
    if (m_kind == scenario::OptimizerKind::AdamW)
        step_adamw(lr);
    else
        step_sgd(lr);
    ++m_steps;
}

void Optimizer::step_adamw(double lr) {
    if (m_first.empty())
        for (const auto& parameter : m_parameters) {
            m_first.push_back(at::zeros_like(parameter));
            m_second.push_back(at::zeros_like(parameter));
            m_step_tensors.push_back(at::zeros({}, at::kFloat));
        }
    std::vector<at::Tensor> gradients;
    for (const auto& parameter : m_parameters)
        gradients.push_back(parameter.grad());
    at::_foreach_add_(m_step_tensors, 1);
    at::_fused_adamw_(m_parameters, gradients, m_first, m_second, {}, m_step_tensors, lr, m_betas[0], m_betas[1],
                      m_weight_decay, m_eps, /*amsgrad=*/false, /*maximize=*/false);
}

void Optimizer::step_sgd(double lr) {
    const bool first_time = m_first.empty();
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        at::Tensor& parameter = m_parameters[i];
        at::Tensor gradient = parameter.grad();
        if (m_weight_decay != 0) gradient = gradient.add(parameter, m_weight_decay);
        if (m_momentum != 0) {
            if (first_time)
                m_first.push_back(gradient.clone());
            else
                m_first[i].mul_(m_momentum).add_(gradient);
            gradient = m_first[i];
        }
        parameter.add_(gradient, -lr);
    }
}

std::int64_t Optimizer::state_bytes() const {
    std::int64_t bytes = 0;
    for (const auto* list : {&m_first, &m_second, &m_step_tensors})
        for (const auto& tensor : *list)
            bytes += static_cast<std::int64_t>(tensor.nbytes());
    return bytes;
}

double Optimizer::average_norm() const {
    if (m_first.empty()) return 0;
    return at::linalg_vector_norm(at::stack(at::_foreach_norm(m_first, 2)), 2).item<double>();
}

static std::vector<at::Tensor> copies(const std::vector<at::Tensor>& tensors) {
    std::vector<at::Tensor> result;
    for (const auto& tensor : tensors)
        result.push_back(tensor.clone());
    return result;
}

Optimizer::State Optimizer::save() const {
    return {copies(m_first), copies(m_second), copies(m_step_tensors), m_steps};
}

void Optimizer::restore(const State& state) {
    m_first = copies(state.first);
    m_second = copies(state.second);
    m_step_tensors = copies(state.steps);
    m_steps = state.count;
}

} // namespace ampscope::train
