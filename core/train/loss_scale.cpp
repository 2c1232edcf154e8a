#include "core/train/loss_scale.h"

#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"

namespace ampscope::train {

using scenario::ScalerPolicy;

namespace {

bool has_floor(ScalerPolicy policy) {
    return policy == ScalerPolicy::Floor || policy == ScalerPolicy::Hysteresis || policy == ScalerPolicy::DeepSpeed;
}

bool has_cap(ScalerPolicy policy) {
    return policy == ScalerPolicy::Cap || policy == ScalerPolicy::Apex;
}

bool has_hysteresis(ScalerPolicy policy) {
    return policy == ScalerPolicy::Hysteresis || policy == ScalerPolicy::DeepSpeed;
}

bool has_fixed_factors(ScalerPolicy policy) {
    return policy == ScalerPolicy::Apex || policy == ScalerPolicy::DeepSpeed;
}

// PyTorch multiplies by the factor as a double and rounds once; Megatron-LM's factors are fp32 tensors.
float product(float scale, double factor, ScalerPolicy policy) {
    if (policy == ScalerPolicy::Hysteresis) return scale * static_cast<float>(factor);
    return static_cast<float>(scale * factor);
}

} // namespace

LossScale::LossScale(double init_scale, Settings settings) : m_settings(settings) {
    if (has_floor(settings.policy) && init_scale < settings.min_scale)
        throw text::bad_input("train.scale_below_minimum",
                              {{"policy", std::string(scenario::choice_name(settings.policy))},
                               {"scale", io::to_text(init_scale)},
                               {"minimum", io::to_text(settings.min_scale)}});
    if (has_cap(settings.policy)) init_scale = std::min(init_scale, settings.max_scale);
    m_state.scale = static_cast<float>(init_scale);
    if (has_hysteresis(settings.policy)) m_state.hysteresis_left = settings.hysteresis;
}

LossScale LossScale::of(const scenario::Scenario& scenario) {
    return {scenario.scaler.init_scale, settings_of(scenario)};
}

LossScale::Settings LossScale::settings_of(const scenario::Scenario& scenario) {
    const auto& scaler = scenario.scaler;
    return {scaler.growth_factor, scaler.backoff_factor, scaler.growth_interval, scaler.policy,
            scaler.min_scale,     scaler.max_scale,      scaler.hysteresis};
}

bool LossScale::reads(ScalerPolicy policy, std::string_view field) {
    if (field == "scaler.policy" || field == "scaler.init_scale") return true;
    if (field == "scaler.growth_interval") return policy != ScalerPolicy::Static;
    if (field == "scaler.growth_factor" || field == "scaler.backoff_factor")
        return policy != ScalerPolicy::Static && !has_fixed_factors(policy);
    if (field == "scaler.min_scale") return has_floor(policy);
    if (field == "scaler.max_scale") return has_cap(policy);
    return field == "scaler.hysteresis" && has_hysteresis(policy);
}

std::int64_t LossScale::growth_tracker() const {
    if (m_settings.policy != ScalerPolicy::DeepSpeed) return m_state.growth_tracker;
    return (m_state.steps - 1 - m_state.last_overflow) % m_settings.growth_interval;
}

std::int64_t LossScale::hysteresis_left() const {
    if (!has_hysteresis(m_settings.policy)) return 0;
    return std::max<std::int64_t>(0, m_state.hysteresis_left - 1);
}

LossScale::Move LossScale::move_to(float scale) {
    const float before = m_state.scale;
    m_state.scale = scale;
    return scale > before ? Move::Growth : scale < before ? Move::Backoff : Move::None;
}

LossScale::Move LossScale::back_off() {
    float scale = product(m_state.scale, has_fixed_factors(m_settings.policy) ? 0.5 : m_settings.backoff_factor,
                          m_settings.policy);
    if (has_floor(m_settings.policy)) scale = std::max(scale, static_cast<float>(m_settings.min_scale));
    return move_to(scale);
}

LossScale::Move LossScale::grow() {
    if (has_hysteresis(m_settings.policy)) m_state.hysteresis_left = m_settings.hysteresis;
    float scale = product(m_state.scale, has_fixed_factors(m_settings.policy) ? 2.0 : m_settings.growth_factor,
                          m_settings.policy);
    if (has_cap(m_settings.policy)) scale = std::min(scale, static_cast<float>(m_settings.max_scale));
    return std::isfinite(scale) ? move_to(scale) : Move::None;
}

LossScale::Move LossScale::update_deepspeed(bool found_inf) {
    if (found_inf) {
        Move move = Move::None;
        if (m_settings.hysteresis == 1 || m_state.hysteresis_left == 1) {
            if (m_state.scale == static_cast<float>(m_settings.min_scale)) return Move::Stop;
            move = back_off();
        } else {
            --m_state.hysteresis_left;
        }
        m_state.last_overflow = m_state.steps++;
        return move;
    }
    const bool due = (m_state.steps++ - m_state.last_overflow) % m_settings.growth_interval == 0;
    return due ? grow() : Move::None;
}

LossScale::Move LossScale::update(bool found_inf) {
    switch (m_settings.policy) {
    case ScalerPolicy::Static: return Move::None;
    case ScalerPolicy::DeepSpeed: return update_deepspeed(found_inf);
    default: break;
    }
    if (found_inf) {
        m_state.growth_tracker = 0;
        if (m_settings.policy == ScalerPolicy::Hysteresis && --m_state.hysteresis_left > 0) return Move::None;
        return back_off();
    }
    if (++m_state.growth_tracker != m_settings.growth_interval) return Move::None;
    m_state.growth_tracker = 0;
    return grow();
}

text::Error LossScale::at_minimum(std::int64_t step) const {
    return text::could_not("train.scale_at_minimum",
                           {{"step", std::to_string(step)}, {"scale", io::to_text(m_state.scale)}});
}

} // namespace ampscope::train
