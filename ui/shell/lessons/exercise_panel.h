// What a card of kind exercise shows besides its text: the slots above the conclusions, the verdict below them.
#pragma once

#include <QWidget>

#include "core/lesson/lesson.h"

class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace ampscope::ui {

class ExerciseDesk;
class FieldEditor;

/// The slots of one step: runs that are there, buttons that make or take more, settings, progress.
class EvidencePanel : public QWidget {
    Q_OBJECT
  public:
    EvidencePanel(const lesson::Lesson& lesson, const lesson::Step& step, ExerciseDesk& desk,
                  QWidget* parent = nullptr);

  private:
    void refresh();
    void refreshProgress();
    void addSlot(const std::string& name);
    void addEditors();
    void offerLibrary(const std::string& slot, QToolButton* button);

    const lesson::Lesson& m_lesson;
    const lesson::Step& m_step;
    ExerciseDesk& m_desk;
    QVBoxLayout* m_slots;
    QWidget* m_progressRow;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QList<FieldEditor*> m_editors;
};

/// The verdict, line by line, and the learner's own sentence.
class VerdictPanel : public QWidget {
    Q_OBJECT
  public:
    explicit VerdictPanel(QWidget* parent = nullptr);
    void show(const lesson::Judgement& judgement);
    void setSentence(const QString& sentence);

  Q_SIGNALS:
    /// The learner wants to see the instrument of that id.
    void plotAsked(const QString& instrument);
    void sentenceChanged(const QString& sentence);

  private:
    QLabel* m_outcome;
    QVBoxLayout* m_lines;
    QLabel* m_prompt;
    QPlainTextEdit* m_sentence;
};

} // namespace ampscope::ui
