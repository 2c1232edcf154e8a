// The run library in the window: where its runs come from, its page, and keeping a run under a name.
#pragma once

#include <QObject>
#include <functional>

#include "core/scenario/scenario.h"

class QWidget;

namespace ampscope::ui {

class MainWindow;
class Page;

/// One per window. Sets up RunLibrary for the window's data folder and adds the commands for runs.
class WindowRuns : public QObject {
    Q_OBJECT
  public:
    explicit WindowRuns(MainWindow& window);

    Page* makePage();
    /// Pins the run of the page, under a name that is asked for.
    void keepRun();
    /// The lab of that id with these settings; says so when it has no use for them.
    void openLab(const QString& id, const scenario::Scenario& scenario);

    /// Asks for a name; tests put an answer in its place. "" when the user has thought better of it.
    static std::function<QString(QWidget* parent, const QString& suggested)> askForName;

  private:
    MainWindow& m_window;
};

} // namespace ampscope::ui
