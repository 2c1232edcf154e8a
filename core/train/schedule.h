// The learning rate over a run.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/scenario/scenario.h"

namespace ampscope::train {

/// Learning rate after the schedule has been moved on `position` times: nanoGPT's get_lr() as a factor, as LambdaLR
/// wants it. A climb of lr * (position + 1) / (warmup_steps + 1), then constant, or half a cosine down to min_lr at
/// decay_steps and min_lr from there on. `run_steps` stands in for decay_steps = 0.
inline double learning_rate(const scenario::Scenario& scenario, std::int64_t position, std::int64_t run_steps) {
    const auto& schedule = scenario.schedule;
    const double lr = scenario.optimizer.lr;
    if (position < schedule.warmup_steps)
        return lr * (static_cast<double>(position + 1) / static_cast<double>(schedule.warmup_steps + 1));
    const std::int64_t end = schedule.decay_steps > 0 ? schedule.decay_steps : run_steps;
    if (schedule.kind == scenario::ScheduleKind::Constant || end <= schedule.warmup_steps) return lr;
    const double lowest = lr == 0 ? 0 : schedule.min_lr / lr;
    if (position > end) return lr * lowest;
    const double progress =
        static_cast<double>(position - schedule.warmup_steps) / static_cast<double>(end - schedule.warmup_steps);
    return lr * (lowest + 0.5 * (1.0 + std::cos(std::numbers::pi * progress)) * (1.0 - lowest));
}

} // namespace ampscope::train
