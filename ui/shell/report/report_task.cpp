#include "ui/shell/report/report_task.h"

#include <QEventLoop>
#include <filesystem>

#include "core/lesson/lesson.h"
#include "core/record/run_record.h"
#include "ui/bridge/language.h"
#include "ui/shell/report/comparison_report.h"
#include "ui/shell/report/lesson_report.h"

namespace ampscope::ui {

namespace {

bool isFile(const QString& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(std::filesystem::u8path(path.toStdString()), ignored);
}

lesson::Progress progressIn(const QString& folder) {
    const QString path = folder + "/progress.json";
    return folder.isEmpty() || !isFile(path) ? lesson::Progress{} : lesson::load_progress(path.toStdString());
}

QStringList reportLesson(const ReportRequest& request, const lesson::LessonShelf& shelf, const lesson::Lesson& lesson) {
    io::make_folder(request.folder.toStdString()); // before minutes of work, not after
    train::ComputeThread thread;
    LessonReport report(shelf, lesson, request.lessonsFolder, thread, progressIn(request.dataFolder), request.language);
    QEventLoop loop;
    std::optional<text::Error> error;
    QObject::connect(&report, &LessonReport::finished, &loop, &QEventLoop::quit);
    QObject::connect(&report, &LessonReport::failed, &loop, [&](const text::Error& found) {
        error = found;
        loop.quit();
    });
    report.start();
    if (!report.isOver()) loop.exec();
    if (error) throw text::Error(*error);
    const auto files = report.files(request.folder);
    io::write_files(files);
    QStringList paths;
    for (const auto& file : files)
        paths << QString::fromStdString(file.path);
    return paths;
}

} // namespace

QStringList renderReport(const ReportRequest& request) {
    LanguageSwitch::instance().setLanguage(request.language);
    const lesson::LessonShelf shelf = lesson::load_lessons(request.lessonsFolder.toStdString());
    if (request.what.size() == 1)
        if (const auto* lesson = shelf.find(request.what.front().toStdString()))
            return reportLesson(request, shelf, *lesson);
    std::vector<record::RunRecord> records;
    for (const QString& path : request.what) {
        if (shelf.find(path.toStdString())) throw text::bad_input("report.one_lesson", {{"found", path.toStdString()}});
        if (!isFile(path)) throw text::bad_input("report.unknown", {{"found", path.toStdString()}});
        records.push_back(record::load_record(path.toStdString()));
    }
    return writeComparisonReport(records, request.folder, request.language);
}

} // namespace ampscope::ui
