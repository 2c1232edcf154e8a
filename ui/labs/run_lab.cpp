#include "ui/labs/run_lab.h"

#include <QHBoxLayout>

#include "core/scenario/fields.h"
#include "ui/bridge/run_group.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/stage.h"

namespace ampscope::ui {

constexpr int kRestartMilliseconds = 250;

RunLab::RunLab(train::ComputeThread& thread, std::vector<LabPreset> presets, QWidget* parent)
    : Page(parent),
      m_group(new RunGroup(thread, this)),
      m_stage(new Stage(this)),
      m_form(new LabForm(std::move(presets), this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_form);
    layout->addWidget(m_stage, 1);

    m_stage->setTallFirst(true);
    connect(m_form, &LabForm::presetChosen, this, &RunLab::choosePreset);
    connect(m_form, &LabForm::edited, this, &RunLab::settingEdited);
    connect(m_stage, &Stage::noticed, this, &Page::noticed);
    connect(m_stage, &Stage::numberAsked, this, &Page::bitsAsked);
    connect(m_group, &RunGroup::noticed, this, &Page::noticed);
    connect(m_group, &RunGroup::stateChanged, this, &Page::changed);
    m_restartTimer.setSingleShot(true);
    m_restartTimer.setInterval(kRestartMilliseconds);
    connect(&m_restartTimer, &QTimer::timeout, this, &RunLab::startRuns);
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
    if (seed) m_scenario.seed = *seed;
    startRuns();
}

void RunLab::enter() {
    if (!m_hasStarted) startRuns();
}

void RunLab::settingEdited(const QString& path, const QString& value) {
    scenario::set_field(m_scenario, path.toStdString(), value.toStdString());
    m_preset.clear();
    showSettings();
    startAgainSoon();
}

void RunLab::startAgain() {
    if (m_hasStarted) startRuns();
}
void RunLab::startAgainSoon() {
    if (m_hasStarted) m_restartTimer.start();
}
void RunLab::noteStart() {
    m_hasStarted = true;
    m_restartTimer.stop();
}

} // namespace ampscope::ui
