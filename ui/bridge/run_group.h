// Several runs that are looked at side by side and controlled as one.
#pragma once

#include <QList>

#include "ui/bridge/run_model.h"

namespace ampscope::ui {

/// Owns its runs. Sessions of one compute thread take turns step by step, so runs that are started together stay
/// together. All of them look at the same step, parameter and bin, also those that do not have it, and when one goes
/// back, those that are further go with it. For the GUI thread.
class RunGroup : public QObject {
    Q_OBJECT
  public:
    explicit RunGroup(train::ComputeThread& thread, QObject* parent = nullptr);

    /// Begins these runs anew, in this order; runs of the last start that are not needed are forgotten. RunModels are
    /// reused: the one at a place stays at that place.
    void start(const std::vector<scenario::Scenario>& scenarios, std::optional<std::int64_t> pauseAt = std::nullopt);
    /// Shows records that were made elsewhere, in this order, in the place of runs.
    void show(std::vector<record::RunRecord> records);
    /// Those of the last start, in its order.
    const QList<RunModel*>& runs() const { return m_runs; }
    /// The run at a place, which may not have been started yet: instruments can be given it at once.
    RunModel* at(int place);

    void pause();
    void resume();
    /// One step of those that are behind, or of all when none is: after it they are at the same step.
    void stepOnce();
    bool isRunning() const;
    /// Is any of them not over?
    bool isActive() const;

  Q_SIGNALS:
    void stateChanged();
    void noticed(const QString& message);

  private:
    void take(int count);
    void followSelection(RunModel* chosen);
    void followBack(RunModel* first, std::int64_t step);

    train::ComputeThread& m_thread;
    QList<RunModel*> m_all;  ///< every one ever made
    QList<RunModel*> m_runs; ///< the first of them
    bool m_goesBack = false;
};

} // namespace ampscope::ui
