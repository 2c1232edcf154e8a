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
    void reset() override {
        m_chosen = kPerBlock;
        RunLab::reset();
    }
    bool isSettled() const override;
    QString commandLine() const override;

    std::vector<scenario::Scenario> scenarios() const override;
    /// That of the chosen run.
    scenario::Scenario shownScenario() const override { return scenarios()[static_cast<std::size_t>(m_chosen)]; }

  private:
    void buildForm();
    scenario::Scenario firstScenario() const override;
    void showRuns() override;
    void chooseRun(RunModel* run);

    AutoLook* m_look;
    static constexpr int kPerBlock = 2; ///< its memory goes up and down like a saw
    int m_chosen = kPerBlock;           ///< place of the run that is shown
};

} // namespace ampscope::ui
