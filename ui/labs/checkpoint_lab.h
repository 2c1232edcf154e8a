// Ways of checkpointing beside keeping everything: the same training, the same seed.
#pragma once

#include "ui/labs/run_lab.h"

namespace ampscope::ui {

class AutoLook;

/// Four runs: everything kept, per sublayer, per block, about √L segments. One of them is chosen: its timeline and its
/// steps are shown.
class CheckpointLab : public RunLab {
    Q_OBJECT
  public:
    explicit CheckpointLab(train::ComputeThread& thread, QWidget* parent = nullptr);

    QString title() const override { return tr("Checkpointing"); }
    RunModel* run() const override;
    QString precision() const override;
    void setPrecision(const QString& id) override;
    void reset() override;
    bool isSettled() const override;

    void choosePreset(const QString& id) override;
    const scenario::Scenario& scenario() const { return m_scenario; }
    /// What runs, in the order of the runs.
    std::vector<scenario::Scenario> scenarios() const;

  private:
    void buildForm();
    void showSettings() override;
    void startRuns() override;
    void chooseRun(RunModel* run);

    AutoLook* m_look;
    int m_chosen = 0; ///< place of the run that is shown
};

} // namespace ampscope::ui
