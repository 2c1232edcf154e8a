// The card at the left of a lesson: what to read, what to answer, where to go.
#pragma once

#include <QPointer>
#include <QWidget>

#include "core/lesson/progress.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace ampscope::ui {

class StepDots;

/// Shows one card. It knows nothing of runs: the lesson page fills it and listens.
class LessonCard : public QWidget {
    Q_OBJECT
  public:
    explicit LessonCard(QWidget* parent = nullptr);

    /// `controls`: editors of a Try step, or the slots of an exercise; `verdict`: what stands below an exercise's
    /// conclusions. Neither is owned; nullptr for none.
    void show(const lesson::Card& card, const lesson::Step& step, std::size_t position, std::size_t count,
              const lesson::GoalState* goal, QWidget* controls, QWidget* verdict = nullptr);
    /// The option that is chosen but not committed; "" for none.
    QString chosenOption() const { return m_chosen; }
    /// How sure the learner says to be of the prediction that is chosen.
    lesson::Sure sure() const { return m_sure; }

  Q_SIGNALS:
    void committed(const QString& key);
    void hintAsked();
    void nextAsked();
    void backAsked();
    void jumpAsked(int position);

  private:
    void clear();
    void place(QPointer<QWidget>& kept, QWidget* widget);
    void addOptions(const lesson::Card& card, const lesson::Step& step);
    void addSure();
    void addGoal(const lesson::GoalState& goal);

    QLabel *m_progress, *m_heading;
    QScrollArea* m_scroll;
    QVBoxLayout* m_content;
    QList<QWidget*> m_parts;
    QPointer<QWidget> m_controls, m_verdict; ///< the lesson page's; they may be gone
    QPushButton *m_back, *m_next, *m_commit;
    StepDots* m_dots;
    QString m_chosen, m_stepId;
    lesson::Sure m_sure = lesson::Sure::Unsaid;
};

/// A dot per step; click one to go there.
class StepDots : public QWidget {
    Q_OBJECT
  public:
    explicit StepDots(QWidget* parent = nullptr) : QWidget(parent) {}
    void setState(int position, int count);
    QSize sizeHint() const override;

  Q_SIGNALS:
    void chosen(int position);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

  private:
    int m_position = 0, m_count = 0;
};

} // namespace ampscope::ui
