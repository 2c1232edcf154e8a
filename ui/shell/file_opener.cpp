#include "ui/shell/file_opener.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <memory>
#include <set>

#include "core/io/open_file.h"
#include "core/record/run_record.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "ui/bridge/language.h"
#include "ui/instruments/runs/runs_view.h"
#include "ui/labs/background_job.h"
#include "ui/labs/inspect_lab.h"
#include "ui/plot/text_fit.h"
#include "ui/shell/commands.h"
#include "ui/shell/lab_list.h"
#include "ui/shell/lessons/own_lessons.h"
#include "ui/shell/main_window.h"
#include "ui/shell/runs/runs_page.h"

namespace ampscope::ui {
namespace {

constexpr std::size_t kHeadBytes = 64u << 10;
constexpr auto kRunEnding = ".ampscope-run", kScenarioEnding = ".ampscope-scenario";

std::string headOf(const std::string& path) {
    const io::FilePointer file = io::open_for_reading(path);
    std::string head(kHeadBytes, '\0');
    head.resize(std::fread(head.data(), 1, head.size(), file.get()));
    if (head.starts_with("\xEF\xBB\xBF")) head.erase(0, 3);
    return head;
}

// The names of the outermost object, as far as the head goes. Strings are told from brackets; what is broken is for the
// reader to say.
std::set<std::string> outerNames(const std::string& head) {
    std::set<std::string> names;
    std::string text;
    int depth = 0;
    bool in_text = false;
    for (std::size_t i = head.find_first_not_of(" \t\r\n"); i < head.size(); ++i) {
        const char c = head[i];
        if (in_text) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_text = false;
            else
                text += c;
        } else if (c == '"') {
            in_text = true;
            text.clear();
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (--depth == 0) break;
        } else if (c == ':' && depth == 1) {
            names.insert(text);
        }
    }
    return names;
}

FileKind kindOfJson(const std::string& head) {
    const auto names = outerNames(head);
    const auto has = [&](const std::string& name) { return names.contains(name); };
    if (has("scenario") && (has("environment") || has("samples"))) return FileKind::Run;
    if (has("schema")) return FileKind::Scenario;
    for (const auto& field : scenario::fields()) // a scenario may hold but one; a name has everything
        if (field.path != "name" && has(std::string(field.path.substr(0, field.path.find('.')))))
            return FileKind::Scenario;
    return FileKind::Unknown;
}

JudgedFile unknown(const QString& path, const QString& problem) {
    return {FileKind::Unknown, path, problem};
}

JudgedFile judgeFolder(const QString& path) {
    const QDir folder(path);
    if (folder.exists("record.json")) return judgeFile(folder.filePath("record.json"));
    if (!folder.isReadable()) return unknown(path, FileOpener::tr("%1 cannot be read: permission denied").arg(path));
    return {FileKind::Lessons, path, {}};
}

} // namespace

JudgedFile judgeFile(const QString& path) {
    const QFileInfo info(path);
    if (info.isDir()) return judgeFolder(path);
    std::string head;
    try {
        head = headOf(path.toStdString());
    } catch (const text::Error& error) {
        return unknown(path, say(error));
    }
    if (head.empty()) return unknown(path, FileOpener::tr("%1 is empty").arg(path));
    if (info.fileName() == "lesson.json") return {FileKind::Lessons, path, {}};
    if (path.endsWith(kRunEnding)) return {FileKind::Run, path, {}};
    if (path.endsWith(kScenarioEnding)) return {FileKind::Scenario, path, {}};
    const auto first = head.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && head[first] == '{') {
        const FileKind kind = kindOfJson(head);
        // JSON lines of somebody's training begin with an object, too.
        if (kind != FileKind::Unknown && !(kind == FileKind::Scenario && InspectLab::takes(path)))
            return {kind, path, {}};
    }
    if (InspectLab::takes(path)) return {FileKind::Numbers, path, {}};
    return unknown(path,
                   FileOpener::tr("%1 is not a file that ampscope opens. It opens runs and scenarios (.json, "
                                  ".ampscope-run, .ampscope-scenario), tensors (.npy, .safetensors, .csv), training "
                                  "logs (.log, .txt, .jsonl) and lessons (a folder).")
                       .arg(path));
}

std::function<QString(QWidget*, bool)> FileOpener::askForPath = [](QWidget* parent, bool folder) {
    return folder ? QFileDialog::getExistingDirectory(parent, tr("Open a folder of lessons"))
                  : QFileDialog::getOpenFileName(
                        parent, tr("Open a file"), {},
                        tr("All that ampscope opens") +
                            QString(" (*.json *.jsonl *%1 *%2 *.npy *.npz *.safetensors *.csv *.tsv *.pt *.pth *.bin "
                                    "*.log *.txt *.out);;")
                                .arg(kRunEnding, kScenarioEnding) +
                            tr("All files") + " (*)");
};

FileOpener::FileOpener(MainWindow& window) : QObject(&window), m_window(window), m_job(new BackgroundJob(this)) {
    connect(m_job, &BackgroundJob::failed, this, [this](const text::Error& error) { m_window.showNotice(say(error)); });
    using Group = Command::Group;
    m_window.commands().add({Group::File,
                             "file.open",
                             [] { return tr("Open a file …"); },
                             {Qt::CTRL | Qt::Key_O},
                             [this] { choose(false); }});
    m_window.commands().add({Group::File,
                             "file.open_lessons",
                             [] { return tr("Open a folder of lessons …"); },
                             {},
                             [this] { choose(true); }});
    m_window.commands().add({Group::File,
                             "file.forget",
                             [] { return tr("Forget the files opened last"); },
                             {},
                             [this] { m_window.setRecentFiles({}); },
                             [this] { return !m_window.settings().recentFiles.isEmpty(); }});
}

bool FileOpener::isSettled() const {
    return !m_job->isRunning();
}

bool FileOpener::open(const QString& path) {
    if (!QFileInfo(path).exists() && m_window.settings().recentFiles.contains(path)) {
        QStringList left = m_window.settings().recentFiles;
        left.removeAll(path);
        m_window.setRecentFiles(left);
        m_window.showNotice(tr("%1 is not there any more.").arg(path));
        return false;
    }
    const JudgedFile file = judgeFile(path);
    switch (file.kind) {
    case FileKind::Unknown: m_window.showNotice(file.problem); return false;
    case FileKind::Run: openRun(file.path); break;
    case FileKind::Scenario: openScenario(file.path); break;
    case FileKind::Lessons:
        if (!m_window.openLessons(file.path)) return false;
        break;
    case FileKind::Numbers:
        if (m_window.open("inspect")) qobject_cast<InspectLab*>(m_window.page())->openPath(file.path);
        break;
    }
    remember(path);
    return true;
}

// The page that is open takes it, where it can; otherwise the lab that shows most of it.
void FileOpener::openScenario(const QString& path) {
    try {
        const scenario::Scenario scenario = scenario::load_scenario(path.toStdString());
        if (m_window.page() && m_window.page()->takeScenario(scenario)) return;
        if (m_window.open(labFor(scenario))) m_window.page()->takeScenario(scenario);
    } catch (const text::Error& error) {
        m_window.showNotice(say(error));
    }
}

void FileOpener::openRun(const QString& path) {
    // Into the list while it is shown, else it is looked at without being kept.
    if (auto* shelf = qobject_cast<RunsPage*>(m_window.page()); shelf && !shelf->isLooking())
        return shelf->list()->importFiles({path});
    m_job->start([this, path](const std::stop_token&, const BackgroundJob::Progress&, const BackgroundJob::Post& post) {
        auto record = std::make_shared<record::RunRecord>(record::load_record(path.toStdString()));
        post([this, record] { m_window.showRecord(std::move(*record)); });
    });
}

void FileOpener::remember(const QString& path) {
    const QString whole = QFileInfo(path).absoluteFilePath();
    QStringList files = m_window.settings().recentFiles;
    files.removeAll(whole);
    files.prepend(whole);
    m_window.setRecentFiles(files.mid(0, kMostRecentFiles));
}

void FileOpener::choose(bool folder) {
    if (const QString path = askForPath(&m_window, folder); !path.isEmpty()) open(path);
}

void FileOpener::popUp(QWidget* button) {
    auto* menu = new QMenu(button);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    fillMenu(menu);
    menu->popup(button->mapToGlobal(QPoint(0, button->height())));
}

void FileOpener::fillMenu(QMenu* menu) {
    for (const char* id : {"file.open", "file.open_lessons"}) {
        const Command* command = m_window.commands().find(id);
        auto* action = menu->addAction(command->title(), command->act);
        action->setShortcuts(command->keys);
    }
    const QStringList& files = m_window.settings().recentFiles;
    if (files.isEmpty()) return;
    menu->addSection(tr("Opened last"));
    for (const QString& path : files) {
        const QFileInfo info(path);
        // An & in a name marks no key.
        const QString name = QString("%1 — %2").arg(info.fileName(), QDir::toNativeSeparators(info.path()));
        auto* action = menu->addAction(QString(name).replace('&', "&&"), this, [this, path] { open(path); });
        action->setToolTip(plainTip(path));
    }
    menu->addSeparator();
    const Command* forget = m_window.commands().find("file.forget");
    menu->addAction(forget->title(), forget->act);
}

} // namespace ampscope::ui
