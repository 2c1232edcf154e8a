// A run as the window sees it: its record so far, its state, and which step is looked at.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "core/record/run_record.h"
#include "core/train/session.h"

namespace ampscope::ui {

/// Owns at most one session at a time. Empties its mailbox 30 times a second, whether anybody looks or not, and then
/// says changed() once: the work per tick does not depend on the step rate.
class RunModel : public QObject {
    Q_OBJECT
  public:
    RunModel(train::ComputeThread& thread, QObject* parent = nullptr);
    ~RunModel() override;

    /// Begins a new run and forgets the old one. `pauseAt`: pause by itself once that step is there.
    void start(const scenario::Scenario& scenario, bool paused = false,
               std::optional<std::int64_t> pauseAt = std::nullopt);
    /// Shows a record that was made elsewhere.
    void showRecord(record::RunRecord record);
    void clear();
    void pause();
    void resume();
    void stepOnce();
    void stop();
    /// Goes on from before this step, also when the run is over; what came after is dropped. Paused when it is there.
    void goBack(std::int64_t step);
    bool canGoBack() const { return m_session != nullptr; }
    void change(const QString& field, const QString& value);

    const record::RunRecord& record() const { return m_record; }
    bool hasRun() const { return m_session || m_isShown; }
    bool isRecorded() const { return m_isShown; }
    /// None without a session.
    std::optional<train::RunState> state() const { return m_state; }
    bool isActive() const;
    bool isRunning() const { return m_state == train::RunState::Running || m_state == train::RunState::Preparing; }
    /// Steps per second over the last second; 0 while nothing runs.
    double rate() const { return m_rate; }

    /// The step that all instruments show: the chosen one, or the newest. -1 while there is none.
    std::int64_t selectedStep() const;
    bool followsNewest() const { return !m_selected; }
    /// What was chosen, whether that step is there already or not; nullopt: the newest.
    std::optional<std::int64_t> selection() const { return m_selected; }
    void select(std::optional<std::int64_t> step);

  Q_SIGNALS:
    void changed();      ///< the record has grown, or is another one
    void stateChanged(); ///< running, paused, over
    void selectionChanged();
    void noticed(const QString& message); ///< something that the user should read

  private:
    void tick();

    train::ComputeThread& m_thread;
    std::unique_ptr<train::Session> m_session;
    record::RunRecord m_record;
    train::Mail m_mail;
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::int64_t m_ratedSteps = 0;
    double m_rate = 0;
    std::optional<train::RunState> m_state;
    std::optional<std::int64_t> m_selected;
    bool m_isShown = false;
};

} // namespace ampscope::ui
