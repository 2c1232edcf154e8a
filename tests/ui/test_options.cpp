// The words after `ampscope`: what is refused, with which status, and in which words.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

class TestOptions : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;

    struct Answer {
        int status = -1;
        QString error, output;
    };
    Answer ask(const QStringList& words, const QStringList& unset = {}, const QStringList& set = {}) const {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_CONFIG_HOME", m_home.path());
        environment.insert("AMPSCOPE_DATA", m_home.filePath("data"));
        environment.insert("LC_ALL", "C.UTF-8");
        for (const QString& name : unset)
            environment.remove(name);
        for (const QString& pair : set)
            environment.insert(pair.section('=', 0, 0), pair.section('=', 1));
        process.setProcessEnvironment(environment);
        process.start(AMPSCOPE_BIN_DIR "/ampscope", words);
        if (!process.waitForFinished(60'000)) {
            process.kill();
            process.waitForFinished();
            return {};
        }
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
                QString::fromUtf8(process.readAllStandardError()), QString::fromUtf8(process.readAllStandardOutput())};
    }

  private Q_SLOTS:
    void what_is_refused_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        const QString png = m_home.filePath("x.png");
        QTest::newRow("shot without value") << QStringList{"--shot"} << "--shot FILE.png";
        QTest::newRow("figure without value") << QStringList{"--figure"} << "--figure RECORD";
        QTest::newRow("lang without value") << QStringList{"--lang"} << "--lang ko|en";
        QTest::newRow("value is an option") << QStringList{"--shot", "--lab", "bits"} << "--shot FILE.png";
        QTest::newRow("unknown") << QStringList{"--bogus"} << "--bogus";
        QTest::newRow("stray word") << QStringList{"--lab", "bits", "stray"} << "stray";
        QTest::newRow("present takes no value") << QStringList{"--present=yes"} << "--present";
        QTest::newRow("value of a switch") << QStringList{"--tour=yes"} << "--tour";
        QTest::newRow("Bits value") << QStringList{"--shot", png, "--lab", "bits", "--value", "zzz"} << "zzz";
        QTest::newRow("value without lab") << QStringList{"--shot", png, "--value", "1"} << "--lab";
        QTest::newRow("lesson step") << QStringList{"--shot", png, "--lesson", "a6-gradscaler", "--step", "99"}
                                     << "1 … 7";
        QTest::newRow("lesson step 0") << QStringList{"--shot", png, "--lesson", "a6-gradscaler", "--step", "0"}
                                       << "1, 2, 3";
        QTest::newRow("step without lesson") << QStringList{"--shot", png, "--step", "2"} << "--lesson";
        QTest::newRow("training step") << QStringList{"--shot", png, "--lab", "scale", "--at-step", "999999999"}
                                       << "0 … 119";
        QTest::newRow("no training") << QStringList{"--shot", png, "--lab", "bits", "--at-step", "1"} << "bits";
        QTest::newRow("lessons") << QStringList{"--shot", png, "--lab", "bits", "--lessons", "/nonexist"}
                                 << "/nonexist";
        QTest::newRow("jpg") << QStringList{"--shot", "x.jpg"} << "FILE.png";
        QTest::newRow("small") << QStringList{"--shot", png, "--size", "800x600"} << "1024x640 … 7680x4320";
        QTest::newRow("size with more") << QStringList{"--shot", png, "--size", "1280x720x3"} << "1024x640";
        QTest::newRow("size without shot") << QStringList{"--size", "1280x720"} << "--shot";
        QTest::newRow("two pages") << QStringList{"--lab", "bits", "--lesson", "a6-gradscaler"} << "--lesson";
        QTest::newRow("json of nothing") << QStringList{"--json"} << "--bench";
        QTest::newRow("two tasks") << QStringList{"--shot", png, "--tour"} << "--tour";
        QTest::newRow("plot") << QStringList{"--figure", "r.json", "--plot", "pie", "--out", png} << "scale-trace";
        QTest::newRow("figure without out") << QStringList{"--figure", "r.json"} << "--out FILE.png|.svg|.pdf|.csv";
        QTest::newRow("size of paper") << QStringList{"--figure", "r.json", "--out", png, "--size-mm", "1x1"}
                                       << "20x20 … 1000x1000";
        QTest::newRow("size of paper in words")
            << QStringList{"--figure", "r.json", "--out", png, "--size-mm", "160"} << "20x20 … 1000x1000";
        QTest::newRow("dpi") << QStringList{"--figure", "r.json", "--out", png, "--dpi", "5000"} << "50 … 1200";
        QTest::newRow("language of a caption")
            << QStringList{"--figure", "r.json", "--out", png, "--caption-lang", "fr"} << "ko, en";
        QTest::newRow("rows without a range")
            << QStringList{"--figure", "r.json", "--out", png, "--visible-rows"} << "--x";
        QTest::newRow("title without figure") << QStringList{"--title", "T"} << "--figure";
        QTest::newRow("figure of a missing record") << QStringList{"--figure", "r.json", "--out", png} << "r.json";
        QTest::newRow("report without out") << QStringList{"--report", "a6-gradscaler"} << "--out DIR";
        QTest::newRow("report of nothing")
            << QStringList{"--report", "nonsense", "--out", m_home.filePath("report")} << "nonsense";
        QTest::newRow("two folders") << QStringList{"--tour", "--out", "a", "b"} << "a";
        QTest::newRow("language") << QStringList{"--lang", "xx"} << "ko, en";
        // What a picture was asked of and cannot be shown: no picture.
        const auto shot = [&](const char* name, const QString& file, const QByteArray& content, const char* says) {
            QDir(m_home.path()).mkpath(QFileInfo(m_home.filePath(file)).path());
            QFile written(m_home.filePath(file));
            if (written.open(QIODevice::WriteOnly)) written.write(content);
            QTest::newRow(name) << QStringList{"--shot", png, written.fileName()} << says;
        };
        shot("broken tensor", "broken.npy", "\x93NUMPY\x01", "broken.npy");
        shot("broken safetensors", "broken.safetensors", "0123456789", "broken.safetensors");
        shot("log without a step", "empty.log", "nothing happened\n", "empty.log");
        shot("broken lesson", "bad/lesson/lesson.json", "{\"schema\": 1}", "lesson.json");
        QDir(m_home.path()).mkpath("no-lessons");
        QTest::newRow("folder without lessons")
            << QStringList{"--shot", png, m_home.filePath("no-lessons")} << "no-lessons";
        QTest::newRow("run that is not kept")
            << QStringList{"--shot", png, "--lab", "runs", "--value", "nope"} << "'nope'";
    }
    void what_is_refused() {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        const Answer english = ask(words), korean = ask(QStringList{"--lang", "ko"} + words);
        QVERIFY2(english.status == 2, qPrintable(QString::number(english.status) + english.error));
        QVERIFY2(english.error.contains(says) && english.error.count('\n') == 1, qPrintable(english.error));
        QCOMPARE(korean.status, 2);
        QVERIFY2(korean.error != english.error, qPrintable(korean.error));
        QVERIFY(!QFile::exists(m_home.filePath("x.png")));
    }

    void help_and_version() {
        QVERIFY(ask({"--help"}).output.contains("--at-step"));
        QVERIFY(ask({"--help", "--lang", "ko"}).output.contains(QStringLiteral("단원")));
        QCOMPARE(ask({"--version"}).status, 0);
    }

    // A display that is named but does not answer, or a platform that is not there, is an answer and not a crash.
    void without_a_display_it_says_so() {
        for (const QString& set : {QString("DISPLAY=:7654"), QString("QT_QPA_PLATFORM=nothing"), QString()}) {
            const Answer answer = ask({"--lab", "bits"}, {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"},
                                      set.isEmpty() ? QStringList() : QStringList{set});
            QVERIFY2(answer.status == 3, qPrintable(QString::number(answer.status) + answer.error));
            QVERIFY2(answer.error.contains("QT_QPA_PLATFORM=offscreen"), qPrintable(answer.error));
            QCOMPARE(answer.error.count('\n'), 1);
        }
    }

    void pictures_are_quiet() {
        const QString png = m_home.filePath("quiet.png");
        const Answer answer =
            ask({"--shot", png, "--lab", "bits", "--size", "1024x640"}, {"QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"});
        QCOMPARE(answer.error, QString());
        QCOMPARE(answer.status, 0);
        QVERIFY(QFile::exists(png));
    }
};

QTEST_GUILESS_MAIN(TestOptions)
#include "test_options.moc"
