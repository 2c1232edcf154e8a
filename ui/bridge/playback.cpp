#include "ui/bridge/playback.h"

#include <algorithm>
#include <cmath>

#include "ui/bridge/motion.h"
#include "ui/bridge/run_model.h"

namespace ampscope::ui {

constexpr double kStepsPerSecond = 4, kLongestSeconds = 120;

Playback::Playback(RunModel& run) : QObject(&run), m_run(run) {
    connect(&m_timer, &QTimer::timeout, this, &Playback::tick);
}

bool Playback::canPlay() const {
    const std::int64_t last = m_run.furthestStep();
    return last > 0 && !(m_run.isGrowing() && m_run.isRunning() && m_run.followsNewest());
}

void Playback::play() {
    if (isPlaying() || !canPlay()) return;
    if (m_run.followsNewest() || m_run.cursor() >= m_run.furthestStep()) m_run.select(0);
    m_owed = 0;
    m_clock.start();
    m_timer.start(MotionSwitch::instance().frameMilliseconds());
    Q_EMIT changed();
}

void Playback::pause() {
    if (!isPlaying()) return;
    m_timer.stop();
    Q_EMIT changed();
}

void Playback::toggle() {
    isPlaying() ? pause() : play();
}

void Playback::setSpeed(std::size_t index) {
    index = std::min(index, kSpeeds.size() - 1);
    if (index == m_speed) return;
    m_speed = index;
    Q_EMIT changed();
}

double Playback::stepsPerSecond() const {
    const double all = static_cast<double>(m_run.furthestStep());
    return kSpeeds[m_speed] * std::max(kStepsPerSecond, all / kLongestSeconds);
}

void Playback::tick() {
    if (m_run.followsNewest()) return pause(); // somebody chose to
    m_owed += static_cast<double>(m_clock.restart()) / 1000 * stepsPerSecond();
    const auto steps = static_cast<std::int64_t>(std::floor(m_owed));
    if (steps == 0) return;
    m_owed -= static_cast<double>(steps);
    m_run.selectWithin(m_run.cursor() + steps);
    if (m_run.followsNewest() || m_run.cursor() >= m_run.furthestStep()) pause();
}

} // namespace ampscope::ui
