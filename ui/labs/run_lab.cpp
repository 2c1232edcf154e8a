#include "ui/labs/run_lab.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>

#include "core/scenario/scenario_json.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/state_command.h"
#include "ui/instruments/tab_order.h"
#include "ui/labs/command_line.h"
#include "ui/labs/command_line_button.h"
#include "ui/labs/field_table.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/stage.h"

namespace ampscope::ui {

using scenario::Scenario;

constexpr int kRestartMilliseconds = 250;
constexpr int kMostUndoSteps = 200;

bool LabState::operator==(const LabState& other) const {
    return preset == other.preset && more == other.more && scenario::are_equal(scenario, other.scenario);
}

RunLab::RunLab(train::ComputeThread& thread, std::vector<LabPreset> presets, const QString& firstPreset,
               QWidget* parent)
    : Page(parent),
      m_group(new RunGroup(thread, this)),
      m_stage(new Stage(this)),
      m_form(new LabForm(std::move(presets), this)),
      m_firstPreset(firstPreset) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_form);
    layout->addWidget(m_stage, 1);

    m_stage->setTallFirst(true);
    connect(m_form, &LabForm::presetChosen, this, &RunLab::choosePreset);
    connect(m_form, &LabForm::edited, this, &RunLab::editSetting);
    connect(m_stage, &Stage::noticed, this, &Page::noticed);
    connect(m_stage, &Stage::numberAsked, this, &Page::bitsAsked);
    connect(m_group, &RunGroup::noticed, this, &Page::noticed);
    connect(m_group, &RunGroup::stateChanged, this, &Page::changed);
    m_restartTimer.setSingleShot(true);
    m_restartTimer.setInterval(kRestartMilliseconds);
    connect(&m_restartTimer, &QTimer::timeout, this, &RunLab::startRuns);
    m_undo.setUndoLimit(kMostUndoSteps);
}

void RunLab::begin() {
    auto* all = new QPushButton;
    all->setObjectName("allSettings");
    connect(all, &QPushButton::clicked, this, [this] { openTable(true); });
    const ScenarioAccess access{.get = [this] { return shownScenario(); },
                                .take = takesScenarios() ? [this](const Scenario& s) { takeScenario(s); }
                                                         : std::function<void(const Scenario&)>()};
    m_form->addUndo(m_undo, [this] { reset(); });
    m_form->addTools({all, new CommandLineButton(*this, access)});
    m_state = stateOf(*m_form->preset(m_firstPreset));
    translated(this, [this, all] {
        all->setText(tr("All settings"));
        all->setToolTip(tr("Every setting of a run, with a search"));
        showState();
    });
}

RunModel* RunLab::run() const {
    return m_group->at(0);
}
bool RunLab::isRunning() const {
    return m_group->isRunning();
}
bool RunLab::isActive() const {
    return m_group->isActive();
}
void RunLab::pauseRuns() {
    m_group->pause();
}
void RunLab::resumeRuns() {
    m_group->resume();
}
void RunLab::stepRuns() {
    m_group->stepOnce();
}

void RunLab::restart(std::optional<std::int64_t> seed) {
    LabState next = m_state;
    if (seed) next.scenario.seed = *seed;
    change(next);
    m_hasStarted = true;
    startRuns();
    if (!m_problems.empty()) Q_EMIT noticed(say(m_problems.front().message));
}

void RunLab::enter() {
    if (!m_hasStarted) startRuns();
}

QString RunLab::precision() const {
    return QString::fromUtf8(scenario::choice_name(m_state.scenario.precision));
}

void RunLab::setPrecision(const QString& id) {
    LabState next = m_state;
    next.scenario.scaler.enabled.reset();
    scenario::set_field(next.scenario, "precision", id.toStdString());
    next.preset.clear();
    change(next);
}

LabState RunLab::stateOf(const LabPreset& preset) const {
    LabState state{firstScenario(), preset.id, firstMore()};
    for (const auto& [path, value] : preset.changes)
        scenario::set_field(state.scenario, path, value);
    for (const auto& [name, value] : preset.more.asKeyValueRange())
        state.more[name] = value;
    return state;
}

LabState RunLab::stateFor(const Scenario& scenario) const {
    return {scenario, {}, m_state.more};
}

void RunLab::reset() {
    changeNow(stateOf(*m_form->preset(m_firstPreset)));
}

// The seed is kept: what a preset changes shows beside the run before.
void RunLab::choosePreset(const QString& id) {
    const LabPreset* preset = m_form->preset(id);
    if (!preset) return;
    LabState next = stateOf(*preset);
    next.scenario.seed = m_state.scenario.seed;
    keepViews(next);
    changeNow(next);
}

QStringList RunLab::presetIds() const {
    return m_form->presetIds();
}

bool RunLab::takeScenario(const Scenario& scenario) {
    if (!takesScenarios()) return false;
    changeNow(stateFor(scenario));
    return true;
}

void RunLab::editSetting(const QString& path, const QString& value) {
    LabState next = m_state;
    scenario::set_field(next.scenario, path.toStdString(), value.toStdString());
    if (next == m_state) return showState();                                  // only the writing was another one
    if (!next.preset.isEmpty() && path != "name") next.scenario.name.clear(); // it was the preset's
    next.preset.clear();
    change(next, path);
}

void RunLab::setMore(const QString& name, const QString& value) {
    LabState next = m_state;
    next.more[name] = value;
    change(next);
}

void RunLab::change(const LabState& next, const QString& what) {
    if (next == m_state) return showState();
    m_undo.push(new StateCommand<LabState>(
        m_state, next, [this](const LabState& state) { apply(state); }, what));
}

void RunLab::changeNow(const LabState& next) {
    change(next);
    if (m_hasStarted) startRuns();
}

void RunLab::apply(const LabState& state) {
    const auto before = scenarios();
    m_state = state;
    showState();
    if (m_hasStarted && !std::ranges::equal(before, scenarios(), scenario::are_equal)) m_restartTimer.start();
}

void RunLab::showState() {
    m_problems.clear();
    for (const auto& scenario : scenarios())
        for (auto& problem : scenario::problems(scenario))
            if (std::ranges::find(m_problems, problem.path, &scenario::Problem::path) == m_problems.end())
                m_problems.push_back(std::move(problem));
    showSettings();
    m_form->showProblems(m_problems);
    if (m_table) m_table->showSettings(m_state.scenario, m_problems);
    Q_EMIT changed();
}

void RunLab::showSettings() {
    m_form->showSettings(m_state.scenario, m_state.preset);
    m_stage->setScenario(shownScenario());
}

void RunLab::startRuns() {
    m_hasStarted = true;
    m_restartTimer.stop();
    if (!m_problems.empty()) return;
    m_group->start(scenarios(), m_holdAt);
    showRuns();
    Q_EMIT changed();
}

bool RunLab::showView(const QString& view) {
    if (view != "settings") return false;
    openTable(true);
    return true;
}

void RunLab::openTable(bool open) {
    if (open && !m_table) {
        m_table = new FieldTable;
        static_cast<QHBoxLayout*>(layout())->insertWidget(1, m_table);
        connect(m_table, &FieldTable::edited, this, &RunLab::editSetting);
        connect(m_table, &FieldTable::closed, this, [this] { openTable(false); });
        showState();
        setTabOrderByLayout(*this);
    }
    m_form->setVisible(!open);
    if (m_table) m_table->setVisible(open);
    if (open)
        m_table->search()->setFocus();
    else if (auto* all = m_form->findChild<QPushButton*>("allSettings"))
        all->setFocus();
}

Scenario RunLab::asRun(Scenario scenario) const {
    if (!m_group->runs().isEmpty()) scenario.threads = m_group->runs().first()->record().scenario().threads;
    return scenario;
}

QString RunLab::commandLine() const {
    QStringList lines;
    for (const auto& scenario : scenarios())
        lines << runLine(asRun(scenario));
    return lines.join('\n');
}

int RunLab::parts() const {
    return m_stage->parts();
}

void RunLab::showPart(std::optional<int> part) {
    m_stage->showPart(part);
}

} // namespace ampscope::ui
