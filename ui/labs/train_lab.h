// The same training in up to three precisions side by side, with the same seed, or over several seeds.
#pragma once

#include "ui/labs/run_lab.h"

class QComboBox;
class QSpinBox;

namespace ampscope::ui {

/// All runs share every setting but precision and seed; m_scenario's precision is not used. One of them is chosen: its
/// code and its time bar are shown.
class TrainLab : public RunLab {
    Q_OBJECT
  public:
    explicit TrainLab(train::ComputeThread& thread, QWidget* parent = nullptr);

    QString title() const override { return tr("Train"); }
    RunModel* run() const override;
    QString precision() const override { return m_chosen; }
    /// Formats that are on: of fp32, bf16, fp16.
    QStringList precisions() const override { return m_formats; }
    /// Switches a format on or off; one stays on.
    void setPrecision(const QString& format) override;
    void reset() override;

    void choosePreset(const QString& id) override;
    void setSeeds(int count);
    /// What runs, in the order of runs(): for each format its seeds.
    std::vector<scenario::Scenario> scenarios() const;
    const scenario::Scenario& settings() const { return m_scenario; }

    static constexpr int kMostSeeds = 5;

  private:
    void buildForm();
    void showSettings() override;
    void startRuns() override;
    void chooseRun(RunModel* run);
    void giveRuns();
    scenario::Scenario scenarioOf(const QString& format) const;

    QStringList m_formats = {"fp32", "bf16", "fp16"};
    QString m_chosen = "fp16"; ///< format of the run whose code is shown
    QString m_weights;         ///< "": autocast over fp32 weights; "pure", "master"
    int m_seedCount = 1;
    QSpinBox* m_seeds;
    QComboBox* m_weightsBox;
};

} // namespace ampscope::ui
