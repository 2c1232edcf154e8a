// A look inside a step: the step is carried out under watchers, and everything is put back.
#include <ATen/core/grad_mode.h>

#include <utility>

#include "core/train/torch/layer_watcher.h"
#include "core/train/torch/memory_watcher.h"
#include "core/train/torch/nonfinite_watcher.h"
#include "core/train/torch/op_recorder.h"
#include "core/train/torch/reports.h"
#include "core/train/torch/snapshot.h"
#include "core/train/torch/trainer.h"

namespace ampscope::train {

using scenario::RecordLevel;

void TorchTrainer::as_if(const std::function<void()>& work) {
    const auto before = save();
    // The scaler works in a copy, since a step that fails leaves it in the middle of its calls.
    GradScaler scaler = std::exchange(m_scaler, m_scaler.copy());
    (void)m_scaler.scale(at::zeros({}, m_device));
    const auto put_back = [&] {
        m_scaler = std::move(scaler);
        m_optimizer->drop_master_gradients();
        restore(*before);
        m_model->use_plain_ops(false);
    };
    try {
        work();
    } catch (...) {
        put_back();
        throw;
    }
    put_back();
}

void TorchTrainer::carry_out_watched(const std::vector<StepWatcher*>& watchers, Ops ops) {
    m_model->use_plain_ops(ops == Ops::Plain);
    m_scenario.record.level = RecordLevel::None;
    record::RunRecord unheard;
    std::stop_token never;
    const Watch watch(m_scenario, watchers);
    begin_epoch(unheard);
    attempt(unheard, never);
}

// The model's tensors get an fp32 stand-in for their values, and their own back.
void TorchTrainer::carry_out_in_fp32(StepWatcher& watcher) {
    m_model->use_plain_ops(true);
    m_scenario.record.level = RecordLevel::None;
    m_scenario.scaler.enabled = false;
    m_scenario.mistake = scenario::Mistake::None;
    m_precision = scenario::Precision::Fp32;
    std::vector<at::Tensor> own;
    drop_gradients(parameters());
    for (const auto& parameter : parameters()) {
        own.push_back(parameter.tensor.detach());
        if (own.back().scalar_type() != at::kFloat) parameter.tensor.set_data(own.back().to(at::kFloat));
    }
    const auto put_back = [&] {
        drop_gradients(parameters());
        for (std::size_t i = 0; i < own.size(); ++i)
            if (own[i].scalar_type() != at::kFloat) parameters()[i].tensor.set_data(own[i]);
    };
    try {
        const Watch watch(m_scenario, {&watcher});
        run_forward_and_backward();
    } catch (...) {
        put_back();
        throw;
    }
    put_back();
}

void TorchTrainer::examine(const Look& what, record::EventSink& sink) {
    if (is_finished()) return;
    apply(m_settings);
    with_failures_named([&] {
        if (what.memory) {
            MemoryWatcher memory(parameters(), *m_optimizer);
            as_if([&] { carry_out_watched({&memory}, Ops::OfTheRun); });
            sink.detail({m_next_step, memory.saved_tensors()});
            sink.detail({m_next_step, memory.timeline()});
        }
        if (what.ops || what.layers || what.nonfinite || what.shadow) examine_ops(what, sink);
    });
}

void TorchTrainer::examine_ops(const Look& what, record::EventSink& sink) {
    const std::int64_t step = m_next_step;
    OpRecorder ops;
    LayerWatcher layers(parameters());
    NonfiniteWatcher nonfinite(parameters());
    std::vector<StepWatcher*> watchers;
    if (what.ops) watchers.push_back(&ops);
    if (what.layers || what.shadow) watchers.push_back(&layers);
    if (what.nonfinite) watchers.push_back(&nonfinite);
    record::ParameterStates states;
    float scale = 1;
    const std::vector<at::Tensor> before = what.layers ? copies(tensors_of(parameters())) : std::vector<at::Tensor>{};
    as_if([&] {
        scale = loss_scale();
        carry_out_watched(watchers, Ops::Plain);
        if (what.layers) states = states_of(parameters(), *m_optimizer, layers, before);
    });
    if (what.ops) sink.detail({step, ops.take()});
    if (what.layers) {
        sink.detail({step, sizes_of(parameters(), layers, scale)});
        sink.detail({step, std::move(states)});
    }
    if (what.shadow) {
        LayerWatcher shadow(parameters());
        as_if([&] { carry_out_in_fp32(shadow); });
        sink.detail({step, error_between(parameters(), layers, shadow, scale)});
    }
    if (const auto first = nonfinite.first()) {
        sink.detail({step, *first});
        sink.fact({step,
                   "first_nonfinite",
                   {{"op", first->op},
                    {"layer", first->layer},
                    {"phase", first->phase},
                    {"dtype", first->dtype},
                    {"value", first->value},
                    {"parameter", first->parameter}}});
    }
}

// A step that has just been attempted is carried out once more from where it began, bit for bit.
void TorchTrainer::look_back(TorchSnapshot& before, bool ran, record::EventSink& sink, const std::stop_token& stop) {
    const bool full = records_fully();
    const bool begins_to_overflow = m_had_nonfinite && !before.had_nonfinite;
    const bool due = before.step % m_scenario.record.details_every == 0;
    Look what;
    if (full && (due || begins_to_overflow)) what = Look::everything();
    what.nonfinite = what.nonfinite || begins_to_overflow || (full && !ran);
    if (!what.any() || stop.stop_requested()) return;

    const auto now = save();
    before.weights = m_weights_before;
    // At the default level the optimizer is as the step left it. Where the step was skipped, that is as it was;
    // elsewhere a loss or a gradient overflowed, which is before the optimizer comes in.
    before.optimizer = full ? m_optimizer_before : m_optimizer->save();
    restore(before);
    examine(what, sink);
    restore(*now);
}

} // namespace ampscope::train
