// For teachers: paths for a class, and the notes of every lesson.
#pragma once

#include <QTextBrowser>

#include "core/lesson/teaching.h"
#include "ui/labs/page.h"

class QPushButton;

namespace ampscope::ui {

class TeacherPage : public Page {
    Q_OBJECT
  public:
    TeacherPage(const lesson::LessonShelf& shelf, const QString& lessonsFolder, QWidget* parent = nullptr);

    QString title() const override { return tr("For teachers"); }
    QString section() const override { return tr("Learning"); }
    bool isExact() const override { return false; }
    QWidget* firstFocus() override { return m_text; }
    /// A lesson's id: scrolls to its notes.
    void enterText(const QString& lesson) override { m_text->scrollToAnchor(lesson); }
    QTextBrowser* text() const { return m_text; }

  Q_SIGNALS:
    void lessonAsked(const QString& id);
    void openAsked(); ///< lessons of the teacher's own

  private:
    void showNotes();
    QString classesHtml() const;
    QString notesHtml(const lesson::Lesson& lesson, const lesson::TeacherNotes& notes) const;

    const lesson::LessonShelf& m_shelf;
    std::vector<lesson::ClassPlan> m_classes;
    std::vector<std::pair<const lesson::Lesson*, lesson::TeacherNotes>> m_notes;
    QString m_problem; ///< of a file that could not be read
    QPushButton* m_open;
    QTextBrowser* m_text;
};

} // namespace ampscope::ui
