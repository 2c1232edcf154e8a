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
    Optimizer(const scenario::Scenario& scenario, std::vector<at::Tensor> parameters);

    /// One update from the parameters' .grad. AdamW is LibTorch's fused kernel (torch.optim.AdamW(fused=True)); SGD is
    /// torch.optim.SGD's loop over parameters.
    void step(double lr);
    /// How many steps have run.
    std::int64_t step_count() const { return m_steps; }
    std::int64_t state_bytes() const;
    /// Norm of m (SGD: of the momentum buffer); 0 before the first step.
    double average_norm() const;

    struct State {
        std::vector<at::Tensor> first, second, steps; ///< AdamW: m, v, count; SGD: momentum buffer
        std::int64_t count = 0;
    };
    /// A deep copy.
    State save() const;
    void restore(const State& state);

  private:
    void step_adamw(double lr);
    void step_sgd(double lr);

    scenario::OptimizerKind m_kind;
    std::array<double, 2> m_betas;
    double m_eps, m_weight_decay, m_momentum;
    std::vector<at::Tensor> m_parameters;
    std::vector<at::Tensor> m_first, m_second, m_step_tensors;
    std::int64_t m_steps = 0;
};

} // namespace ampscope::train
