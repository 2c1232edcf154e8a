// AdamW and SGD with PyTorch's arithmetic, bit for bit, and their state in plain sight.
#pragma once

#include <ATen/ATen.h>

#include <string>
#include <vector>

#include "core/scenario/scenario.h"

namespace ampscope::train {

/// State is created in the first step that runs, as PyTorch does: before that it holds no bytes.
class Optimizer {
  public:
    /// With master weights the update works on fp32 copies of the parameters, which are then rounded back into them.
    Optimizer(const scenario::Scenario& scenario, std::vector<at::Tensor> parameters);

    /// What step() updates: the parameters themselves, or their fp32 copies.
    const std::vector<at::Tensor>& weights() const { return m_weights; }
    /// Gradients of weights(), and where those are master weights, makes them first: fp32 copies of the parameters'
    /// gradients, since unscaling in fp16 would lose what the loss scale saved.
    std::vector<at::Tensor> take_gradients();
    /// Frees what take_gradients() made.
    void drop_master_gradients();

    /// One update with the gradients of weights(). AdamW is LibTorch's fused kernel (torch.optim.AdamW(fused=True));
    /// SGD is torch.optim.SGD's loop over parameters.
    void step(double lr);
    /// How many steps have run.
    std::int64_t step_count() const { return m_steps; }
    std::int64_t state_bytes() const;
    bool has_masters() const { return m_has_masters; }
    /// fp32 copies of 16-bit parameters; 0 without.
    std::int64_t master_bytes() const;
    /// m and v and the counts of steps, or the momentum buffers; none before the first step.
    std::vector<at::Tensor> state_tensors() const;
    /// One per weight: m, or the momentum buffer; none before the first step.
    const std::vector<at::Tensor>& averages() const { return m_first; }
    /// Norm of m (SGD: of the momentum buffer); 0 before the first step.
    double average_norm() const;

    struct State {
        std::vector<at::Tensor> masters;
        std::vector<at::Tensor> first, second, steps; ///< AdamW: m, v, count; SGD: momentum buffer
        std::int64_t count = 0;
    };
    /// A deep copy.
    State save() const;
    /// The same into the tensors of an earlier one.
    void save_into(State& state) const;
    void restore(const State& state);

  private:
    void step_adamw(const std::vector<at::Tensor>& gradients, double lr);
    void step_sgd(const std::vector<at::Tensor>& gradients, double lr);

    scenario::OptimizerKind m_kind;
    std::array<double, 2> m_betas;
    double m_eps, m_weight_decay, m_momentum;
    std::vector<at::Tensor> m_parameters;
    bool m_has_masters;
    std::vector<at::Tensor> m_weights;
    std::vector<at::Tensor> m_first, m_second, m_step_tensors;
    std::int64_t m_steps = 0;
};

/// Deep; an undefined tensor stays undefined.
std::vector<at::Tensor> copies(const std::vector<at::Tensor>& tensors);
/// The same, into the tensors of `into` where it has as many.
void copy_into(const std::vector<at::Tensor>& tensors, std::vector<at::Tensor>& into);

} // namespace ampscope::train
