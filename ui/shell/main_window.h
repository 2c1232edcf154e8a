// The window: top bar, lessons and labs at the left, one page, a status line.
#pragma once

#include <QMainWindow>
#include <QMap>
#include <functional>
#include <memory>

#include "core/lesson/lesson.h"
#include "core/train/compute_thread.h"
#include "ui/shell/settings.h"

class QLabel;
class QStackedWidget;
class QHBoxLayout;

namespace ampscope::ui {

class Commands;
class FileOpener;
class Learner;
class LibTorchOffer;
class OwnLessons;
class Page;
class Presentation;
class SideBar;
class TopBar;
class Welcome;
class WindowHelp;
class WindowRuns;

class MainWindow : public QMainWindow {
    Q_OBJECT
  public:
    /// `lessonsFolder`: where the lessons are; "" for none.
    MainWindow(train::ComputeThread& thread, const QString& lessonsFolder, Settings settings,
               QWidget* parent = nullptr);
    ~MainWindow() override;

    /// A lesson or lab by id: "a6-gradscaler", "scale", "bits". False when there is none.
    bool open(const QString& id);
    QStringList pageIds() const;
    Page* page() const;
    QString pageId() const { return m_pageId; }
    /// Everything that the window can do; whoever adds a key adds it here.
    Commands& commands() const { return *m_commands; }
    WindowHelp& help() const { return *m_help; }
    TopBar* topBar() const { return m_topBar; }
    SideBar* sideBar() const { return m_side; }
    train::ComputeThread& thread() const { return m_thread; }
    /// A card of a lesson, from 0; the last one when there are fewer.
    bool openCard(const QString& lesson, int card);
    /// A file of a kind that the window knows (see file_opener.h). False, after a notice, for others.
    bool openFile(const QString& path);
    FileOpener& files() const { return *m_files; }
    void setRecentFiles(const QStringList& paths) { m_settings.recentFiles = paths; }
    /// A run that was made elsewhere.
    void showRecord(record::RunRecord record);
    /// Ids of the pages that were opened, the latest first, none twice.
    const QStringList& visited() const { return m_visited; }

    void switchLanguage();
    void switchTheme();
    void toggleSideBar();
    void setLanguage(text::Language language);
    void setTheme(ThemeKind theme);
    const Settings& settings() const { return m_settings; }
    /// Puts in place what the settings say: language, theme, type size, motion, threads of new runs. The rest is kept
    /// for the next start.
    void applySettings(const Settings& settings);
    const QString& lessonsFolder() const { return m_lessonsFolder; }
    /// Settings, place and progress to the disk, where something has changed since the last time.
    void saveNow();
    /// Lessons of the user's own: a lesson's folder, a folder of lessons, or a lesson.json. Opens the first;
    /// false where there is none.
    bool openLessons(const QString& path);
    /// A sentence above the page until it is closed or another takes its place.
    void showNotice(const QString& message);
    QString notice() const;
    void hideNotice();
    /// Rates that differ from run to run are left out: the same picture each time.
    void freezeTimes() { m_timesAreFrozen = true; }
    void showWelcome();
    void hideWelcome();
    const lesson::LessonShelf& shelf() const { return m_shelf; }
    Presentation& presentation() const { return *m_presentation; }
    Learner& learner() const { return *m_learner; }

  Q_SIGNALS:
    void pageOpened(const QString& id);

  protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void loadLearning();
    void buildSideBar();
    void showTicks();
    void replacePage(const QString& id);
    /// The lesson of a page; nullptr for other pages.
    const lesson::Lesson* lessonOf(const QString& id) const;
    Page* makePage(const QString& id);
    void placeSideBar();
    void pageChanged();
    void refreshStatus();
    bool closeSideBar();

    train::ComputeThread& m_thread;
    QString m_lessonsFolder;
    lesson::LessonShelf m_shelf;
    Settings m_settings, m_savedSettings;
    bool m_hasToldOfSettings = false; ///< that they cannot be saved
    Commands* m_commands;
    WindowHelp* m_help;
    FileOpener* m_files;
    WindowRuns* m_runs;
    Presentation* m_presentation;
    LibTorchOffer* m_libTorchOffer = nullptr;
    Learner* m_learner;
    OwnLessons* m_own;
    bool m_hasOwnSection = false;
    TopBar* m_topBar;
    QStackedWidget* m_pages;
    QMap<QString, Page*> m_made;
    QString m_pageId;
    QStringList m_visited;
    SideBar* m_side;
    QWidget* m_notice;
    Welcome* m_welcome;
    QHBoxLayout* m_middle;
    bool m_sideIsAsked = false; ///< in a narrow window the side bar lies over the page while it is asked for
    QLabel *m_noticeText, *m_device, *m_libtorch, *m_rate, *m_rules;
    bool m_timesAreFrozen = false;
};

} // namespace ampscope::ui
