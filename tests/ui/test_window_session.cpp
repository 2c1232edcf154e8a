// The window and the command line run the same code: their records are equal. And pictures come out the same each time.
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/record/run_record.h"
#include "core/scenario/scenario_json.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_model.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestWindowSession : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    static int program(const QStringList& arguments, QByteArray* error = nullptr) {
        QProcess process;
        process.start(AMPSCOPE_BIN_DIR "/ampscope", arguments);
        if (!process.waitForFinished(120'000)) return -1;
        if (error) *error = process.readAllStandardError();
        return process.exitCode();
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }

    void window_and_command_line_give_equal_records() {
        // The command line in its own process: LibTorch belongs to one thread of a process.
        QProcess process;
        process.start(AMPSCOPE_BIN_DIR "/ampscope-cli",
                      {"run", "overflow", "--set", "length.steps=20", "--out", m_folder.filePath("cli"), "--quiet"});
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        const record::RunRecord theirs = record::load_record(m_folder.filePath("cli/record.json").toStdString());

        train::ComputeThread thread;
        RunModel model(thread);
        scenario::Scenario scenario = scenario::load_scenario("overflow");
        scenario.length.steps = 20;
        model.start(scenario);
        QTRY_VERIFY_WITH_TIMEOUT(model.state() == train::RunState::Finished, 60'000);
        QCOMPARE(record::differences(theirs, model.record()), std::vector<std::string>{});
        QCOMPARE(model.record().environment(), theirs.environment());
        QVERIFY(summarize(theirs).steps_skipped > 0);
    }

    void a_shot_is_the_same_each_time() {
        for (const char* name : {"one.png", "two.png"}) {
            QByteArray error;
            QVERIFY2(program({"--shot", m_folder.filePath(name), "--lab", "scale", "--at-step", "12", "--size",
                              "1280x720", "--lang", "ko", "--theme", "dark"},
                             &error) == 0,
                     error);
        }
        const QImage one(m_folder.filePath("one.png")), two(m_folder.filePath("two.png"));
        QCOMPARE(one.size(), QSize(1280, 720));
        QVERIFY(one == two);
    }

    void figures_of_a_record() {
        for (const char* plot : {"scale-trace", "loss", "histogram"})
            for (const char* ending : {"png", "svg", "pdf", "csv"}) {
                const QString out = m_folder.filePath(QString("%1.%2").arg(plot, ending));
                QCOMPARE(program({"--figure", m_folder.filePath("cli/record.json"), "--plot", plot, "--out", out}), 0);
                QVERIFY(QFile(out).size() > 100);
            }
    }

    void bad_requests_say_what_is_wrong_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("message");
        const QString out = m_folder.filePath("x.png");
        QTest::newRow("unknown lab") << QStringList{"--shot", out, "--lab", "nothing"} << 2 << "known are";
        QTest::newRow("size") << QStringList{"--shot", out, "--size", "10x10"} << 2 << "--size";
        QTest::newRow("size text") << QStringList{"--shot", out, "--size", "big"} << 2 << "--size";
        QTest::newRow("language") << QStringList{"--shot", out, "--lang", "xx"} << 2 << "ko, en";
        QTest::newRow("theme") << QStringList{"--shot", out, "--theme", "pink"} << 2 << "light, dark";
        QTest::newRow("step") << QStringList{"--shot", out, "--at-step", "-3"} << 2 << "--at-step";
        QTest::newRow("folder") << QStringList{"--shot", "no/such/folder/x.png", "--lab", "bits"} << 3
                                << "cannot be written";
        QTest::newRow("no record") << QStringList{"--figure", "no.json", "--out", out} << 2 << "no such file";
        QTest::newRow("plot") << QStringList{"--figure", m_folder.filePath("cli/record.json"), "--plot", "pie", "--out",
                                             out}
                              << 2 << "scale-trace";
        QTest::newRow("paper too small for words") << QStringList{"--figure",  m_folder.filePath("cli/record.json"),
                                                                  "--plot",    "lanes",
                                                                  "--out",     out,
                                                                  "--size-mm", "40x20"}
                                                   << 2 << "smaller than 6 pt; it needs at least ";
        QTest::newRow("no out") << QStringList{"--figure", m_folder.filePath("cli/record.json")} << 2 << "--out";
        QTest::newRow("ending") << QStringList{"--figure", m_folder.filePath("cli/record.json"), "--out", "x.gif"} << 2
                                << ".png";
    }
    void bad_requests_say_what_is_wrong() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, message);
        QByteArray error;
        QCOMPARE(program(arguments, &error), status);
        QVERIFY2(QString::fromUtf8(error).contains(message), error);
    }
};

QTEST_MAIN(TestWindowSession)
#include "test_window_session.moc"
