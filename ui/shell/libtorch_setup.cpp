#include "ui/shell/libtorch_setup.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/text/failure.h"
#include "core/train/libtorch.h"
#include "core/version.h"
#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/commands.h"
#include "ui/shell/main_window.h"

namespace ampscope::ui {

constexpr int kSteps = 1000; ///< of the progress bar
constexpr int kColumnPixels = 720;

std::function<QString(QWidget*)> LibTorchSetup::askForFolder = [](QWidget* parent) {
    return QFileDialog::getExistingDirectory(parent, tr("A folder of wheels"));
};

static QString megabytes(double count) {
    return LibTorchSetup::tr("%1 MB").arg(QString::fromStdString(text::grouped(qRound64(count))));
}

LibTorchSetup::LibTorchSetup(QWidget* parent)
    : Page(parent),
      m_heading(new QLabel),
      m_words(new QLabel),
      m_state(new QLabel),
      m_outcome(new QLabel),
      m_problem(new QLabel),
      m_bar(new QProgressBar),
      m_start(new QPushButton),
      m_from(new QPushButton),
      m_stop(new QPushButton),
      m_goOn(new QPushButton) {
    auto* facts = new QGridLayout;
    facts->setHorizontalSpacing(24);
    facts->setVerticalSpacing(8);
    facts->setColumnStretch(1, 1);
    for (int row = 0; row < 4; ++row) {
        auto* name = new QLabel;
        auto* value = new QLabel;
        name->setProperty("role", "section");
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        facts->addWidget(name, row, 0, Qt::AlignTop);
        facts->addWidget(value, row, 1);
        m_names << name;
        m_values << value;
    }
    m_bar->setRange(0, kSteps);
    m_bar->setTextVisible(false);
    m_start->setProperty("role", "primary");
    m_goOn->setProperty("role", "primary");
    auto* buttons = new QHBoxLayout;
    for (auto* button : {m_start, m_from, m_stop, m_goOn})
        buttons->addWidget(button);
    buttons->addStretch(1);
    for (auto* label : {m_words, m_state, m_outcome, m_problem})
        label->setWordWrap(true);
    for (auto* label : {m_outcome, m_problem})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->setProperty("role", "error");
    m_problem->setTextFormat(Qt::PlainText);
    m_outcome->setProperty("role", "section");

    auto* column = new QWidget;
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    layout->addWidget(m_heading);
    layout->addWidget(m_words);
    layout->addLayout(facts);
    layout->addSpacing(8);
    layout->addWidget(m_bar);
    layout->addWidget(m_state);
    layout->addWidget(m_outcome);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    layout->addStretch(1);
    auto* outer = new QHBoxLayout(this);
    outer->setContentsMargins(32, 32, 32, 24);
    outer->addWidget(column, 100);
    outer->addStretch(1);

    connect(m_start, &QPushButton::clicked, this, [this] { start(); });
    connect(m_from, &QPushButton::clicked, this, [this] {
        if (const QString folder = askForFolder(this); !folder.isEmpty()) start(folder);
    });
    connect(m_stop, &QPushButton::clicked, this, &LibTorchSetup::stop);
    connect(m_goOn, &QPushButton::clicked, this, &LibTorchSetup::goOnAsked);
    const auto look = [this, column] {
        m_heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold));
        column->setMaximumWidth(qRound(scaled(kColumnPixels)));
    };
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, look);
    look();
    translated(this, [this] { refresh(); });
}

LibTorchSetup::~LibTorchSetup() = default; // the thread is asked to stop and waited for

QString LibTorchSetup::section() const {
    return MainWindow::tr("Learning");
}

QWidget* LibTorchSetup::firstFocus() {
    for (auto* button : {m_start, m_goOn, m_stop})
        if (!button->isHidden()) return button;
    return nullptr;
}

void LibTorchSetup::start(const QString& wheels) {
    if (m_isRunning) return;
    m_isRunning = true;
    m_isDone = false;
    m_error.reset();
    m_progress = train::SetUpProgress{};
    const train::SetUpRequest request{train::libtorch_set_up_folder(), wheels.toStdString()};
    m_thread = std::jthread([this, request](const std::stop_token& stop) {
        const auto deliver = [this](auto what) { QMetaObject::invokeMethod(this, what, Qt::QueuedConnection); };
        std::optional<text::Error> failed;
        try {
            train::set_up_libtorch(
                request, [&](const train::SetUpProgress& progress) { deliver([this, progress] { show(progress); }); },
                stop);
        } catch (...) {
            failed = text::current_failure();
        }
        deliver([this, failed] { finish(failed); });
    });
    refresh();
    m_stop->setFocus();
}

void LibTorchSetup::stop() {
    m_thread.request_stop();
    m_stop->setEnabled(false); // pip may take a moment to end
}

QString LibTorchSetup::outcome() const {
    const QLabel* shown = m_error ? m_problem : m_outcome;
    return shown->isHidden() ? QString() : shown->text();
}

void LibTorchSetup::show(const train::SetUpProgress& progress) {
    m_progress = progress;
    refresh();
}

void LibTorchSetup::finish(const std::optional<text::Error>& error) {
    m_isRunning = false;
    m_isDone = !error;
    m_error = error;
    m_progress.reset();
    m_stop->setEnabled(true);
    refresh();
    if (isVisible())
        if (QWidget* button = firstFocus()) button->setFocus();
    if (m_isDone) Q_EMIT ready();
}

void LibTorchSetup::refresh() {
    const auto search = train::find_libtorch();
    const QString folder = QString::fromStdString(train::libtorch_set_up_folder());
    m_heading->setText(tr("LibTorch for training"));
    m_words->setText(
        tr("What trains in the labs and lessons is LibTorch %1, the C++ library of PyTorch. It is not a part "
           "of this program. Numbers, records and lessons' texts work without it.")
            .arg(QString::fromUtf8(kSetUpTorch)));
    const QStringList names = {tr("Download"), tr("On disk"), tr("Folder"), tr("How")};
    const QStringList values = {
        megabytes(kSetUpDownloadMegabytes),
        tr("%1, and as much as the download until it is over; %2 are free there")
            .arg(megabytes(kSetUpDiskMegabytes), megabytes(train::free_megabytes(folder.toStdString()))),
        folder,
        tr("python3 makes a private environment there, and pip brings three packages. Nothing else on this machine is "
           "changed; to be rid of it, remove the folder.")};
    for (int row = 0; row < names.size(); ++row) {
        m_names[row]->setText(names[row]);
        m_values[row]->setText(values[row]);
    }
    m_start->setText(m_error ? tr("Try again") : tr("Download and set up"));
    m_from->setText(tr("From a folder of wheels …"));
    m_from->setToolTip(tr("For a machine without network: wheels that another machine has downloaded"));
    m_stop->setText(tr("Stop"));
    m_goOn->setText(tr("Go on"));
    m_bar->setAccessibleName(tr("Progress of the set-up"));

    const bool is_there = m_isDone || (search.found && !m_isRunning);
    m_start->setVisible(!m_isRunning && !is_there);
    m_from->setVisible(!m_isRunning && !is_there);
    m_stop->setVisible(m_isRunning);
    m_goOn->setVisible(m_isDone);
    m_bar->setVisible(m_isRunning);
    m_state->setVisible(m_isRunning);
    if (m_progress) {
        using Phase = train::SetUpProgress::Phase;
        m_bar->setValue(qRound(m_progress->share * kSteps));
        const std::vector<text::Argument> counts = {{"megabytes", std::to_string(qRound(m_progress->megabytes))},
                                                    {"all", std::to_string(qRound(m_progress->all_megabytes))}};
        m_state->setText(m_progress->phase == Phase::Preparing     ? say("setup.preparing")
                         : m_progress->phase == Phase::Downloading ? say("setup.downloading", counts)
                                                                   : say("setup.unpacking", counts));
    }
    m_problem->setVisible(m_error.has_value());
    if (m_error) m_problem->setText(say(*m_error));
    m_outcome->setVisible(is_there);
    if (is_there && search.found)
        m_outcome->setText(
            tr("LibTorch %1 is ready: %2")
                .arg(QString::fromStdString(search.found->version), QString::fromStdString(search.found->folder)));
}

LibTorchOffer::LibTorchOffer(MainWindow& window) : QWidget(&window), m_window(window) {
    setObjectName("topBar");
    setAttribute(Qt::WA_StyledBackground);
    auto* words = new QLabel;
    auto* set_up = new QPushButton;
    auto* close = new QToolButton;
    words->setWordWrap(true);
    set_up->setProperty("role", "primary");
    close->setText(QStringLiteral("×"));
    close->setProperty("role", "flat");
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(20, 8, 12, 8);
    layout->setSpacing(12);
    layout->addWidget(words, 1);
    layout->addWidget(set_up);
    layout->addWidget(close);
    hide();
    connect(set_up, &QPushButton::clicked, this, [this] { m_window.open(kLibTorchPage); });
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(&m_window, &MainWindow::pageOpened, this, [this](const QString& id) {
        if (m_error) setVisible(id != kLibTorchPage); // there everything is said
    });
    translated(this, [words, set_up, close] {
        words->setText(
            tr("Training needs LibTorch, which is not on this machine yet. Numbers, records and lessons' texts "
               "work without it."));
        set_up->setText(tr("Set up LibTorch …"));
        close->setAccessibleName(MainWindow::tr("Close this message"));
    });
    m_window.commands().add({Command::Group::File,
                             "file.libtorch",
                             [] { return LibTorchSetup::tr("Set up LibTorch"); },
                             {},
                             [this] { m_window.open(kLibTorchPage); }});
    QTimer::singleShot(0, this, &LibTorchOffer::look);
}

bool LibTorchOffer::covers(const QString& notice) const {
    return m_error && notice == say(*m_error);
}

LibTorchSetup* LibTorchOffer::makePage() {
    auto* made = new LibTorchSetup;
    connect(made, &LibTorchSetup::ready, this, [this] {
        m_error.reset();
        hide();
    });
    connect(made, &LibTorchSetup::goOnAsked, this, [this] {
        m_window.open(m_window.visited().value(1, "scale"));
        Page* page = m_window.page();
        if (page->run() && !page->isActive()) page->restart(std::nullopt); // what failed for want of it
    });
    return made;
}

// Where the places to look at have one, nothing needs to be opened to know. Otherwise the engine is asked: the system
// may know a LibTorch.
void LibTorchOffer::look() {
    if (train::find_libtorch().found) return;
    const QPointer<LibTorchOffer> self(this);
    m_window.thread().post({[](train::Engine&) {},
                            [self](const text::Error& error) {
                                QMetaObject::invokeMethod(
                                    QCoreApplication::instance(),
                                    [self, error] {
                                        if (self && error.message().id == "train.no_libtorch") self->offer(error);
                                    },
                                    Qt::QueuedConnection);
                            }});
}

void LibTorchOffer::offer(const text::Error& error) {
    m_error = error;
    if (m_window.notice() == say(error)) m_window.hideNotice();
    setVisible(m_window.pageId() != kLibTorchPage);
}

} // namespace ampscope::ui
