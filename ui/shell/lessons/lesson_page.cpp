#include "ui/shell/lessons/lesson_page.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "core/scenario/fields.h"
#include "ui/bridge/language.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/stage.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/lessons/class_model.h"
#include "ui/shell/lessons/exercise_desk.h"
#include "ui/shell/lessons/exercise_panel.h"
#include "ui/shell/lessons/learner.h"
#include "ui/shell/lessons/lesson_card.h"
#include "ui/shell/lessons/stand_in.h"

namespace ampscope::ui {

using lesson::StepKind;

constexpr int kCardWidth = 330;
constexpr int kRestartMilliseconds = 250;

LessonPage::LessonPage(const lesson::Lesson& lesson, train::ComputeThread& thread, Learner& learner, QWidget* parent)
    : Page(parent),
      m_lesson(lesson),
      m_thread(thread),
      m_learner(learner),
      m_player(lesson),
      m_card(new LessonCard(this)),
      m_stage(new Stage(this)),
      m_desk(new ExerciseDesk(lesson, thread, this)) {
    if (const auto* known = m_learner.of(lesson.id)) {
        lesson::restore(m_player, *known);
        for (const auto& [step, sentence] : known->sentences)
            m_player.write(step, sentence);
    }
    m_card->setFixedWidth(qRound(scaled(kCardWidth)));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_card);
    layout->addWidget(m_stage, 1);

    connect(m_card, &LessonCard::nextAsked, this, &LessonPage::next);
    connect(m_card, &LessonCard::backAsked, this, &LessonPage::back);
    connect(m_card, &LessonCard::jumpAsked, this, [this](int position) { goTo(static_cast<std::size_t>(position)); });
    connect(m_card, &LessonCard::reportAsked, this, &LessonPage::reportAsked);
    connect(m_card, &LessonCard::committed, this, &LessonPage::answer);
    connect(m_card, &LessonCard::hintAsked, this, [this] {
        m_player.ask_for_hint();
        showCard();
    });
    connect(m_stage, &Stage::noticed, this, &Page::noticed);
    connect(m_desk, &ExerciseDesk::noticed, this, &Page::noticed);
    connect(
        m_desk, &ExerciseDesk::changed, this,
        [this] {
            if (!m_player.step().exercise) return;
            showEvidence();
            showCard();
        },
        Qt::QueuedConnection);
    connect(m_stage, &Stage::numberAsked, this, &Page::bitsAsked);
    connect(m_stage, &Stage::pageAsked, this, &Page::pageAsked);
    connect(m_stage, &Stage::runsAsked, this, [this](const QString& ids) { Q_EMIT numberAsked("runs", ids, {}); });
    m_restartTimer.setSingleShot(true);
    m_restartTimer.setInterval(kRestartMilliseconds);
    connect(&m_restartTimer, &QTimer::timeout, this, [this] { startRun(m_player.step().scenario, true); });
    connect(&LanguageSwitch::instance(), &LanguageSwitch::changed, this, &LessonPage::showCard);
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, [this] {
        m_card->setFixedWidth(qRound(scaled(kCardWidth)));
        showCard();
    });
}

LessonPage::~LessonPage() = default;

QString LessonPage::title() const {
    return QString::fromStdString(m_lesson.section + "  " + m_lesson.text(LanguageSwitch::instance().language()).title);
}
QString LessonPage::section() const {
    return tr("Chapter %1").arg(QString::fromStdString(m_lesson.chapter));
}

void LessonPage::enter() {
    showStep();
}

void LessonPage::goTo(std::size_t position) {
    m_player.go_to(position);
    m_classChoice.clear();
    showStep();
}

void LessonPage::goOnFrom(const LessonPage& old) {
    const auto found = std::ranges::find(m_lesson.steps, old.m_player.step().id, &lesson::Step::id);
    const auto same = static_cast<std::size_t>(found - m_lesson.steps.begin());
    goTo(std::min(found == m_lesson.steps.end() ? old.m_player.position() : same, m_lesson.steps.size() - 1));
    m_card->scrollTo(old.m_card->scrolled());
}

void LessonPage::next() {
    const QString key = m_player.step().kind == StepKind::Predict ? classAnswer() : QString();
    if (!key.isEmpty())
        answer(key); // leads on by itself
    else
        goTo(m_player.position() + 1);
}

void LessonPage::back() {
    goTo(m_player.position() == 0 ? 0 : m_player.position() - 1);
}

void LessonPage::reset() {
    m_learner.reset(m_lesson.id);
    m_player.restart();
    m_tried.clear();
    for (auto& [name, run] : m_runs)
        run->clear();
    m_desk->clear();
    m_shown = nullptr;
    m_staged.clear();
    showStep();
}

const scenario::Scenario* LessonPage::scenarioOf(const std::string& name) const {
    if (const auto tried = m_tried.find(name); tried != m_tried.end()) return &tried->second;
    return m_lesson.find_scenario(name);
}

RunModel* LessonPage::runOf(const std::string& name) const {
    const auto found = m_runs.find(name);
    return found == m_runs.end() ? nullptr : found->second;
}

lesson::Records LessonPage::records() const {
    lesson::Records all;
    for (const auto& [name, run] : m_runs)
        if (run->hasRun()) all.emplace(name, &run->record());
    return all;
}

RunModel* LessonPage::startRun(const std::string& name, bool again) {
    const scenario::Scenario* scenario = scenarioOf(name);
    if (!scenario) return nullptr;
    RunModel*& run = m_runs[name];
    if (!run) {
        run = new RunModel(m_thread, this);
        if (!m_keepsRuns) run->setNotKept();
        connect(run, &RunModel::changed, this, &LessonPage::showCard);
        connect(run, &RunModel::selectionChanged, this, &LessonPage::selectionMade);
        connect(run, &RunModel::noticed, this, [this](const QString& notice) {
            m_lastNotice = notice;
            Q_EMIT noticed(notice);
        });
        connect(run, &RunModel::stateChanged, this, &Page::changed);
        connect(run, &RunModel::stateChanged, this, [this, name] { standIn(name); });
    }
    if (again || !run->hasRun()) m_recorded.erase(name);
    if (again || !run->hasRun()) run->start(*scenario, false, m_holdAt);
    return run;
}

// The live run has failed: the class still sees one, and is told where it was made.
void LessonPage::standIn(const std::string& name) {
    RunModel* run = runOf(name);
    if (!run || run->state() != train::RunState::Failed) return;
    findStandIn(m_lesson, run->record().scenario(), this, [this, run, name](std::optional<StandIn> found) {
        if (!found || run->state() != train::RunState::Failed) return;
        m_recorded[name] = found->where;
        run->showRecord(std::move(found->record));
        Q_EMIT noticed(tr("%1. Shown in its place: %2").arg(m_lastNotice, say(found->where)));
    });
}

QString LessonPage::recordedFrom() const {
    QStringList places;
    for (const auto& [name, where] : m_recorded)
        if (const QString place = say(where); !places.contains(place)) places << place;
    return places.join("; ");
}

void LessonPage::showStep() {
    const lesson::Step& step = m_player.step();
    buildControls(step);
    buildExercise(step);
    // What is on the stage: the step's own run; for a question the run it is about, if that has been made; else what
    // was.
    QList<RunModel*> runs;
    if (step.kind == StepKind::Try) runs << startRun(step.scenario, false);
    for (const auto& name : step.runs)
        runs << startRun(name, false);
    RunModel* shown = runs.isEmpty() ? nullptr : runs.first();
    if (!shown && step.point) shown = startRun(step.point->correct.run(), false);
    if (shown) m_shown = shown;
    m_staged = !runs.isEmpty() ? runs : m_shown ? QList<RunModel*>{m_shown} : QList<RunModel*>();
    QStringList ids;
    for (const auto& id : m_lesson.stage_at(m_player.position()))
        ids << QString::fromStdString(id);
    m_stage->show(ids, !step.hides_code());
    for (const auto& [setting, value] : step.settings)
        m_stage->set(QString::fromStdString(setting), QString::fromStdString(value));
    m_stage->setRun(m_shown);
    m_stage->setComparison(runs.mid(1)); // the step's other runs stand beside it
    if (const scenario::Scenario* scenario = scenarioOf(step.scenario); scenario && !m_shown)
        m_stage->setScenario(*scenario);
    if (auto* histogram = qobject_cast<HistogramInstrument*>(m_stage->instrument("histogram"));
        histogram && step.kind != StepKind::Play)
        histogram->setWhatIfScale(std::nullopt);
    if (step.exercise) showEvidence();
    showCard();
    Q_EMIT changed();
}

void LessonPage::showCard() {
    const lesson::Step& step = m_player.step();
    if (step.exercise) judge();
    const lesson::Records found = records();
    // Not for a page that nobody has opened yet, nor for a class.
    if (isVisible() && !m_class) m_learner.takeDown(m_player, found);
    const lesson::GoalState goal = step.kind == StepKind::Try ? m_player.goal(step, found) : lesson::GoalState{};
    lesson::Card card = m_player.card(LanguageSwitch::instance().language(), found);
    const std::size_t following = m_player.position() + 1;
    if (m_staged.isEmpty() && !step.exercise && following < m_lesson.steps.size() && m_lesson.steps[following].exercise)
        card.remarks.push_back(tr("Nothing has run yet: the Run buttons are on the next card.").toStdString());
    m_card->setRecordedFrom(recordedFrom());
    m_card->show(card, step, m_player.position(), m_lesson.steps.size(), step.kind == StepKind::Try ? &goal : nullptr,
                 m_controls.get(), m_verdict.get());
    Q_EMIT cardShown();
}

void LessonPage::answer(const QString& key) {
    m_player.answer(m_player.step().id, {key.toStdString(), std::nullopt});
    if (m_class)
        m_class->keep(m_player);
    else
        m_learner.takeDown(m_player, records(), m_card->sure());
    if (m_player.step().kind == StepKind::Predict)
        goTo(m_player.position() + 1); // to the run that decides
    else
        showCard();
}

void LessonPage::selectionMade() {
    const lesson::Step& step = m_player.step();
    if (!step.point || !m_shown || m_shown->followsNewest()) return;
    m_player.answer(step.id, {"", m_shown->selectedStep()});
    if (m_class) m_class->keep(m_player);
    showCard();
}

// --- in front of a class

void LessonPage::setClass(ClassModel* taught) {
    if (taught == m_class) return;
    const std::size_t position = m_player.position();
    if (taught) {
        if (!m_class) m_own = m_player;
        m_player = lesson::Player(m_lesson);
        taught->restore(m_player);
    } else {
        m_player = *m_own;
        m_own.reset();
    }
    m_player.go_to(position);
    m_class = taught;
    m_classChoice.clear();
    showCard();
}

void LessonPage::chooseForClass(const QString& key) {
    m_classChoice = key;
    Q_EMIT cardShown();
}

QString LessonPage::classAnswer() const {
    const lesson::Step& step = m_player.step();
    if (!m_class || step.answer_keys().empty() || step.exercise) return {};
    if (step.kind == StepKind::Predict && m_player.find_answer(step.id)) return {};
    if (!m_classChoice.isEmpty()) return m_classChoice;
    return QString::fromStdString(lesson::majority(step, m_class->hands(m_lesson.id, step.id)).value_or(""));
}

std::map<std::string, std::int64_t, std::less<>> LessonPage::selections() const {
    std::map<std::string, std::int64_t, std::less<>> chosen;
    for (const auto& [name, run] : m_runs)
        if (const auto step = run->selection()) chosen.emplace(name, *step);
    return chosen;
}

void LessonPage::select(const std::map<std::string, std::int64_t, std::less<>>& selections) {
    for (const auto& [name, step] : selections)
        if (RunModel* run = runOf(name)) run->select(step);
}

void LessonPage::buildControls(const lesson::Step& step) {
    m_editors.clear();
    m_controls.reset();
    if (step.kind != StepKind::Try) return;
    m_controls = std::make_unique<QWidget>();
    auto* layout = new QVBoxLayout(m_controls.get());
    layout->setContentsMargins(0, 4, 0, 4);
    for (const auto& path : step.controls) {
        if (!scenario::find_field(path)) continue; // a control of an instrument
        auto* editor = new FieldEditor(QString::fromStdString(path));
        editor->setValue(*scenarioOf(step.scenario));
        connect(editor, &FieldEditor::edited, this, &LessonPage::settingEdited);
        layout->addWidget(editor);
        m_editors << editor;
    }
}

// --- exercises

void LessonPage::buildExercise(const lesson::Step& step) {
    m_verdict.reset();
    if (!step.exercise) return;
    m_controls = std::make_unique<EvidencePanel>(m_lesson, step, *m_desk);
    m_verdict = std::make_unique<VerdictPanel>();
    m_verdict->setSentence(QString::fromStdString(m_player.sentence(step.id)));
    connect(m_verdict.get(), &VerdictPanel::plotAsked, this, &LessonPage::showPlot);
    connect(m_verdict.get(), &VerdictPanel::sentenceChanged, this, [this, id = step.id](const QString& sentence) {
        m_player.write(id, sentence.toStdString());
        m_learner.setSentence(m_lesson.id, id, sentence.toStdString());
    });
}

// The runs that were put forward stand on the stage side by side.
void LessonPage::showEvidence() {
    constexpr std::size_t kMostCompared = 8;
    const QList<RunModel*> runs = m_desk->runs(m_player.step().exercise->slot_list, kMostCompared);
    m_shown = runs.isEmpty() ? nullptr : runs.first();
    m_staged = runs;
    m_stage->setRun(m_shown);
    m_stage->setComparison(runs.mid(1));
    Q_EMIT changed();
}

void LessonPage::judge() {
    const lesson::Step& step = m_player.step();
    const lesson::Answer* answer = m_player.find_answer(step.id);
    const lesson::Evidence evidence = m_desk->evidence();
    const lesson::Judgement judgement = lesson::judge(m_lesson, step, evidence, answer ? answer->key : std::string());
    // Nothing put forward is no verdict: what was passed on another day stays so.
    if (!evidence.empty() && m_player.find_outcome(step.id) != judgement.outcome)
        m_learner.setVerdict(m_lesson.id, step.id, std::string(lesson::outcome_id(judgement.outcome)));
    m_player.judged(step.id, judgement.outcome);
    m_verdict->show(judgement);
}

// First on the stage, and there if it was not.
void LessonPage::showPlot(const QString& instrument) {
    QStringList ids = {instrument};
    for (const auto& id : m_stage->ids())
        if (id != instrument && ids.size() < 3) ids << id;
    m_stage->show(ids, !m_player.step().hides_code());
    showEvidence();
}

void LessonPage::settingEdited(const QString& path, const QString& value) {
    const std::string& name = m_player.step().scenario;
    if (!m_tried.contains(name)) m_tried.emplace(name, *m_lesson.find_scenario(name));
    scenario::Scenario& tried = m_tried.at(name);
    scenario::set_field(tried, path.toStdString(), value.toStdString());
    for (auto* editor : m_editors)
        editor->setValue(tried);
    m_restartTimer.start();
}

bool LessonPage::isRunning() const {
    return std::ranges::any_of(m_staged, [](const RunModel* run) { return run->isRunning(); });
}

bool LessonPage::isActive() const {
    return std::ranges::any_of(m_staged, [](const RunModel* run) { return run->isActive(); });
}

void LessonPage::pauseRuns() {
    for (auto* run : std::as_const(m_staged))
        run->pause();
    for (const auto& [name, run] : m_runs)
        run->pause();
}

void LessonPage::resumeRuns() {
    for (auto* run : std::as_const(m_staged))
        if (run->isActive()) run->resume();
}

void LessonPage::restart(std::optional<std::int64_t> seed) {
    for (const auto& [name, run] : m_runs) {
        if (run != m_shown) continue;
        if (seed) {
            if (!m_tried.contains(name)) m_tried.emplace(name, *m_lesson.find_scenario(name));
            m_tried.at(name).seed = *seed;
        }
        startRun(name, true);
    }
}

std::int64_t LessonPage::seed() const {
    return m_shown && m_shown->hasRun() ? m_shown->record().scenario().seed : scenario::Scenario{}.seed;
}

} // namespace ampscope::ui
