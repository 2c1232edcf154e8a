#include "ui/shell/main_window.h"

#include <QCloseEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/version.h"
#include "ui/bridge/language.h"
#include "ui/bridge/machine_model.h"
#include "ui/instruments/claim_tester.h"
#include "ui/instruments/figures.h"
#include "ui/labs/inspect_lab.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/file_drop.h"
#include "ui/shell/glossary_page.h"
#include "ui/shell/lab_list.h"
#include "ui/shell/learner.h"
#include "ui/shell/lesson_page.h"
#include "ui/shell/own_lessons.h"
#include "ui/shell/progress_page.h"
#include "ui/shell/side_bar.h"
#include "ui/shell/teacher_page.h"
#include "ui/shell/top_bar.h"

namespace ampscope::ui {

constexpr int kNarrowWindow = 1200; ///< below it the page gets the room of the side bar

MainWindow::MainWindow(train::ComputeThread& thread, const QString& lessonsFolder, Settings settings, QWidget* parent)
    : QMainWindow(parent),
      m_thread(thread),
      m_lessonsFolder(lessonsFolder),
      m_settings(std::move(settings)),
      m_topBar(new TopBar),
      m_pages(new QStackedWidget),
      m_side(new SideBar),
      m_notice(new QWidget),
      m_welcome(new QWidget),
      m_noticeText(new QLabel),
      m_device(new QLabel),
      m_libtorch(new QLabel),
      m_rate(new QLabel),
      m_rules(new QLabel) {
    if (!lessonsFolder.isEmpty()) m_shelf = lesson::load_lessons(lessonsFolder.toStdString());
    loadLearning();
    MachineModel::instance().setThread(&m_thread);
    ClaimTester::instance().setUp(&m_thread, lessonsFolder);
    setMinimumSize(1024, 640);
    setWindowTitle("ampscope");

    buildSideBar();

    m_notice->setObjectName("topBar");
    m_notice->setAttribute(Qt::WA_StyledBackground);
    auto* notice_layout = new QHBoxLayout(m_notice);
    notice_layout->setContentsMargins(16, 6, 10, 6);
    m_noticeText->setWordWrap(true);
    m_noticeText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    notice_layout->addWidget(m_noticeText, 1);
    auto* close_notice = new QToolButton;
    close_notice->setText(QStringLiteral("×"));
    close_notice->setProperty("role", "flat");
    connect(close_notice, &QToolButton::clicked, m_notice, &QWidget::hide);
    notice_layout->addWidget(close_notice);
    m_notice->hide();

    m_welcome->setObjectName("topBar");
    m_welcome->setAttribute(Qt::WA_StyledBackground);
    auto* welcome_layout = new QHBoxLayout(m_welcome);
    welcome_layout->setContentsMargins(16, 8, 10, 8);
    auto* welcome_text = new QLabel;
    auto* start = new QPushButton;
    auto* explore = new QPushButton;
    start->setProperty("role", "primary");
    welcome_text->setWordWrap(true);
    welcome_layout->addWidget(welcome_text, 1);
    welcome_layout->addWidget(start);
    welcome_layout->addWidget(explore);
    connect(start, &QPushButton::clicked, this, [this] {
        hideWelcome();
        if (!m_shelf.lessons.empty()) open(QString::fromStdString(m_shelf.lessons.front().id));
    });
    connect(explore, &QPushButton::clicked, this, &MainWindow::hideWelcome);
    m_welcome->setVisible(!m_settings.welcomed);
    start->setVisible(!m_shelf.lessons.empty());

    auto* status = new QWidget;
    status->setObjectName("statusLine");
    status->setAttribute(Qt::WA_StyledBackground);
    auto* status_layout = new QHBoxLayout(status);
    status_layout->setContentsMargins(16, 5, 16, 5);
    status_layout->setSpacing(22);
    for (auto* label : {m_device, m_libtorch, m_rate, m_rules})
        status_layout->addWidget(label);
    status_layout->addStretch(1);

    auto* right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addWidget(m_welcome);
    right->addWidget(m_notice);
    right->addWidget(m_pages, 1);
    m_middle = new QHBoxLayout;
    m_middle->setContentsMargins(0, 0, 0, 0);
    m_middle->setSpacing(0);
    m_middle->addWidget(m_side);
    m_middle->addLayout(right, 1);
    auto* central = new QWidget;
    central->setObjectName("centralArea");
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_topBar);
    layout->addLayout(m_middle, 1);
    layout->addWidget(status);
    setCentralWidget(central);

    translated(this, [this, welcome_text, start, explore, close_notice] {
        welcome_text->setText(tr("<b>Welcome.</b> Below, a small GPT is training in fp16 on this machine, right now."));
        start->setText(tr("Start with a lesson"));
        explore->setText(tr("Explore on my own"));
        close_notice->setAccessibleName(tr("Close this message"));
        refreshStatus();
    });
    buildActions();
    const auto takes = [](const QString& path) { return InspectLab::takes(path) || OwnLessons::takes(path); };
    new FileDrop(this, takes, [this](const QString& path) {
        if (OwnLessons::takes(path))
            openLessons(path);
        else if (open("inspect"))
            qobject_cast<InspectLab*>(page())->openPath(path);
    });
    connect(m_topBar, &TopBar::sideBarAsked, this, [this] {
        m_sideIsAsked = !m_sideIsAsked;
        placeSideBar();
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &MainWindow::placeSideBar);
    placeSideBar();
    for (const auto& error : m_shelf.errors)
        showNotice(say(error));
    if (!m_settings.geometry.isEmpty()) restoreGeometry(m_settings.geometry);
}

MainWindow::~MainWindow() {
    MachineModel::instance().setThread(nullptr);
    ClaimTester::instance().setUp(nullptr, {});
}

void MainWindow::placeSideBar() {
    const bool narrow = width() < scaled(kNarrowWindow);
    m_topBar->setNarrow(narrow);
    if (narrow && m_middle->indexOf(m_side) >= 0) {
        m_middle->removeWidget(m_side);
        m_side->setParent(centralWidget());
        m_side->hide();
    } else if (!narrow && m_middle->indexOf(m_side) < 0) {
        m_middle->insertWidget(0, m_side);
        m_side->show();
    }
    if (!narrow) return;
    const int top = m_topBar->height();
    m_side->setGeometry(0, top, m_side->width(), centralWidget()->height() - top);
    m_side->setVisible(m_sideIsAsked);
    m_side->raise();
    if (m_sideIsAsked) m_side->setFocus();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_sideIsAsked = false;
    placeSideBar();
}

void MainWindow::loadLearning() {
    m_own = new OwnLessons(this);
    connect(m_own, &OwnLessons::noticed, this, &MainWindow::showNotice);
    connect(m_own, &OwnLessons::changed, this, &MainWindow::replacePage);
    m_learner = new Learner(m_shelf, m_lessonsFolder, m_settings.dataFolder, this);
    connect(m_learner, &Learner::noticed, this, &MainWindow::showNotice);
    connect(m_learner, &Learner::changed, this, &MainWindow::showTicks);
    connect(m_learner, &Learner::forgotten, this, [this] {
        for (const auto& id : m_made.keys())
            if (lessonOf(id) && m_made[id] != page()) {
                m_pages->removeWidget(m_made[id]);
                m_made.take(id)->deleteLater();
            }
    });
    try {
        if (!m_lessonsFolder.isEmpty())
            GlossaryHelp::instance().set(lesson::load_glossary(m_lessonsFolder.toStdString()));
    } catch (const text::Error& error) {
        showNotice(say(error)); // lessons go without their marks
    }
    connect(&GlossaryHelp::instance(), &GlossaryHelp::asked, this, [this](const QString& term) {
        if (open("glossary")) page()->enterText(term);
    });
}

void MainWindow::showTicks() {
    for (const auto& lesson : m_shelf.lessons)
        m_side->setDone(QString::fromStdString(lesson.id), m_learner->isFinished(lesson.id));
}

const lesson::Lesson* MainWindow::lessonOf(const QString& id) const {
    const lesson::Lesson* own = m_own->find(id);
    return own ? own : m_shelf.find(id.toStdString());
}

void MainWindow::openLessons(const QString& path) {
    const QStringList ids = m_own->open(path);
    for (const auto& id : ids) {
        if (m_made.contains(id)) replacePage(id);
        if (m_side->ids().contains(id)) continue;
        if (!m_hasOwnSection) m_side->addSection(SideBar::Kind::Fixed, [] { return tr("Opened lessons"); });
        m_hasOwnSection = true;
        m_side->addEntry(id, QString::fromStdString(lessonOf(id)->section), [this, id] {
            return QString::fromStdString(lessonOf(id)->text(LanguageSwitch::instance().language()).title);
        });
    }
    if (!ids.isEmpty()) open(ids.first());
}

// The lesson was read again: its page is made anew, where the learner was.
void MainWindow::replacePage(const QString& id) {
    Page* old = m_made.take(id);
    if (!old) return;
    const bool is_shown = page() == old;
    if (is_shown) open(id);
    m_pages->removeWidget(old);
    old->deleteLater();
    if (is_shown) showNotice(tr("The lesson was read again."));
}

void MainWindow::buildSideBar() {
    const std::string* chapter = nullptr;
    for (const auto& lesson : m_shelf.lessons) {
        // The first chapter lies open: a stranger sees where to begin.
        if (!chapter || *chapter != lesson.chapter)
            m_side->addSection(
                SideBar::Kind::Chapter,
                [name = QString::fromStdString(lesson.chapter)] {
                    return name.isEmpty() ? tr("Lessons") : LessonPage::tr("Chapter %1").arg(name);
                },
                chapter != nullptr);
        chapter = &lesson.chapter;
        m_side->addEntry(QString::fromStdString(lesson.id), QString::fromStdString(lesson.section), [&lesson] {
            return QString::fromStdString(lesson.text(LanguageSwitch::instance().language()).title);
        });
    }
    m_side->addSection(SideBar::Kind::Fixed, [] { return tr("Labs"); });
    for (const auto& lab : labEntries())
        m_side->addEntry(lab.id, {}, lab.title);
    m_side->addSection(SideBar::Kind::Fixed, [] { return tr("Learning"); });
    m_side->addEntry("progress", {}, [] { return ProgressPage::tr("My progress"); });
    m_side->addEntry("glossary", {}, [] { return GlossaryPage::tr("Glossary"); });
    m_side->addEntry("teach", {}, [] { return TeacherPage::tr("For teachers"); });
    showTicks();
    connect(m_side, &SideBar::asked, this, &MainWindow::open);
}

QStringList MainWindow::pageIds() const {
    return m_side->ids();
}

Page* MainWindow::page() const {
    return qobject_cast<Page*>(m_pages->currentWidget());
}

Page* MainWindow::makePage(const QString& id) {
    for (const auto& lab : labEntries())
        if (lab.id == id) return lab.make(m_thread);
    if (const lesson::Lesson* lesson = lessonOf(id)) {
        m_own->watch(id, *lesson);
        return new LessonPage(*lesson, m_thread, *m_learner);
    }
    const auto to_lesson = [this](const QString& asked) { open(asked); };
    if (id == "progress") {
        auto* made = new ProgressPage(*m_learner);
        connect(made, &ProgressPage::lessonAsked, this, to_lesson);
        return made;
    }
    if (id == "teach") {
        auto* made = new TeacherPage(m_shelf, m_lessonsFolder);
        connect(made, &TeacherPage::lessonAsked, this, to_lesson);
        connect(made, &TeacherPage::openAsked, this, [this] {
            const QString path = QFileDialog::getExistingDirectory(this, tr("Open a folder of lessons"));
            if (!path.isEmpty()) openLessons(path);
        });
        return made;
    }
    if (id == "glossary") {
        auto* made = new GlossaryPage(m_shelf);
        connect(made, &GlossaryPage::lessonAsked, this, to_lesson);
        return made;
    }
    return nullptr;
}

bool MainWindow::open(const QString& id) {
    if (!m_made.contains(id)) {
        Page* made = makePage(id);
        if (!made) return false;
        m_made.insert(id, made);
        m_pages->addWidget(made);
        connect(made, &Page::changed, this, &MainWindow::pageChanged);
        connect(made, &Page::noticed, this, &MainWindow::showNotice);
        connect(made, &Page::pageAsked, this, &MainWindow::open);
        connect(made, &Page::numberAsked, this, [this](const QString& to, const QString& text, const QString& format) {
            if (open(to)) page()->takeNumber(text, format);
        });
    }
    // A run that nobody looks at would take the core from the one that is looked at.
    if (Page* before = page(); before && before != m_made[id]) before->pauseRuns();
    m_pageId = id;
    m_pages->setCurrentWidget(m_made[id]);
    m_sideIsAsked = false;
    placeSideBar();
    m_side->choose(id);
    page()->enter();
    QWidget* focus = page()->firstFocus();
    (focus ? focus : centralWidget())->setFocus(); // not whatever button happens to be first
    pageChanged();
    return true;
}

void MainWindow::pageChanged() {
    if (!page()) return;
    m_topBar->show(page());
    if (RunModel* run = page()->run()) {
        connect(run, &RunModel::changed, this, &MainWindow::refreshStatus, Qt::UniqueConnection);
        connect(run, &RunModel::stateChanged, this, &MainWindow::refreshStatus, Qt::UniqueConnection);
    }
    refreshStatus();
}

void MainWindow::refreshStatus() {
    RunModel* run = page() ? page()->run() : nullptr;
    const bool known = run && !run->record().environment().empty();
    for (auto* label : {m_libtorch, m_rate, m_rules})
        label->setVisible(known);
    if (!known) {
        const bool exact = page() && page()->isExact();
        m_device->setText(run ? tr("LibTorch is being opened …") : exact ? tr("computed exactly") : QString());
        if (run && !run->isActive()) m_device->setText(tr("no run yet"));
        return;
    }
    const auto value = [&](const char* name) { return QString::fromStdString(run->record().environment_text(name)); };
    m_device->setText(run->record().scenario().device == scenario::Device::Cuda
                          ? tr("GPU %1").arg(value("gpu"))
                          : tr("CPU %1 · threads: %2").arg(value("cpu"), value("threads")));
    m_libtorch->setText("LibTorch " + value("libtorch"));
    m_rate->setText(m_timesAreFrozen || run->rate() <= 0 ? tr("– steps/s") : tr("%1 steps/s").arg(qRound(run->rate())));
    m_rules->setText(tr("autocast rules: %1").arg(rulesText(run->record())));
}

void MainWindow::buildActions() {
    const auto shortcut = [this](const QKeySequence& keys, auto action) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, action);
    };
    const auto switch_language = [this] {
        setLanguage(m_settings.language == text::Language::Korean ? text::Language::English : text::Language::Korean);
    };
    const auto switch_theme = [this] {
        setTheme(m_settings.theme == ThemeKind::Dark ? ThemeKind::Light : ThemeKind::Dark);
    };
    const auto about = [this] {
        QMessageBox box(this);
        box.setWindowTitle(tr("About ampscope"));
        box.setText(
            tr("<b>ampscope %1</b><br>An oscilloscope for automatic mixed precision. GPL-3.0-or-later.<br><br>Qt %2, "
               "QCustomPlot, LibTorch, Boost.Multiprecision, nlohmann-json, CLI11, fmt.<br><br>"
               "F9 run or pause · F10 one step · Ctrl+R from the start, same seed · Ctrl+Shift+R new seed · Ctrl+L "
               "language · Ctrl+T theme · Page Up and Page Down: lesson steps")
                .arg(QString::fromUtf8(kVersion), QString::fromUtf8(qVersion())));
        box.exec();
    };
    shortcut(Qt::Key_F9, [this] { m_topBar->runOrPause(); });
    shortcut(Qt::Key_F10, [this] { m_topBar->stepOnce(); });
    shortcut(Qt::CTRL | Qt::Key_R, [this] { m_topBar->restart(); });
    shortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_R, [this] { m_topBar->newSeed(); });
    shortcut(Qt::CTRL | Qt::Key_L, switch_language);
    shortcut(Qt::CTRL | Qt::Key_B, [this] { Q_EMIT m_topBar->sideBarAsked(); });
    shortcut(Qt::Key_Escape, [this] {
        m_sideIsAsked = false;
        placeSideBar();
    });
    shortcut(Qt::CTRL | Qt::Key_T, switch_theme);
    shortcut(Qt::Key_F1, about);
    connect(m_topBar, &TopBar::languageAsked, this, switch_language);
    connect(m_topBar, &TopBar::themeAsked, this, switch_theme);
    connect(m_topBar, &TopBar::aboutAsked, this, about);
    const auto lesson_step = [this](int by) {
        if (auto* lesson = qobject_cast<LessonPage*>(page())) {
            const auto position = static_cast<int>(lesson->player().position()) + by;
            if (position >= 0) lesson->goTo(static_cast<std::size_t>(position));
        }
    };
    // Not while the Bits lab has the keyboard: there these keys go to the next value.
    auto* next = new QShortcut(Qt::Key_PageDown, this);
    auto* back = new QShortcut(Qt::Key_PageUp, this);
    connect(next, &QShortcut::activated, this, [lesson_step] { lesson_step(1); });
    connect(back, &QShortcut::activated, this, [lesson_step] { lesson_step(-1); });
    connect(m_pages, &QStackedWidget::currentChanged, this, [this, next, back] {
        const bool in_lesson = qobject_cast<LessonPage*>(page()) != nullptr;
        next->setEnabled(in_lesson);
        back->setEnabled(in_lesson);
    });
}

void MainWindow::setLanguage(text::Language language) {
    m_settings.language = language;
    LanguageSwitch::instance().setLanguage(language);
}

void MainWindow::setTheme(ThemeKind theme) {
    m_settings.theme = theme;
    ThemeSwitch::instance().set(theme, m_settings.scale);
}

void MainWindow::showNotice(const QString& message) {
    m_noticeText->setText(message);
    m_notice->show();
}

QString MainWindow::notice() const {
    return m_notice->isHidden() ? QString() : m_noticeText->text();
}

void MainWindow::hideWelcome() {
    m_welcome->hide();
    m_settings.welcomed = true;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_settings.geometry = saveGeometry();
    m_settings.save(); // a place that cannot be written is no reason to keep the window open
    QMainWindow::closeEvent(event);
}

} // namespace ampscope::ui
