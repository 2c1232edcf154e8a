// `lessons record`: real runs, kept as the lessons show them; and the recordings that come with the lessons.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/lesson/recordings.h"
#include "tests/cli/process.h"

using namespace ampscope;

class TestLessonRecordings : public QObject {
    Q_OBJECT

    QTemporaryDir m_data, m_out;

  private Q_SLOTS:
    void initTestCase() {
        qputenv("LC_ALL", "C");
        qputenv("AMPSCOPE_DATA", m_data.path().toUtf8());
    }

    void a_lesson_is_recorded_and_the_record_is_of_its_runs() {
        const QString id = "b1-format-table"; // two steps each
        const auto record = [&](const QString& folder) {
            return program({"lessons", "record", id, "--folder", AMPSCOPE_SOURCE_DIR "/lessons", "--out", folder,
                            "--json", "--lang", "en"});
        };
        const Outcome outcome = record(m_out.filePath("one"));
        QCOMPARE(outcome.status, 0);
        QCOMPARE(record(m_out.filePath("two")).status, 0);
        const lesson::Lesson lesson = lesson::load_lesson(AMPSCOPE_SOURCE_DIR "/lessons/b1-format-table");
        const auto runs = lesson::runs_to_record(lesson);
        const io::Json json = outcome.json();
        QCOMPARE(json.at("recordings").items().size(), runs.size());
        for (const auto& run : runs) {
            const auto file = [&](const char* folder) {
                return m_out.filePath(QString("%1/%2/%3.json").arg(folder, id, QString::fromStdString(run.name)))
                    .toStdString();
            };
            const auto one = record::load_record(file("one")), two = record::load_record(file("two"));
            QVERIFY(lesson::is_same_run(one.scenario(), run.scenario));
            QVERIFY(one.is_finished());
            QCOMPARE(one.environment_text("recorded").size(), std::size_t(10)); // 2026-11-30
            QVERIFY(record::differences(one, two).empty());                     // the same seed, the same bits
        }
    }

    void what_cannot_be_written_is_said() {
        const Outcome outcome =
            in_process({"lessons", "record", "b1-format-table", "--folder", AMPSCOPE_SOURCE_DIR "/lessons", "--out",
                        "/dev/null/below", "--lang", "en"});
        QCOMPARE(outcome.status, 3);
        QVERIFY(!outcome.err.isEmpty());
        QCOMPARE(in_process({"lessons", "record", "no-such-lesson", "--lang", "en"}).status, 2);
    }

    void the_shipped_recordings_are_sound_and_small() {
        const auto shelf = lesson::load_lessons(AMPSCOPE_SOURCE_DIR "/lessons");
        qint64 bytes = 0;
        for (const auto& lesson : shelf.lessons) {
            const auto findings = lesson::lint_recordings(lesson);
            QVERIFY2(findings.empty(), lesson.id.c_str());
            for (const auto& run : lesson::runs_to_record(lesson)) {
                const QString path = QString::fromStdString(lesson::recording_path(lesson, run.name));
                QVERIFY2(QFile::exists(path), qPrintable(path));
                bytes += QFile(path).size();
                const auto found = lesson::find_recording(lesson, run.scenario);
                QVERIFY2(found && !found->samples().empty() && !found->environment_text("machine").empty(),
                         qPrintable(path));
            }
        }
        QVERIFY2(bytes < 4'000'000, qPrintable(QString::number(bytes)));
    }
};

QTEST_GUILESS_MAIN(TestLessonRecordings)
#include "test_lesson_recordings.moc"
