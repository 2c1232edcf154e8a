#include "ui/bridge/motion.h"

namespace ampscope::ui {

MotionSwitch& MotionSwitch::instance() {
    static MotionSwitch one;
    return one;
}

void MotionSwitch::setReduced(bool reduced) {
    if (reduced == m_isReduced) return;
    m_isReduced = reduced;
    Q_EMIT changed();
}

} // namespace ampscope::ui
