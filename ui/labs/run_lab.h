// What labs with several runs have in common: a form, a stage, and a group of runs that is controlled as one.
#pragma once

#include <QTimer>

#include "core/scenario/scenario.h"
#include "ui/labs/page.h"

namespace ampscope::ui {

class LabForm;
struct LabPreset;
class RunGroup;
class Stage;

/// A change of a setting starts all runs again a moment after the last change.
class RunLab : public Page {
    Q_OBJECT
  public:
    QString section() const override { return tr("Labs"); }
    bool isRunning() const override;
    bool isActive() const override;
    void pauseRuns() override;
    void resumeRuns() override;
    void stepRuns() override;
    void restart(std::optional<std::int64_t> seed) override;
    std::int64_t seed() const override { return m_scenario.seed; }
    void enter() override;
    void holdAt(std::int64_t step) override { m_holdAt = step; }

    virtual void choosePreset(const QString& id) = 0;
    RunGroup* group() const { return m_group; }
    Stage* stage() const { return m_stage; }

  protected:
    RunLab(train::ComputeThread& thread, std::vector<LabPreset> presets, QWidget* parent);

    /// The controls follow m_scenario and whatever else the lab has.
    virtual void showSettings() = 0;
    virtual void startRuns() = 0;

    void settingEdited(const QString& path, const QString& value);
    /// startRuns() where the lab has started: at once, or a moment after the last change.
    void startAgain();
    void startAgainSoon();
    /// To be called first by startRuns().
    void noteStart();

    scenario::Scenario m_scenario;
    QString m_preset;
    RunGroup* m_group;
    Stage* m_stage;
    LabForm* m_form;
    std::optional<std::int64_t> m_holdAt;

  private:
    QTimer m_restartTimer;
    bool m_hasStarted = false;
};

} // namespace ampscope::ui
