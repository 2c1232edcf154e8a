// Files that the window opens: by drop, by name, from the list of those opened last.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

class QMenu;
class QWidget;

namespace ampscope::ui {

class BackgroundJob;
class MainWindow;

enum class FileKind {
    Unknown,
    Run,      ///< a record or a journal, or the folder that a run wrote
    Scenario, ///< the description of an experiment
    Numbers,  ///< tensors or somebody's training log: what the Inspect lab reads
    Lessons,  ///< a lesson's folder, a folder of lessons, or a lesson.json
};

struct JudgedFile {
    FileKind kind = FileKind::Unknown;
    QString path;    ///< what is to be read: of a run's folder its record
    QString problem; ///< of an unknown one: why, in the window's language
};

/// Which kind a file is, by its ending and its first 64 kB; never waits, never reads more. Whether it is a good one is
/// said by the reader of that kind.
JudgedFile judgeFile(const QString& path);

/// Opens files in the page that is for them, and remembers them. What cannot be opened is one notice. GUI thread.
class FileOpener : public QObject {
    Q_OBJECT
  public:
    /// Adds its commands to the window's.
    explicit FileOpener(MainWindow& window);

    /// False, after a notice, when it is no file that the window knows, or no lesson in it can be read. Runs are read
    /// off the GUI thread.
    bool open(const QString& path);
    /// The files opened last, and what chooses another one.
    void fillMenu(QMenu* menu);
    /// That menu below a button.
    void popUp(QWidget* button);
    /// Nothing is being read.
    bool isSettled() const;

    /// Asks for a file; replaced in tests. "" when the user gives up.
    static std::function<QString(QWidget* parent, bool folder)> askForPath;

  private:
    void openScenario(const QString& path);
    void openRun(const QString& path);
    void remember(const QString& path);
    void choose(bool folder);

    MainWindow& m_window;
    BackgroundJob* m_job;
};

} // namespace ampscope::ui
