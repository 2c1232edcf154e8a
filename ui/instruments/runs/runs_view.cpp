#include "ui/instruments/runs/runs_view.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QShortcut>
#include <QToolButton>
#include <QUndoCommand>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "core/io/file.h"
#include "ui/bridge/language.h"
#include "ui/instruments/elided_combo_box.h"
#include "ui/instruments/note_line.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/runs/run_table.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::RunEntry;
using record::RunStore;
using record::StoredState;

namespace {

constexpr std::array kStates = {StoredState::Running, StoredState::Finished, StoredState::Stopped, StoredState::Failed,
                                StoredState::Interrupted};
constexpr auto kDeleted = "deleted"; // beside the states
constexpr double kNarrow = 760;      // below it only the search stands above the list

// One change of the library that can be taken back; the library's thread carries it out.
class RunChange : public QUndoCommand {
  public:
    RunChange(const QString& words, std::function<void()> redo, std::function<void()> undo)
        : QUndoCommand(words), m_redo(std::move(redo)), m_undo(std::move(undo)) {}
    void redo() override { m_redo(); }
    void undo() override { m_undo(); }

  private:
    std::function<void()> m_redo, m_undo;
};

std::vector<std::string> idsOf(const std::vector<RunEntry>& entries) {
    std::vector<std::string> ids;
    for (const auto& entry : entries)
        ids.push_back(entry.id);
    return ids;
}

} // namespace

std::function<QStringList(QWidget*)> RunsView::askForFiles = [](QWidget* parent) {
    return QFileDialog::getOpenFileNames(parent, RunsView::tr("Import runs"), {},
                                         RunsView::tr("Records and journals (*.json *.jsonl)"));
};
std::function<QString(QWidget*)> RunsView::askForFolder = [](QWidget* parent) {
    return QFileDialog::getExistingDirectory(parent, RunsView::tr("A folder for the files"));
};
std::function<bool(QWidget*, const QString&)> RunsView::askForConsent = [](QWidget* parent, const QString& question) {
    return QMessageBox::question(parent, "ampscope", question) == QMessageBox::Yes;
};

RunsView::RunsView(QWidget* parent)
    : Instrument("runs", parent),
      m_model(new RunListModel(this)),
      m_undo(new QUndoStack(this)),
      m_table(new RunTable(m_model)),
      m_search(new QLineEdit),
      m_state(new ElidedComboBox),
      m_precision(new ElidedComboBox),
      m_place(new ElidedComboBox),
      m_pinned(new QToolButton),
      m_open(new QPushButton),
      m_rename(new QPushButton),
      m_pin(new QPushButton),
      m_delete(new QPushButton),
      m_export(new QPushButton),
      m_import(new QPushButton),
      m_tools(new QWidget),
      m_buttons(new QWidget),
      m_nothing(new QWidget),
      m_summary(new QLabel),
      m_empty(new QLabel),
      m_emptyLab(new QPushButton),
      m_rule(new NoteLine(2, this)),
      m_exportMenu(new QMenu(this)) {
    setAcceptDrops(true);
    build();
    connect(m_search, &QLineEdit::textChanged, this, &RunsView::filter);
    for (auto* choice : {m_state, m_precision, m_place})
        connect(choice, &QComboBox::activated, this, &RunsView::filter);
    connect(m_pinned, &QToolButton::toggled, this, &RunsView::filter);
    connect(m_model, &RunListModel::loaded, this, [this] {
        refreshChoices();
        if (!m_wanted.isEmpty()) select(m_wanted);
        refreshState();
    });
    connect(m_model, &RunListModel::renameAsked, this, &RunsView::rename);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsView::refreshState);
    connect(m_table, &QTableView::activated, this, &RunsView::openSelected);
    connect(m_open, &QPushButton::clicked, this, &RunsView::openSelected);
    connect(m_rename, &QPushButton::clicked, this, &RunsView::renameCurrent);
    connect(m_pin, &QPushButton::clicked, this, &RunsView::pinSelected);
    connect(m_delete, &QPushButton::clicked, this, &RunsView::deleteSelected);
    connect(m_import, &QPushButton::clicked, this, [this] { importFiles(askForFiles(this)); });
    connect(m_emptyLab, &QPushButton::clicked, this, [this] { Q_EMIT pageAsked("scale"); });
    auto* remove = new QShortcut(QKeySequence(Qt::Key_Delete), m_table, nullptr, nullptr, Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &RunsView::deleteSelected);
    translated(this, [this] { refreshWords(); });
}

void RunsView::build() {
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(150);
    m_pinned->setCheckable(true);
    m_pinned->setProperty("role", "switch");
    for (auto* choice : {m_state, m_precision, m_place}) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(13);
    }
    m_open->setProperty("role", "primary");
    m_summary->setProperty("role", "muted");
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setProperty("role", "muted");
    m_export->setMenu(m_exportMenu);

    auto* tools = new QHBoxLayout(m_tools);
    tools->setContentsMargins(0, 0, 0, 0);
    tools->setSpacing(kSpace);
    tools->addWidget(m_search, 1);
    for (auto* choice : {m_state, m_precision, m_place})
        tools->addWidget(choice);
    tools->addWidget(m_pinned);
    auto* buttons = new QHBoxLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(kSpace);
    for (auto* button : {m_open, m_rename, m_pin, m_delete, m_export})
        buttons->addWidget(button);
    buttons->addStretch(1);
    buttons->addWidget(m_summary);
    buttons->addWidget(m_import);
    auto* nothing = new QVBoxLayout(m_nothing);
    nothing->setSpacing(2 * kSpace);
    nothing->addStretch(2);
    nothing->addWidget(m_empty);
    nothing->addWidget(m_emptyLab, 0, Qt::AlignHCenter);
    nothing->addStretch(3);
    body()->setSpacing(kSpace);
    body()->addWidget(m_tools);
    body()->addWidget(m_nothing, 1);
    body()->addWidget(m_table, 1);
    body()->addWidget(m_buttons);
    body()->addWidget(m_rule);
    m_nothing->hide();
}

QWidget* RunsView::firstFocus() const {
    return m_model->entries().empty() ? static_cast<QWidget*>(m_import) : m_table;
}

// --- words

void RunsView::refreshWords() {
    setTitle(tr("Runs"));
    m_table->setAccessibleName(tr("Runs"));
    m_search->setPlaceholderText(tr("Find by name or id"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_state->setAccessibleName(tr("State"));
    m_precision->setAccessibleName(tr("Precision"));
    m_place->setAccessibleName(tr("Where they come from"));
    m_pinned->setText(tr("pinned only"));
    m_pinned->setAccessibleName(m_pinned->text());
    m_rename->setText(tr("Rename"));
    m_rename->setToolTip(tr("Gives the run another name (F2)"));
    m_export->setText(tr("Export"));
    m_export->setToolTip(tr("Saves the record, the steps as a table, or the settings"));
    m_import->setText(tr("Import …"));
    m_import->setToolTip(tr("Takes records in that this program has written; they can also be dropped here"));
    m_emptyLab->setText(tr("Open the Scale lab"));
    m_rule->setText(tr("Every run of this window and of the command line is kept here. Runs that the window began by "
                       "itself, for instance because a setting was changed, are dropped when they were stopped within "
                       "%1 steps, and of the others the newest %2 stay. A pinned or renamed run always stays.")
                        .arg(RunLibrary::kFewSteps)
                        .arg(RunLibrary::kMostAutomatic));
    m_exportMenu->clear();
    m_exportMenu->addAction(tr("Whole record (record.json) …"), this, [this] { exportSelected(RunFile::Record); });
    m_exportMenu->addAction(tr("Steps as a table (trace.csv) …"), this, [this] { exportSelected(RunFile::Trace); });
    m_exportMenu->addAction(tr("Settings (scenario.json) …"), this, [this] { exportSelected(RunFile::Settings); });
    refreshMenu();
    refreshChoices();
    m_table->fitColumns();
    refreshState();
}

// Everything that a pointer does, for the keyboard: the header of a table cannot be reached with it.
void RunsView::refreshMenu() {
    menu()->clear();
    auto* order = menu()->addMenu(tr("Sort by"));
    order->addAction(tr("pinned, then newest"), this, [this] { m_table->sortBy(-1); });
    for (int column = 0; column < RunListModel::kColumns; ++column)
        order->addAction(m_model->headerData(column, Qt::Horizontal, Qt::AccessibleTextRole).toString(), this,
                         [this, column] { m_table->sortBy(column); });
    menu()->addAction(m_import->text(), this, [this] { importFiles(askForFiles(this)); });
    menu()->addAction(tr("Empty the list of deleted runs …"), this, &RunsView::purge);
}

void RunsView::refreshChoices() {
    const auto fill = [](ComboBox* box, const QList<std::pair<QString, QString>>& items) {
        const QString chosen = box->currentData().toString();
        const QSignalBlocker quiet(box);
        box->clear();
        for (const auto& [words, value] : items)
            box->addItem(words, value);
        box->setCurrentIndex(std::max(0, box->findData(chosen)));
    };
    QList<std::pair<QString, QString>> states = {{tr("Every state"), QString()}};
    for (const auto state : kStates)
        states << std::pair(stateText(state), QString::fromUtf8(record::state_name(state)));
    states << std::pair(tr("deleted"), QString(kDeleted));
    fill(m_state, states);
    QList<std::pair<QString, QString>> precisions = {{tr("Every precision"), QString()}};
    for (const auto name : scenario::choice_names<scenario::Precision>())
        precisions << std::pair(QString::fromUtf8(name), QString::fromUtf8(name));
    fill(m_precision, precisions);
    QList<std::pair<QString, QString>> places = {{tr("From everywhere"), QString()}};
    QStringList pages = m_model->pages();
    // Also where nothing has been kept yet: what the list is limited to must be said.
    if (const QString page = QString::fromStdString(m_model->filter().page); !page.isEmpty() && !pages.contains(page))
        pages << page;
    for (const QString& page : pages)
        places << std::pair(m_model->titleOf(page), page);
    fill(m_place, places);
    const QString page = QString::fromStdString(m_model->filter().page);
    m_place->setCurrentIndex(std::max(0, m_place->findData(page)));
}

QString RunsView::summary() const {
    return m_summary->text();
}

void RunsView::refreshState() {
    const auto entries = m_table->selectedEntries();
    const auto chosen = static_cast<int>(entries.size());
    const bool deleted = m_model->filter().deleted;
    const auto shown = static_cast<qlonglong>(m_model->entries().size());
    m_open->setText(chosen > 1 ? tr("Compare %1 runs").arg(chosen) : tr("Open"));
    m_open->setToolTip(
        tr("Looks at the run again, step by step; up to %1 runs stand side by side (Enter)").arg(kMostCompared));
    m_open->setEnabled(chosen > 0);
    m_rename->setEnabled(chosen == 1 && !deleted);
    m_pin->setEnabled(chosen > 0 && !deleted);
    const bool all_pinned = chosen > 0 && std::ranges::all_of(entries, &RunEntry::pinned);
    m_pin->setText(all_pinned ? tr("Unpin") : tr("Pin"));
    m_pin->setToolTip(tr("Pinned runs stand first, cannot be deleted, and are never dropped (Ctrl+D)"));
    m_delete->setEnabled(chosen > 0);
    m_delete->setText(deleted ? tr("Bring back") : tr("Delete"));
    m_delete->setToolTip(deleted ? tr("Puts them back into the list (Del)")
                                 : tr("Takes them out of the list (Del); Ctrl+Z brings them back"));
    m_export->setEnabled(chosen > 0);
    m_summary->setText(chosen > 0 ? tr("%1 of %2 selected").arg(chosen).arg(shown)
                                  : tr("%1 of %2 runs").arg(shown).arg(m_model->total()));
    const bool none = m_model->isThere() && m_model->entries().empty();
    const bool none_at_all = none && m_model->total() == 0 && !deleted;
    m_table->setVisible(!none);
    m_nothing->setVisible(none);
    m_emptyLab->setVisible(none_at_all);
    m_tools->setVisible(!none_at_all);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_open, m_rename, m_pin, m_delete, m_export, m_summary})
        widget->setVisible(!none_at_all);
    fitTools();
    m_empty->setText(none_at_all
                         ? tr("No run has been kept yet. Every run of a lab, a lesson or an exercise comes here by "
                              "itself while it goes on, and so does every run of ampscope-cli. Records of other "
                              "machines can be imported, or dropped here.")
                     : deleted ? tr("Nothing has been deleted.")
                               : tr("No run passes this filter."));
}

// --- the list

void RunsView::filter() {
    record::RunFilter wanted = m_model->filter();
    const QString state = m_state->currentData().toString();
    wanted.text = m_search->text().trimmed().toStdString();
    wanted.deleted = state == kDeleted;
    wanted.state = record::find_state(state.toStdString());
    wanted.precision = m_precision->currentData().toString().toStdString();
    wanted.page = m_place->currentData().toString().toStdString();
    wanted.pinned = m_pinned->isChecked();
    m_placeIsSet = true;
    m_model->setFilter(wanted);
}

void RunsView::setText(const QString& text) {
    m_search->setText(text);
}

void RunsView::setPlace(const QString& page) {
    record::RunFilter wanted = m_model->filter();
    wanted.page = page.toStdString();
    m_placeIsSet = true;
    m_model->setFilter(wanted);
    refreshChoices();
}

void RunsView::showDeleted(bool deleted) {
    m_state->setCurrentIndex(deleted ? m_state->findData(kDeleted) : 0);
    filter();
}

void RunsView::showPinned(bool pinned) {
    m_pinned->setChecked(pinned);
}

QStringList RunsView::selected() const {
    QStringList ids;
    for (const auto& entry : m_table->selectedEntries())
        ids << QString::fromStdString(entry.id);
    return ids;
}

void RunsView::select(const QStringList& ids) {
    m_wanted = m_table->select(ids);
    if (m_model->isThere() && !m_model->isLoading()) m_wanted.clear(); // not in this list
}

// --- what is done with runs

// Redo is carried out at once; `said` follows it, also where not all of it could be done. `words` go to whoever reads
// the stack.
void RunsView::act(const QString& words, std::function<void(RunStore&)> redo, std::function<void(RunStore&)> undo,
                   const std::function<void()>& said) {
    const auto doing = [this](const std::function<void(RunStore&)>& work, const std::function<void()>& then) {
        const auto done = [this, then] {
            --m_pending;
            if (then) then();
        };
        return [this, work, done] {
            ++m_pending;
            RunLibrary::instance().change<bool>(
                this, [work](RunStore& store) { return work(store), true; }, [done](bool) { done(); }, done);
        };
    };
    m_undo->push(new RunChange(words, doing(redo, said), doing(undo, {})));
}

void RunsView::openSelected() {
    const QStringList ids = selected();
    if (ids.size() > kMostCompared) {
        Q_EMIT noticed(tr("Up to %1 runs fit side by side; %2 are selected.").arg(kMostCompared).arg(ids.size()));
        return;
    }
    if (!ids.isEmpty()) Q_EMIT openAsked(ids);
}

void RunsView::renameCurrent() {
    const QStringList ids = selected();
    if (ids.size() == 1) m_table->editName(ids.first());
}

void RunsView::rename(const QString& id, const QString& name) {
    const std::string run = id.toStdString(), wanted = name.toStdString();
    auto before = std::make_shared<std::string>();
    act(
        tr("another name"),
        [=](RunStore& store) {
            *before = store.entry(run).name;
            store.rename(run, wanted);
        },
        [=](RunStore& store) { store.rename(run, *before); });
}

void RunsView::pinSelected() {
    const auto entries = m_table->selectedEntries();
    if (entries.empty() || m_model->filter().deleted) return;
    const bool pin = !std::ranges::all_of(entries, &RunEntry::pinned);
    act(
        pin ? tr("pinned") : tr("unpinned"),
        [entries, pin](RunStore& store) {
            for (const auto& entry : entries)
                store.pin(entry.id, pin);
        },
        [entries](RunStore& store) {
            for (const auto& entry : entries)
                store.pin(entry.id, entry.pinned);
        });
}

void RunsView::deleteSelected() {
    const auto ids = idsOf(m_table->selectedEntries());
    if (ids.empty()) return;
    if (m_model->filter().deleted)
        return act(
            tr("brought back"),
            [ids](RunStore& store) {
                for (const auto& id : ids)
                    store.undo_remove(id);
            },
            [ids](RunStore& store) {
                for (const auto& id : ids)
                    store.remove(id);
            });
    // Those that go on or are pinned stay; the others go all the same.
    auto removed = std::make_shared<std::vector<std::string>>();
    act(
        tr("deleted"),
        [ids, removed](RunStore& store) {
            removed->clear();
            std::optional<text::Error> refused;
            for (const auto& id : ids)
                try {
                    store.remove(id);
                    removed->push_back(id);
                } catch (const text::Error& error) {
                    refused = error;
                }
            if (refused) throw text::Error(*refused);
        },
        [removed](RunStore& store) {
            for (const auto& id : *removed)
                store.undo_remove(id);
        },
        [this, removed] {
            if (!removed->empty())
                Q_EMIT noticed(tr("Deleted runs: %1. Ctrl+Z brings them back.").arg(removed->size()));
        });
}

void RunsView::purge() {
    if (!askForConsent(this, tr("Delete what stands in the list of deleted runs for good? This cannot be undone.")))
        return;
    m_undo->clear(); // what it would bring back is gone
    RunLibrary::instance().change<std::int64_t>(
        this, [](RunStore& store) { return store.purge(); },
        [this](std::int64_t count) { Q_EMIT noticed(tr("Runs deleted for good: %1").arg(count)); });
}

void RunsView::exportSelected(RunFile kind) {
    const auto entries = m_table->selectedEntries();
    if (entries.empty()) return;
    const QString ending = endingOf(kind);
    std::vector<std::pair<std::string, std::string>> files; // of each run
    if (entries.size() == 1) {
        QString path = PlotInstrument::askForFile(this, suggestedName(entries[0], kind),
                                                  QString("%1 (*.%2)").arg(ending.toUpper(), ending));
        if (path.isEmpty()) return;
        if (!path.endsWith("." + ending, Qt::CaseInsensitive)) path += "." + ending;
        files.emplace_back(entries[0].id, path.toStdString());
    } else {
        const QString folder = askForFolder(this);
        if (folder.isEmpty()) return;
        for (const auto& entry : entries)
            files.emplace_back(entry.id, (folder + "/" + suggestedName(entry, kind)).toStdString());
    }
    ++m_pending;
    const QString said = QString::fromStdString(files.front().second);
    RunLibrary::instance().ask<bool>(
        this,
        [files, kind](RunStore& store) {
            for (const auto& [id, path] : files)
                io::write_file(path, contentOf(store, id, kind));
            return true;
        },
        [this, said, count = files.size()](bool) {
            --m_pending;
            Q_EMIT noticed(count == 1 ? tr("Saved: %1").arg(said) : tr("Saved: %1 files").arg(count));
        },
        [this] { --m_pending; });
}

bool RunsView::takes(const QString& path) {
    return path.endsWith(".json", Qt::CaseInsensitive) || path.endsWith(".jsonl", Qt::CaseInsensitive);
}

void RunsView::importFiles(const QStringList& paths) {
    if (paths.isEmpty()) return;
    if (RunLibrary::instance().use() != RunLibrary::Use::Keep) {
        Q_EMIT noticed(tr("This window keeps no runs."));
        return;
    }
    struct Imported {
        QStringList ids;
        std::vector<text::Error> errors;
    };
    ++m_pending;
    RunLibrary::instance().change<Imported>(
        this,
        [paths](RunStore& store) {
            Imported imported;
            for (const QString& path : paths)
                try {
                    imported.ids << QString::fromStdString(store.import_run(path.toStdString()));
                } catch (const text::Error& error) {
                    imported.errors.push_back(error);
                }
            return imported;
        },
        [this](const Imported& imported) {
            --m_pending;
            QStringList said;
            if (!imported.ids.isEmpty()) said << tr("Imported runs: %1").arg(imported.ids.size());
            if (imported.errors.size() > 1) said << tr("Files that are no runs: %1").arg(imported.errors.size());
            if (!imported.errors.empty()) said << say(imported.errors.front());
            Q_EMIT noticed(said.join(QStringLiteral(" · ")));
            m_wanted = imported.ids;
        },
        [this] { --m_pending; });
}

// --- the widget

void RunsView::showEvent(QShowEvent* event) {
    Instrument::showEvent(event);
    if (!m_placeIsSet) setPlace(RunLibrary::instance().placeOf(this).page);
    RunLibrary::instance().watch(this);
    m_model->setActive(true);
    fitTools();
}

void RunsView::hideEvent(QHideEvent* event) {
    Instrument::hideEvent(event);
    RunLibrary::instance().unwatch(this);
    m_model->setActive(false);
}

void RunsView::resizeEvent(QResizeEvent* event) {
    Instrument::resizeEvent(event);
    fitTools();
}

// In a narrow tile of a stage the list and the search are what matters.
void RunsView::fitTools() {
    const bool narrow = width() < scaled(kNarrow);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_state, m_precision, m_place, m_pinned})
        widget->setVisible(!narrow);
    const bool none_at_all = !m_emptyLab->isHidden();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_rename, m_export})
        widget->setVisible(!narrow && !none_at_all);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_import, m_rule})
        widget->setVisible(!narrow);
    const int side = qRound(std::max(0.0, (width() - scaled(640)) / 2)); // lines that can be read
    m_nothing->layout()->setContentsMargins(side, 0, side, 0);
}

void RunsView::dragEnterEvent(QDragEnterEvent* event) {
    const auto urls = event->mimeData()->urls();
    if (std::ranges::any_of(urls, [](const QUrl& url) { return url.isLocalFile() && takes(url.toLocalFile()); }))
        event->acceptProposedAction();
}

void RunsView::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile() && takes(url.toLocalFile())) paths << url.toLocalFile();
    event->setDropAction(Qt::CopyAction);
    event->accept();
    importFiles(paths);
}

} // namespace ampscope::ui
