// How the loss scale moves: the arithmetic of PyTorch's GradScaler, without tensors.
#pragma once

#include <cstdint>

#include "core/scenario/scenario.h"

namespace ampscope::train {

/// torch.amp.GradScaler's scale and growth tracker (torch/amp/grad_scaler.py,
/// aten/src/ATen/native/cpu/AmpGradScalerKernels.cpp). The scale is an fp32 number; it has no floor, and a growth that
/// would leave fp32's range does not happen.
class LossScale {
  public:
    struct Settings {
        double growth_factor = 2.0;
        double backoff_factor = 0.5;
        std::int64_t growth_interval = 2000;
    };

    LossScale(double init_scale, Settings settings) : m_scale(static_cast<float>(init_scale)), m_settings(settings) {}

    float scale() const { return m_scale; }
    /// Quiet steps since the scale last moved.
    std::int64_t growth_tracker() const { return m_tracker; }
    Settings& settings() { return m_settings; }

    enum class Move { None, Growth, Backoff };
    /// Ends a step. Backs off at once on `found_inf`; else grows when the tracker reaches exactly growth_interval.
    Move update(bool found_inf);

    bool operator==(const LossScale& other) const { return m_scale == other.m_scale && m_tracker == other.m_tracker; }

  private:
    float m_scale;
    std::int64_t m_tracker = 0;
    Settings m_settings;
};

} // namespace ampscope::train
