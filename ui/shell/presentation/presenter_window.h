// The teacher's own window: notes for this step, what comes next, the time, and everything that the clicker does.
#pragma once

#include <QTimer>
#include <QWidget>
#include <map>

#include "core/lesson/teaching.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QTextBrowser;

namespace ampscope::ui {

class FieldEditor;
class HandsEntry;
class Presentation;

/// A plain second window: for another screen, or beside the first. It follows the presentation and wears the theme that
/// the user chose, in the usual type size.
class PresenterWindow : public QWidget {
    Q_OBJECT
  public:
    explicit PresenterWindow(Presentation& presentation);

    HandsEntry* hands() const { return m_hands; }
    QString notesText() const;
    QString clockText() const;
    QList<QPushButton*> buttons() const { return m_buttons; }
    const QList<FieldEditor*>& editors() const { return m_editors; }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    void dress();
    void refresh();
    void showClock();
    void showNotes();
    const lesson::TeacherNotes* notesOf(const lesson::Lesson& lesson);
    QString classText(const std::string& lesson) const;
    void showControls();
    QPushButton* addButton(const QString& command);

    Presentation& m_presentation;
    std::map<std::string, std::optional<lesson::TeacherNotes>> m_notes; ///< by lesson id, as they are asked for
    std::vector<lesson::ClassPlan> m_classes;
    QLabel *m_time, *m_spent, *m_notice;
    QPushButton *m_pause, *m_resetTime;
    QTextBrowser* m_text;
    HandsEntry* m_hands;
    QLabel* m_handsTitle;
    QWidget* m_controls; ///< of a Try, whose card the class does not see
    QList<FieldEditor*> m_editors;
    QString m_controlsOf;
    QList<QPushButton*> m_buttons;
    QStringList m_buttonCommands;
    QTimer m_tick;
};

} // namespace ampscope::ui
