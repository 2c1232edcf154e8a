// A whole lesson as a report: its texts, what the learner said, the figures of each step, what they were made from.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "core/io/file.h"
#include "core/lesson/progress.h"
#include "core/train/compute_thread.h"
#include "ui/shell/report/report.h"

namespace ampscope::ui {

class Learner;
class LessonPage;

/// Plays the lesson from step to step on a page that nobody sees, with runs of its own, takes down what stands on the
/// stage, and puts the report together at the end. GUI thread; goes on by itself with the event loop.
class LessonReport : public QObject {
    Q_OBJECT
  public:
    /// `shelf` holds the lesson; both must outlive the report. `progress`: what the learner said; may be empty.
    /// `judgements`: of exercises whose evidence is there, by step.
    LessonReport(const lesson::LessonShelf& shelf, const lesson::Lesson& lesson, const QString& lessonsFolder,
                 train::ComputeThread& thread, const lesson::Progress& progress, text::Language language,
                 std::map<std::string, lesson::Judgement> judgements = {}, QObject* parent = nullptr);
    ~LessonReport() override;

    void start();
    bool isOver() const { return m_isOver; }
    /// After finished(): report.html, report.pdf, and of each run its scenario and its trace. Paths in `folder`.
    std::vector<io::FileContent> files(const QString& folder) const;

  Q_SIGNALS:
    void progressed(int done, int all);
    void finished();
    void failed(const text::Error& error);

  private:
    void goOn();
    void step();
    void figures();
    void answer(const lesson::Step& step, const lesson::Card& card);
    void exercise(const lesson::Step& step);
    void goal(const lesson::Step& step);
    void runs();
    void sources();

    const lesson::Lesson& m_lesson;
    QString m_lessonsFolder;
    text::Language m_language;
    std::map<std::string, lesson::Judgement> m_judgements;
    lesson::LessonProgress m_progress; ///< of this lesson
    std::unique_ptr<Learner> m_learner;
    std::unique_ptr<LessonPage> m_page;
    std::unique_ptr<Report> m_report;
    QTimer m_timer;
    bool m_isOver = false;
};

} // namespace ampscope::ui
