// Time of a run: which step is looked at, what happened in it, and the buttons that go through the record.
#pragma once

#include <QPointer>
#include <QWidget>

#include "ui/bridge/run_model.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace ampscope::ui {

class ElidedLabel;
class TimeTrack;
class TransportButton;

/// Step back, play the record, step on, its speed, the track, and "go on from here". Playing and stepping only read
/// what was recorded; only "go on from here" trains.
class TimeBar : public QWidget {
    Q_OBJECT
  public:
    explicit TimeBar(QWidget* parent = nullptr);
    void setRun(RunModel* run);
    RunModel* run() const { return m_run; }
    TimeTrack* track() const { return m_track; }
    /// What happened in the selected step, in words.
    QString happened() const;
    /// Goes on from the selected step; what came after it is dropped.
    void goOnFromHere();
    bool canGoOn() const;

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void refresh();
    void fit();
    void fillSpeeds();
    QString goOnHelp() const;
    /// What happened, or else how far from the newest step this is.
    QString placeWords() const;

    QPointer<RunModel> m_run;
    TransportButton *m_back, *m_play, *m_forward;
    QToolButton* m_speed;
    QPushButton* m_goOn;
    QLabel* m_step;
    ElidedLabel* m_happened;
    TimeTrack* m_track;
};

} // namespace ampscope::ui
