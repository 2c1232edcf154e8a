// The card at the left of a lesson: what to read, what to answer, where to go.
#pragma once

#include <QPointer>
#include <QWidget>
#include <optional>

#include "core/lesson/progress.h"
#include "ui/plot/theme.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace ampscope::ui {

class StepDots;

/// "Play", "Predict", … in the window's language.
QString stepKindText(lesson::StepKind kind);

/// Shows one card. It knows nothing of runs: the lesson page fills it and listens.
class LessonCard : public QWidget {
    Q_OBJECT
  public:
    explicit LessonCard(QWidget* parent = nullptr);

    /// `controls`: editors of a Try step, or the slots of an exercise; `verdict`: what stands below an exercise's
    /// conclusions. Neither is owned; nullptr for none.
    void show(const lesson::Card& card, const lesson::Step& step, std::size_t position, std::size_t count,
              const lesson::GoalState* goal, QWidget* controls, QWidget* verdict = nullptr);
    /// Where runs that stand in for failed ones were recorded; "" when all are live. For the next show().
    void setRecordedFrom(const QString& where) { m_recordedFrom = where; }
    /// How far the text is scrolled, in pixels; setting it waits until the text is laid out.
    int scrolled() const;
    void scrollTo(int pixels);
    /// How sure the learner says to be of the prediction that is chosen.
    lesson::Sure sure() const { return m_sure; }

  Q_SIGNALS:
    void committed(const QString& key);
    void hintAsked();
    void reportAsked();
    void nextAsked();
    void backAsked();
    void jumpAsked(int position);

  private:
    /// What show() made the card of, apart from widgets.
    struct Shown {
        lesson::Card card;
        QString step, recordedFrom;
        std::size_t position, count;
        text::Language language;
        ThemeKind theme;
        double scale;
        bool operator==(const Shown&) const = default;
    };
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
    QToolButton* m_report;
    StepDots* m_dots;
    QString m_chosen, m_stepId, m_recordedFrom;
    std::optional<int> m_wantedScroll; ///< until the reader moves the text
    std::optional<Shown> m_shown;      ///< none while a goal is shown: its numbers move
    lesson::Sure m_sure = lesson::Sure::Unsaid;
};

/// A dot per step; click one to go there, or Left, Right, Home and End.
class StepDots : public QWidget {
    Q_OBJECT
  public:
    explicit StepDots(QWidget* parent = nullptr);
    void setState(int position, int count);
    QSize sizeHint() const override;

  Q_SIGNALS:
    void chosen(int position);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    int m_position = 0, m_count = 0;
};

} // namespace ampscope::ui
