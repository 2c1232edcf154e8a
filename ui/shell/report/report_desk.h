// Reports from the window: asks for a folder, shows how far it is, can be cancelled.
#pragma once

#include <QObject>
#include <functional>
#include <memory>

#include "core/train/compute_thread.h"

class QProgressDialog;
class QWidget;

namespace ampscope::ui {

class LessonReport;
class MainWindow;

/// One per window. GUI thread.
class ReportDesk : public QObject {
    Q_OBJECT
  public:
    /// Adds "Report of this lesson" to the window's commands.
    ReportDesk(MainWindow& window, train::ComputeThread& thread, const QString& lessonsFolder);
    ~ReportDesk() override;

    /// Of the lesson that is open. False where there is none, where a report is under way, or the user gave up.
    bool reportLesson();
    bool isBusy() const { return m_report != nullptr; }
    void cancel();

    /// Asks for a folder; replaced in tests. "" when the user gives up.
    static std::function<QString(QWidget* parent)> askForFolder;

  private:
    void written(const QString& folder);
    void end();

    MainWindow& m_window;
    train::ComputeThread& m_thread;
    QString m_lessonsFolder;
    std::unique_ptr<LessonReport> m_report;
    std::unique_ptr<QProgressDialog> m_dialog;
};

} // namespace ampscope::ui
