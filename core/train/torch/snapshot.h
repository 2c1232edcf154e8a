// All of a trainer that a step changes.
#pragma once

#include <ATen/ATen.h>

#include <optional>
#include <vector>

#include "core/text/message.h"
#include "core/train/torch/gpu.h"
#include "core/train/torch/grad_scaler.h"
#include "core/train/torch/optimizer.h"
#include "core/train/torch/trainer.h"

namespace ampscope::train {

struct TorchTrainer::TorchSnapshot : Snapshot {
    std::vector<at::Tensor> weights, gradients, region_weights;
    Optimizer::State optimizer;
    std::optional<GradScaler::State> scaler; ///< none without a scaler
    at::Tensor generator;
    scenario::Scenario scenario; ///< live changes included
    scenario::Precision precision = scenario::Precision::Fp32;
    std::int64_t step = 0, schedule_position = 0, micro_batches = 0;
    bool loss_was_finite = true, had_nonfinite = false;

    std::int64_t next_step() const override { return step; }
    std::size_t bytes() const override;
};

/// The parameters themselves, no copies.
std::vector<at::Tensor> tensors_of(const std::vector<Parameter>& parameters);
/// Of their elements; undefined ones have none.
std::int64_t bytes_of(const std::vector<at::Tensor>& tensors);

/// Calls `work`; what LibTorch throws, and a call out of order, becomes a CouldNot error: the run has failed.
template <typename Work>
auto with_failures_named(const Work& work) {
    try {
        return work();
    } catch (const text::Error& error) {
        throw text::Error(text::ErrorKind::CouldNot, error.message());
    } catch (const c10::Error& error) {
        throw failure_of(error);
    } catch (const std::bad_alloc&) {
        throw text::could_not("train.out_of_memory");
    }
}

} // namespace ampscope::train
