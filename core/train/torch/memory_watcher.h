// What a step holds, allocation by allocation, each called by what it turned out to be.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/record/details.h"
#include "core/train/torch/model.h"
#include "core/train/torch/optimizer.h"
#include "core/train/torch/step_watch.h"

namespace ampscope::train {

/// For one step, begun where what the arguments hold counts as held before it. Both outlive the watcher.
class MemoryWatcher : public StepWatcher {
  public:
    MemoryWatcher(const std::vector<Parameter>& parameters, const Optimizer& optimizer);

    void phase_begins(const std::string& phase) override;
    void layer_begins(const std::string& layer) override;
    void op_begins(const RunningOp& op, const at::RecordFunction& function) override;
    void op_ends(const RunningOp& op, const at::RecordFunction& function) override;
    void backward_begins(const NodeKey& node, const std::string& name) override;
    void memory_changed(const MemoryEvent& event) override;
    void saves(const at::Tensor& tensor, const NodeKey& node) override;
    bool wants_saved() const override { return true; }

    /// After the step.
    record::SavedTensors saved_tensors() const;
    record::MemoryTimeline timeline() const;

  private:
    enum class Part { Temporary, Activation, Cast, Gradient, Optimizer, Emulation };
    struct Change {
        std::size_t block; // into m_parts
        std::int64_t bytes;
    };
    struct Mark {
        std::size_t change; // how many changes came before
        std::string phase, layer;
        std::int64_t micro_batch;
    };
    struct Saved {
        record::SavedTensor tensor;
        NodeKey node;
        const void* storage;
    };

    void becomes(const at::Tensor& tensor, Part part);
    void becomes(const std::vector<at::Tensor>& tensors, Part part);
    std::vector<Mark> few_marks() const;
    std::vector<Change> ordered_changes() const;

    const std::vector<Parameter>& m_parameters;
    const Optimizer& m_optimizer;
    std::int64_t m_weights, m_masters, m_optimizer_before;

    std::string m_phase;
    std::int64_t m_micro_batch = -1;
    std::unordered_map<const void*, std::size_t> m_blocks; ///< address -> block, while it is allocated
    std::vector<Part> m_parts;                             ///< of each block
    std::vector<Change> m_changes;
    std::vector<Mark> m_marks;
    std::vector<bool> m_casts_weight; ///< of the ops under way
    std::vector<Saved> m_saved;       ///< of the first micro-batch
    std::map<NodeKey, std::string> m_node_names;
};

} // namespace ampscope::train
