// What each layer gives, what each parameter's gradient is, and in which dtype forward used each parameter.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "core/record/details.h"
#include "core/train/torch/gradients.h"
#include "core/train/torch/model.h"
#include "core/train/torch/step_watch.h"

namespace ampscope::train {

/// For one step. `parameters` outlives it.
class LayerWatcher : public StepWatcher {
  public:
    struct Output {
        std::string layer, dtype;
        at::Tensor values; ///< fp32
    };

    explicit LayerWatcher(const std::vector<Parameter>& parameters);

    void phase_begins(const std::string& phase) override;
    void op_begins(const RunningOp& op, const at::RecordFunction& function) override;
    void op_ends(const RunningOp& op, const at::RecordFunction& function) override;

    /// What the last op of each layer gave in forward of the first micro-batch, in the order of layers.
    const std::vector<Output>& outputs() const { return m_outputs; }
    /// As backward left them, copied; in the order of parameters, undefined where a parameter has none.
    const Gradients& gradients() const { return m_gradients; }
    /// dtype in which the last op of forward took the parameter; its own where none did.
    std::string compute_dtype(std::size_t parameter) const { return m_compute[parameter]; }

  private:
    /// The parameter whose values the tensor holds: itself, a view of it, or a cast; -1 for none.
    int parameter_in(const at::Tensor& tensor) const;

    const std::vector<Parameter>& m_parameters;
    std::int64_t m_forwards = 0;
    std::vector<Output> m_outputs;
    Gradients m_gradients;
    std::vector<std::string> m_compute;
    std::unordered_map<const void*, int> m_parameter_of_storage;
    std::vector<at::Tensor> m_casts;    // kept, so that addresses are not used again
    std::vector<int> m_casts_parameter; // of the ops under way; -1: no cast of a parameter
};

} // namespace ampscope::train
