// `exercise`: verdicts on record files and on runs of the library, and what it refuses.
#include <QTemporaryDir>
#include <QTest>

#include "core/record/store/run_store.h"
#include "tests/cli/process.h"
#include "tests/lesson/small_exercise.h"

using namespace ampscope;

class TestExerciseCommand : public QObject {
    Q_OBJECT
    QTemporaryDir m_data;
    std::unique_ptr<lesson::LessonFolder> m_folder = lesson::exercise_folder();

    record::RunRecord run_of(const char* scenario, std::int64_t seed) const {
        scenario::Scenario found = *m_folder->load().find_scenario(scenario);
        found.seed = seed;
        record::RunRecord run = lesson::made_up(found);
        return run;
    }
    QString file_of(const char* scenario, std::int64_t seed) const {
        const QString name = QString("%1-%2.json").arg(scenario).arg(seed);
        m_folder->write(name, QByteArray::fromStdString(record::record_text(run_of(scenario, seed))));
        return QString::fromStdString(m_folder->path(name));
    }
    Outcome exercise(const QStringList& arguments) const {
        const QStringList first = {"exercise", "small", "--folder", QString::fromStdString(m_folder->path()),
                                   "--lang",   "en"};
        return in_process(first + arguments);
    }
    QStringList whole_evidence() const {
        return {"--evidence", "a=" + file_of("high", 1) + "," + file_of("high", 2), "--evidence",
                "b=" + file_of("low", 1) + "," + file_of("low", 2)};
    }

  private Q_SLOTS:
    void initTestCase() {
        qputenv("LC_ALL", "C");
        qputenv("AMPSCOPE_DATA", m_data.path().toUtf8());
    }

    void without_evidence_it_says_what_is_asked_for() {
        const Outcome outcome = exercise({});
        QCOMPARE(outcome.status, 1);
        for (const char* part : {"slot a: 2 runs of high, with different seeds", "precision = fp16, bf16",
                                 "✗ evidence: a: 0 of 2 runs", "conclusions: skips, rests", "Not yet"})
            QVERIFY2(outcome.out.contains(part), qPrintable(part + ("\n" + outcome.out)));
    }

    void verdicts_and_exit_status() {
        const auto judged = [&](const char* conclusion) {
            return exercise(whole_evidence() + QStringList{"--conclude", QString("mend=") + conclusion, "--json"});
        };
        Outcome outcome = judged("rests");
        QCOMPARE(outcome.status, 1); // right, and still inconclusive
        QCOMPARE(outcome.json().at("outcome").as_string(), std::string("inconclusive"));
        const io::Json json = outcome.json();
        const io::Json& step = json.at("steps").items()[0];
        QCOMPARE(step.at("step").as_string(), std::string("mend"));
        for (const auto& line : step.at("lines").items())
            QVERIFY(line.at("holds").as_boolean());
        QVERIFY(!step.at("remarks").items().empty());
        outcome = judged("skips");
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.json().at("outcome").as_string(), std::string("not_yet"));

        m_folder->replace("lesson.json", R"(, "outcome": "inconclusive")", "");
        m_folder->replace("en.md", "[if: verdict.mend = inconclusive]", "[if: verdict.mend = pass]");
        outcome = judged("rests");
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.json().at("outcome").as_string(), std::string("pass"));
        QVERIFY(exercise(whole_evidence() + QStringList{"--conclude", "mend=rests"}).out.contains("Passed"));
    }

    void runs_of_the_library_count_by_id_and_name() {
        record::RunStore store;
        const std::string high = store.add(run_of("high", 1), "first"), other = store.add(run_of("high", 2), "second");
        const Outcome outcome = exercise({"--evidence", QString::fromStdString("a=" + high + ",second"), "--json"});
        const io::Json json = outcome.json();
        QVERIFY(json.at("steps").items()[0].at("lines").items()[0].at("holds").as_boolean());
        QVERIFY(exercise({"--evidence", QString::fromStdString("a=" + other + "," + other)})
                    .out.contains("put forward twice"));
    }

    void refuses_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("complaint");
        const auto row = [](const char* name, const QStringList& arguments, const char* complaint) {
            QTest::newRow(name) << arguments << QString(complaint);
        };
        row("no such slot", {"--evidence", "c=x"}, "'c' is no slot of 'small'; its slots are a, b");
        row("no run", {"--evidence", "a="}, "--evidence takes SLOT=RUN");
        row("no slot", {"--evidence", "=x"}, "--evidence takes SLOT=RUN");
        row("no mark", {"--evidence", "x"}, "--evidence takes SLOT=RUN");
        row("no such run", {"--evidence", "a=nothing"}, "nothing");
        row("an empty item", {"--evidence", "a=x,,y"}, "--evidence");
        row("no such step", {"--conclude", "why=good"}, "'why' is no exercise of 'small'; its exercises are mend");
        row("no such conclusion", {"--conclude", "mend=maybe"}, "its conclusions are skips, rests");
        row("bad choice", {"--conclude", "mend"}, "--conclude takes STEP=CONCLUSION");
    }
    void refuses() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, complaint);
        const Outcome outcome = exercise(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(complaint), qPrintable(outcome.err));
    }

    void records_and_lessons_that_cannot_be_read() {
        m_folder->write("broken.json", "{ \"schema\": 1, ");
        const Outcome broken = exercise({"--evidence", QString::fromStdString("a=" + m_folder->path("broken.json"))});
        QCOMPARE(broken.status, 2);
        QVERIFY2(broken.err.contains("broken.json:"), qPrintable(broken.err));
        QCOMPARE(in_process({"exercise", "nobody", "--folder", QString::fromStdString(m_folder->path())}).status, 2);
        const Outcome none = in_process(
            {"exercise", "a3-range-or-precision", "--lang", "en", "--folder", AMPSCOPE_SOURCE_DIR "/lessons"});
        QCOMPARE(none.status, 2);
        QVERIFY2(none.err.contains("has no exercise; ") && none.err.contains("xb1"), qPrintable(none.err));
    }
};

QTEST_GUILESS_MAIN(TestExerciseCommand)
#include "test_exercise_command.moc"
