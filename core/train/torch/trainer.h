// The training loop of one scenario, step by step.
#pragma once

#include <ATen/ATen.h>

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

class OpProbe;

class TorchTrainer : public Trainer {
  public:
    TorchTrainer(const scenario::Scenario& scenario, const EngineInfo& info);

    StepOutcome step(record::EventSink& sink, std::stop_token stop) override;
    std::int64_t next_step() const override { return m_next_step; }
    std::int64_t planned_steps() const override { return m_feed.plan().steps(); }
    std::unique_ptr<Snapshot> save() const override;
    void restore(const Snapshot& snapshot) override;
    void change(std::string_view field, std::string_view value, record::EventSink& sink) override;
    const scenario::Scenario& scenario() const override { return m_scenario; }
    const record::Environment& environment() const override { return m_environment; }

    /// The next step() tells this probe where its phases begin. For one step; not owned. From here on the model runs
    /// in plain ops.
    void set_op_probe(OpProbe* probe);

  private:
    struct Window;
    struct TorchSnapshot;

    StepOutcome attempt(record::EventSink& sink, std::stop_token& stop);
    void begin_epoch(record::EventSink& sink);
    /// Forward and backward of all micro-batches. False when a stop came in between.
    bool accumulate(Window& window, std::stop_token& stop);
    void run_micro_batch(Window& window, const MicroBatch& batch);
    /// Unscale, norm, clip, in the scenario's order.
    void finish_gradients(Window& window);
    /// Ends the step for the loss scaler; writes what moved.
    void move_scale(StepOutcome& outcome, record::EventSink& sink);
    void write_sample(const Window& window, record::Sample& sample, bool ran);
    double measure_underflow(const Window& window);
    /// The loss that backward starts from, before the loss scale: of one micro-batch, as its share of the window.
    at::Tensor share_of_loss(const at::Tensor& loss, std::int64_t batches, std::int64_t counted) const;
    void fill_stale_cast_cache(const MicroBatch& batch);

    bool scaler_is_on() const;
    bool details_due() const;
    bool records() const { return m_scenario.record.level != scenario::RecordLevel::None; }
    bool has_mistake(scenario::Mistake mistake) const { return m_scenario.mistake == mistake; }
    const std::vector<Parameter>& parameters() const { return m_model->parameters(); }
    void enter_phase(const char* phase);

    scenario::Scenario m_scenario;
    record::Environment m_environment;
    ProcessSettings m_settings;
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

    std::int64_t m_weight_bytes = 0;
    std::vector<std::uint8_t> m_weights_before; ///< bits of all weights; kept to be reused
    std::vector<at::Tensor> m_region_weights;   ///< stale-cast-cache: the weights when the region was entered
    OpProbe* m_op_probe = nullptr;
};

} // namespace ampscope::train
