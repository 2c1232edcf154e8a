// The ops that a step really calls, with the dtypes that went in and came out.
#pragma once

#include <map>
#include <vector>

#include "core/record/details.h"
#include "core/train/torch/step_watch.h"

namespace ampscope::train {

/// For one step.
class OpRecorder : public StepWatcher {
  public:
    void op_begins(const RunningOp& op, const at::RecordFunction& function) override;
    void op_ends(const RunningOp& op, const at::RecordFunction& function) override;
    /// What was recorded, once the step is over.
    record::OpList take() { return std::move(m_list); }

  private:
    int count_casts_among(const RunningOp& op, const std::vector<at::Tensor>& inputs);

    struct Open {
        std::size_t taken = 0; // how many were taken before it
        bool weight_goes_in = false;
    };
    record::OpList m_list;
    std::vector<Open> m_open;
    // The weak pointers keep addresses from being used again.
    std::map<const at::TensorImpl*, c10::weak_intrusive_ptr<at::TensorImpl, at::UndefinedTensorImpl>> m_weight_casts;
    std::vector<const at::TensorImpl*> m_taken; // by the ops that are under way, so that inner ops do not count again
};

} // namespace ampscope::train
