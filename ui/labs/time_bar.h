// The steps of a run as a bar: where it is, what happened when, and which step is looked at.
#pragma once

#include <QPointer>
#include <QWidget>

#include "ui/bridge/run_model.h"

class QLabel;
class QPushButton;

namespace ampscope::ui {

class TimeTrack;

class TimeBar : public QWidget {
    Q_OBJECT
  public:
    explicit TimeBar(QWidget* parent = nullptr);
    void setRun(RunModel* run);

  private:
    void refresh();
    void move(int steps);

    QPointer<RunModel> m_run;
    QPushButton *m_back, *m_forward, *m_resume;
    QLabel* m_label;
    TimeTrack* m_track;
};

/// The track itself: click or drag to choose a step; ticks mark skipped steps.
class TimeTrack : public QWidget {
    Q_OBJECT
  public:
    explicit TimeTrack(QWidget* parent = nullptr);
    void setRun(RunModel* run);
    QSize sizeHint() const override { return {200, 26}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    std::int64_t lastStep() const;
    double pixelOf(double step) const;
    void choose(double pixel);
    QPointer<RunModel> m_run;
};

} // namespace ampscope::ui
