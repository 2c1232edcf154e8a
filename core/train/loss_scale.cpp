#include "core/train/loss_scale.h"

#include <cmath>

namespace ampscope::train {

LossScale::Move LossScale::update(bool found_inf) {
    if (found_inf) {
        m_scale = static_cast<float>(m_scale * m_settings.backoff_factor);
        m_tracker = 0;
        return Move::Backoff;
    }
    ++m_tracker;
    if (m_tracker != m_settings.growth_interval) return Move::None;
    m_tracker = 0;
    const auto grown = static_cast<float>(m_scale * m_settings.growth_factor);
    if (!std::isfinite(grown)) return Move::None;
    m_scale = grown;
    return Move::Growth;
}

} // namespace ampscope::train
