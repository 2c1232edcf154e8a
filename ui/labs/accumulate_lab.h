// Gradient accumulation beside one large batch of the same samples.
#pragma once

#include "ui/labs/run_lab.h"

class QCheckBox;

namespace ampscope::ui {

/// The first run accumulates over micro-batches; the second takes the same sequences in one batch.
class AccumulateLab : public RunLab {
    Q_OBJECT
  public:
    explicit AccumulateLab(train::ComputeThread& thread, QWidget* parent = nullptr);

    QString title() const override { return tr("Accumulate"); }
    RunModel* run() const override;
    void reset() override {
        m_showsWhole = false;
        RunLab::reset();
    }

    /// The mistake "loss not divided by the number of micro-batches".
    void setMistake(bool on);
    /// The same optimizer steps without accumulation, and without the mistake.
    scenario::Scenario wholeBatch() const;
    std::vector<scenario::Scenario> scenarios() const override { return {scenario(), wholeBatch()}; }

  private:
    void buildForm();
    scenario::Scenario firstScenario() const override;
    void showSettings() override;
    void showRuns() override;
    void chooseRun(RunModel* run);

    QCheckBox* m_mistake;
    bool m_showsWhole = false; ///< code and time bar are those of the large batch
};

} // namespace ampscope::ui
