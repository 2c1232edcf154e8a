// What the two halves of check_grad_scaler share.
#pragma once

#include "tests/train/torch/support.h"

namespace ampscope {

inline train::GradScaler scaler_at(double init_scale, train::LossScale::Settings settings = {}) {
    return train::GradScaler({init_scale, settings, true});
}

// A scaler whose scale tensor exists.
inline train::GradScaler begun(double init_scale, train::LossScale::Settings settings = {}) {
    train::GradScaler scaler = scaler_at(init_scale, settings);
    scaler.scale(at::ones({}));
    return scaler;
}

// One iteration in which this gradient arrives, scaled as it stands.
inline train::StepReport iterate(train::GradScaler& scaler, Sgd& sgd, const std::vector<float>& gradient) {
    give(sgd.handle.parameters()[0].tensor, gradient);
    const train::StepReport report = scaler.step(sgd.handle, sgd.call());
    scaler.update();
    return report;
}

/// Rows G21 to G32.
std::span<const Case> scale_cases();

} // namespace ampscope
