// How late the GUI thread answers.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <vector>

namespace ampscope::ui {

/// A heartbeat on the GUI thread. Whatever keeps the thread busy makes a beat late, as it would make a click late.
class StallCounter : public QObject {
    Q_OBJECT
  public:
    explicit StallCounter(QObject* parent = nullptr);
    void start();
    void stop() { m_timer.stop(); }

    struct Result {
        int beats = 0;
        double worstMilliseconds = 0;    ///< largest lateness
        double within16Milliseconds = 1; ///< share of beats that were at most one frame late
        int over100Milliseconds = 0;
    };
    Result result() const;

  private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::vector<double> m_late; ///< milliseconds
};

} // namespace ampscope::ui
