#include "ui/shell/main_window.h"

#include <QCloseEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/bridge/machine_model.h"
#include "ui/bridge/motion.h"
#include "ui/bridge/scenario_name.h"
#include "ui/instruments/claims/claim_tester.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/tab_order.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/commands.h"
#include "ui/shell/file_drop.h"
#include "ui/shell/file_opener.h"
#include "ui/shell/help/welcome.h"
#include "ui/shell/help/window_help.h"
#include "ui/shell/lab_list.h"
#include "ui/shell/lessons/glossary_page.h"
#include "ui/shell/lessons/learner.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/lessons/own_lessons.h"
#include "ui/shell/lessons/progress_page.h"
#include "ui/shell/lessons/teacher_page.h"
#include "ui/shell/libtorch_setup.h"
#include "ui/shell/presentation/presentation.h"
#include "ui/shell/report/report_desk.h"
#include "ui/shell/runs/runs_page.h"
#include "ui/shell/runs/window_runs.h"
#include "ui/shell/side_bar.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/window_commands.h"

namespace ampscope::ui {

constexpr int kLowWindow = 560;     ///< below it the page needs the room of words
constexpr int kNarrowWindow = 1200; ///< below it the page gets the room of the side bar

MainWindow::MainWindow(train::ComputeThread& thread, const QString& lessonsFolder, Settings settings, QWidget* parent)
    : QMainWindow(parent),
      m_thread(thread),
      m_lessonsFolder(lessonsFolder),
      m_settings(std::move(settings)),
      m_commands(new Commands(this)),
      m_topBar(new TopBar),
      m_pages(new QStackedWidget),
      m_side(new SideBar),
      m_notice(new QWidget),
      m_noticeText(new QLabel),
      m_device(new QLabel),
      m_libtorch(new QLabel),
      m_rate(new QLabel),
      m_rules(new QLabel) {
    MotionSwitch::instance().setReduced(m_settings.reducedMotion);
    RunModel::setThreads(m_settings.threads);
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
    m_noticeText->setTextFormat(Qt::PlainText); // names of files and runs stand in it
    m_noticeText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    notice_layout->addWidget(m_noticeText, 1);
    auto* close_notice = new QToolButton;
    close_notice->setText(QStringLiteral("×"));
    close_notice->setProperty("role", "flat");
    connect(close_notice, &QToolButton::clicked, m_notice, &QWidget::hide);
    notice_layout->addWidget(close_notice);
    m_notice->hide();

    m_welcome = new Welcome(m_shelf);
    m_welcome->setVisible(!m_settings.welcomed);
    connect(m_welcome, &Welcome::closed, this, &MainWindow::hideWelcome);
    connect(m_welcome, &Welcome::lessonAsked, this, &MainWindow::open);
    connect(m_welcome, &Welcome::languageAsked, this, &MainWindow::setLanguage);

    auto* status = new QWidget;
    status->setObjectName("statusLine");
    status->setAttribute(Qt::WA_StyledBackground);
    auto* status_layout = new QHBoxLayout(status);
    status_layout->setContentsMargins(16, 5, 16, 5);
    status_layout->setSpacing(22);
    for (auto* label : {m_device, m_libtorch, m_rate, m_rules}) {
        label->setTextFormat(Qt::PlainText); // a record that was opened says what it ran on
        status_layout->addWidget(label);
    }
    status_layout->addStretch(1);

    auto* right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addWidget(m_welcome);
    m_libTorchOffer = new LibTorchOffer(*this);
    right->addWidget(m_libTorchOffer);
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

    translated(this, [this, close_notice, status] {
        close_notice->setAccessibleName(tr("Close this message"));
        status->setWhatsThis(
            tr("<p>What the numbers of this page come from: the processor or GPU with its threads, the "
               "LibTorch in use, how fast the run goes, and whose autocast rules it follows.</p>"));
        refreshStatus();
    });
    addWindowCommands(*this);
    m_help = new WindowHelp(*this);
    m_commands->addBack([this] { return closeSideBar(); });
    connect(m_topBar, &TopBar::languageAsked, this, &MainWindow::switchLanguage);
    connect(m_topBar, &TopBar::themeAsked, this, &MainWindow::switchTheme);
    connect(m_topBar, &TopBar::sideBarAsked, this, &MainWindow::toggleSideBar);
    m_files = new FileOpener(*this);
    m_runs = new WindowRuns(*this);
    new ReportDesk(*this, m_thread, m_lessonsFolder);
    m_presentation =
        new Presentation(*this, {m_middle, right, {m_topBar, m_side, m_welcome, m_libTorchOffer, m_notice, status}});
    new FileDrop(this, [this](const QString& path) { openFile(path); });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &MainWindow::placeSideBar);
    placeSideBar();
    for (const auto& error : m_shelf.errors)
        showNotice(say(error));
    if (!m_settings.geometry.isEmpty()) restoreGeometry(m_settings.geometry);
}

MainWindow::~MainWindow() {
    // Pages say that they change while they go, an undo stack does; there is nothing left to be told.
    for (Page* made : std::as_const(m_made))
        made->disconnect(this);
    m_presentation->leave(); // theme and type size are the whole program's
    delete m_presentation;   // it looks at this window's parts as they change, to the last
    MachineModel::instance().setThread(nullptr);
    ClaimTester::instance().setUp(nullptr, {});
}

void MainWindow::placeSideBar() {
    const bool narrow = width() < scaled(kNarrowWindow);
    m_welcome->setBrief(height() < scaled(kLowWindow));
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

bool MainWindow::openLessons(const QString& path) {
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
    return !ids.isEmpty() && open(ids.first());
}

// The lesson was read again: its page is made anew, where the learner was.
void MainWindow::replacePage(const QString& id) {
    Page* old = m_made.take(id);
    if (!old) return;
    const bool is_shown = page() == old;
    if (is_shown) {
        open(id);
        auto *before = qobject_cast<LessonPage*>(old), *now = qobject_cast<LessonPage*>(page());
        if (before && now) now->goOnFrom(*before);
    }
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
    m_side->addSection(SideBar::Kind::Fixed, [] { return RunsPage::tr("Runs"); });
    m_side->addEntry("runs", {}, [] { return RunsPage::tr("All runs"); });
    m_side->addSection(SideBar::Kind::Fixed, [] { return tr("Learning"); });
    m_side->addEntry("progress", {}, [] { return ProgressPage::tr("My progress"); });
    m_side->addEntry("glossary", {}, [] { return GlossaryPage::tr("Glossary"); });
    m_side->addEntry("teach", {}, [] { return TeacherPage::tr("For teachers"); });
    m_side->addButton([] { return FileOpener::tr("Open a file …"); },
                      [this](QWidget* button) { m_files->popUp(button); });
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
        auto* page = new LessonPage(*lesson, m_thread, *m_learner);
        connect(page, &LessonPage::reportAsked, this, [this] { m_commands->act("report.lesson"); });
        return page;
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
    if (id == "runs") return m_runs->makePage();
    if (id == kLibTorchPage) return m_libTorchOffer->makePage();
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
        made->setProperty("pageId", id); // how the run library knows where a run was started
        m_pages->addWidget(made);
        setTabOrderByLayout(*made);
        connect(made, &Page::changed, this, &MainWindow::pageChanged);
        if (auto* hint = made->findChild<QLabel*>("hint")) GlossaryHelp::instance().attach(hint);
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
    m_visited.removeAll(id);
    m_visited.prepend(id);
    Q_EMIT pageOpened(id);
    return true;
}

bool MainWindow::openCard(const QString& lesson, int card) {
    if (!open(lesson)) return false;
    if (auto* opened = qobject_cast<LessonPage*>(page())) {
        const auto last = static_cast<int>(opened->player().lesson().steps.size()) - 1;
        opened->goTo(static_cast<std::size_t>(std::clamp(card, 0, last)));
    }
    return true;
}

bool MainWindow::openFile(const QString& path) {
    return m_files->open(path);
}

void MainWindow::showRecord(record::RunRecord record) {
    const QString name = shownName(record.scenario());
    std::vector<record::RunRecord> records;
    records.push_back(std::move(record));
    if (open("runs")) qobject_cast<RunsPage*>(page())->showRecords(std::move(records), {name});
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

void MainWindow::switchLanguage() {
    setLanguage(m_settings.language == text::Language::Korean ? text::Language::English : text::Language::Korean);
}

void MainWindow::switchTheme() {
    setTheme(m_settings.theme == ThemeKind::Dark ? ThemeKind::Light : ThemeKind::Dark);
}

void MainWindow::toggleSideBar() {
    m_sideIsAsked = !m_sideIsAsked;
    placeSideBar();
}

bool MainWindow::closeSideBar() {
    if (!m_sideIsAsked) return false;
    toggleSideBar();
    return true;
}

// Escape comes here when nothing in the page had a use for it.
void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_commands->back()) return;
    QMainWindow::keyPressEvent(event);
}

void MainWindow::setLanguage(text::Language language) {
    m_settings.language = language;
    LanguageSwitch::instance().setLanguage(language);
}

void MainWindow::setTheme(ThemeKind theme) {
    m_settings.theme = theme;
    m_settings.systemTheme = false; // chosen by hand
    ThemeSwitch::instance().set(theme, m_settings.scale);
}

void MainWindow::applySettings(const Settings& settings) {
    const Settings before = std::exchange(m_settings, settings);
    m_settings.recentFiles = before.recentFiles; // they change while the settings are open
    if (before.language != settings.language) setLanguage(settings.language);
    ThemeSwitch& themes = ThemeSwitch::instance();
    if (themes.chosenKind() != settings.theme || themes.chosenScale() != settings.scale)
        themes.set(settings.theme, settings.scale);
    MotionSwitch::instance().setReduced(settings.reducedMotion);
    RunModel::setThreads(settings.threads);
}

void MainWindow::showNotice(const QString& message) {
    if (m_libTorchOffer && m_libTorchOffer->covers(message)) return;
    m_noticeText->setText(message);
    m_notice->show();
}

void MainWindow::hideNotice() {
    m_notice->hide();
}

QString MainWindow::notice() const {
    return m_notice->isHidden() ? QString() : m_noticeText->text();
}

void MainWindow::showWelcome() {
    open("scale"); // what it speaks of
    m_welcome->show();
}

void MainWindow::hideWelcome() {
    m_welcome->hide();
    m_settings.welcomed = true;
}

void MainWindow::saveNow() {
    m_learner->save();
    m_settings.geometry = saveGeometry();
    m_settings.page = m_pageId;
    const auto* lesson = qobject_cast<LessonPage*>(page());
    m_settings.lessonStep = lesson ? static_cast<int>(lesson->player().position()) : 0;
    if (m_settings == m_savedSettings) return;
    m_savedSettings = m_settings; // not tried again until something has changed
    std::optional<text::Error> problem;
    if (m_settings.save(&problem) || m_hasToldOfSettings || !problem || !notice().isEmpty()) return;
    m_hasToldOfSettings = true;
    showNotice(say("gui.settings_not_saved", {{"reason", say(*problem).toStdString()}}));
}

void MainWindow::closeEvent(QCloseEvent* event) {
    saveNow();
    QMainWindow::closeEvent(event);
}

} // namespace ampscope::ui
