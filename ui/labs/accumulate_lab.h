// Gradient accumulation beside one large batch of the same samples.
#pragma once

#include <QTimer>

#include "core/scenario/scenario.h"
#include "ui/labs/page.h"

class QCheckBox;

namespace ampscope::ui {

class LabForm;
class RunGroup;
class Stage;

/// The first run accumulates over micro-batches; the second takes the same sequences in one batch. A change of a
/// setting starts both again a moment after the last change.
class AccumulateLab : public Page {
    Q_OBJECT
  public:
    explicit AccumulateLab(train::ComputeThread& thread, QWidget* parent = nullptr);

    QString title() const override { return tr("Accumulate"); }
    QString section() const override { return tr("Labs"); }
    RunModel* run() const override;
    bool isRunning() const override;
    bool isActive() const override;
    void pauseRuns() override;
    void resumeRuns() override;
    void stepRuns() override;
    void restart(std::optional<std::int64_t> seed) override;
    std::int64_t seed() const override { return m_scenario.seed; }
    QString precision() const override;
    void setPrecision(const QString& id) override;
    void reset() override;
    void enter() override;
    void holdAt(std::int64_t step) override { m_holdAt = step; }

    void choosePreset(const QString& id);
    /// The mistake "loss not divided by the number of micro-batches".
    void setMistake(bool on);
    const scenario::Scenario& scenario() const { return m_scenario; }
    /// The same optimizer steps without accumulation, and without the mistake.
    scenario::Scenario wholeBatch() const;
    RunGroup* group() const { return m_group; }
    Stage* stage() const { return m_stage; }

  private:
    void buildForm();
    void settingEdited(const QString& path, const QString& value);
    void showSettings();
    void startRuns();
    void chooseRun(RunModel* run);

    scenario::Scenario m_scenario;
    QString m_preset;
    RunGroup* m_group;
    Stage* m_stage;
    LabForm* m_form;
    QCheckBox* m_mistake;
    QTimer m_restartTimer;
    std::optional<std::int64_t> m_holdAt;
    bool m_hasStarted = false;
    bool m_showsWhole = false; ///< code and time bar are those of the large batch
};

} // namespace ampscope::ui
