// What a step holds: by the chapter, by formula for any model, and measured in a small run.
#pragma once

#include "ui/labs/run_lab.h"

namespace ampscope::ui {

class AutoLook;
class MemoryBars;
class TextEntry;

/// A run of a few steps, looked into at the selected one. The formulas can be those of another model than the run's,
/// with a budget that they may hit.
class MemoryLab : public RunLab {
    Q_OBJECT
  public:
    explicit MemoryLab(train::ComputeThread& thread, QWidget* parent = nullptr);

    QString title() const override { return tr("Memory"); }
    bool isSettled() const override;
    QString commandLine() const override;

    std::vector<scenario::Scenario> scenarios() const override { return {scenario()}; }
    MemoryBars* bars() const { return m_bars; }
    /// Typed by the user: a model or a number of parameters, "" for that of the run; a budget, "" for none.
    TextEntry* modelEntry() const { return m_modelEntry; }
    TextEntry* budgetEntry() const { return m_budgetEntry; }

  private:
    void buildForm();
    scenario::Scenario firstScenario() const override;
    QMap<QString, QString> firstMore() const override;
    void showSettings() override;
    void showRuns() override;

    TextEntry *m_modelEntry, *m_budgetEntry;
    MemoryBars* m_bars;
    AutoLook* m_look;
};

} // namespace ampscope::ui
