#include "ui/shell/main_window.h"

#include <QButtonGroup>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/version.h"
#include "ui/bridge/language.h"
#include "ui/instruments/figures.h"
#include "ui/labs/accumulate_lab.h"
#include "ui/labs/bits_lab.h"
#include "ui/labs/inspect_lab.h"
#include "ui/labs/rounding_lab.h"
#include "ui/labs/scale_lab.h"
#include "ui/labs/sums_lab.h"
#include "ui/labs/train_lab.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/file_drop.h"
#include "ui/shell/lesson_page.h"
#include "ui/shell/top_bar.h"

namespace ampscope::ui {

constexpr int kSideBarWidth = 232;
constexpr int kNarrowWindow = 1200; ///< below it the page gets the room of the side bar

MainWindow::MainWindow(train::ComputeThread& thread, const QString& lessonsFolder, Settings settings, QWidget* parent)
    : QMainWindow(parent),
      m_thread(thread),
      m_settings(std::move(settings)),
      m_topBar(new TopBar),
      m_pages(new QStackedWidget),
      m_entries(new QButtonGroup(this)),
      m_notice(new QWidget),
      m_welcome(new QWidget),
      m_noticeText(new QLabel),
      m_device(new QLabel),
      m_libtorch(new QLabel),
      m_rate(new QLabel),
      m_rules(new QLabel) {
    if (!lessonsFolder.isEmpty()) m_shelf = lesson::load_lessons(lessonsFolder.toStdString());
    setMinimumSize(1024, 640);
    setWindowTitle("ampscope");

    auto* side = new QWidget;
    side->setObjectName("sideBar");
    side->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(8, 16, 8, 12);
    column->setSpacing(2);
    buildSideBar(column);
    auto* side_scroll = new QScrollArea;
    m_side = side_scroll;
    side_scroll->setWidget(side);
    side_scroll->setWidgetResizable(true);
    side_scroll->setFrameShape(QFrame::NoFrame);
    side_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

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
    m_middle->addWidget(side_scroll);
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
    new FileDrop(this, &InspectLab::takes, [this](const QString& path) {
        if (open("inspect")) qobject_cast<InspectLab*>(page())->openPath(path);
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

MainWindow::~MainWindow() = default;

void MainWindow::placeSideBar() {
    const int width_wanted = qRound(scaled(kSideBarWidth));
    const bool narrow = width() < scaled(kNarrowWindow);
    m_topBar->setNarrow(narrow);
    m_side->setFixedWidth(width_wanted);
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
    m_side->setGeometry(0, top, width_wanted, centralWidget()->height() - top);
    m_side->setVisible(m_sideIsAsked);
    m_side->raise();
    if (m_sideIsAsked) m_side->setFocus();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_sideIsAsked = false;
    placeSideBar();
}

void MainWindow::buildSideBar(QVBoxLayout* column) {
    const auto heading = [&](std::function<QString()> text) {
        auto* label = new QLabel;
        label->setProperty("role", "section");
        label->setContentsMargins(8, 6, 0, 4);
        column->addWidget(label);
        translated(label, [label, text] { label->setText(text()); });
    };
    const std::string* chapter = nullptr;
    for (const auto& lesson : m_shelf.lessons) {
        if (!chapter || *chapter != lesson.chapter)
            heading([name = QString::fromStdString(lesson.chapter)] {
                return name.isEmpty() ? tr("Lessons") : LessonPage::tr("Chapter %1").arg(name);
            });
        chapter = &lesson.chapter;
        addEntry(column, QString::fromStdString(lesson.id), QString::fromStdString(lesson.section), [&lesson] {
            return QString::fromStdString(lesson.text(LanguageSwitch::instance().language()).title);
        });
    }
    if (chapter) column->addSpacing(10);
    heading([] { return tr("Labs"); });
    addEntry(column, "scale", "", [] { return ScaleLab::tr("Scale"); });
    addEntry(column, "bits", "", [] { return BitsLab::tr("Bits"); });
    addEntry(column, "rounding", "", [] { return RoundingLab::tr("Rounding"); });
    addEntry(column, "sums", "", [] { return SumsLab::tr("Sums and updates"); });
    addEntry(column, "inspect", "", [] { return InspectLab::tr("Inspect"); });
    addEntry(column, "train", "", [] { return TrainLab::tr("Train"); });
    addEntry(column, "accumulate", "", [] { return AccumulateLab::tr("Accumulate"); });
    column->addStretch(1);
}

void MainWindow::addEntry(QVBoxLayout* column, const QString& id, const QString& mark, std::function<QString()> text) {
    auto* button = new QPushButton;
    button->setProperty("role", "nav");
    button->setProperty("pageId", id);
    button->setCheckable(true);
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_entries->addButton(button);
    column->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, id] { open(id); });
    translated(button, [button, text, mark] {
        const QString full = mark.isEmpty() ? text() : mark + "  " + text();
        // Measured bold, as the chosen entry is drawn; minus margins, padding, border and the scroll bar.
        const QFontMetrics metrics(textFont(scaled(kChromePixels), QFont::DemiBold));
        button->setText(metrics.elidedText(full, Qt::ElideRight, qRound(scaled(kSideBarWidth - 52))));
        button->setToolTip(full);
        button->setAccessibleName(full);
    });
}

QStringList MainWindow::pageIds() const {
    QStringList ids;
    for (const auto* button : m_entries->buttons())
        ids << button->property("pageId").toString();
    return ids;
}

Page* MainWindow::page() const {
    return qobject_cast<Page*>(m_pages->currentWidget());
}

Page* MainWindow::makePage(const QString& id) {
    if (id == "scale") return new ScaleLab(m_thread);
    if (id == "bits") return new BitsLab(&m_thread);
    if (id == "rounding") return new RoundingLab;
    if (id == "sums") return new SumsLab;
    if (id == "inspect") return new InspectLab;
    if (id == "train") return new TrainLab(m_thread);
    if (id == "accumulate") return new AccumulateLab(m_thread);
    if (const lesson::Lesson* lesson = m_shelf.find(id.toStdString())) return new LessonPage(*lesson, m_thread);
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
    for (auto* button : m_entries->buttons())
        button->setChecked(button->property("pageId").toString() == id);
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
        m_device->setText(run ? tr("LibTorch is being opened …") : tr("computed exactly"));
        if (run && !run->isActive()) m_device->setText(tr("no run yet"));
        return;
    }
    const auto value = [&](const char* name) { return QString::fromStdString(run->record().environment_text(name)); };
    m_device->setText(tr("CPU %1 · threads: %2").arg(value("cpu"), value("threads")));
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
