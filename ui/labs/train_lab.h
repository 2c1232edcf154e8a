// The same training in up to three precisions side by side, with the same seed, or over several seeds.
#pragma once

#include "ui/labs/run_lab.h"

class QComboBox;
class QSpinBox;

namespace ampscope::ui {

/// All runs share every setting but precision and seed; the scenario's precision is not used. One of them is chosen:
/// its code and its time bar are shown.
class TrainLab : public RunLab {
    Q_OBJECT
  public:
    explicit TrainLab(train::ComputeThread& thread, QWidget* parent = nullptr);

    QString title() const override { return tr("Train"); }
    RunModel* run() const override;
    QString precision() const override { return m_chosen; }
    /// Formats that are on: of fp32, bf16, fp16.
    QStringList precisions() const override { return more("formats").split(','); }
    /// Switches a format on or off; one stays on.
    void setPrecision(const QString& format) override;
    void reset() override {
        m_chosen = "fp16";
        RunLab::reset();
    }
    QString commandLine() const override;

    void setSeeds(int count);
    /// For each format its seeds.
    std::vector<scenario::Scenario> scenarios() const override;
    /// That of the chosen run.
    scenario::Scenario shownScenario() const override { return scenarioOf(m_chosen); }

    static constexpr int kMostSeeds = 5;

  private:
    void buildForm();
    QMap<QString, QString> firstMore() const override;
    LabState stateFor(const scenario::Scenario& scenario) const override;
    void showSettings() override;
    void showRuns() override;
    void chooseRun(RunModel* run);
    void giveRuns();
    int seedCount() const { return more("seeds").toInt(); }
    QString precisionOf(const QString& format) const;
    scenario::Scenario scenarioOf(const QString& format) const;

    QString m_chosen = "fp16"; ///< format of the run whose code is shown
    QSpinBox* m_seeds;
    QComboBox* m_weights;
};

} // namespace ampscope::ui
