#include "ui/bridge/stall_counter.h"

#include <algorithm>

namespace ampscope::ui {

constexpr int kBeatMilliseconds = 8;
constexpr double kFrameMilliseconds = 1000.0 / 60;

StallCounter::StallCounter(QObject* parent) : QObject(parent) {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kBeatMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        const double elapsed = static_cast<double>(m_clock.nsecsElapsed()) / 1e6;
        m_clock.start();
        m_late.push_back(std::max(0.0, elapsed - kBeatMilliseconds));
    });
}

void StallCounter::start() {
    m_late.clear();
    m_clock.start();
    m_timer.start();
}

StallCounter::Result StallCounter::result() const {
    Result result;
    result.beats = static_cast<int>(m_late.size());
    if (m_late.empty()) return result;
    result.worstMilliseconds = *std::ranges::max_element(m_late);
    result.within16Milliseconds =
        static_cast<double>(std::ranges::count_if(m_late, [](double late) { return late <= kFrameMilliseconds; })) /
        static_cast<double>(m_late.size());
    result.over100Milliseconds =
        static_cast<int>(std::ranges::count_if(m_late, [](double late) { return late > 100; }));
    return result;
}

} // namespace ampscope::ui
