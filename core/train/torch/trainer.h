// The training loop of one scenario, step by step.
#pragma once

#include <ATen/ATen.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/train/engine.h"
#include "core/train/torch/feed.h"
#include "core/train/torch/grad_scaler.h"
#include "core/train/torch/gradients.h"
#include "core/train/torch/memory_probe.h"
#include "core/train/torch/model.h"
#include "core/train/torch/optimizer.h"
#include "core/train/torch/process_state.h"

namespace ampscope::train {

class StepWatcher;

/// Trainer with LibTorch; its contract is the interface's.
class TorchTrainer : public Trainer {
  public:
    TorchTrainer(const scenario::Scenario& scenario, const EngineInfo& info);

    StepOutcome step(record::EventSink& sink, std::stop_token stop) override;
    void examine(const Look& what, record::EventSink& sink) override;
    std::int64_t next_step() const override { return m_next_step; }
    std::int64_t planned_steps() const override { return m_feed.plan().steps(); }
    std::unique_ptr<Snapshot> save() const override;
    void restore(const Snapshot& snapshot) override;
    void change(std::string_view field, std::string_view value, record::EventSink& sink) override;
    const scenario::Scenario& scenario() const override { return m_scenario; }
    const record::Environment& environment() const override { return m_environment; }

  private:
    struct Window;
    struct TorchSnapshot;

    /// What is where before a step, without weights and optimizer.
    std::unique_ptr<TorchSnapshot> position() const;
    StepOutcome attempt(record::EventSink& sink, std::stop_token& stop);
    void begin_epoch(record::EventSink& sink);
    /// Forward and backward of all micro-batches. False when a stop came in between.
    bool accumulate(Window& window, std::stop_token& stop);
    void run_micro_batch(Window& window, const MicroBatch& batch);
    /// Unscale, norm, clip, in the scenario's order.
    void finish_gradients(Window& window);
    /// Ends the step for the loss scaler; writes what moved.
    void move_scale(StepOutcome& outcome, record::EventSink& sink);
    /// Forward and backward of the next step, and nothing else.
    void run_forward_and_backward();
    Window open_window() const;
    void write_sample(const Window& window, record::Sample& sample, bool ran);
    double measure_underflow(const Window& window);
    /// The loss that backward starts from, before the loss scale: of one micro-batch, as its share of the window.
    at::Tensor share_of_loss(const at::Tensor& loss, std::int64_t batches, std::int64_t counted) const;
    void fill_stale_cast_cache(const MicroBatch& batch);

    bool scaler_is_on() const;
    /// 1 without a scaler.
    float loss_scale() const { return scaler_is_on() ? static_cast<float>(m_scaler.get_scale()) : 1.0f; }
    /// Weights, and at level full the optimizer's state, as the step under way found them.
    void keep_state();
    bool details_due() const;
    bool records_fully() const { return m_scenario.record.level == scenario::RecordLevel::Full; }
    bool records() const { return m_scenario.record.level != scenario::RecordLevel::None; }
    bool has_mistake(scenario::Mistake mistake) const { return m_scenario.mistake == mistake; }
    const std::vector<Parameter>& parameters() const { return m_model->parameters(); }

    // examination.cpp
    enum class Ops { OfTheRun, Plain };
    /// Carries out the step that step() would attempt, watched, and puts everything back.
    void carry_out_watched(const std::vector<StepWatcher*>& watchers, Ops ops);
    /// Carries out `work`, then puts weights, optimizer, scaler and all else back, also after an exception.
    void as_if(const std::function<void()>& work);
    /// Forward and backward in fp32 from the values of the weights, watched.
    void carry_out_in_fp32(StepWatcher& watcher);
    void examine_ops(const Look& what, record::EventSink& sink);
    /// After a step: looks inside it, where the record's level asks for that.
    void look_back(TorchSnapshot& before, bool ran, record::EventSink& sink, const std::stop_token& stop);

    scenario::Scenario m_scenario;
    record::Environment m_environment;
    ProcessSettings m_settings;
    at::Device m_device; ///< of all tensors
    Feed m_feed;
    at::Generator m_generator; ///< weights first, then dropout
    std::unique_ptr<Model> m_model;
    std::unique_ptr<Optimizer> m_optimizer;
    std::unique_ptr<OptimizerHandle> m_handle; ///< the optimizer, as the loss scaler knows it
    GradScaler m_scaler;
    scenario::Precision m_precision; ///< of this epoch
    std::int64_t m_next_step = 0;
    std::int64_t m_schedule_position = 0;
    std::int64_t m_micro_batches = 0;
    bool m_loss_was_finite = true;
    bool m_had_nonfinite = false; ///< the last recorded step had a loss, gradient or weight that is not finite

    std::int64_t m_weight_bytes = 0;
    std::vector<at::Tensor> m_weights_before; ///< of the recorded step that was attempted last
    Optimizer::State m_optimizer_before;
    std::vector<at::Tensor> m_region_weights; ///< stale-cast-cache: the weights when the region was entered
};

} // namespace ampscope::train
