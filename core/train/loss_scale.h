// How the loss scale moves: the arithmetic of PyTorch's GradScaler and of the other scalers in use, without tensors.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/scenario/scenario.h"
#include "core/text/message.h"

namespace ampscope::train {

/// The loss scale under one of the policies. An *overflow* is a step in whose gradients an Inf or NaN was found; it is
/// skipped. Any other step is quiet.
///
/// pytorch     torch/amp/grad_scaler.py and aten/src/ATen/native/cpu/AmpGradScalerKernels.cpp (2.15.0). An overflow
///             multiplies by backoff_factor and sets the tracker to 0; a quiet step raises the tracker, and when it
///             *equals* growth_interval the scale is multiplied by growth_factor and the tracker set to 0. There is no
///             floor: the scale can reach 0.
/// static      Never moves (Megatron-LM's ConstantGradScaler, DeepSpeed's LossScaler). Overflows still skip.
/// floor       pytorch, but never below min_scale (asked for in pytorch#99640).
/// cap         pytorch, but never above max_scale.
/// hysteresis  DynamicGradScaler of Megatron-LM, megatron/core/optimizer/grad_scaler.py (00caa53). An overflow first
///             takes one from the hysteresis; only when none is left does the scale back off, at most to min_scale. A
///             quiet step does not give any back: only growth does, all of it.
/// apex        LossScaler of NVIDIA apex, apex/amp/scaler.py (03b0eeb). An overflow halves, growth_interval quiet steps
///             double, at most to max_scale. The factors are fixed.
/// deepspeed   DynamicLossScaler of DeepSpeed, deepspeed/runtime/fp16/loss_scaler.py. An overflow takes one from the
///             hysteresis ("delayed_shift") until one is left, then it halves, at most to min_scale; an overflow *at*
///             min_scale stops the run. Doubles on a quiet step whenever (step - last overflow) is a multiple of
///             growth_interval, and only then gives the hysteresis back. The factors are fixed. (The newest sources,
///             18fd4c9, subtract one from that difference and so wait one step longer.)
///
/// The scale is an fp32 number under every policy. Where growth would leave fp32's range it does not happen, as in
/// PyTorch; Megatron-LM would go to Inf, and apex and DeepSpeed, whose scale is a Python float, would go on.
class LossScale {
  public:
    struct Settings {
        double growth_factor = 2.0;
        double backoff_factor = 0.5;
        std::int64_t growth_interval = 2000; ///< steps
        scenario::ScalerPolicy policy = scenario::ScalerPolicy::PyTorch;
        double min_scale = 1.0;        ///< floor, hysteresis, deepspeed
        double max_scale = 16777216.0; ///< cap, apex
        std::int64_t hysteresis = 2;   ///< hysteresis, deepspeed: this overflow in a row is the first to move the scale
    };

    /// cap and apex start at most at max_scale. Throws a BadInput error where the policy has a floor above init_scale
    /// (Megatron-LM refuses that, too: an overflow would raise the scale).
    LossScale(double init_scale, Settings settings);
    /// As the scenario's `scaler` says. Throws like the constructor.
    static LossScale of(const scenario::Scenario& scenario);
    /// The same without the scale that it starts with.
    static Settings settings_of(const scenario::Scenario& scenario);
    /// Does the policy read this field of the scenario ("scaler.min_scale")? The others have no effect on the scale.
    static bool reads(scenario::ScalerPolicy policy, std::string_view field);

    float scale() const { return m_state.scale; }
    /// Quiet steps since the scale last moved, or since it should have grown and could not; 0 under static.
    std::int64_t growth_tracker() const;
    /// Overflows that are borne before one moves the scale; 0 under policies without hysteresis.
    std::int64_t hysteresis_left() const;
    /// May change between two steps.
    Settings& settings() { return m_settings; }
    const Settings& settings() const { return m_settings; }

    enum class Move {
        None,    ///< the scale stays as it is
        Growth,  ///< it went up
        Backoff, ///< it went down
        Stop,    ///< deepspeed: an overflow at min_scale. Nothing has changed; the run is to end with at_minimum()
    };
    /// Ends a step.
    Move update(bool found_inf);
    /// "Already at its minimum": the CouldNot error of a run that Move::Stop ended in step number `step`.
    text::Error at_minimum(std::int64_t step) const;

    /// GradScaler.update(new_scale): the trackers stay as they are.
    void set_scale(float scale) { m_state.scale = scale; }

    /// All that moves. Which counters a policy uses is its own affair.
    struct State {
        float scale = 1;
        std::int64_t growth_tracker = 0;
        std::int64_t hysteresis_left = 0;
        std::int64_t steps = 0;          ///< deepspeed: update()s so far
        std::int64_t last_overflow = -1; ///< deepspeed: step of the last overflow, counted from 0
        bool operator==(const State&) const = default;
    };
    const State& state() const { return m_state; }
    void restore(const State& state) { m_state = state; }

    bool operator==(const LossScale& other) const { return m_state == other.m_state; }

  private:
    Move update_deepspeed(bool found_inf);
    Move back_off();
    Move grow();
    Move move_to(float scale);

    State m_state;
    Settings m_settings;
};

} // namespace ampscope::train
