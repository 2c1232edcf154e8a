#include "ui/shell/runs/window_runs.h"

#include <QInputDialog>
#include <QLineEdit>

#include "ui/bridge/language.h"
#include "ui/bridge/run_library.h"
#include "ui/instruments/runs/runs_view.h"
#include "ui/shell/commands.h"
#include "ui/shell/lab_list.h"
#include "ui/shell/main_window.h"
#include "ui/shell/report/report_desk.h"
#include "ui/shell/runs/runs_page.h"
#include "ui/shell/side_bar.h"

namespace ampscope::ui {

std::function<QString(QWidget*, const QString&)> WindowRuns::askForName = [](QWidget* parent,
                                                                             const QString& suggested) {
    bool agreed = false;
    const QString name = QInputDialog::getText(parent, tr("Keep this run"), tr("Its name on the run shelf:"),
                                               QLineEdit::Normal, suggested, &agreed);
    return agreed ? name : QString();
};

// The page that a run belongs to is an ancestor of it.
static Page* pageOf(const QObject* run) {
    for (QObject* owner = run ? run->parent() : nullptr; owner; owner = owner->parent())
        if (auto* page = qobject_cast<Page*>(owner)) return page;
    return nullptr;
}

WindowRuns::WindowRuns(MainWindow& window) : QObject(&window), m_window(window) {
    RunLibrary& library = RunLibrary::instance();
    if (!window.settings().dataFolder.isEmpty()) library.setUp(window.settings().dataFolder, RunLibrary::Use::Keep);
    library.setPlaceOf([](const QObject* run) {
        const Page* page = pageOf(run);
        return page ? RunPlace{page->property("pageId").toString(), page->title()} : RunPlace{};
    });
    connect(&library, &RunLibrary::noticed, &window, &MainWindow::showNotice);
    Commands& commands = window.commands();
    commands.add({Command::Group::Run,
                  "run.keep",
                  [] { return tr("Keep this run under a name …"); },
                  {Qt::CTRL | Qt::Key_D},
                  [this] { keepRun(); },
                  [this] {
                      Page* page = m_window.page();
                      if (qobject_cast<RunsPage*>(page)) return true;
                      return page && page->run() && page->run()->hasRun() &&
                             RunLibrary::instance().use() == RunLibrary::Use::Keep;
                  }});
    commands.add({Command::Group::File,
                  "report.runs",
                  [] { return tr("Report of these runs …"); },
                  {},
                  [this] {
                      const QString folder = ReportDesk::askForFolder(&m_window);
                      if (!folder.isEmpty()) qobject_cast<RunsPage*>(m_window.page())->writeReport(folder);
                  },
                  [this] {
                      const auto* shelf = qobject_cast<RunsPage*>(m_window.page());
                      return shelf && shelf->isLooking();
                  }});
    commands.add({Command::Group::Run,
                  "run.shelf",
                  [] { return tr("All kept runs"); },
                  {Qt::CTRL | Qt::SHIFT | Qt::Key_D},
                  [this] { m_window.open("runs"); }});
}

Page* WindowRuns::makePage() {
    std::vector<RunsPage::Lab> labs;
    for (const auto& lab : labEntries())
        if (labsForScenarios().contains(lab.id)) labs.push_back({lab.id, lab.title});
    auto* page = new RunsPage(m_window.thread(), std::move(labs));
    page->list()->model()->setTitles([this](const QString& id) { return m_window.sideBar()->titleOf(id); });
    connect(page, &RunsPage::scenarioAsked, this, &WindowRuns::openLab);
    return page;
}

void WindowRuns::openLab(const QString& id, const scenario::Scenario& scenario) {
    if (!m_window.open(id) || !m_window.page()->takeScenario(scenario))
        m_window.showNotice(tr("This page takes no settings from elsewhere."));
}

void WindowRuns::keepRun() {
    if (auto* shelf = qobject_cast<RunsPage*>(m_window.page()); shelf && (!shelf->isLooking() || shelf->isKept()))
        return shelf->pin();
    RunModel* run = m_window.page()->run();
    const scenario::Scenario& scenario = run->record().scenario();
    const QString name = askForName(&m_window, runName(RunLibrary::instance().placeOf(run), scenario));
    if (name.trimmed().isEmpty()) return;
    // A run that stands there already gets the name; one that came from elsewhere, or was dropped, goes in whole. Which
    // it is shows on the library's thread: only there a run that is just about to be kept has been.
    RunLibrary::instance().change<bool>(
        this,
        [kept = run->kept(), name = name.toStdString(), record = run->record()](record::RunStore& store) {
            std::string id = kept ? kept->id() : std::string();
            if (id.empty()) id = store.add(record, name);
            store.rename(id, name);
            store.pin(id, true);
            return true;
        },
        [this, name](bool) { m_window.showNotice(tr("Kept: %1").arg(name)); });
}

} // namespace ampscope::ui
