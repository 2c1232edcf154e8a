#include "ui/shell/lessons/class_model.h"

#include <QDateTime>

#include "core/io/file.h"
#include "ui/bridge/language.h"

namespace ampscope::ui {

ClassModel::ClassModel(const lesson::LessonShelf& shelf, const QString& folder, QObject* parent)
    : QObject(parent), m_shelf(shelf), m_parked(folder.toStdString()) {
    m_time.start();
}

void ClassModel::enter(const QString& lesson, const QString& step) {
    m_session.lesson = lesson.toStdString();
    m_session.step = step.toStdString();
    m_clock.enter(lesson.isEmpty() ? std::string() : lesson::place_of(m_session.lesson, m_session.step), now());
    Q_EMIT changed();
}

void ClassModel::setRunning(bool running) {
    if (running == m_clock.is_running()) return;
    if (m_session.began == 0) m_session.began = QDateTime::currentSecsSinceEpoch();
    running ? m_clock.start(now()) : m_clock.pause(now());
    Q_EMIT changed();
}

void ClassModel::resetTime() {
    m_clock.reset(now());
    m_session.began = QDateTime::currentSecsSinceEpoch();
    Q_EMIT changed();
}

// --- hands

lesson::Hands& ClassModel::at(const std::string& lesson, const std::string& step) {
    return m_session.hands[lesson::place_of(lesson, step)];
}

const lesson::Hands& ClassModel::hands(const std::string& lesson, const std::string& step) const {
    static const lesson::Hands none;
    const auto found = m_session.hands.find(lesson::place_of(lesson, step));
    return found == m_session.hands.end() ? none : found->second;
}

void ClassModel::addHand(const std::string& lesson, const std::string& step, const std::string& key, int by) {
    at(lesson, step).add(key, by);
    m_raised.push_back({lesson, step, key, by});
    Q_EMIT changed();
}

void ClassModel::setHands(const std::string& lesson, const std::string& step, const std::string& key, int count) {
    at(lesson, step).set(key, count);
    Q_EMIT changed();
}

void ClassModel::setGuesses(const std::string& lesson, const std::string& step, const QString& numbers) {
    at(lesson, step).guesses = lesson::parse_guesses(numbers.toStdString());
    Q_EMIT changed();
}

void ClassModel::clearHands(const std::string& lesson, const std::string& step) {
    m_session.hands.erase(lesson::place_of(lesson, step));
    std::erase_if(m_raised, [&](const Raised& raised) { return raised.lesson == lesson && raised.step == step; });
    Q_EMIT changed();
}

bool ClassModel::takeBackHand() {
    if (m_raised.empty()) return false;
    const Raised last = m_raised.back();
    m_raised.pop_back();
    at(last.lesson, last.step).add(last.key, -last.by);
    Q_EMIT changed();
    return true;
}

void ClassModel::exportHands(const QString& path) const {
    io::write_file(path.toStdString(), lesson::hands_csv(m_session, m_shelf, LanguageSwitch::instance().language()));
}

// --- commitments

void ClassModel::restore(lesson::Player& player) const {
    const lesson::Lesson& lesson = player.lesson();
    for (const auto& step : lesson.steps) {
        const auto found = m_session.answers.find(lesson::place_of(lesson.id, step.id));
        if (found == m_session.answers.end()) continue;
        try {
            player.answer(step.id, found->second);
        } catch (const text::Error&) {
            continue; // the lesson has changed since: its question is open again
        }
    }
}

void ClassModel::keep(const lesson::Player& player) {
    const lesson::Lesson& lesson = player.lesson();
    for (const auto& step : lesson.steps)
        if (const auto* answer = player.find_answer(step.id))
            m_session.answers[lesson::place_of(lesson.id, step.id)] = *answer;
    Q_EMIT changed();
}

// --- parking

void ClassModel::park(std::map<std::string, std::int64_t, std::less<>> selections) {
    lesson::ClassSession session = m_session;
    session.selections = std::move(selections);
    session.milliseconds = m_clock.spent(now());
    m_parked.park(std::move(session));
    Q_EMIT changed();
}

QString ClassModel::parkedPlace() const {
    if (!m_parked.session()) return {};
    const auto& parked = *m_parked.session();
    const lesson::Lesson* lesson = m_shelf.find(parked.lesson);
    if (!lesson) return {};
    const auto step = std::ranges::find(lesson->steps, parked.step, &lesson::Step::id);
    const auto position = step == lesson->steps.end() ? 0 : step - lesson->steps.begin();
    return tr("%1, step %2 of %3")
        .arg(QString::fromStdString(lesson->section))
        .arg(position + 1)
        .arg(lesson->steps.size());
}

bool ClassModel::resumeParked() {
    if (!m_parked.session()) return false;
    m_session = *m_parked.session();
    m_clock.restore(m_session.milliseconds);
    m_raised.clear();
    m_parked.clear();
    Q_EMIT changed();
    return true;
}

QString ClassModel::takeNotice() {
    const auto notice = m_parked.take_notice();
    return notice ? say(*notice) : QString();
}

} // namespace ampscope::ui
