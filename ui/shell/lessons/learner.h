// The learner's progress, as the window keeps it.
#pragma once

#include <QObject>
#include <QTimer>

#include "core/lesson/chapter_check.h"
#include "core/lesson/progress.h"

namespace ampscope::ui {

/// One per window. Saves a second after the last change, and when it ends. For the GUI thread.
class Learner : public QObject {
    Q_OBJECT
  public:
    /// `folder` is that of progress.json; "" keeps everything in memory only.
    Learner(const lesson::LessonShelf& shelf, const QString& lessonsFolder, const QString& folder,
            QObject* parent = nullptr);
    ~Learner() override;

    const lesson::LessonShelf& shelf() const { return m_shelf; }
    const lesson::Progress& progress() const { return m_file.progress(); }
    const lesson::ChapterChecks& checks() const { return m_checks; }
    /// nullptr for a lesson that was never opened.
    const lesson::LessonProgress* of(const std::string& lesson) const;
    bool isFinished(const std::string& lesson) const;

    /// What the player knows by now; `sure` goes with the answer to its current step.
    void takeDown(const lesson::Player& player, const lesson::Records& records,
                  lesson::Sure sure = lesson::Sure::Unsaid);
    // What was written, what came out, how five questions were answered; saved a second later.
    void setSentence(const std::string& lesson, const std::string& step, const std::string& words);
    void setVerdict(const std::string& lesson, const std::string& step, const std::string& verdict);
    void answerCheck(const std::string& chapter, bool before, const std::map<std::string, std::string>& answers);
    /// Forgets one lesson, or with "" everything.
    void reset(const std::string& lesson = {});
    /// As a file; from such a file, added to what is there. Throw text::Error; then everything is as it was.
    void exportTo(const QString& path) const;
    void importFrom(const QString& path);
    /// At once, where something has changed; noticed() says why where it cannot be.
    void save();
    /// Begins with what another one has kept.
    void adopt(const lesson::Progress& progress);

  Q_SIGNALS:
    void changed();
    void forgotten(); ///< everything: pages begin anew
    void noticed(const QString& message);

  private:
    void touched();
    void tellNotice();

    const lesson::LessonShelf& m_shelf;
    lesson::ChapterChecks m_checks;
    lesson::ProgressFile m_file;
    QTimer m_saving;
    bool m_isDirty = false;
};

} // namespace ampscope::ui
