// The data plan as tensors.
#pragma once

#include <ATen/ATen.h>

#include <vector>

#include "core/train/data.h"

namespace ampscope::train {

struct MicroBatch {
    at::Tensor inputs;        ///< GPT: int64 [B, T]; Linear: fp32 [B, 1024]
    at::Tensor targets;       ///< GPT: int64 [B, T], -100 where not counted; Linear: int64 [B]
    std::int64_t counted = 0; ///< targets that are part of the loss
};

/// The plan of a run and its text. For the compute thread.
class Feed {
  public:
    /// Reads the text. Throws what load_tokens() throws.
    explicit Feed(const scenario::Scenario& scenario);

    const DataPlan& plan() const { return m_plan; }
    std::int64_t vocabulary() const { return m_text.vocabulary; }
    /// Those of DataPlan::micro_batches(), on the scenario's device.
    std::vector<MicroBatch> micro_batches(std::int64_t step) const;

  private:
    MicroBatch tokens(const std::vector<Window>& windows) const;
    MicroBatch examples(const std::vector<Window>& windows) const;

    at::Device m_device;
    bool m_is_linear;
    std::uint64_t m_seed;
    std::int64_t m_length;
    TokenText m_text;
    DataPlan m_plan;
};

} // namespace ampscope::train
