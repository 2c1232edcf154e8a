// Deliberate mistakes: the broken run at the left, the fixed one at the right, one changed line between them.
#pragma once

#include <memory>

#include "core/scenario/mistakes.h"
#include "ui/instruments/instrument.h"
#include "ui/labs/run_lab.h"

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace ampscope::ui {

class CodeDiffView;

/// The scenario is that of the broken run; the fixed one differs in the mistake's field only, and a third is the
/// reference where the mistake has one. All start together and show the same step.
class BreakLab : public RunLab {
    Q_OBJECT
  public:
    explicit BreakLab(train::ComputeThread& thread, QWidget* parent = nullptr);

    QString title() const override { return tr("Break it"); }
    QString precision() const override { return {}; } // part of the mistake
    QString commandLine() const override;
    /// The changed line and the pair that tells, then the curves.
    int parts() const override { return m_pair[0] ? 2 : 1; }
    void showPart(std::optional<int> part) override;

    const scenario::MistakeCase& mistake() const;
    /// Broken, fixed, and for some a reference.
    std::vector<scenario::Scenario> scenarios() const override;
    CodeDiffView* diff() const { return m_diff; }
    /// What the runs have measured, in one sentence.
    QString verdict() const;
    /// The instruments that stand left and right; nullptr where the case needs none.
    Instrument* pairAt(int place) const { return m_pair[place].get(); }

  private:
    void buildForm();
    void buildRight();
    LabState stateOf(const LabPreset& preset) const override;
    bool takesScenarios() const override { return false; } // it would lack the mistake
    void showSettings() override;
    void showRuns() override;
    void showPair();
    void showWords();
    void showVerdict();

    const scenario::MistakeCase* m_shownMistake = nullptr; ///< whose column is chosen
    QLabel *m_words, *m_verdict;
    CodeDiffView* m_diff;
    QHBoxLayout* m_pairRow;
    std::unique_ptr<Instrument> m_pair[2];
    QVBoxLayout* m_right;      ///< all that, over the stage
    std::optional<int> m_part; ///< of a low wall
    QTimer m_verdictTimer;
};

} // namespace ampscope::ui
