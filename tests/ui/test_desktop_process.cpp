// The window as a process: told to end, killed, and two of them at once. What was done is there afterwards.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <memory>

class TestDesktopProcess : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

    QProcessEnvironment environment() const {
        auto variables = QProcessEnvironment::systemEnvironment();
        variables.insert("XDG_CONFIG_HOME", m_home->path());
        variables.insert("AMPSCOPE_DATA", m_home->filePath("data"));
        variables.insert("QT_QPA_PLATFORM", "offscreen");
        return variables;
    }
    std::unique_ptr<QProcess> start(const QStringList& words) const {
        auto window = std::make_unique<QProcess>();
        window->setProcessEnvironment(environment());
        window->start(AMPSCOPE_BIN_DIR "/ampscope", words);
        return window;
    }
    // Runs of the library, newest first.
    QJsonArray runs() const {
        QProcess process;
        process.setProcessEnvironment(environment());
        process.start(AMPSCOPE_BIN_DIR "/ampscope-cli", {"runs", "list", "--json"});
        if (!process.waitForFinished(30'000)) return {};
        const QJsonDocument answer = QJsonDocument::fromJson(process.readAllStandardOutput());
        return answer.isArray() ? answer.array() : answer.object().value("runs").toArray();
    }
    // A run that the window begins by itself and ends soon is not kept: see RunLibrary.
    static constexpr int kEnough = 30;
    int mostSteps() const {
        int most = 0;
        for (const auto& run : runs())
            most = std::max(most, run.toObject().value("steps_run").toInt());
        return most;
    }
    QStringList states() const {
        QStringList all;
        for (const auto& run : runs())
            all << run.toObject().value("state").toString();
        return all;
    }
    static bool areEnded(const QStringList& states) {
        return !states.isEmpty() && std::all_of(states.begin(), states.end(), [](const QString& state) {
            return state == "stopped" || state == "finished";
        });
    }
    QString settings() const {
        QFile file(m_home->filePath("ampscope/ampscope.ini"));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    void writeSettings(const QByteArray& content) const {
        QVERIFY(QDir(m_home->path()).mkpath("ampscope"));
        QFile file(m_home->filePath("ampscope/ampscope.ini"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

  private Q_SLOTS:
    // As after the first start: the welcome has been closed.
    void init() {
        m_home = std::make_unique<QTemporaryDir>();
        writeSettings("[General]\nwelcomed=yes\n");
    }

    void a_signal_saves_and_ends_data() {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGHUP") << SIGHUP;
    }
    void a_signal_saves_and_ends() {
        QFETCH(int, number);
        const auto window = start({"--lab", "scale", "--lang", "ko"});
        QVERIFY(window->waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(mostSteps() > kEnough, 60'000); // the run of the lab
        QElapsedTimer timer;
        timer.start();
        ::kill(static_cast<pid_t>(window->processId()), number);
        QVERIFY(window->waitForFinished(30'000));
        qInfo("ended after %d ms", static_cast<int>(timer.elapsed()));
        QCOMPARE(window->exitStatus(), QProcess::NormalExit);
        QCOMPARE(window->exitCode(), 0);
        QCOMPARE(window->readAllStandardError(), QByteArray());
        // The runs of the lab ended properly, all of them.
        QVERIFY2(areEnded(states()), qPrintable(states().join(' ')));
        QVERIFY2(settings().contains("page=scale") && settings().contains("language=ko"), qPrintable(settings()));
    }

    void a_kill_loses_at_most_a_second() {
        const auto window = start({"--lab", "scale"});
        QVERIFY(window->waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(mostSteps() > kEnough, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(settings().contains("page=scale"), 60'000); // saved without being asked
        const int before = mostSteps();
        window->kill();
        QVERIFY(window->waitForFinished(30'000));
        QVERIFY(mostSteps() >= before);
        QVERIFY2(!states().contains("running"), qPrintable(states().join(' ')));
    }

    void the_next_start_opens_where_the_last_one_was() {
        const auto opens = [&](const QStringList& words, const char* page) {
            const auto window = start(words);
            QVERIFY(window->waitForStarted());
            QTRY_VERIFY_WITH_TIMEOUT(settings().contains("geometry=Ad"), 60'000);
            QTRY_VERIFY_WITH_TIMEOUT(settings().contains(QString("page=") + page), 60'000);
            window->terminate();
            QVERIFY(window->waitForFinished(30'000));
            QVERIFY(settings().contains(QString("page=") + page));
            QCOMPARE(window->readAllStandardError(), QByteArray());
        };
        opens({"--lab", "rounding"}, "rounding");
        opens({}, "rounding");
        // A page that is no longer there is no reason to complain.
        writeSettings("[General]\nwelcomed=yes\npage=own:gone\nlesson_step=900\ngeometry=rubbish\n");
        opens({}, "scale");
    }

    void two_windows_at_once() {
        const auto one = start({"--lab", "bits", "--lang", "ko"}), two = start({"--lab", "scale", "--lang", "en"});
        QVERIFY(one->waitForStarted() && two->waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(mostSteps() > kEnough && settings().contains("page="), 60'000);
        for (int i = 0; i < 5; ++i) { // and the command line beside them
            QProcess process;
            process.setProcessEnvironment(environment());
            process.start(AMPSCOPE_BIN_DIR "/ampscope-cli",
                          {"runs", "import", AMPSCOPE_SOURCE_DIR "/tests/fuzz/seeds/record/overflow"});
            QVERIFY(process.waitForFinished(30'000));
            QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        }
        for (QProcess* window : {one.get(), two.get()}) {
            window->terminate();
            QVERIFY(window->waitForFinished(30'000));
            QCOMPARE(window->exitCode(), 0);
            QCOMPARE(window->readAllStandardError(), QByteArray());
        }
        QVERIFY2(settings().count("page=") == 1 && settings().count("welcomed=yes") == 1, qPrintable(settings()));
        QVERIFY2(areEnded(states()), qPrintable(states().join(' ')));
    }

    void files_on_the_command_line() {
        QFile file(m_home->filePath("numbers.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("a\n1\n2\n");
        file.close();
        const auto window = start({file.fileName()});
        QVERIFY(window->waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(settings().contains("page=inspect"), 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(settings().contains("numbers.csv"), 10'000);
        window->terminate();
        QVERIFY(window->waitForFinished(30'000));
        const auto wrong = start({"no-such-file"});
        QVERIFY(wrong->waitForFinished(30'000));
        QCOMPARE(wrong->exitCode(), 2);
    }
};

QTEST_GUILESS_MAIN(TestDesktopProcess)
#include "test_desktop_process.moc"
