// The same training in up to three precisions side by side, with the same seed, or over several seeds.
#pragma once

#include <QTimer>

#include "core/scenario/scenario.h"
#include "ui/labs/page.h"

class QComboBox;
class QSpinBox;

namespace ampscope::ui {

class LabForm;
class RunGroup;
class Stage;

/// All runs share every setting but precision and seed. A change of a setting starts them all again a moment after the
/// last change. One of them is chosen: its code and its time bar are shown.
class TrainLab : public Page {
    Q_OBJECT
  public:
    explicit TrainLab(train::ComputeThread& thread, QWidget* parent = nullptr);

    QString title() const override { return tr("Train"); }
    QString section() const override { return tr("Labs"); }
    RunModel* run() const override;
    bool isRunning() const override;
    bool isActive() const override;
    void pauseRuns() override;
    void resumeRuns() override;
    void stepRuns() override;
    void restart(std::optional<std::int64_t> seed) override;
    std::int64_t seed() const override { return m_scenario.seed; }
    QString precision() const override { return m_chosen; }
    /// Formats that are on: of fp32, bf16, fp16.
    QStringList precisions() const override { return m_formats; }
    /// Switches a format on or off; one stays on.
    void setPrecision(const QString& format) override;
    void reset() override;
    void enter() override;
    void holdAt(std::int64_t step) override { m_holdAt = step; }

    void choosePreset(const QString& id);
    void setSeeds(int count);
    /// What runs, in the order of runs(): for each format its seeds.
    std::vector<scenario::Scenario> scenarios() const;
    const scenario::Scenario& settings() const { return m_scenario; }
    RunGroup* group() const { return m_group; }
    Stage* stage() const { return m_stage; }

    static constexpr int kMostSeeds = 5;

  private:
    void buildForm();
    void settingEdited(const QString& path, const QString& value);
    void showSettings();
    void startRuns();
    void restartSoon();
    void chooseRun(RunModel* run);
    void giveRuns();
    scenario::Scenario scenarioOf(const QString& format) const;

    scenario::Scenario m_scenario; ///< its precision is not used
    QStringList m_formats = {"fp32", "bf16", "fp16"};
    QString m_chosen = "fp16"; ///< format of the run whose code is shown
    QString m_weights;         ///< "": autocast over fp32 weights; "pure", "master"
    int m_seedCount = 1;
    QString m_preset;
    RunGroup* m_group;
    Stage* m_stage;
    LabForm* m_form;
    QSpinBox* m_seeds;
    QComboBox* m_weightsBox;
    QTimer m_restartTimer;
    std::optional<std::int64_t> m_holdAt;
    bool m_hasStarted = false;
};

} // namespace ampscope::ui
