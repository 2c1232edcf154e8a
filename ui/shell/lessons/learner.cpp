#include "ui/shell/lessons/learner.h"

#include <QDateTime>

#include "core/io/file.h"
#include "ui/bridge/language.h"

namespace ampscope::ui {

constexpr int kSaveMilliseconds = 1000;

static std::int64_t now() {
    return QDateTime::currentSecsSinceEpoch();
}

Learner::Learner(const lesson::LessonShelf& shelf, const QString& lessonsFolder, const QString& folder, QObject* parent)
    : QObject(parent), m_shelf(shelf), m_file(folder.toStdString()) {
    m_saving.setSingleShot(true);
    m_saving.setInterval(kSaveMilliseconds);
    connect(&m_saving, &QTimer::timeout, this, &Learner::save);
    try {
        if (!lessonsFolder.isEmpty()) m_checks = lesson::load_chapter_checks(lessonsFolder.toStdString());
    } catch (const text::Error& error) {
        // Questions that cannot be read are no reason to go without lessons.
        QTimer::singleShot(0, this, [this, text = say(error)] { Q_EMIT noticed(text); });
    }
    QTimer::singleShot(0, this, &Learner::tellNotice);
}

Learner::~Learner() {
    if (m_isDirty) m_file.save();
}

const lesson::LessonProgress* Learner::of(const std::string& lesson) const {
    const auto found = progress().lessons.find(lesson);
    return found == progress().lessons.end() ? nullptr : &found->second;
}

bool Learner::isFinished(const std::string& lesson) const {
    const auto* known = of(lesson);
    return known && known->finished;
}

void Learner::takeDown(const lesson::Player& player, const lesson::Records& records, lesson::Sure sure) {
    const std::string& id = player.lesson().id;
    const auto* known = of(id);
    lesson::LessonProgress copy = known ? *known : lesson::LessonProgress{};
    bool is_new = lesson::take_down(player, records, LanguageSwitch::instance().language(), copy);
    if (sure != lesson::Sure::Unsaid) {
        copy.answers[player.step().id].sure = sure;
        is_new = true;
    }
    if (!is_new && progress().last_lesson == id) return;
    lesson::LessonProgress& kept = m_file.lesson(id, now());
    copy.changed = kept.changed;
    kept = std::move(copy);
    touched();
}

void Learner::setSentence(const std::string& lesson, const std::string& step, const std::string& words) {
    m_file.lesson(lesson, now()).sentences[step] = words;
    touched();
}

void Learner::setVerdict(const std::string& lesson, const std::string& step, const std::string& verdict) {
    if (const auto* known = of(lesson))
        if (const auto found = known->verdicts.find(step);
            found != known->verdicts.end() && (found->second == verdict || verdict == "not_yet"))
            return; // what was settled once stays so while evidence is put together again
    m_file.lesson(lesson, now()).verdicts[step] = verdict;
    touched();
}

void Learner::answerCheck(const std::string& chapter, bool before, const std::map<std::string, std::string>& answers) {
    auto& check = m_file.check(chapter, now());
    (before ? check.before : check.after) = answers;
    touched();
}

void Learner::reset(const std::string& lesson) {
    m_file.reset(lesson);
    touched();
    tellNotice();
    if (lesson.empty()) Q_EMIT forgotten();
}

void Learner::exportTo(const QString& path) const {
    io::write_file(path.toStdString(), lesson::progress_text(progress()));
}

void Learner::importFrom(const QString& path) {
    m_file.merge(lesson::load_progress(path.toStdString()), now());
    touched();
}

void Learner::save() {
    m_saving.stop();
    if (!m_isDirty) return;
    m_isDirty = !m_file.save();
    if (m_isDirty) m_saving.start(); // once more, a moment later
    tellNotice();
}

void Learner::adopt(const lesson::Progress& progress) {
    m_file.merge(progress, now());
}

void Learner::touched() {
    m_isDirty = true;
    m_saving.start();
    Q_EMIT changed();
}

void Learner::tellNotice() {
    if (const auto notice = m_file.take_notice()) Q_EMIT noticed(say(*notice));
}

} // namespace ampscope::ui
