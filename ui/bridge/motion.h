// How much may move by itself on the screen.
#pragma once

#include <QObject>

namespace ampscope::ui {

/// The user's wish for less motion, for everybody who moves something. One object per process; GUI thread.
class MotionSwitch : public QObject {
    Q_OBJECT
  public:
    static MotionSwitch& instance();
    bool isReduced() const { return m_isReduced; }
    void setReduced(bool reduced);
    /// The shortest time between two pictures of a run that goes on by itself: a thirtieth of a second, or half a
    /// second. What the user moves follows at once.
    int frameMilliseconds() const { return m_isReduced ? kCalmMilliseconds : kFrameMilliseconds; }

    static constexpr int kFrameMilliseconds = 33, kCalmMilliseconds = 500;

  Q_SIGNALS:
    void changed();

  private:
    MotionSwitch() = default;
    bool m_isReduced = false;
};

} // namespace ampscope::ui
