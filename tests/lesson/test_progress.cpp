// What a learner has done: kept, merged between windows, and never lost to a broken file.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/io/file.h"
#include "core/lesson/progress.h"

using namespace ampscope;
using namespace ampscope::lesson;

namespace {

const std::string kLessons = std::string(AMPSCOPE_SOURCE_DIR) + "/lessons";

void write(const std::string& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

// By assignment: GCC 12 sees nested braces as uninitialised strings.
Prediction prediction(std::string key, Sure sure, std::optional<bool> right) {
    Prediction made;
    made.answer.key = std::move(key);
    made.sure = sure;
    made.right = right;
    return made;
}

// A prediction that came true, a finished lesson, answers of a check.
void fill(ProgressFile& file) {
    auto& lesson = file.lesson("a6-gradscaler", 1'000);
    lesson.position = "recap";
    lesson.finished = true;
    lesson.answers["high"] = prediction("2", Sure::Fairly, true);
    lesson.answers["high"].said.append("4~10");
    lesson.answers["high"].came.append("6");
    lesson.answers["notice"].answer.pointed_step = 6;
    lesson.verdicts["try"] = "pass";
    lesson.sentences["try"] = "줄\n바꿈 \"따옴표\"";
    file.check("A", 1'001).before["range"] = "both";
}

} // namespace

class TestProgress : public QObject {
    Q_OBJECT

    /// What was moved out of the way.
    static QStringList aside(const QTemporaryDir& folder) {
        return QDir(folder.path()).entryList({"progress.damaged-*.json"});
    }

  private Q_SLOTS:
    void comes_back_as_it_was() {
        const QTemporaryDir folder;
        const std::string place = folder.path().toStdString();
        ProgressFile file(place);
        fill(file);
        QVERIFY(file.save());
        const ProgressFile again(place);
        QCOMPARE(progress_text(again.progress()), progress_text(file.progress()));
        const auto& lesson = again.progress().lessons.at("a6-gradscaler");
        QVERIFY(lesson.finished && *lesson.answers.at("high").right);
        QCOMPARE(*lesson.answers.at("notice").answer.pointed_step, std::int64_t{6});
        QCOMPARE(again.progress().last_lesson, std::string("a6-gradscaler"));
    }

    void two_windows_keep_each_others_work() {
        const QTemporaryDir folder;
        const std::string place = folder.path().toStdString();
        ProgressFile one(place), two(place);
        one.lesson("a1-half-and-twice", 10).position = "parts";
        QVERIFY(one.save());
        two.lesson("b2-memory", 20).position = "twelve";
        two.lesson("a1-half-and-twice", 5).position = "older";
        QVERIFY(two.save());
        const ProgressFile both(place);
        QCOMPARE(both.progress().lessons.at("b2-memory").position, std::string("twelve"));
        QCOMPARE(both.progress().lessons.at("a1-half-and-twice").position, std::string("parts")); // the later one
    }

    void reset_forgets_and_keeps_a_copy() {
        const QTemporaryDir folder;
        const std::string place = folder.path().toStdString();
        ProgressFile file(place);
        fill(file);
        file.lesson("b2-memory", 30).position = "twelve";
        QVERIFY(file.save());
        file.reset("b2-memory");
        QVERIFY(file.save());
        QVERIFY(!ProgressFile(place).progress().lessons.contains("b2-memory"));
        QVERIFY(ProgressFile(place).progress().lessons.contains("a6-gradscaler"));
        file.reset();
        QVERIFY(file.save());
        QVERIFY(ProgressFile(place).progress().lessons.empty());
        QVERIFY(ProgressFile(place).progress().checks.empty());
        const auto kept = io::read_file(place + "/progress.json.before-reset");
        QVERIFY(kept.find("a6-gradscaler") != std::string::npos);
    }

    void broken_files_are_set_aside_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const QByteArray& content, const char* reason) {
            QTest::newRow(name) << content << QString(reason);
        };
        row("truncated", "{\"schema\":1,\n\"last_lesson\":\"a\",\"lessons\":{\"a\":{\"pos",
            "line 2, column 39: the JSON text ends here");
        row("nothing", "", "line 1, column 1: the JSON text ends here");
        row("zero bytes", QByteArray(64, '\0'), "line 1, column 1: '\\x00' does not belong here");
        row("zero bytes in front", QByteArray(16, '\0') + "{\"schema\":1}",
            "line 1, column 1: '\\x00' does not belong");
        row("another kind", "[1,2,3]", "line 1, column 1: an object was expected, a list stands here");
        row("wrong kind inside", "{\"schema\":1,\"lessons\":{\"a\":7},\"checks\":{}}",
            "line 1, column 28: an object was");
        row("5,000 levels", "{\"schema\":1,\"lessons\":" + QByteArray(5000, '['),
            "line 1, column 38: more than 16 levels");
        row("too large", QByteArray(9 << 20, ' '), "9,437,184 bytes are more than the 8,388,608 that are read");
        row("8 GB", "sparse", "8,000,000,000 bytes are more than the 8,388,608 that are read");
    }
    void broken_files_are_set_aside() {
        QFETCH(QByteArray, content);
        QFETCH(QString, reason);
        const QTemporaryDir folder;
        const std::string place = folder.path().toStdString();
        {
            ProgressFile file(place);
            fill(file);
            QVERIFY(file.save());
        }
        (void)ProgressFile(place); // a start with a good file keeps a copy of it
        write(place + "/progress.json", content.toStdString());
        if (content == "sparse") std::filesystem::resize_file(place + "/progress.json", 8'000'000'000);
        const auto size = std::filesystem::file_size(place + "/progress.json");
        ProgressFile file(place);
        const auto notice = file.take_notice();
        QVERIFY(notice && !file.take_notice()); // once
        const QStringList kept = aside(folder);
        QCOMPARE(kept.size(), 1);
        QCOMPARE(std::filesystem::file_size(folder.filePath(kept.first()).toStdString()), size);
        const QString said = QString::fromStdString(notice->text(text::Language::English));
        QVERIFY2(said.contains(reason) && said.contains(kept.first()) && said.contains("the last good copy is used"),
                 qPrintable(said));
        QVERIFY(file.progress().lessons.contains("a6-gradscaler"));
        QVERIFY(file.save());
        QVERIFY(ProgressFile(place).progress().lessons.contains("a6-gradscaler"));
    }

    void without_a_good_copy_it_begins_anew_and_says_so() {
        for (const char* copy : {"", "{\"schema\":1,"}) {
            const QTemporaryDir folder;
            const std::string place = folder.path().toStdString();
            write(place + "/progress.json", "{");
            if (*copy) write(place + "/progress.json.bak", copy);
            ProgressFile file(place);
            const auto notice = file.take_notice();
            QVERIFY(notice);
            QCOMPARE(notice->message().id, std::string("progress.begun_anew"));
            QVERIFY(file.progress().lessons.empty());
            fill(file);
            QVERIFY(file.save());
            QVERIFY(ProgressFile(place).progress().lessons.contains("a6-gradscaler"));
        }
    }

    void one_that_breaks_while_the_program_runs_is_set_aside_too() {
        const QTemporaryDir folder;
        const std::string place = folder.path().toStdString();
        ProgressFile file(place);
        fill(file);
        QVERIFY(file.save());
        write(place + "/progress.json", "{ \"schema\": 1,");
        file.lesson("b2-memory", 20).position = "twelve";
        QVERIFY(file.save());
        const ProgressFile again(place);
        QVERIFY(again.progress().lessons.contains("a6-gradscaler") && again.progress().lessons.contains("b2-memory"));
        QCOMPARE(aside(folder).size(), 1);
    }

    void lessons_that_are_no_more_are_kept() {
        const QTemporaryDir folder;
        const std::string place = folder.path().toStdString();
        {
            ProgressFile file(place);
            file.lesson("no-longer-there", 10).answers["gone"] = prediction("2", Sure::Guess, false);
            QVERIFY(file.save());
        }
        ProgressFile later(place);
        later.lesson("b2-memory", 20).position = "twelve";
        QVERIFY(later.save());
        const ProgressFile again(place);
        QCOMPARE(again.progress().lessons.at("no-longer-there").answers.at("gone").answer.key, std::string("2"));
    }

    void a_file_of_a_newer_program_is_left_alone() {
        const QTemporaryDir folder;
        const std::string place = folder.path().toStdString();
        const std::string content = "{\"schema\":99,\"last_lesson\":\"\",\"lessons\":{},\"checks\":{}}";
        write(place + "/progress.json", content);
        ProgressFile file(place);
        QVERIFY(file.take_notice());
        fill(file);
        QVERIFY(!file.save());
        QCOMPARE(io::read_file(place + "/progress.json"), content);
    }

    void a_clock_that_was_ahead_does_not_win() {
        const QTemporaryDir folder;
        const std::string place = folder.path().toStdString();
        ProgressFile file(place);
        file.lesson("a6-gradscaler", 9'000'000'000).position = "play"; // the year 2255
        QVERIFY(file.save());
        file.lesson("a6-gradscaler", 1'000).position = "recap";
        QVERIFY(file.save());
        QCOMPARE(ProgressFile(place).progress().lessons.at("a6-gradscaler").position, std::string("recap"));
        ProgressFile other{std::string()};
        other.merge(file.progress(), 2'000);
        QCOMPARE(other.progress().lessons.at("a6-gradscaler").changed, std::int64_t{2'000});
    }

    void a_place_that_cannot_be_written_is_told_once() {
        ProgressFile file("/proc/no-such-folder");
        fill(file);
        QVERIFY(!file.save());
        QVERIFY(file.take_notice());
        QVERIFY(!file.save());
        QVERIFY(!file.take_notice());
        QVERIFY(file.progress().lessons.contains("a6-gradscaler"));
        const QTemporaryDir folder;
        std::filesystem::create_directory(folder.path().toStdString() + "/progress.json"); // a folder in its place
        ProgressFile blocked(folder.path().toStdString()); // is set aside like a file that cannot be read
        QVERIFY(blocked.take_notice());
        fill(blocked);
        QVERIFY(blocked.save());
        QCOMPARE(aside(folder).size(), 1);
        QVERIFY(std::filesystem::is_directory(folder.filePath(aside(folder).first()).toStdString()));
    }

    void remaining_minutes_count_what_is_left() {
        const LessonShelf shelf = load_lessons(kLessons);
        int all = 0;
        for (const auto& lesson : shelf.lessons)
            all += lesson.minutes;
        Progress progress;
        QCOMPARE(remaining_minutes(shelf.lessons, progress), all);
        const Lesson& scaler = *shelf.find("a6-gradscaler"); // 6 minutes, 7 steps
        progress.lessons["a6-gradscaler"].position = scaler.steps[0].id;
        QCOMPARE(remaining_minutes(shelf.lessons, progress), all);
        progress.lessons["a6-gradscaler"].finished = true;
        QCOMPARE(remaining_minutes(shelf.lessons, progress), all - scaler.minutes);
        progress.lessons["no-longer-there"].position.append("x"); // kept, counts nothing
        QCOMPARE(remaining_minutes(shelf.lessons, progress), all - scaler.minutes);
    }

    void calibration_counts_by_how_sure() {
        const LessonShelf shelf = load_lessons(kLessons);
        Progress progress;
        auto& lesson = progress.lessons["a6-gradscaler"];
        lesson.answers["high"] = prediction("2", Sure::Certain, true);                         // of four options
        lesson.answers["explain"] = prediction("spoiled", Sure::Guess, true);                  // no prediction
        progress.lessons["a6-vanish"].answers["tiny"] = prediction("0", Sure::Certain, false); // of three
        progress.lessons["b2-memory"].answers["auto"] = prediction("1", Sure::Guess, std::nullopt);
        const Calibration calibration = calibration_of(shelf.lessons, progress);
        QCOMPARE(calibration.rows.size(), std::size_t{4});
        const auto& certain = calibration.rows.front();
        QCOMPARE(certain.right, 1);
        QCOMPARE(certain.wrong, 1);
        QCOMPARE(certain.by_chance, 1.0 / 4 + 1.0 / 3);
        QCOMPARE(calibration.all().total(), 2);
        QCOMPARE(calibration.all().unmeasured, 1);
    }
};

QTEST_GUILESS_MAIN(TestProgress)
#include "test_progress.moc"
