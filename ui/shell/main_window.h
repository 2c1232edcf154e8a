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

class Learner;
class OwnLessons;
class Page;
class SideBar;
class TopBar;

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

    void setLanguage(text::Language language);
    void setTheme(ThemeKind theme);
    const Settings& settings() const { return m_settings; }
    /// Lessons of the user's own: a lesson's folder, a folder of lessons, or a lesson.json. Opens the first.
    void openLessons(const QString& path);
    /// A sentence above the page until it is closed or another takes its place.
    void showNotice(const QString& message);
    QString notice() const;
    /// Rates that differ from run to run are left out: the same picture each time.
    void freezeTimes() { m_timesAreFrozen = true; }
    void hideWelcome();
    const lesson::LessonShelf& shelf() const { return m_shelf; }
    Learner& learner() const { return *m_learner; }

  protected:
    void closeEvent(QCloseEvent* event) override;
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
    void buildActions();

    train::ComputeThread& m_thread;
    QString m_lessonsFolder;
    lesson::LessonShelf m_shelf;
    Settings m_settings;
    Learner* m_learner;
    OwnLessons* m_own;
    bool m_hasOwnSection = false;
    TopBar* m_topBar;
    QStackedWidget* m_pages;
    QMap<QString, Page*> m_made;
    QString m_pageId;
    SideBar* m_side;
    QWidget *m_notice, *m_welcome;
    QHBoxLayout* m_middle;
    bool m_sideIsAsked = false; ///< in a narrow window the side bar lies over the page while it is asked for
    QLabel *m_noticeText, *m_device, *m_libtorch, *m_rate, *m_rules;
    bool m_timesAreFrozen = false;
};

} // namespace ampscope::ui
