// What labs with runs have in common: a form, a stage, a group of runs that is controlled as one, and one state of all
// settings with undo.
#pragma once

#include <QMap>
#include <QTimer>
#include <QUndoStack>

#include "core/scenario/fields.h"
#include "core/scenario/scenario.h"
#include "ui/labs/page.h"

namespace ampscope::ui {

class FieldTable;
class LabForm;
struct LabPreset;
class RunGroup;
class Stage;

/// Everything that can be changed in a lab with runs.
struct LabState {
    scenario::Scenario scenario;
    QString preset;              ///< its id; "" when the settings are nobody's
    QMap<QString, QString> more; ///< beyond the scenario, as the lab calls it: "seeds" is "3"
    bool operator==(const LabState& other) const;
};

/// Every change of a setting is one step that can be undone, and starts the runs that it changes again, with the same
/// seed, a moment after the last change. Settings that do not go together are said in place; until they do, nothing is
/// started.
class RunLab : public Page {
    Q_OBJECT
  public:
    QString section() const override { return tr("Labs"); }
    RunModel* run() const override;
    bool isRunning() const override;
    bool isActive() const override;
    void pauseRuns() override;
    void resumeRuns() override;
    void stepRuns() override;
    void restart(std::optional<std::int64_t> seed) override;
    std::int64_t seed() const override { return m_state.scenario.seed; }
    QString precision() const override;
    /// The loss scaler follows it: it is for fp16.
    void setPrecision(const QString& id) override;
    void reset() override;
    void enter() override;
    void holdAt(std::int64_t step) override { m_holdAt = step; }
    QUndoStack* undoStack() override { return &m_undo; }
    QString commandLine() const override;
    bool takeScenario(const scenario::Scenario& scenario) override;
    /// "settings" opens the table of all settings; labs with views of their own have more.
    bool showView(const QString& view) override;
    int parts() const override;
    void showPart(std::optional<int> part) override;

    void choosePreset(const QString& id);
    QStringList presetIds() const;
    /// One setting by its path, as the form and the table do.
    void editSetting(const QString& path, const QString& value);
    const LabState& state() const { return m_state; }
    const scenario::Scenario& scenario() const { return m_state.scenario; }
    /// What runs, in the order of the group's runs.
    virtual std::vector<scenario::Scenario> scenarios() const = 0;
    /// The scenario that the lab is about, for a file.
    virtual scenario::Scenario shownScenario() const { return m_state.scenario; }
    /// Why these settings cannot run; empty when they can.
    const std::vector<scenario::Problem>& problems() const { return m_problems; }
    RunGroup* group() const { return m_group; }
    Stage* stage() const { return m_stage; }
    /// nullptr until it has been opened.
    FieldTable* table() const { return m_table; }

  protected:
    /// `firstPreset`: the author's state.
    RunLab(train::ComputeThread& thread, std::vector<LabPreset> presets, const QString& firstPreset, QWidget* parent);
    /// The last thing that the constructor of a lab does.
    void begin();

    /// A preset as a state. Its changes are made to firstScenario(); what it does not say of `more` is as in
    /// firstMore().
    virtual LabState stateOf(const LabPreset& preset) const;
    virtual scenario::Scenario firstScenario() const { return {}; }
    virtual QMap<QString, QString> firstMore() const { return {}; }
    /// A scenario from elsewhere as a state.
    virtual LabState stateFor(const scenario::Scenario& scenario) const;
    virtual bool takesScenarios() const { return true; }
    /// What a preset leaves as it is, beside the seed: what is looked at.
    virtual void keepViews(LabState& next) const { Q_UNUSED(next); }
    /// The controls follow m_state.
    virtual void showSettings();
    /// The runs have begun anew: the stage gets them.
    virtual void showRuns() = 0;

    /// One undo step. Quick changes of the same thing `what` are one.
    void change(const LabState& next, const QString& what = {});
    /// The same, and the runs begin at once.
    void changeNow(const LabState& next);
    /// One undo step of LabState::more.
    void setMore(const QString& name, const QString& value);
    QString more(const QString& name) const { return m_state.more.value(name); }

    /// With as many threads as the runs really have: a setting of the window may decide it.
    scenario::Scenario asRun(scenario::Scenario scenario) const;

    LabState m_state;
    RunGroup* m_group;
    Stage* m_stage;
    LabForm* m_form;
    std::optional<std::int64_t> m_holdAt;

  private:
    void apply(const LabState& state);
    void showState();
    void startRuns();
    void openTable(bool open);

    const QString m_firstPreset;
    std::vector<scenario::Problem> m_problems;
    FieldTable* m_table = nullptr;
    QUndoStack m_undo;
    QTimer m_restartTimer;
    bool m_hasStarted = false;
};

} // namespace ampscope::ui
