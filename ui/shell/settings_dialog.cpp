#include "ui/shell/settings_dialog.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <thread>

#include "core/record/store/data_folder.h"
#include "ui/bridge/language.h"
#include "ui/labs/flow_layout.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {
namespace {

enum ThemeChoice { Light, Dark, System };
constexpr int kSizeStep = 5; ///< percent

ThemeChoice choiceOf(const Settings& settings) {
    return settings.systemTheme ? System : settings.theme == ThemeKind::Dark ? Dark : Light;
}

QLabel* note() {
    auto* label = new QLabel;
    label->setProperty("role", "muted");
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

std::function<QString(QWidget*, const QString&)> SettingsDialog::askForFolder = [](QWidget* parent,
                                                                                   const QString& now) {
    return QFileDialog::getExistingDirectory(parent, tr("Folder for runs and progress"), now);
};

QList<std::pair<QString, std::function<QString()>>> SettingsDialog::rows() {
    return {{"language", [] { return tr("Language"); }},
            {"theme", [] { return tr("Theme"); }},
            {"type-size", [] { return tr("Type size"); }},
            {"motion", [] { return tr("Motion"); }},
            {"threads", [] { return tr("Threads of new runs"); }},
            {"data-folder", [] { return tr("Data folder"); }},
            {"welcome", [] { return tr("Welcome"); }}};
}

SettingsDialog::SettingsDialog(const Settings& settings, std::function<void(const Settings&)> apply, QWidget* parent)
    : QDialog(parent),
      m_before(settings),
      m_next(settings),
      m_apply(std::move(apply)),
      m_form(new QFormLayout),
      m_language(new QButtonGroup(this)),
      m_theme(new QButtonGroup(this)),
      m_sizeSlider(new QSlider(Qt::Horizontal)),
      m_size(new QSpinBox),
      m_threads(new QSpinBox),
      m_calm(new QCheckBox),
      m_welcome(new QCheckBox),
      m_folder(new QLineEdit),
      m_folderNote(note()),
      m_folderError(note()) {
    build();
    showValues(m_next);
    connect(m_language, &QButtonGroup::idClicked, this, &SettingsDialog::changed);
    connect(m_theme, &QButtonGroup::idClicked, this, &SettingsDialog::changed);
    connect(m_sizeSlider, &QSlider::valueChanged, this, [this](int value) { m_size->setValue(value * kSizeStep); });
    connect(m_size, &QSpinBox::valueChanged, this, &SettingsDialog::changed);
    connect(m_threads, &QSpinBox::valueChanged, this, &SettingsDialog::changed);
    connect(m_calm, &QCheckBox::clicked, this, &SettingsDialog::changed);
    connect(m_welcome, &QCheckBox::clicked, this, &SettingsDialog::changed);
    connect(m_folder, &QLineEdit::editingFinished, this, [this] {
        if (m_folder->isModified()) setDataFolder(m_folder->text().trimmed());
    });
    connect(&LanguageSwitch::instance(), &LanguageSwitch::changed, this, &SettingsDialog::followLanguage);
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &SettingsDialog::followTheme);
}

// A line that loses the keyboard says that it was edited, also while it goes: there is nothing left to be told.
SettingsDialog::~SettingsDialog() {
    for (auto* child : findChildren<QWidget*>())
        child->disconnect(this);
}

QWidget* SettingsDialog::choices(QButtonGroup* group, std::vector<std::pair<int, std::function<QString()>>> all) {
    auto* row = new QWidget;
    auto* layout = new FlowLayout(kSpace, row);
    for (auto& [id, name] : all) {
        auto* button = new QPushButton;
        button->setCheckable(true);
        button->setAutoDefault(false);
        group->addButton(button, id);
        layout->addWidget(button);
        translated(button, [button, name = std::move(name)] { button->setText(name()); });
    }
    return row;
}

void SettingsDialog::addRow(const QString& id, QWidget* control, std::function<QString()> help) {
    control->setObjectName("row-" + id);
    auto* name = new QLabel;
    name->setProperty("role", "section");
    m_form->addRow(name, control);
    translated(name, [id, name, control, help] {
        for (const auto& [known, title] : rows())
            if (known == id) name->setText(title());
        const QString words = "<p><b>" + name->text() + "</b></p><p>" + help() + "</p>";
        name->setWhatsThis(words);
        control->setWhatsThis(words);
        control->setAccessibleName(name->text());
    });
}

void SettingsDialog::build() {
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setLabelAlignment(Qt::AlignLeft);
    m_form->setHorizontalSpacing(3 * kSpace);
    m_form->setVerticalSpacing(2 * kSpace);

    // The languages call themselves by their own names.
    addRow("language",
           choices(m_language, {{static_cast<int>(text::Language::Korean), [] { return QStringLiteral("한국어"); }},
                                {static_cast<int>(text::Language::English), [] { return QStringLiteral("English"); }}}),
           [] { return tr("Of everything in the window, lessons too. Switches at once, also while a run goes on."); });
    addRow("theme",
           choices(m_theme, {{Light, [] { return tr("Light"); }},
                             {Dark, [] { return tr("Dark"); }},
                             {System, [] { return tr("As the system"); }}}),
           [] { return tr("Exports always have the theme of paper, whatever is chosen here."); });

    auto* size = new QWidget;
    auto* size_row = new QHBoxLayout(size);
    size_row->setContentsMargins(0, 0, 0, 0);
    const int least = qRound(kLeastScale * 100), most = qRound(kMostScale * 100);
    m_sizeSlider->setRange(least / kSizeStep, most / kSizeStep);
    m_sizeSlider->setPageStep(4);
    m_size->setRange(least, most);
    m_size->setSingleStep(kSizeStep);
    m_size->setSuffix(" %");
    m_size->setKeyboardTracking(false);
    m_size->setButtonSymbols(QAbstractSpinBox::NoButtons);
    size_row->addWidget(m_sizeSlider, 1);
    size_row->addWidget(m_size);
    addRow("type-size", size, [] {
        return tr("Words, controls and plots grow together. 100 % fits a desk, 150 % a "
                  "room.");
    });
    addRow("motion", m_calm, [] {
        return tr("Plots of a running experiment are redrawn twice a second only, and nothing "
                  "slides.");
    });

    auto* threads = new QWidget;
    auto* threads_column = new QVBoxLayout(threads);
    threads_column->setContentsMargins(0, 0, 0, 0);
    threads_column->setSpacing(4);
    m_threads->setRange(0, kMostThreads);
    m_threads->setKeyboardTracking(false);
    m_threads->setButtonSymbols(QAbstractSpinBox::NoButtons);
    auto* threads_note = note();
    threads_column->addWidget(m_threads, 0, Qt::AlignLeft);
    threads_column->addWidget(threads_note);
    addRow("threads", threads, [] {
        return tr(
            "LibTorch's threads in runs that start from now on. Another number of threads may change the last bits "
            "of a sum, so runs that are compared should have the same.");
    });

    auto* folder = new QWidget;
    auto* folder_column = new QVBoxLayout(folder);
    folder_column->setContentsMargins(0, 0, 0, 0);
    folder_column->setSpacing(4);
    auto* folder_row = new QHBoxLayout;
    auto *choose = new QPushButton, *usual = new QPushButton;
    for (auto* button : {choose, usual})
        button->setAutoDefault(false);
    folder_row->addWidget(m_folder, 1);
    folder_row->addWidget(choose);
    folder_row->addWidget(usual);
    folder_column->addLayout(folder_row);
    m_folderError->setProperty("role", "error");
    m_folderError->setTextFormat(Qt::PlainText);
    folder_column->addWidget(m_folderError);
    folder_column->addWidget(m_folderNote);
    connect(choose, &QPushButton::clicked, this, [this] {
        const QString now = m_next.chosenDataFolder.isEmpty() ? m_next.dataFolder : m_next.chosenDataFolder;
        if (const QString path = askForFolder(this, now); !path.isEmpty()) setDataFolder(path);
    });
    connect(usual, &QPushButton::clicked, this, [this] { setDataFolder({}); });
    addRow("data-folder", folder, [] {
        return tr("Where runs, progress and what was measured of this machine are kept. Nothing leaves the machine.");
    });
    addRow("welcome", m_welcome, [] { return tr("What stands above the Scale lab at the first start."); });

    auto* inside = new QWidget;
    inside->setLayout(m_form);
    m_form->setContentsMargins(24, 20, 24, 12);
    auto* scroll = new QScrollArea;
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    auto* reset = buttons->addButton(QString(), QDialogButtonBox::ResetRole);
    reset->setAutoDefault(false);
    buttons->button(QDialogButtonBox::Ok)->setProperty("role", "primary");
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &SettingsDialog::reject);
    connect(reset, &QPushButton::clicked, this, &SettingsDialog::resetAll);
    auto* foot = new QWidget;
    foot->setObjectName("statusLine");
    foot->setAttribute(Qt::WA_StyledBackground);
    auto* foot_layout = new QHBoxLayout(foot);
    foot_layout->setContentsMargins(24, 12, 24, 12);
    foot_layout->addWidget(buttons);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addWidget(foot);

    translated(this, [this, threads_note, choose, usual, buttons, reset] {
        setWindowTitle(tr("Settings"));
        m_sizeSlider->setAccessibleName(tr("Type size"));
        m_size->setAccessibleName(tr("Type size in percent"));
        m_calm->setText(tr("Less motion"));
        m_threads->setAccessibleName(tr("Threads of new runs"));
        m_threads->setSpecialValueText(tr("as each experiment says"));
        const int cores = static_cast<int>(std::thread::hardware_concurrency());
        threads_note->setText(
            tr("Cores of this machine: %1.").arg(cores) + " " +
            (cores > 1 ? tr("With %1 at most, the window keeps one for itself.").arg(cores - 1) : QString()));
        m_folder->setAccessibleName(tr("Data folder"));
        choose->setText(tr("Choose …"));
        usual->setText(tr("The usual one"));
        m_welcome->setText(tr("Show the welcome again at the next start"));
        buttons->button(QDialogButtonBox::Ok)->setText(tr("Keep"));
        buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
        reset->setText(tr("Reset everything"));
        reset->setToolTip(tr("All settings as at the first start. Runs and progress are kept. Cancel takes it back."));
        buttons->button(QDialogButtonBox::Ok)->setToolTip(tr("Keep the settings (Enter)"));
        buttons->button(QDialogButtonBox::Cancel)->setToolTip(tr("Everything as before (Escape)"));
        showFolder();
    });
    const auto fit = [this, inside, foot] {
        const QSize room = parentWidget() ? parentWidget()->size() - QSize(40, 40) : QSize(1240, 680);
        const int width = std::min(qRound(scaled(720)), room.width());
        const int height = inside->sizeHint().height() + foot->sizeHint().height() + qRound(scaled(40));
        resize(width, std::min(height, room.height()));
        m_size->setFixedWidth(qRound(scaled(84)));
        m_threads->setMinimumWidth(qRound(scaled(240)));
    };
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, fit);
    fit();
}

void SettingsDialog::showValues(const Settings& settings) {
    m_isShowing = true;
    if (auto* button = m_language->button(static_cast<int>(settings.language))) button->setChecked(true);
    m_theme->button(choiceOf(settings))->setChecked(true);
    m_size->setValue(qRound(settings.scale * 100));
    m_sizeSlider->setValue(qRound(settings.scale * 100 / kSizeStep));
    m_threads->setValue(settings.threads);
    m_calm->setChecked(settings.reducedMotion);
    m_welcome->setChecked(!settings.welcomed);
    m_folder->setText(QDir::toNativeSeparators(settings.chosenDataFolder));
    m_folderError->hide();
    showFolder();
    m_isShowing = false;
}

void SettingsDialog::changed() {
    if (m_isShowing) return;
    m_next.language = static_cast<text::Language>(m_language->checkedId());
    const int theme = m_theme->checkedId();
    m_next.systemTheme = theme == System;
    m_next.theme = theme == System ? themeOfSystem() : theme == Dark ? ThemeKind::Dark : ThemeKind::Light;
    m_next.scale = m_size->value() / 100.0;
    m_next.threads = m_threads->value();
    m_next.reducedMotion = m_calm->isChecked();
    m_next.welcomed = !m_welcome->isChecked();
    const QSignalBlocker quiet(m_sizeSlider);
    m_sizeSlider->setValue(qRound(m_next.scale * 100 / kSizeStep));
    m_apply(m_next);
}

void SettingsDialog::followLanguage() {
    const text::Language now = LanguageSwitch::instance().language();
    if (now == m_next.language) return; // chosen here
    m_before.language = m_next.language = now;
    m_language->button(static_cast<int>(now))->setChecked(true);
}

void SettingsDialog::followTheme() {
    const ThemeKind now = ThemeSwitch::instance().chosenKind();
    if (now == m_next.theme) return;
    m_before.theme = m_next.theme = now;
    m_before.systemTheme = m_next.systemTheme = false;
    m_theme->button(choiceOf(m_next))->setChecked(true);
}

bool SettingsDialog::setDataFolder(const QString& asked) {
    QString folder = asked;
    if (folder == "~" || folder.startsWith("~/")) folder.replace(0, 1, QDir::homePath()); // as a shell reads it
    try {
        if (!folder.isEmpty()) requireUsableDataFolder(QDir(folder).absolutePath());
    } catch (const text::Error& error) {
        m_folder->setText(folder);
        m_folder->setModified(false);
        m_folderError->setText(say(error));
        m_folderError->show();
        return false;
    }
    m_next.chosenDataFolder = folder.isEmpty() ? QString() : QDir(folder).absolutePath();
    m_folder->setText(QDir::toNativeSeparators(m_next.chosenDataFolder));
    m_folderError->hide();
    showFolder();
    m_apply(m_next);
    return true;
}

void SettingsDialog::showFolder() {
    const QString now = m_next.dataFolder;
    m_folder->setPlaceholderText(tr("the usual one"));
    QString words = now.isEmpty() ? tr("In use now: none; nothing is kept.")
                                  : tr("In use now: %1").arg(QDir::toNativeSeparators(now));
    if (m_next.chosenDataFolder != m_before.chosenDataFolder)
        words +=
            "\n" + tr("The other folder is used from the next start on. Nothing is moved: what was kept so far stays "
                      "where it is.");
    if (qEnvironmentVariableIsSet("AMPSCOPE_DATA") && qEnvironmentVariable("AMPSCOPE_DATA") != m_next.chosenDataFolder)
        words += "\n" + tr("The environment's AMPSCOPE_DATA goes first.");
    m_folderNote->setText(words);
}

void SettingsDialog::resetAll() {
    Settings first;
    // What nobody sets here stays: where the window stands, what was open.
    Settings reset = m_next;
    reset.language = languageOfSystem();
    reset.systemTheme = true;
    reset.theme = themeOfSystem();
    reset.scale = first.scale;
    reset.threads = first.threads;
    reset.reducedMotion = first.reducedMotion;
    reset.welcomed = first.welcomed;
    reset.chosenDataFolder = first.chosenDataFolder;
    m_next = reset;
    m_apply(m_next);
    showValues(m_next);
}

void SettingsDialog::jumpTo(const QString& row) {
    auto* control = findChild<QWidget*>("row-" + row);
    if (!control) return;
    if (!(control->focusPolicy() & Qt::TabFocus))
        for (auto* child : control->findChildren<QWidget*>())
            if (child->focusPolicy() & Qt::TabFocus) {
                control = child;
                break;
            }
    control->setFocus(Qt::ShortcutFocusReason);
}

void SettingsDialog::reject() {
    m_next = m_before;
    m_apply(m_before);
    QDialog::reject();
}

} // namespace ampscope::ui
