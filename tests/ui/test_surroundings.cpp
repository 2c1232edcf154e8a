// The programs in surroundings that nobody would choose: other locales, no fonts, no home, a disk that is full or
// read-only, no output. Each as a real process. The same numbers come out everywhere, what cannot be done is said,
// nothing crashes.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

class TestSurroundings : public QObject {
    Q_OBJECT

    using Environment = QProcessEnvironment;

    QTemporaryDir m_folder;
    QByteArray m_figure, m_numbers; ///< as they come out in the plain environment

    struct Outcome {
        int status = -1;
        bool crashed = true;
        QByteArray out, err;
    };

    static Outcome start(const QString& program, const QStringList& arguments, const Environment& environment) {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(program, arguments);
        if (!process.waitForFinished(100'000)) return {};
        return {process.exitCode(), process.exitStatus() == QProcess::CrashExit, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }
    static Outcome window(const QStringList& arguments, const Environment& environment) {
        return start(AMPSCOPE_BIN_DIR "/ampscope", arguments, environment);
    }
    static Outcome commandLine(const QStringList& arguments, const Environment& environment) {
        return start(AMPSCOPE_BIN_DIR "/ampscope-cli", arguments, environment);
    }

    Environment plain() const {
        Environment environment = Environment::systemEnvironment();
        environment.insert("LC_ALL", "C.UTF-8");
        environment.insert("HOME", m_folder.path());
        environment.insert("AMPSCOPE_DATA", m_folder.filePath("data"));
        return environment;
    }
    QString record() const { return m_folder.filePath("record.json"); }
    QString file(const char* name) const { return m_folder.filePath(name); }

    QByteArray figureIn(const Environment& environment) const {
        const QString path = file("figure.svg");
        QFile::remove(path);
        const Outcome made = window({"--figure", record(), "--plot", "scale-trace", "--out", path}, environment);
        QFile svg(path);
        return made.status == 0 && svg.open(QIODevice::ReadOnly) ? svg.readAll() : made.err;
    }
    static QByteArray numbersIn(const Environment& environment) {
        return commandLine({"convert", "1234567.891", "--to", "fp32,fp16,bf16,e4m3", "--json"}, environment).out;
    }
    QString shotIn(const Environment& environment) const {
        const QString path = file("shot.png");
        QFile::remove(path);
        const Outcome made = window({"--shot", path, "--lab", "bits"}, environment);
        if (made.crashed || made.status != 0)
            return QString::fromUtf8(made.err) + " status " + QString::number(made.status);
        return QImage(path).isNull() ? "no picture" : QString();
    }

  private Q_SLOTS:
    void initTestCase() {
        QFile example(QStringLiteral(AMPSCOPE_SOURCE_DIR "/tests/fuzz/seeds/record/overflow"));
        QVERIFY(example.copy(record()));
        m_figure = figureIn(plain());
        m_numbers = numbersIn(plain());
        QVERIFY2(m_figure.contains("<svg"), m_figure);
        QVERIFY(m_numbers.contains("1234567.875"));
    }

    void another_locale_changes_no_number_data() {
        QTest::addColumn<QString>("locale");
        for (const char* locale : {"de_DE", "fr_FR", "ar_EG", "tr_TR", "ko_KR", "hi_IN"})
            QTest::newRow(locale) << locale;
    }
    void another_locale_changes_no_number() {
        QFETCH(QString, locale);
        const QString folder = file("locales");
        QDir().mkpath(folder);
        const QString localedef = QStandardPaths::findExecutable("localedef");
        if (localedef.isEmpty() || !QFile::exists("/usr/share/i18n/locales/" + locale))
            QSKIP("this machine has no descriptions of locales (the Debian package locales)");
        QProcess::execute(localedef, {"-i", locale, "-f", "UTF-8", folder + "/" + locale + ".UTF-8"});
        QVERIFY(QFile::exists(folder + "/" + locale + ".UTF-8/LC_NUMERIC"));
        Environment environment = plain();
        environment.insert("LOCPATH", folder);
        environment.insert("LC_ALL", locale + ".UTF-8");
        environment.insert("LANGUAGE", "");
        QCOMPARE(numbersIn(environment), m_numbers);
        // The language of captions may follow the locale; here it is named.
        QCOMPARE(figureIn(environment).contains("<svg"), true);
        const auto svg = [&](const Environment& where) {
            const QString path = file("named.svg");
            QFile::remove(path);
            window({"--figure", record(), "--plot", "loss", "--out", path, "--lang", "en"}, where);
            QFile made(path);
            return made.open(QIODevice::ReadOnly) ? made.readAll() : QByteArray("nothing");
        };
        QCOMPARE(svg(environment), svg(plain()));
        const QString complaint = shotIn(environment);
        QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    }

    void a_bare_environment_is_enough_data() {
        QTest::addColumn<QStringList>("settings"); // name=value, or a name to take away
        const QString nowhere = QStringLiteral("/nonexistent/home");
        QTest::newRow("no HOME") << QStringList{"HOME"};
        QTest::newRow("no home") << QStringList{"HOME=" + nowhere};
        QTest::newRow("no data folder") << QStringList{"AMPSCOPE_DATA", "HOME=" + nowhere, "XDG_DATA_HOME=" + nowhere,
                                                       "XDG_CONFIG_HOME=" + nowhere};
        QTest::newRow("no folders of the desktop")
            << QStringList{"XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"};
        QTest::newRow("the POSIX locale") << QStringList{"LC_ALL=POSIX", "LANG"};
        QTest::newRow("a locale that is none") << QStringList{"LC_ALL=xx_YY.nothing"};
        QTest::newRow("no temporary folder") << QStringList{"TMPDIR=" + nowhere};
        QTest::newRow("a data folder that is a file") << QStringList{"AMPSCOPE_DATA=" + record()};
    }
    void a_bare_environment_is_enough() {
        QFETCH(QStringList, settings);
        Environment environment = plain();
        for (const auto& setting : settings) {
            if (setting.contains('='))
                environment.insert(setting.section('=', 0, 0), setting.section('=', 1));
            else
                environment.remove(setting);
        }
        QCOMPARE(numbersIn(environment), m_numbers);
        const QString complaint = shotIn(environment);
        QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    }

    void without_any_font_it_still_answers() {
        QFile fonts(file("fonts.conf"));
        QVERIFY(fonts.open(QIODevice::WriteOnly));
        fonts.write("<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig></fontconfig>");
        fonts.close();
        Environment environment = plain();
        environment.insert("FONTCONFIG_FILE", fonts.fileName());
        const QString complaint = shotIn(environment);
        QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    }

    void without_a_display_the_answer_is_one_line() {
        Environment environment = plain();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
            environment.remove(name);
        environment.insert("QT_QPA_PLATFORM", "xcb");
        const Outcome outcome = window({}, environment);
        QVERIFY(!outcome.crashed);
        QCOMPARE(outcome.status, 3);
        QCOMPARE(outcome.err.count('\n'), 1);
    }

    void a_full_disk_keeps_the_old_file_and_says_so_data() {
        QTest::addColumn<QString>("ending");
        for (const char* ending : {"png", "svg", "pdf", "csv"})
            QTest::newRow(ending) << ending;
    }
    // A real one: 64 kB of memory as a file system, in a name space of this process's own.
    void a_full_disk_keeps_the_old_file_and_says_so() {
        QFETCH(QString, ending);
        if (QProcess::execute("unshare", {"-rm", "true"}) != 0) QSKIP("this machine lets nobody make a name space");
        const QString disk = file("disk");
        QDir().mkpath(disk);
        const QString script =
            QString("mount -t tmpfs -o size=64k none %1 && echo old >%1/f.%2 && head -c 57000 /dev/zero >%1/filler && "
                    "{ head -c 9000 /dev/zero >%1/rest; \"$@\" --figure %3 --plot scale-trace --out %1/f.%2; echo "
                    "status $?; "
                    "cat %1/f.%2; ls %1 | tr '\\n' ' '; }")
                .arg(disk, ending, record());
        const Outcome outcome =
            start("unshare", {"-rm", "sh", "-c", script, "sh", AMPSCOPE_BIN_DIR "/ampscope"}, plain());
        QVERIFY2(outcome.out.contains("status 3\nold\n"), outcome.out + outcome.err);
        QVERIFY2(outcome.out.trimmed().endsWith(("f." + ending + " filler rest").toUtf8()),
                 outcome.out); // no leftovers
        QVERIFY(!outcome.err.isEmpty());
    }

    void a_closed_output_is_no_crash() {
        const Outcome outcome =
            start("sh", {"-c", "exec \"$0\" formats >&-", AMPSCOPE_BIN_DIR "/ampscope-cli"}, plain());
        QVERIFY(!outcome.crashed);
        QCOMPARE(outcome.status, 3);
        const Outcome full =
            start("sh", {"-c", "exec \"$0\" --help >/dev/full", AMPSCOPE_BIN_DIR "/ampscope"}, plain());
        QVERIFY(!full.crashed && full.status == 3);
    }
};

QTEST_GUILESS_MAIN(TestSurroundings)
#include "test_surroundings.moc"
