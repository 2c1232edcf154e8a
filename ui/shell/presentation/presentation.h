// The window in front of a class: stage and one sentence, larger type, the projector's palette, and a clicker.
#pragma once

#include <QObject>
#include <QPointer>
#include <QRect>

#include "core/lesson/class_view.h"
#include "ui/shell/lessons/class_model.h"

class QHBoxLayout;
class QVBoxLayout;
class QWidget;

namespace ampscope::ui {

class Curtain;
class HandsWall;
class LessonPage;
class MainWindow;
class PresentationStrip;
class PresenterWindow;

/// Where it puts its two widgets, and what it puts away.
struct PresentationPlaces {
    QHBoxLayout* middle; ///< what lies between top bar and status line; its last item holds the page
    QVBoxLayout* column; ///< that holds the page
    QList<QWidget*> chrome;
};

/// One per window. Adds its commands to the window's list. Whatever happens meanwhile (another page, language, theme,
/// size), leaving it gives back theme, type size, geometry, side bar and the learner's own answers. GUI thread.
class Presentation : public QObject {
    Q_OBJECT
  public:
    Presentation(MainWindow& window, const PresentationPlaces& places);
    ~Presentation() override;

    bool isOn() const { return m_isOn; }
    /// `fullScreen`: else the window keeps its place and size (pictures).
    void enter(bool fullScreen = true);
    void leave();

    // What a clicker does, also without a presentation. While the screen is blank, a step only brings it back.
    void next();
    void back();
    bool isBlank() const;
    void setBlank(bool blank);
    /// The class's answer: what was clicked, else what most hands say.
    void commit();
    bool canCommit() const;

    /// Notes, clock and hands; on another screen where there is one.
    void openPresenter();
    PresenterWindow* presenter() const;

    /// Leaves, and remembers where the class is. False, after a notice, when that cannot be written.
    bool park();
    /// Goes on where a class was parked. False when none is, or its lesson is not there.
    bool resume();

    ClassModel& taught() const { return *m_class; }
    MainWindow& window() const { return m_window; }
    /// The lesson in front of the class; nullptr for other pages.
    LessonPage* lesson() const;
    /// What is asked now; nullopt where nothing is.
    std::optional<lesson::ClassQuestion> question() const;
    /// Somebody writes in it: letters, digits and Enter are its own.
    static bool isWrittenIn(const QWidget* widget);
    /// One more hand for a choice, counted from 0; one fewer with by = -1.
    void raiseHand(int choice, int by = 1);

    PresentationStrip* strip() const { return m_strip; }
    HandsWall* wall() const { return m_wall; }

  Q_SIGNALS:
    void changed(); ///< on or off, page, step, hands, what is measured
    void noticed(const QString& message);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void addCommands();
    void followFocus();
    void takePage();
    void releasePage();
    void refresh();
    void showLesson();
    void fitWall();
    void fitCode();
    void fitParts();
    bool isLow() const;
    bool turnPart(int by);
    void exportHands();
    QString parkedNotice() const;

    MainWindow& m_window;
    PresentationPlaces m_places;
    ClassModel* m_class;
    Curtain *m_chrome, *m_pageParts, *m_code;
    PresentationStrip* m_strip;
    HandsWall* m_wall;
    QWidget* m_black;
    QPointer<LessonPage> m_lesson;
    QPointer<QWidget> m_page;
    int m_part = 0; ///< of a lab on a low wall
    QPointer<PresenterWindow> m_presenter;
    bool m_isOn = false, m_isFullScreen = false, m_isRefreshing = false;
    QRect m_geometry;
    Qt::WindowStates m_state;
};

} // namespace ampscope::ui
