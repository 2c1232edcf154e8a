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

    /// Looks inside a step; the details arrive in the record (changed()), however late. The run does not notice.
    void lookInside(std::int64_t step, const train::Look& what = train::Look::everything());
    /// The selected step; before the first, step 0, which comes next.
    std::int64_t stepToLookInside() const;
    /// Has the run, here, attempted this step, or will it attempt it next?
    bool canLookInside(std::int64_t step) const;
    /// The look under way, and how far it is.
    std::optional<train::LookProgress> looking() const { return m_looking; }
    void cancelLooks();

    /// The thread that its steps run on: for other questions to the engine.
    train::ComputeThread& thread() const { return m_thread; }
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
    /// The parameter that all instruments mark, by name; "" for none.
    const QString& selectedParameter() const { return m_parameter; }
    void selectParameter(const QString& name);
    /// The op that all instruments mark: index into the OpList of the selected step.
    std::optional<std::size_t> selectedOp() const { return m_op; }
    void selectOp(std::optional<std::size_t> index);

  Q_SIGNALS:
    void changed();          ///< the record has grown, or is another one
    void stateChanged();     ///< running, paused, over
    void selectionChanged(); ///< of the step, the parameter or the op
    void lookingChanged();
    void noticed(const QString& message); ///< something that the user should read

  private:
    void tick();
    void forgetSelection();
    void setLooking(std::optional<train::LookProgress> looking);

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
    QString m_parameter;
    std::optional<std::size_t> m_op;
    std::optional<train::LookProgress> m_looking;
    bool m_isShown = false;
};

} // namespace ampscope::ui
