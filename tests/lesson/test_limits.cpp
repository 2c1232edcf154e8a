// Every reader of a whole text file has a size beyond which it does not read, and a depth beyond which it does not
// follow. The files are sparse: a reader that reads first would take 8 GB of memory.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <functional>

#include "core/hardware/machine_file.h"
#include "core/lesson/chapter_check.h"
#include "core/lesson/claims.h"
#include "core/lesson/class_session.h"
#include "core/lesson/glossary.h"
#include "core/lesson/progress.h"
#include "core/lesson/recordings.h"
#include "core/lesson/seed_lines.h"
#include "core/lesson/teaching.h"
#include "core/scenario/scenario_json.h"
#include "tests/lesson/small_lesson.h"

using namespace ampscope;
using namespace ampscope::lesson;

namespace {

struct Reader {
    const char* name;
    const char* file; ///< inside the folder of lessons
    const char* limit;
    int depth; ///< 0: no JSON
    std::function<void(const std::string& folder, const std::string& file)> read;
};

void raise(const std::optional<text::Error>& notice) {
    if (notice) throw text::Error(*notice);
}

void small_lesson(const std::string& folder, const std::string&) {
    (void)load_lesson(folder + "/small");
}

constexpr const char *kOneMiB = "1,048,576", *kAnyFile = "268,435,456";

const Reader kReaders[] = {
    {"lesson", "small/lesson.json", kOneMiB, 16, small_lesson},
    {"Korean text", "small/ko.md", kOneMiB, 0, small_lesson},
    {"English text", "small/en.md", kOneMiB, 0, small_lesson},
    {"teacher's notes", "small/teacher.json", kOneMiB, 16,
     [](const std::string& folder, const std::string&) { (void)load_teacher_notes(load_lesson(folder + "/small")); }},
    {"recording", "small/recorded/low.json", "4,194,304", 32,
     [](const std::string& folder, const std::string&) {
         const Lesson lesson = load_lesson(folder + "/small");
         (void)find_recording(lesson, *lesson.find_scenario("low"));
     }},
    {"order", "order.json", kOneMiB, 16,
     [](const std::string& folder, const std::string&) {
         for (const auto& error : load_lessons(folder).errors)
             throw text::Error(error);
     }},
    {"glossary", "glossary.json", kOneMiB, 16,
     [](const std::string& folder, const std::string&) { (void)load_glossary(folder); }},
    {"claims", "claims.json", kOneMiB, 16,
     [](const std::string& folder, const std::string&) { (void)load_claims(folder); }},
    {"lines of the chapters", "seed_lines.json", kOneMiB, 16,
     [](const std::string& folder, const std::string&) { (void)load_seed_lines(folder); }},
    {"questions", "checks.json", kOneMiB, 16,
     [](const std::string& folder, const std::string&) { (void)load_chapter_checks(folder); }},
    {"classes", "classes.json", kOneMiB, 16,
     [](const std::string& folder, const std::string&) { (void)load_classes(load_lessons(folder), folder); }},
    {"progress, imported", "copy.json", "8,388,608", 16,
     [](const std::string&, const std::string& file) { (void)load_progress(file); }},
    {"progress", "progress.json", "8,388,608", 16,
     [](const std::string& folder, const std::string&) { raise(ProgressFile(folder).take_notice()); }},
    {"parked class", "parked-class.json", kOneMiB, 16,
     [](const std::string& folder, const std::string&) { raise(ParkedClass(folder).take_notice()); }},
    {"scenario", "scenario.json", kOneMiB, 16,
     [](const std::string&, const std::string& file) { (void)scenario::load_scenario(file); }},
    {"record", "record.json", kAnyFile, 64,
     [](const std::string&, const std::string& file) { (void)record::load_record(file); }},
    {"journal", "journal.jsonl", kAnyFile, 64,
     [](const std::string&, const std::string& file) { (void)record::load_journal(file); }},
};

std::int64_t most_memory_kilobytes() {
    QFile status("/proc/self/status");
    if (!status.open(QIODevice::ReadOnly)) return 0;
    for (const auto& line : status.readAll().split('\n'))
        if (line.startsWith("VmHWM:")) return line.simplified().split(' ').value(1).toLongLong();
    return 0;
}

} // namespace

class TestLimits : public QObject {
    Q_OBJECT

    static QString said(const Reader& reader, const LessonFolder& folder) {
        return complaint(folder, [&] { reader.read(folder.path("."), folder.path(reader.file)); });
    }

  private Q_SLOTS:
    void larger_files_are_refused_unread_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(std::size(kReaders)); ++i)
            QTest::newRow(kReaders[i].name) << i;
    }
    void larger_files_are_refused_unread() {
        QFETCH(int, index);
        const Reader& reader = kReaders[index];
        const LessonFolder folder;
        folder.write(reader.file, "{}");
        std::filesystem::resize_file(folder.path(reader.file), 8'000'000'000);
        const auto before = most_memory_kilobytes();
        const QString message = said(reader, folder);
        QVERIFY2(message.contains(QString("8,000,000,000 bytes are more than the %1 that are read").arg(reader.limit)),
                 qPrintable(message));
        QVERIFY(most_memory_kilobytes() - before < 50'000);
    }

    void deeper_ones_are_refused_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(std::size(kReaders)); ++i)
            if (kReaders[i].depth > 0) QTest::newRow(kReaders[i].name) << i;
    }
    void deeper_ones_are_refused() {
        QFETCH(int, index);
        const Reader& reader = kReaders[index];
        const LessonFolder folder;
        folder.write(reader.file, QByteArray("[").repeated(100'000) + "\n");
        const QString message = said(reader, folder);
        QVERIFY2(message.contains(QString("more than %1 levels").arg(reader.depth)), qPrintable(message));
    }

    // These are measured again when they cannot be read, so there is nobody to be told.
    void machine_rates_of_8_GB_are_no_rates() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("machine.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(8'000'000'000));
        const auto before = most_memory_kilobytes();
        QVERIFY(hardware::kept_rates(folder.path().toStdString(), hardware::Machine{}, "").products.empty());
        QVERIFY(most_memory_kilobytes() - before < 50'000);
    }
};

QTEST_GUILESS_MAIN(TestLimits)
#include "test_limits.moc"
