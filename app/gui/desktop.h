// What the desktop asks of a program: to end when told, and to have saved by then.
#pragma once

#include <QObject>
#include <QTimer>

class QSocketNotifier;

namespace ampscope::ui {
class MainWindow;
}

namespace ampscope::gui {

/// One SIGTERM, SIGINT or SIGHUP saves everything and ends the program as if its window had been closed, also while a
/// dialog is open; the end of the session does the same. In between the window's state is saved once a second, so that
/// a kill loses no more. One at a time, for the GUI thread.
class Desktop : public QObject {
    Q_OBJECT
  public:
    explicit Desktop(ui::MainWindow& window);
    ~Desktop() override;

  private:
    void listenToSignals();

    ui::MainWindow& m_window;
    QTimer m_saving;
    QSocketNotifier* m_signalled = nullptr;
};

} // namespace ampscope::gui
