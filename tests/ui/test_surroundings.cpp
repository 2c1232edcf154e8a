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
    QString m_run;                  ///< id of a run of the library

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
        const Outcome imported = commandLine({"runs", "import", record()}, plain());
        m_run = QString::fromUtf8(imported.out).section(' ', 2, 2); // "read as 1932a20d (…)"
        QVERIFY2(imported.status == 0 && m_run.size() == 8, imported.out + imported.err);
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

    // A real one: the home is a file system that takes nothing.
    void a_read_only_home_is_enough() {
        if (QProcess::execute("unshare", {"-rm", "true"}) != 0) QSKIP("this machine lets nobody make a name space");
        const QString home = file("home");
        QDir().mkpath(home);
        Environment environment = plain();
        for (const char* name : {"AMPSCOPE_DATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            environment.remove(name);
        environment.insert("HOME", home);
        const auto inHome = [&](const QString& program, const QStringList& words) {
            const QString script = QString("mount -t tmpfs none %1 && mount -o remount,ro %1 && exec \"$@\"").arg(home);
            return start("unshare",
                         QStringList{"-rm", "sh", "-c", script, "sh", AMPSCOPE_BIN_DIR "/" + program} + words,
                         environment);
        };
        QCOMPARE(inHome("ampscope-cli", {"convert", "1234567.891", "--to", "fp32,fp16,bf16,e4m3", "--json"}).out,
                 m_numbers);
        const Outcome kept = inHome("ampscope-cli", {"runs", "import", record()});
        QVERIFY2(kept.status == 3 && kept.err.contains("read-only") && kept.err.count('\n') == 1, kept.err);
        const Outcome shot = inHome("ampscope", {"--shot", file("home.png"), "--lab", "bits"});
        QVERIFY2(shot.status == 0 && !QImage(file("home.png")).isNull(), shot.err);
    }

    void without_fonts_for_it_a_language_is_shown_all_the_same_data() {
        QTest::addColumn<QString>("folder");
        QTest::newRow("no font at all") << QString();
        QTest::newRow("Latin only") << QStringLiteral("/usr/share/fonts/truetype/dejavu");
    }
    void without_fonts_for_it_a_language_is_shown_all_the_same() {
        QFETCH(QString, folder);
        if (!folder.isEmpty() && !QFile::exists(folder)) QSKIP("this machine has no DejaVu fonts");
        QFile fonts(file("fonts.conf"));
        QVERIFY(fonts.open(QIODevice::WriteOnly));
        fonts.write("<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig>");
        if (!folder.isEmpty()) fonts.write("<dir>" + folder.toUtf8() + "</dir>");
        fonts.write("</fontconfig>");
        fonts.close();
        Environment environment = plain();
        environment.insert("FONTCONFIG_FILE", fonts.fileName());
        for (const char* locale : {"C.UTF-8", "ko_KR.UTF-8"}) {
            environment.insert("LC_ALL", locale);
            const QString complaint = shotIn(environment);
            QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
        }
    }

    void without_a_display_the_answer_is_one_line_data() {
        QTest::addColumn<QString>("platform");
        QTest::newRow("no DISPLAY") << "xcb";
        QTest::newRow("no Wayland plugin") << "wayland";
        QTest::newRow("a plugin that nobody has") << "nothing";
    }
    void without_a_display_the_answer_is_one_line() {
        QFETCH(QString, platform);
        Environment environment = plain();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
            environment.remove(name);
        environment.insert("QT_QPA_PLATFORM", platform);
        const Outcome outcome = window({}, environment);
        QVERIFY(!outcome.crashed);
        QCOMPARE(outcome.status, 3);
        QCOMPARE(outcome.err.count('\n'), 1);
    }

    // Pixels of screens and of their settings.
    void another_scale_of_the_screen_is_drawn_data() {
        QTest::addColumn<QString>("factor");
        for (const char* factor : {"0.75", "1.5", "2", "3"})
            QTest::newRow(factor) << factor;
    }
    void another_scale_of_the_screen_is_drawn() {
        QFETCH(QString, factor);
        Environment environment = plain();
        environment.insert("QT_SCALE_FACTOR", factor);
        const QString complaint = shotIn(environment);
        QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    }

    void a_full_disk_keeps_the_old_file_and_says_so_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("words"); ///< of the shell; $w and $c are the programs, $f the file
        for (const char* ending : {"png", "svg", "pdf", "csv"})
            QTest::addRow("figure %s", ending)
                << QString("f.") + ending << "$w --figure " + record() + " --plot scale-trace --out $f";
        QTest::newRow("picture of the window") << "f.png"
                                               << "$w --shot $f --lab bits";
        QTest::newRow("claims report html") << "f.html"
                                            << "$c claims a1-sensitive-ops-stay-fp32 --report $f";
        QTest::newRow("claims report markdown") << "f.md"
                                                << "$c claims a1-sensitive-ops-stay-fp32 --report $f";
        QTest::newRow("progress") << "f.json"
                                  << "$c progress export $f";
        QTest::newRow("pytorch") << "train.py"
                                 << "$c export-pytorch nano --out $(dirname $f)";
        QTest::newRow("a run") << "f.json"
                               << "$c runs export " + m_run + " --out $f";
    }
    // A real one: 64 kB of memory as a file system, in a name space of this process's own.
    void a_full_disk_keeps_the_old_file_and_says_so() {
        QFETCH(QString, name);
        QFETCH(QString, words);
        if (QProcess::execute("unshare", {"-rm", "true"}) != 0) QSKIP("this machine lets nobody make a name space");
        const QString disk = file("disk");
        QDir().mkpath(disk);
        const QString script = QString("w=$1 c=$2 f=%1/%2; mount -t tmpfs -o size=64k none %1 && echo old >$f && "
                                       "{ head -c 60000 /dev/zero >%1/filler; head -c 9000 /dev/zero >%1/rest; } "
                                       "2>/dev/null; %3; echo status $?; cat $f; ls -A %1 | tr '\\n' ' '")
                                   .arg(disk, name, words);
        const Outcome outcome = start(
            "unshare",
            {"-rm", "sh", "-c", script, "sh", AMPSCOPE_BIN_DIR "/ampscope", AMPSCOPE_BIN_DIR "/ampscope-cli"}, plain());
        QVERIFY2(outcome.out.contains("status 3\nold\n"), outcome.out + outcome.err);
        QStringList left{"filler", "rest", name}; // no leftovers
        left.sort();
        QVERIFY2(outcome.out.trimmed().endsWith(left.join(' ').toUtf8()), outcome.out);
        QCOMPARE(outcome.err.count("no space left on the disk"), 1); // said once, after what went on
        QVERIFY2(outcome.err.trimmed().split('\n').last().startsWith("ampscope"), outcome.err);
    }

    void a_closed_or_full_output_is_said_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("closed"); ///< exit status
        QTest::addColumn<int>("full");
        for (const char* words : {"formats", "formats --json", "convert 0.1 --to fp16", "corner-cases", "devices",
                                  "lessons list", "glossary", "memory nano", "mistakes list", "runs list",
                                  "progress show", "autocast", "--help", "--version"})
            QTest::newRow(words) << QString(words) << 3 << 3;
        QTest::newRow("bad input") << QString("dance") << 2 << 2;
    }
    void a_closed_or_full_output_is_said() {
        QFETCH(QString, words);
        QFETCH(int, closed);
        QFETCH(int, full);
        for (const char* where : {">&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full", ">/dev/full 2>/dev/full"}) {
            const Outcome outcome =
                start("sh", {"-c", QString("exec \"$0\" %1 %2").arg(words, where), AMPSCOPE_BIN_DIR "/ampscope-cli"},
                      plain());
            QVERIFY2(!outcome.crashed, where);
            QVERIFY2(outcome.status == (QString(where).contains("full") ? full : closed),
                     qPrintable(QString("%1: %2").arg(where).arg(outcome.status)));
        }
    }

    // Found: the next file that was opened got the number of a closed output, and what was said went into it.
    void a_closed_output_is_no_file() {
        Environment environment = plain();
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start("sh", {"-c", "exec \"$0\" --lab bits <&- >&- 2>&-", AMPSCOPE_BIN_DIR "/ampscope"});
        QVERIFY(process.waitForStarted());
        const QString numbers = QString("/proc/%1/fd/").arg(process.processId());
        QTRY_VERIFY_WITH_TIMEOUT(QDir(numbers).entryList(QDir::Files | QDir::System).size() > 6, 20'000); // it is there
        for (const char* number : {"0", "1", "2"})
            QCOMPARE(QFile::symLinkTarget(numbers + number), QString("/dev/null"));
        process.kill();
        QVERIFY(process.waitForFinished(30'000));
    }

    void the_windows_output_too() {
        const Outcome full =
            start("sh", {"-c", "exec \"$0\" --help >/dev/full", AMPSCOPE_BIN_DIR "/ampscope"}, plain());
        QVERIFY(!full.crashed && full.status == 3);
        const QString figure = "exec \"$0\" --figure \"$1\" --out \"$2\" ";
        for (const char* where : {">/dev/full", ">&-", "<&- >&- 2>&-"}) {
            const Outcome outcome =
                start("sh", {"-c", figure + where, AMPSCOPE_BIN_DIR "/ampscope", record(), file("said.png")}, plain());
            QVERIFY2(!outcome.crashed && outcome.status == 3, where); // written, but nobody was told
            QVERIFY(!QImage(file("said.png")).isNull());
        }
    }
};

QTEST_GUILESS_MAIN(TestSurroundings)
#include "test_surroundings.moc"
