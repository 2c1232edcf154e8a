// The training loop of one scenario, step by step.
#pragma once

#include <ATen/ATen.h>

#include <memory>
#include <thread>

#include "core/train/engine.h"
#include "core/train/language.h"
#include "core/train/loss_scale.h"
#include "core/train/torch/gpt_mini.h"
#include "core/train/torch/optimizer.h"
#include "core/train/torch/process_state.h"

namespace ampscope::train {

class OpProbe;

class TorchTrainer : public Trainer {
  public:
    TorchTrainer(const scenario::Scenario& scenario, const EngineInfo& info);

    StepOutcome step(record::EventSink& sink, std::stop_token stop) override;
    std::int64_t next_step() const override { return m_next_step; }
    std::unique_ptr<Snapshot> save() const override;
    void restore(const Snapshot& snapshot) override;
    void change(std::string_view field, std::string_view value, record::EventSink& sink) override;
    const scenario::Scenario& scenario() const override { return m_scenario; }
    const record::Environment& environment() const override { return m_environment; }

    /// The next step() tells this probe where its phases begin. For one step; not owned.
    void set_op_probe(OpProbe* probe) { m_op_probe = probe; }

  private:
    struct Window;
    struct TorchSnapshot;

    StepOutcome attempt(record::EventSink& sink, std::stop_token& stop);
    /// Forward and backward of all micro-batches. False when a stop came in between.
    bool accumulate(Window& window, std::stop_token& stop);
    at::Tensor forward(std::int64_t micro_batch);
    double measure_underflow();
    bool details_due() const;
    bool records() const { return m_scenario.record.level != scenario::RecordLevel::None; }
    void enter_phase(const char* phase);
    at::Generator& dropout_generator() { return m_generator; }

    scenario::Scenario m_scenario;
    record::Environment m_environment;
    ProcessSettings m_settings;
    TokenText m_text;
    at::Generator m_generator; ///< weights first, then dropout
    std::unique_ptr<GptMini> m_model;
    std::unique_ptr<Optimizer> m_optimizer;
    LossScale m_loss_scale;
    std::vector<std::uint32_t> m_weights_before; ///< of the step under way; kept to be reused
    std::int64_t m_weight_bytes = 0;
    std::int64_t m_next_step = 0;
    bool m_loss_was_finite = true;
    OpProbe* m_op_probe = nullptr;
};

} // namespace ampscope::train
