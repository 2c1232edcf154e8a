#include "ui/shell/report/lesson_report.h"

#include <QDate>

#include "core/io/numbers.h"
#include "core/lesson/claims.h"
#include "core/lesson/exercise.h"
#include "core/record/environment_message.h"
#include "core/record/store/comparison.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/text/failure.h"
#include "core/version.h"
#include "ui/bridge/language.h"
#include "ui/instruments/instrument.h"
#include "ui/labs/stage.h"
#include "ui/shell/lessons/learner.h"
#include "ui/shell/lessons/lesson_card.h"
#include "ui/shell/lessons/lesson_page.h"

namespace ampscope::ui {

using lesson::StepKind;
using lesson::Verdict;

namespace {

constexpr int kLookMilliseconds = 30; ///< how often the page is asked whether its runs are over

QString number(double value) {
    return record::is_missing(value) ? QStringLiteral("–") : QString::fromStdString(lesson::number_text(value));
}

QString verdictWords(const std::string& verdict) {
    if (verdict == "pass") return LessonReport::tr("The evidence bears it out.");
    if (verdict == "inconclusive") return LessonReport::tr("Inconclusive on this machine, which is an answer, too.");
    if (verdict == "not_yet") return LessonReport::tr("Not yet shown.");
    return {};
}

} // namespace

LessonReport::LessonReport(const lesson::LessonShelf& shelf, const lesson::Lesson& lesson, const QString& lessonsFolder,
                           train::ComputeThread& thread, const lesson::Progress& progress, text::Language language,
                           std::map<std::string, lesson::Judgement> judgements, QObject* parent)
    : QObject(parent),
      m_lesson(lesson),
      m_lessonsFolder(lessonsFolder),
      m_language(language),
      m_judgements(std::move(judgements)),
      m_learner(std::make_unique<Learner>(shelf, lessonsFolder, QString())) {
    if (const auto found = progress.lessons.find(lesson.id); found != progress.lessons.end()) {
        m_progress = found->second;
        lesson::Progress own;
        own.lessons[lesson.id] = m_progress;
        m_learner->adopt(own);
    }
    m_page = std::make_unique<LessonPage>(lesson, thread, *m_learner);
    m_page->keepNoRuns();
    m_timer.setInterval(kLookMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &LessonReport::goOn);
}

LessonReport::~LessonReport() = default;

void LessonReport::start() {
    const LanguageLook look(m_language);
    const auto& words = m_lesson.text(m_language);
    m_report = std::make_unique<Report>(
        QString::fromStdString(m_lesson.section + "  " + words.title),
        tr("Report of a lesson · chapter %1 · %2 · ampscope %3")
            .arg(QString::fromStdString(m_lesson.chapter), QDate::currentDate().toString(Qt::ISODate), kVersion),
        m_language);
    m_page->goTo(0);
    m_timer.start();
}

// Once the runs of the step are over: it is taken down, and the next one begins.
void LessonReport::goOn() {
    if (!runsRest(*m_page) || !m_page->isSettled()) return;
    const LanguageLook look(m_language);
    try {
        requireNoFailure(*m_page);
        step();
        const std::size_t next = m_page->player().position() + 1, count = m_lesson.steps.size();
        Q_EMIT progressed(static_cast<int>(next), static_cast<int>(count));
        if (next < count) return m_page->goTo(next);
        m_timer.stop();
        runs();
        sources();
        m_isOver = true;
        Q_EMIT finished();
    } catch (...) { // whatever it is, it would come again at the next look
        m_timer.stop();
        m_isOver = true;
        Q_EMIT failed(text::current_failure());
    }
}

void LessonReport::step() {
    const lesson::Player& player = m_page->player();
    const lesson::Step& step = player.step();
    const lesson::Card card = player.card(m_language, m_page->records());
    QString heading = QString::fromStdString(card.heading);
    if (heading != stepKindText(step.kind)) heading = stepKindText(step.kind) + ": " + heading;
    m_report->heading(2, QString("%1. %2").arg(player.position() + 1).arg(heading));
    for (const auto& paragraph : card.paragraphs)
        m_report->markdown(QString::fromStdString(paragraph));
    if (!card.options.empty()) {
        QString options;
        for (const auto& option : card.options)
            options += "- " + QString::fromStdString(option.markdown) +
                       (option.chosen ? QStringLiteral(" — **") + tr("my answer") + "**" : QString()) + "\n";
        m_report->markdown(options);
    }
    answer(step, card);
    if (step.kind == StepKind::Try) goal(step);
    if (step.exercise) exercise(step);
    for (const auto& remark : card.remarks)
        m_report->markdown(QString::fromStdString(remark));
    figures();
}

// What was said, how surely, and what came out.
void LessonReport::answer(const lesson::Step& step, const lesson::Card& card) {
    if (step.kind == StepKind::Reveal) {
        if (card.verdict == Verdict::Right) m_report->remark(tr("The prediction was right."));
        if (card.verdict == Verdict::Wrong) m_report->remark(tr("The prediction was wrong."));
        return;
    }
    const bool asks = step.question || !step.choices.empty() || step.point;
    if (!asks || step.exercise) return;
    const auto found = m_progress.answers.find(step.id);
    if (found == m_progress.answers.end()) {
        m_report->paragraph(step.kind == StepKind::Predict ? tr("No prediction was made.") : tr("No answer was given."),
                            true);
        return;
    }
    const lesson::Prediction& given = found->second;
    QStringList words;
    if (given.answer.pointed_step) words << tr("Pointed at step %1.").arg(*given.answer.pointed_step);
    if (given.sure != lesson::Sure::Unsaid) words << tr("How sure: %1.").arg(say(lesson::sure_message(given.sure)));
    const Verdict verdict = card.verdict;
    if (verdict == Verdict::Right || (verdict != Verdict::Wrong && given.right == true)) words << tr("Right.");
    if (verdict == Verdict::Wrong || (verdict != Verdict::Right && given.right == false)) words << tr("Wrong.");
    m_report->remark(words.join(' '));
}

void LessonReport::goal(const lesson::Step& step) {
    const lesson::GoalState goal = m_page->player().goal(step, m_page->records());
    QList<QStringList> rows;
    for (const auto& part : goal.parts) {
        const auto& condition = part.condition;
        QStringList asked;
        const auto bound = [&](const QString& words, const std::optional<double>& value) {
            if (value) asked << words.arg(number(*value));
        };
        bound(tr("at most %1"), condition.at_most);
        bound(tr("at least %1"), condition.at_least);
        bound(tr("below %1"), condition.below);
        bound(tr("above %1"), condition.above);
        rows << QStringList{QString::fromStdString(condition.value.text()), asked.join(", "), number(part.found),
                            part.holds ? tr("holds") : tr("does not hold")};
    }
    m_report->paragraph(tr("As the lesson sets it, before anything is changed:"), true);
    m_report->table({tr("goal"), tr("asked"), tr("found"), QString()}, rows);
    if (const auto found = m_progress.verdicts.find(step.id); found != m_progress.verdicts.end())
        m_report->remark(found->second == "pass" ? tr("The learner has reached the goal.")
                                                 : verdictWords(found->second));
}

void LessonReport::exercise(const lesson::Step& step) {
    if (const auto found = m_judgements.find(step.id); found != m_judgements.end()) {
        QStringList lines;
        for (const auto& line : found->second.lines)
            lines << (line.holds ? QStringLiteral("✓ ") : QStringLiteral("× ")) + say(line.message);
        m_report->list(lines);
    }
    if (const auto found = m_progress.verdicts.find(step.id); found != m_progress.verdicts.end())
        m_report->remark(verdictWords(found->second));
    if (const auto found = m_progress.sentences.find(step.id);
        found != m_progress.sentences.end() && !found->second.empty()) {
        m_report->heading(3, tr("In my own words"));
        m_report->paragraph(QString::fromStdString(found->second));
    }
}

void LessonReport::figures() {
    for (const QString& id : m_page->stage()->ids()) {
        if (id == "claims" || id == "code") continue; // a page of its own; and the code stands with the runs
        try {
            m_report->figure(m_page->stage()->instrument(id)->exhibit());
        } catch (const text::Error& error) {
            if (error.kind() != text::ErrorKind::BadInput) throw; // nothing to show at this step
        }
    }
}

void LessonReport::runs() {
    const lesson::Records records = m_page->records();
    if (records.empty()) return;
    m_report->heading(2, tr("Runs"));
    QList<QStringList> rows;
    for (const auto& [name, record] : records) {
        const record::RunFigures found = record::figures(*record);
        const auto& scenario = record->scenario();
        rows << QStringList{
            QString::fromStdString(name),   QString::fromUtf8(scenario::choice_name(scenario.precision)),
            QString::number(scenario.seed), number(found.steps_run + found.steps_skipped),
            number(found.steps_skipped),    number(found.final_loss)};
    }
    m_report->table({tr("run"), tr("precision"), tr("seed"), tr("steps"), tr("skipped"), tr("last loss")}, rows);
    QStringList commands, machines;
    for (const auto& [name, record] : records) {
        commands << QString("ampscope-cli run %1-scenario.json --out %1").arg(QString::fromStdString(name));
        machines << say(record::environment_message(*record));
    }
    machines.removeDuplicates();
    m_report->list(machines);
    m_report->paragraph(tr("The same runs on the command line, in the folder of this report:"));
    m_report->code(commands.join('\n'));
    m_report->paragraph(tr("Same scenario, same seed, same LibTorch, same kind of processor and same number of "
                           "threads: the same numbers. "
                           "Times differ."),
                        true);
}

void LessonReport::sources() {
    if (!m_lesson.claims.empty() && lesson::has_claims(m_lessonsFolder.toStdString())) {
        const lesson::Ledger ledger = lesson::load_claims(m_lessonsFolder.toStdString());
        QStringList claims;
        for (const auto& id : m_lesson.claims)
            if (ledger.find(id)) claims << QString::fromStdString(ledger.sentence(id, m_language) + " (" + id + ")");
        if (!claims.isEmpty()) {
            m_report->heading(2, tr("Sentences of the chapters that this lesson tests"));
            m_report->list(claims);
        }
    }
    m_report->heading(2, tr("Source"));
    QStringList lines;
    for (const auto& range : m_lesson.seed_lines)
        lines << QString::fromStdString(range);
    m_report->paragraph(
        tr("Chapter %1, section %2; lines %3.")
            .arg(QString::fromStdString(m_lesson.chapter), QString::fromStdString(m_lesson.section), lines.join(", ")));
}

std::vector<io::FileContent> LessonReport::files(const QString& folder) const {
    const std::string base = folder.toStdString() + "/";
    std::vector<io::FileContent> all = {{base + "report.html", m_report->html().toStdString()},
                                        {base + "report.pdf", m_report->pdf().toStdString()}};
    for (const auto& [name, record] : m_page->records()) {
        all.push_back({base + name + "-scenario.json", scenario::scenario_text(record->scenario())});
        all.push_back({base + name + "-trace.csv", record::trace_csv(*record)});
    }
    return all;
}

} // namespace ampscope::ui
