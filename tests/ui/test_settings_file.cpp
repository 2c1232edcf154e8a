// The file that the window remembers things in, as accidents and strangers leave it.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/train/fake_engine.h"
#include "tests/ui/support.h"
#include "ui/bridge/settings_file.h"
#include "ui/instruments/paper/export_settings.h"
#include "ui/shell/main_window.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestSettingsFile : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

    QString path(const char* name = "ampscope.ini") const { return m_home->filePath(QString("ampscope/") + name); }
    void write(const QByteArray& content) const {
        QVERIFY(QDir(m_home->path()).mkpath("ampscope"));
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    static QByteArray read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QStringList aside() const { return QDir(m_home->filePath("ampscope")).entryList({"ampscope.damaged-*.ini"}); }

    // What the last good start left: dark, one and a half times the size.
    void leaveGoodFile() const {
        write("[General]\ntheme=dark\nscale=1.5\nthreads=16\n\n[export]\ndpi=600\n");
        QVERIFY(!mendSettings());
        QVERIFY(QFile::exists(path("ampscope.ini.bak")));
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void init() {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", m_home->path().toUtf8());
    }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void a_damaged_file_is_moved_aside_and_the_last_good_copy_used_data() {
        QTest::addColumn<QByteArray>("content");
        const QByteArray good = "[General]\ntheme=dark\nscale=1.5\nthreads=16\n";
        QTest::newRow("cut short in a value") << good.chopped(2);
        QTest::newRow("cut short in a key") << good.left(25);
        QTest::newRow("cut short in a section") << good.left(5);
        QTest::newRow("no bytes") << QByteArray();
        QTest::newRow("zero bytes") << QByteArray(64, '\0');
        QTest::newRow("zero bytes in front") << QByteArray(16, '\0') + good;
        QTest::newRow("zero bytes behind") << good + QByteArray(16, '\0');
        QTest::newRow("binary") << QByteArray(5000, '\xff');
        QTest::newRow("UTF-16") << QByteArray("\xFF\xFE[\0G\0]\0\n\0", 10);
        QTest::newRow("8 GB") << QByteArray("sparse");
        QTest::newRow("a folder in its place") << QByteArray("folder");
    }
    void a_damaged_file_is_moved_aside_and_the_last_good_copy_used() {
        QFETCH(QByteArray, content);
        leaveGoodFile();
        write(content);
        if (content == "sparse") QVERIFY(QFile::resize(path(), 8'000'000'000));
        if (content == "folder") QVERIFY(QFile::remove(path()) && QDir().mkpath(path()));
        const auto size = QFileInfo(path()).size();
        QCOMPARE(Settings::load().scale, 1.5); // also before anybody has mended it
        QCOMPARE(aside(), QStringList());      // reading moves nothing

        const auto notice = mendSettings();
        QVERIFY(notice);
        QVERIFY(!mendSettings()); // once
        QCOMPARE(aside().size(), 1);
        QCOMPARE(QFileInfo(path(qPrintable(aside().first()))).size(), size);
        const QString said = say(*notice);
        QVERIFY2(said.contains(aside().first()) && said.contains("the last good copy is used"), qPrintable(said));
        const Settings settings = Settings::load();
        QCOMPARE(settings.scale, 1.5);
        QCOMPARE(settings.theme, ThemeKind::Dark);
        QCOMPARE(settings.threads, 16);
        QCOMPARE(ExportSettings::load().dpi, 600);
    }

    void without_a_copy_it_begins_anew_and_says_so() {
        write("[General]\ntheme=da");
        const auto notice = mendSettings();
        QVERIFY(notice);
        QCOMPARE(notice->message().id, std::string("gui.settings_begun_anew"));
        QCOMPARE(read(path(qPrintable(aside().first()))), QByteArray("[General]\ntheme=da"));
        const Settings settings = Settings::load();
        QVERIFY(settings.systemTheme);
        QCOMPARE(settings.scale, 1.0);
        QVERIFY(settings.save());
        QVERIFY(!mendSettings());
    }

    void values_that_cannot_be_are_as_if_there_were_none_data() {
        QTest::addColumn<QByteArray>("line");
        for (const char* line : {"language=xx",
                                 "language=",
                                 "theme=mauve",
                                 "theme=@Variant(\\0\\0\\0\\x11\\0)",
                                 "scale=nan",
                                 "scale=inf",
                                 "scale=0",
                                 "scale=-1",
                                 "scale=1e400",
                                 "scale=200",
                                 "scale=1,5",
                                 "scale=@Variant(\\0\\0\\0\\x87)",
                                 "threads=-1",
                                 "threads=1000000",
                                 "threads=99999999999999999999",
                                 "threads=4.5",
                                 "threads=0x4",
                                 "threads=@ByteArray(4)",
                                 "geometry=zzz",
                                 "geometry=@ByteArray(\\x1\\xd9)",
                                 "welcomed=@Variant(yes)",
                                 "lesson_step=-5",
                                 "page=@Invalid()",
                                 "recent_0=@ByteArray(/etc/passwd)",
                                 "unknown=1"})
            QTest::newRow(line) << QByteArray(line);
    }
    void values_that_cannot_be_are_as_if_there_were_none() {
        QFETCH(QByteArray, line);
        const Settings usual = Settings::load(); // there is no file
        write("[General]\n" + line + "\nreduced_motion=yes\n");
        QVERIFY(!mendSettings()); // no reason to set the others aside
        Settings settings = Settings::load();
        QVERIFY(settings.reducedMotion);
        settings.reducedMotion = false;
        settings.geometry = usual.geometry; // restoreGeometry() judges it: test_desktop
        QVERIFY(settings == usual);
    }

    void the_least_and_the_most_are_taken() {
        write("[General]\nscale=0.8\nthreads=256\nlesson_step=1000000\n");
        Settings settings = Settings::load();
        QCOMPARE(settings.scale, kLeastScale);
        QCOMPARE(settings.threads, kMostThreads);
        QCOMPARE(settings.lessonStep, 1000);
        write("[General]\nscale=2\nthreads=0\n"); // 0: what the scenario says
        settings = Settings::load();
        QCOMPARE(settings.scale, kMostScale);
        QCOMPARE(settings.threads, 0);
    }

    // There is no number of a version: what a newer program added is passed over, and stays.
    void what_a_newer_program_wrote_stays() {
        write("; by hand\n[General]\nscale=1.5\nwall=blue\n\n[later]\nkey=value, other\n");
        Settings settings = Settings::load();
        QCOMPARE(settings.scale, 1.5);
        settings.scale = 1.25;
        QVERIFY(settings.save());
        const QByteArray after = read(path());
        for (const char* kept : {"; by hand\n", "\nwall=blue\n", "\n[later]\nkey=value, other\n", "\nscale=1.25\n"})
            QVERIFY2(after.contains(kept), after);
    }

    void one_that_breaks_while_the_window_is_open_is_moved_aside() {
        leaveGoodFile();
        Settings settings = Settings::load();
        write("[General]\nscale=1.2");
        settings.scale = 0.9;
        QVERIFY(settings.save());
        QCOMPARE(aside().size(), 1);
        QCOMPARE(read(path(qPrintable(aside().first()))), QByteArray("[General]\nscale=1.2"));
        QCOMPARE(Settings::load().scale, 0.9);
        QCOMPARE(Settings::load().theme, ThemeKind::Dark); // from the copy
    }

    void one_that_may_not_be_written_is_said_once() {
        if (geteuid() == 0) QSKIP("root may write everywhere");
        leaveGoodFile();
        QVERIFY(QFile::setPermissions(m_home->filePath("ampscope"), QFile::ReadOwner | QFile::ExeOwner));
        Settings settings = Settings::load();
        QCOMPARE(settings.scale, 1.5);
        settings.scale = 1.25;
        QVERIFY(!settings.save());
        QVERIFY(QFile::setPermissions(m_home->filePath("ampscope"),
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    void a_save_that_fails_is_said_once() {
        train::FakeEngine engine;
        train::ComputeThread thread([&engine]() -> train::Engine& { return engine; });
        MainWindow window(thread, "", Settings{});
        window.resize(1280, 720);
        window.show();
        window.open("bits");
        qputenv("XDG_CONFIG_HOME", "/proc/nothing");
        window.saveNow();
        QVERIFY2(window.notice().contains("settings cannot be saved"), qPrintable(window.notice()));
        window.hideNotice();
        window.open("rounding"); // something new to save
        window.saveNow();
        QCOMPARE(window.notice(), QString());
    }
};

QTEST_MAIN(TestSettingsFile)
#include "test_settings_file.moc"
