// torch.amp.GradScaler in C++, which LibTorch does not have: state for state, error for error.
#pragma once

#include <ATen/ATen.h>
#include <ATen/core/ivalue.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/text/message.h"
#include "core/train/loss_scale.h"
#include "core/train/torch/model.h"

namespace ampscope::train {

/// Whose gradients are unscaled and checked together. Two handles are two optimizers even with equal content, as two
/// optimizer objects in Python are.
class OptimizerHandle {
  public:
    OptimizerHandle(std::string name, std::vector<Parameter> parameters);
    OptimizerHandle(const OptimizerHandle&) = delete;
    OptimizerHandle& operator=(const OptimizerHandle&) = delete;

    const std::string& name() const { return m_name; }
    const std::vector<Parameter>& parameters() const { return m_parameters; }
    /// Never used twice in a process.
    std::uint64_t id() const { return m_id; }

  private:
    std::string m_name;
    std::vector<Parameter> m_parameters;
    std::uint64_t m_id;
};

struct GradScalerOptions {
    double init_scale = 65536.0;
    LossScale::Settings settings; ///< PyTorch's defaults; another policy moves the scale by its own rules
    bool enabled = true;
};

/// What step() did.
struct StepReport {
    bool ran = true;             ///< false: skipped, and the optimizer was not called
    std::string bad_parameter;   ///< the first parameter, in the handle's order, whose scaled gradient held Inf or NaN
    std::int64_t bad_values = 0; ///< Inf and NaN in that gradient
    std::int64_t nonfinite = 0;  ///< Inf and NaN in all gradients of this optimizer
    double scale = 1.0;          ///< by which the gradients were divided
    /// The scale that update() will leave: it knows what was found up to this step, so that an Inf in an optimizer that
    /// steps later in the same iteration still lowers it.
    double next_scale = 1.0;
};

/// Scales losses, unscales gradients, skips steps and moves the scale (torch/amp/grad_scaler.py of 2.15.0; rows G1 to
/// G32 of the project's training anchors, tested in tests/train/torch/check_grad_scaler.cpp).
///
/// Per optimizer the calls go READY -> unscale_() -> UNSCALED -> step() -> STEPPED, and update() returns all to READY.
/// A call out of order is a BadInput error that says what was called in which state and what is usually wrong. Where
/// LibTorch itself refuses (a dtype without kernel, overlapping memory) the error is CouldNot.
///
/// Unlike PyTorch, unscale_() looks at once whether something was found, in order to say where; on a GPU that waits for
/// the device. Fused optimizers, which PyTorch lets unscale inside their kernel, have no path here: step() unscales for
/// them, too, and does not call them on a found Inf.
///
/// For one thread, the one that does the torch work.
class GradScaler {
  public:
    enum class Stage { Ready, Unscaled, Stepped };

    /// Throws for a growth factor that is not > 1, a backoff factor that is not < 1 (both only where enabled), and like
    /// LossScale.
    explicit GradScaler(GradScalerOptions options = {});
    static GradScaler of(const scenario::Scenario& scenario);

    GradScaler(GradScaler&&) = default;
    GradScaler& operator=(GradScaler&&) = default;

    /// The tensor times the scale, with its graph. The first call makes the scale, a 0-dim fp32 tensor on the tensor's
    /// device; dtypes promote as in any product: a 0-dim fp16 loss becomes fp32, an fp16 loss of shape [1] stays fp16.
    /// Not enabled: the tensor itself.
    at::Tensor scale(const at::Tensor& output);
    std::vector<at::Tensor> scale(const std::vector<at::Tensor>& outputs);
    /// The same for tensors in lists and tuples, nested as they come. Throws for anything else among them.
    c10::IValue scale_nested(const c10::IValue& outputs);

    /// Multiplies the optimizer's gradients in place by float(1 / double(scale)), also where they are Inf or NaN, and
    /// records whether any was. Undefined gradients are passed over. An fp16 gradient throws, before any is touched.
    void unscale_(const OptimizerHandle& optimizer);

    /// Unscales unless unscale_() was called, then calls `optimizer_step` unless Inf or NaN was found. What is broken
    /// after unscale_() is not seen. What `optimizer_step` throws passes through and leaves the optimizer UNSCALED.
    StepReport step(const OptimizerHandle& optimizer, const std::function<void()>& optimizer_step);
    /// A step that evaluates its loss itself, such as LBFGS's. Throws where enabled, as PyTorch does; else it is
    /// called with the closure.
    using Closure = std::function<at::Tensor()>;
    StepReport step(const OptimizerHandle& optimizer, const std::function<void(const Closure&)>& optimizer_step,
                    const Closure& closure);

    /// Ends the iteration: the scale moves by what the optimizers' steps found, and all are READY. Throws when nothing
    /// was recorded. Move::Stop is for the caller to obey: throw loss_scale().at_minimum().
    LossScale::Move update();
    /// Sets the scale instead; needs no inf checks and leaves the growth tracker as it is.
    void update(double new_scale);
    /// The same from a 0-dim tensor on the scale's device that does not ask for a gradient. (PyTorch's check lets one
    /// of shape [1] through, too, and its copy then fails.)
    void update(const at::Tensor& new_scale);

    /// Records inf checks without unscaling, fp16 gradients included; the stage stays. For an optimizer that takes
    /// scale and found_inf itself (PyTorch's _check_inf_per_device).
    void check_inf(const OptimizerHandle& optimizer);

    bool is_enabled() const { return m_enabled; }
    /// Before the first scale() the initial value as it was given, in double. Not enabled: 1.
    double get_scale() const;
    /// Not enabled: 0.
    std::int64_t growth_tracker() const;
    const LossScale& loss_scale() const { return m_loss_scale; }
    /// Growth and backoff factor and the interval may change between iterations; as in PyTorch nothing is checked.
    LossScale::Settings& settings() { return m_loss_scale.settings(); }

    Stage stage(const OptimizerHandle& optimizer) const;
    /// Was Inf or NaN found in this optimizer's gradients since the last update()? nullopt: no gradient was looked at.
    std::optional<bool> found_inf(const OptimizerHandle& optimizer) const;

    /// state_dict(): empty where not enabled. The counters belong to policies that PyTorch does not have.
    struct State {
        double scale = 65536.0;
        double growth_factor = 2.0;
        double backoff_factor = 0.5;
        std::int64_t growth_interval = 2000;
        std::int64_t growth_tracker = 0;
        LossScale::State counters; ///< its scale and growth tracker are not read
    };
    std::optional<State> state() const;
    /// load_state_dict(): does nothing where not enabled; throws for an empty state. Does not count as a scale().
    void load(const std::optional<State>& state);
    /// What pickling and reading back gives: a scaler that makes its scale tensor anew. Throws while an optimizer's
    /// state is pending, that is, other than before the iteration's first call or after update().
    GradScaler copy() const;

    /// A parameter whose gradient was unscaled twice, as it belongs to two optimizers: not an error in PyTorch, and
    /// wrong. Empties the list.
    std::vector<text::Message> take_warnings() { return std::exchange(m_warnings, {}); }

  private:
    struct FoundInf {
        c10::Device device;
        at::Tensor value; // 0-dim fp32, 1 where Inf or NaN was found
    };
    struct PerOptimizer {
        std::string name;
        Stage stage = Stage::Ready;
        std::vector<FoundInf> found_inf;
        std::string bad_parameter;
        std::int64_t bad_values = 0, nonfinite = 0;
        bool found() const;
    };
    // Weak, so that a gradient can go, and its address still is not used again.
    using WeakTensor = c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
    struct Unscaled {
        WeakTensor gradient;
        std::string optimizer;
    };

    at::Tensor scale_on(const c10::Device& device);
    void require_scale(const char* call) const;
    void set_scale(double scale);
    PerOptimizer& state_of(const OptimizerHandle& optimizer);
    bool any_found() const;
    /// _unscale_grads_.
    void unscale_gradients(const OptimizerHandle& optimizer, const at::Tensor& inverse, bool allow_fp16,
                           PerOptimizer& state);
    void note_unscaled(const OptimizerHandle& optimizer, const Parameter& parameter);
    void end_iteration();

    bool m_enabled;
    double m_initial_scale; ///< what get_scale() says before the first scale()
    LossScale m_loss_scale;
    at::Tensor m_scale; ///< undefined before the first scale(), then always m_loss_scale.scale()
    std::map<std::uint64_t, PerOptimizer> m_optimizers;
    std::unordered_map<const c10::TensorImpl*, Unscaled> m_unscaled; ///< gradients, since the last update()
    std::vector<text::Message> m_warnings;
};

/// "READY", "UNSCALED", "STEPPED".
std::string_view stage_name(GradScaler::Stage stage);

} // namespace ampscope::train
