#include "ui/shell/report/report_desk.h"

#include <QFileDialog>
#include <QProgressDialog>

#include "core/lesson/exercise.h"
#include "core/text/failure.h"
#include "ui/bridge/language.h"
#include "ui/shell/commands.h"
#include "ui/shell/lessons/exercise_desk.h"
#include "ui/shell/lessons/learner.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/report/lesson_report.h"

namespace ampscope::ui {

std::function<QString(QWidget*)> ReportDesk::askForFolder = [](QWidget* parent) {
    return QFileDialog::getExistingDirectory(parent, tr("Folder of the report"));
};

ReportDesk::ReportDesk(MainWindow& window, train::ComputeThread& thread, const QString& lessonsFolder)
    : QObject(&window), m_window(window), m_thread(thread), m_lessonsFolder(lessonsFolder) {
    window.commands().add({Command::Group::File,
                           "report.lesson",
                           [] { return tr("Report of this lesson …"); },
                           {},
                           [this] { reportLesson(); },
                           [this] { return qobject_cast<LessonPage*>(m_window.page()) && !isBusy(); }});
}

ReportDesk::~ReportDesk() = default;

bool ReportDesk::reportLesson() {
    auto* page = qobject_cast<LessonPage*>(m_window.page());
    if (!page || isBusy()) return false;
    const QString folder = askForFolder(&m_window);
    if (folder.isEmpty()) return false;
    const lesson::Lesson& lesson = page->player().lesson();
    // What was put forward for exercises stands on the page only.
    std::map<std::string, lesson::Judgement> judgements;
    if (const lesson::Evidence evidence = page->desk()->evidence(); !evidence.empty())
        for (const auto& step : lesson.steps)
            if (step.exercise) {
                const auto* answer = page->player().find_answer(step.id);
                judgements[step.id] = lesson::judge(lesson, step, evidence, answer ? answer->key : std::string());
            }
    m_report = std::make_unique<LessonReport>(m_window.shelf(), lesson, m_lessonsFolder, m_thread,
                                              m_window.learner().progress(), LanguageSwitch::instance().language(),
                                              std::move(judgements));
    m_dialog = std::make_unique<QProgressDialog>(tr("The lesson is played once more for the report …"), tr("Cancel"), 0,
                                                 static_cast<int>(lesson.steps.size()), &m_window);
    m_dialog->setWindowTitle(tr("Report"));
    m_dialog->setAutoClose(false);
    m_dialog->setAutoReset(false);
    m_dialog->setMinimumDuration(0);
    m_dialog->setValue(0);
    connect(m_dialog.get(), &QProgressDialog::canceled, this, &ReportDesk::cancel);
    connect(m_report.get(), &LessonReport::progressed, m_dialog.get(), [this](int done) { m_dialog->setValue(done); });
    connect(m_report.get(), &LessonReport::finished, this, [this, folder] { written(folder); });
    connect(m_report.get(), &LessonReport::failed, this, [this](const text::Error& error) {
        m_window.showNotice(say(error));
        end();
    });
    m_report->start();
    return true;
}

void ReportDesk::written(const QString& folder) {
    try {
        io::make_folder(folder.toStdString());
        io::write_files(m_report->files(folder));
        m_window.showNotice(tr("Saved: %1").arg(folder + "/report.html, report.pdf"));
    } catch (...) { // memory for the PDF, too: the desk must be free again
        m_window.showNotice(say(text::current_failure()));
    }
    end();
}

void ReportDesk::cancel() {
    end();
}

void ReportDesk::end() {
    if (m_dialog) m_dialog.release()->deleteLater(); // it may be the one that speaks
    if (m_report) m_report.release()->deleteLater();
}

} // namespace ampscope::ui
