#include "core/train/torch/optimizer.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

namespace ampscope::train {

Optimizer::Optimizer(const scenario::Scenario& scenario, std::vector<at::Tensor> parameters)
    : m_kind(scenario.optimizer.kind),
      m_betas(scenario.optimizer.betas),
      m_eps(scenario.optimizer.eps),
      m_weight_decay(scenario.optimizer.weight_decay),
      m_momentum(scenario.optimizer.momentum),
      m_parameters(std::move(parameters)),
      m_has_masters(scenario.has_master_weights()),
      m_weights(m_parameters) {
    if (m_has_masters)
        for (auto& weight : m_weights)
            weight = weight.detach().to(at::kFloat);
}

std::vector<at::Tensor> Optimizer::take_gradients() {
    if (m_has_masters)
        for (std::size_t i = 0; i < m_parameters.size(); ++i)
            m_weights[i].mutable_grad() = m_parameters[i].grad().to(at::kFloat);
    std::vector<at::Tensor> gradients;
    for (const auto& weight : m_weights)
        gradients.push_back(weight.grad());
    return gradients;
}

void Optimizer::drop_master_gradients() {
    if (!m_has_masters) return;
    for (const auto& weight : m_weights)
        weight.mutable_grad().reset();
}

void Optimizer::step(double lr) {
    const at::NoGradGuard no_grad;
    std::vector<at::Tensor> gradients;
    for (const auto& weight : m_weights)
        gradients.push_back(weight.grad());
    if (m_kind == scenario::OptimizerKind::AdamW)
        step_adamw(gradients, lr);
    else
        step_sgd(gradients, lr);
    if (m_has_masters)
        for (std::size_t i = 0; i < m_parameters.size(); ++i)
            m_parameters[i].copy_(m_weights[i]);
    ++m_steps;
}

void Optimizer::step_adamw(const std::vector<at::Tensor>& gradients, double lr) {
    if (m_first.empty())
        for (const auto& weight : m_weights) {
            m_first.push_back(at::zeros_like(weight));
            m_second.push_back(at::zeros_like(weight));
            m_step_tensors.push_back(at::zeros({}, at::TensorOptions(at::kFloat).device(weight.device())));
        }
    at::_foreach_add_(m_step_tensors, 1);
    at::_fused_adamw_(m_weights, gradients, m_first, m_second, {}, m_step_tensors, lr, m_betas[0], m_betas[1],
                      m_weight_decay, m_eps, /*amsgrad=*/false, /*maximize=*/false);
}

void Optimizer::step_sgd(const std::vector<at::Tensor>& gradients, double lr) {
    const bool first_time = m_first.empty();
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        at::Tensor& weight = m_weights[i];
        at::Tensor gradient = gradients[i];
        if (m_weight_decay != 0) gradient = gradient.add(weight, m_weight_decay);
        if (m_momentum != 0) {
            if (first_time)
                m_first.push_back(gradient.clone());
            else
                m_first[i].mul_(m_momentum).add_(gradient);
            gradient = m_first[i];
        }
        weight.add_(gradient, -lr);
    }
}

static std::int64_t bytes_of(const std::vector<at::Tensor>& tensors) {
    std::int64_t bytes = 0;
    for (const auto& tensor : tensors)
        bytes += static_cast<std::int64_t>(tensor.nbytes());
    return bytes;
}

std::vector<at::Tensor> Optimizer::state_tensors() const {
    std::vector<at::Tensor> tensors;
    for (const auto* part : {&m_first, &m_second, &m_step_tensors})
        tensors.insert(tensors.end(), part->begin(), part->end());
    return tensors;
}
std::int64_t Optimizer::state_bytes() const {
    return bytes_of(state_tensors());
}
std::int64_t Optimizer::master_bytes() const {
    return m_has_masters ? bytes_of(m_weights) : 0;
}

// In fp64 and eight sums side by side, which become vector code: this is done in every recorded step.
static double sum_of_squares(const at::Tensor& tensor) {
    const float* values = tensor.const_data_ptr<float>();
    const std::int64_t count = tensor.numel();
    std::array<double, 8> sums = {};
    std::int64_t i = 0;
    for (; i + 8 <= count; i += 8)
        for (std::size_t lane = 0; lane < 8; ++lane) {
            const double value = values[i + static_cast<std::int64_t>(lane)];
            sums[lane] += value * value;
        }
    for (; i < count; ++i)
        sums[0] += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

double Optimizer::average_norm() const {
    if (m_first.empty()) return 0;
    if (std::ranges::all_of(m_first, [](const at::Tensor& tensor) {
            return tensor.is_cpu() && tensor.is_contiguous() && tensor.scalar_type() == at::kFloat;
        })) {
        double sum = 0;
        for (const auto& tensor : m_first)
            sum += sum_of_squares(tensor);
        return std::sqrt(sum);
    }
    return at::linalg_vector_norm(at::stack(at::_foreach_norm(m_first, 2)), 2).item<double>();
}

std::vector<at::Tensor> copies(const std::vector<at::Tensor>& tensors) {
    std::vector<at::Tensor> result;
    for (const auto& tensor : tensors)
        result.push_back(tensor.defined() ? tensor.detach().clone() : at::Tensor());
    return result;
}

void copy_into(const std::vector<at::Tensor>& tensors, std::vector<at::Tensor>& into) {
    if (into.size() != tensors.size()) {
        into = copies(tensors);
        return;
    }
    const at::NoGradGuard no_grad;
    for (std::size_t i = 0; i < into.size(); ++i)
        if (tensors[i].is_cpu() && tensors[i].is_contiguous())
            std::memcpy(into[i].data_ptr(), tensors[i].const_data_ptr(), tensors[i].nbytes());
        else
            into[i].copy_(tensors[i]);
}

Optimizer::State Optimizer::save() const {
    return {m_has_masters ? copies(m_weights) : std::vector<at::Tensor>{}, copies(m_first), copies(m_second),
            copies(m_step_tensors), m_steps};
}

void Optimizer::save_into(State& state) const {
    copy_into(m_has_masters ? m_weights : std::vector<at::Tensor>{}, state.masters);
    copy_into(m_first, state.first);
    copy_into(m_second, state.second);
    copy_into(m_step_tensors, state.steps);
    state.count = m_steps;
}

void Optimizer::restore(const State& state) {
    // In place: others hold the same tensors.
    if (m_has_masters)
        for (std::size_t i = 0; i < m_weights.size(); ++i)
            m_weights[i].copy_(state.masters[i]);
    m_first = copies(state.first);
    m_second = copies(state.second);
    m_step_tensors = copies(state.steps);
    m_steps = state.count;
}

} // namespace ampscope::train
