// The record as a film: the selected step goes from one to the next by itself. Nothing is trained.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <array>

namespace ampscope::ui {

class RunModel;

/// Belongs to a run and ends where the run, and those that share its selection, end; of runs that go on, the newest is
/// followed from there. For the GUI thread.
class Playback : public QObject {
    Q_OBJECT
  public:
    static constexpr std::array<double, 6> kSpeeds = {0.25, 0.5, 1, 2, 4, 8};
    static constexpr std::size_t kPlainSpeed = 2;

    explicit Playback(RunModel& run);

    /// From the selected step on; from the first when it is the last one.
    void play();
    void pause();
    void toggle();
    bool isPlaying() const { return m_timer.isActive(); }
    /// Is there something to play? Not while a run that goes on is followed, and not with fewer than two steps.
    bool canPlay() const;

    /// Which of kSpeeds.
    std::size_t speed() const { return m_speed; }
    void setSpeed(std::size_t index);
    /// Steps that pass in a second: at the plain speed four, and more in long runs, which take two minutes.
    double stepsPerSecond() const;

  Q_SIGNALS:
    void changed(); ///< playing or not, or the speed

  private:
    void tick();

    RunModel& m_run;
    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_owed = 0; ///< part of a step that has passed
    std::size_t m_speed = kPlainSpeed;
};

} // namespace ampscope::ui
