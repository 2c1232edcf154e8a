// Looking on while a step is carried out: every op, every allocation, every tensor that is kept for backward, each with
// the phase and the layer that it belongs to.
#pragma once

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <ATen/record_function.h>

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/train/torch/memory_probe.h"

namespace ampscope::train {

/// Autograd's node of an op: sequence numbers are counted per thread.
struct NodeKey {
    std::uint64_t thread = 0;
    std::int64_t sequence = -1; ///< negative: no node
    auto operator<=>(const NodeKey&) const = default;
};

/// An op between its begin and its end.
struct RunningOp {
    std::size_t index = 0; ///< counts all ops of the watch
    std::string name;      ///< without "aten::"
    std::string phase, layer;
    std::string rule;          ///< as record::StepOp has it
    int depth = 0;             ///< inside how many other ops
    bool emulation = false;    ///< part of a product that is carried out through fp32
    bool is_composite = false; ///< made of other ops that are seen, too; casts of autocast included
    NodeKey node;
};

/// What somebody who looks on may want to hear. Nothing that it allocates counts as the step's memory, and no op that
/// it calls is seen, as long as it holds a Looking.
class StepWatcher {
  public:
    virtual ~StepWatcher() = default;
    virtual void phase_begins(const std::string& /*phase*/) {}
    virtual void layer_begins(const std::string& /*layer*/) {}
    /// Inputs can be read here only; see at::RecordFunction.
    virtual void op_begins(const RunningOp&, const at::RecordFunction&) {}
    /// Outputs can be read here.
    virtual void op_ends(const RunningOp&, const at::RecordFunction&) {}
    /// Autograd calls the backward function of a node ("MmBackward0").
    virtual void backward_begins(const NodeKey&, const std::string& /*name*/) {}
    virtual void backward_ends(const std::string& /*name*/) {}
    virtual void memory_changed(const MemoryEvent&) {}
    /// A tensor is kept for the node's backward. Asked for by wants_saved() only.
    virtual void saves(const at::Tensor&, const NodeKey&) {}
    virtual bool wants_saved() const { return false; }
};

/// While it lives the watchers hear of this thread's step. One at a time.
class Watch {
  public:
    Watch(const scenario::Scenario& scenario, std::vector<StepWatcher*> watchers);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    static bool is_on();

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Held by a watcher that calls ops of its own.
class Looking {
    MemoryProbe::Ignore m_memory;
    at::DisableRecordFunctionGuard m_ops;
    at::NoGradGuard m_gradients;
    c10::impl::ExcludeDispatchKeyGuard m_autocast{
        c10::DispatchKeySet{c10::DispatchKey::AutocastCPU, c10::DispatchKey::AutocastCUDA}};
};

/// "fp32", "fp16", "bf16", "fp64", "int64", "bool"; LibTorch's own name for all others.
std::string dtype_name(at::ScalarType type);
inline std::string dtype_name(const at::Tensor& tensor) {
    return dtype_name(tensor.scalar_type());
}

/// The tensors in an argument or a result, lists taken apart; undefined ones left out.
std::vector<at::Tensor> tensors_in(const c10::IValue& value);
std::vector<at::Tensor> tensors_among(std::span<const c10::IValue> values);

/// A weight as autocast's cache knows it: an fp32 leaf that asks for a gradient.
bool is_cached_weight(const at::Tensor& tensor);

} // namespace ampscope::train
