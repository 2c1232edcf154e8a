// Finds the first op of a step whose result is not finite although everything that went in is, and the calculation
// that did it.
#pragma once

#include <optional>
#include <vector>

#include "core/record/details.h"
#include "core/train/torch/model.h"
#include "core/train/torch/step_watch.h"

namespace ampscope::train {

/// Ops that consist of others are looked at through those. A product that is carried out through fp32 counts as the
/// product that it stands for.
class NonfiniteWatcher : public StepWatcher {
  public:
    explicit NonfiniteWatcher(const std::vector<Parameter>& parameters) : m_parameters(parameters) {}

    void op_begins(const RunningOp& op, const at::RecordFunction& function) override;
    void op_ends(const RunningOp& op, const at::RecordFunction& function) override;
    void backward_ends(const std::string& name) override;

    /// nullopt: everything stayed finite, or was not when the step began.
    std::optional<record::FirstNonfinite> first() const;

  private:
    struct Open {
        std::vector<c10::IValue> inputs; ///< of ops that are looked at
        bool is_looked_at = false;
        bool writes_inputs = false;
        std::vector<c10::IValue> inputs_before; ///< copies, where it writes over them
    };
    void examine_result(const RunningOp& op, const std::vector<c10::IValue>& inputs, const at::Tensor& result,
                        std::optional<std::size_t> place_in_list);
    static std::optional<std::size_t> place_in_list(const Open& open, const at::Tensor& result);
    /// Results that are not finite because of what the first op gave.
    void follow(const std::vector<at::Tensor>& inputs, const std::vector<at::Tensor>& results);
    void find_spoiled_parameter();

    std::string m_first_bad_gradient; ///< parameter; counts where nothing leads from the first op to a gradient
    const std::vector<Parameter>& m_parameters;
    std::optional<record::FirstNonfinite> m_first;
    std::vector<Open> m_open;
    std::vector<at::Tensor>
        m_spoiled;    ///< what the first op gave, and what came of it; kept, so that no address returns
    int m_leaves = 0; ///< looked-at ops under way: what is inside them is not looked at
};

} // namespace ampscope::train
