// Files that the window is given, what it remembers, and LibTorch for somebody who has none.
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>
#include <unistd.h>

#include "core/record/run_record.h"
#include "core/scenario/scenario_json.h"
#include "core/train/libtorch.h"
#include "tests/train/fake_python.h"
#include "tests/ui/sample_record.h"
#include "tests/ui/support.h"
#include "ui/bridge/settings_file.h"
#include "ui/labs/inspect_lab.h"
#include "ui/shell/commands.h"
#include "ui/shell/file_opener.h"
#include "ui/shell/libtorch_setup.h"
#include "ui/shell/main_window.h"

using namespace ampscope;
using namespace ampscope::ui;
using testing::sampleRecord;

class TestDesktop : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder, m_config;

    QString file(const QString& name, const QByteArray& content) const {
        QFile written(m_folder.filePath(name));
        if (!written.open(QIODevice::WriteOnly)) return {};
        written.write(content);
        return written.fileName();
    }
    static QByteArray recordBytes() { return QByteArray::fromStdString(record_text(sampleRecord())); }
    static QByteArray scenarioBytes(const char* preset = "nano") {
        return QByteArray::fromStdString(scenario::scenario_text(scenario::load_scenario(preset)));
    }
    static train::Engine& noLibTorch() {
        throw text::could_not("train.no_libtorch", {{"reason", std::string("a test")}});
    }
    static std::unique_ptr<MainWindow> makeWindow(train::ComputeThread& thread, Settings settings = {}) {
        settings.welcomed = true;
        auto window = std::make_unique<MainWindow>(thread, AMPSCOPE_SOURCE_DIR "/lessons", settings);
        window->resize(1280, 800);
        window->show();
        window->open("bits");
        return window;
    }

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8());
    }
    void init() { testing::complaints().clear(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void kinds_of_files() {
        const auto kind = [](const QString& path) { return judgeFile(path).kind; };
        // By what they hold, not by their names.
        for (const char* name : {"record.json", "x.json", "a.ampscope-run", "no-ending", "other.txt"})
            QVERIFY2(kind(file(name, recordBytes())) == FileKind::Run, name);
        for (const char* name : {"scenario.json", "b.ampscope-scenario", "plain"})
            QVERIFY2(kind(file(name, scenarioBytes())) == FileKind::Scenario, name);
        QCOMPARE(kind(file("bom.json", "\xEF\xBB\xBF\r\n" + scenarioBytes())), FileKind::Scenario);
        QCOMPARE(kind(file("one.json", R"({"precision": "fp16"})")), FileKind::Scenario);
        QCOMPARE(kind(AMPSCOPE_SOURCE_DIR "/tests/data/scenario-example.json"), FileKind::Scenario);
        // The journal of a run, and JSON lines of somebody's training.
        QCOMPARE(kind(file("journal.jsonl", R"({"schema":1,"scenario":{},"environment":{}})"
                                            "\n{\"fact\":{}}\n")),
                 FileKind::Run);
        QCOMPARE(kind(file("log.jsonl", R"({"step":1,"loss":3.5,"seed":7})"
                                        "\n")),
                 FileKind::Numbers);
        for (const char* name : {"t.npy", "t.safetensors", "t.csv", "t.log", "t.txt", "t.pt"})
            QCOMPARE(kind(file(name, "something")), FileKind::Numbers);
        QCOMPARE(kind(AMPSCOPE_SOURCE_DIR "/lessons/a6-gradscaler"), FileKind::Lessons);
        QCOMPARE(kind(AMPSCOPE_SOURCE_DIR "/lessons/a6-gradscaler/lesson.json"), FileKind::Lessons);
        // What `ampscope-cli run --out` leaves.
        QVERIFY(QDir(m_folder.path()).mkpath("run"));
        file("run/record.json", recordBytes());
        QCOMPARE(judgeFile(m_folder.filePath("run")).path, m_folder.filePath("run/record.json"));
        QCOMPARE(kind(m_folder.filePath("run")), FileKind::Run);
    }

    void hostile_files_are_refused_with_a_sentence_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("not there") << m_folder.filePath("nowhere");
        QTest::newRow("empty") << file("empty.json", "");
        QTest::newRow("binary") << file("binary.dat", QByteArray(100'000, '\xff'));
        QTest::newRow("zeros") << file("zeros.json", QByteArray(100'000, '\0'));
        QTest::newRow("other JSON") << file("other.json", R"({"name": "x", "list": [{"scenario": 1}]})");
        QTest::newRow("JSON list") << file("list.json", R"([{"scenario": 1}])");
        QTest::newRow("only braces") << file("braces.json", QByteArray(200'000, '{'));
        QTest::newRow("only quotes") << file("quotes.json", "{" + QByteArray(200'001, '"'));
        QTest::newRow("backslash at the end") << file("backslash.json", "{\"a\\");
        const QString fifo = m_folder.filePath("fifo");
        if (mkfifo(qPrintable(fifo), 0600) == 0) QTest::newRow("fifo") << fifo;
        const QString one = m_folder.filePath("one"), two = m_folder.filePath("two");
        if (QFile::link(one, two) && QFile::link(two, one)) QTest::newRow("links in a ring") << one;
        QTest::newRow("device") << "/dev/zero";
        if (geteuid() != 0) {
            const QString secret = file("secret.json", scenarioBytes());
            QFile::setPermissions(secret, {});
            QTest::newRow("not allowed") << secret;
        }
        QFile huge(file("huge", ""));
        if (huge.open(QIODevice::WriteOnly) && huge.resize(8'000'000'000)) QTest::newRow("8 GB") << huge.fileName();
    }
    void hostile_files_are_refused_with_a_sentence() {
        QFETCH(QString, path);
        const JudgedFile judged = judgeFile(path);
        QCOMPARE(judged.kind, FileKind::Unknown);
        QVERIFY2(judged.problem.contains(QFileInfo(path).fileName()) && judged.problem.size() > 20,
                 qPrintable(judged.problem));
    }

    void each_kind_opens_in_its_page() {
        train::ComputeThread thread;
        const auto window = makeWindow(thread);
        QVERIFY(window->openFile(file("t.csv", "a\n1\n2\n")));
        QCOMPARE(window->pageId(), QString("inspect"));
        QVERIFY(window->openFile(AMPSCOPE_SOURCE_DIR "/lessons/a3-range-or-precision"));
        QCOMPARE(window->pageId(), QString("own:a3-range-or-precision"));
        // A page without settings leaves a scenario to the lab that shows most of it.
        QVERIFY(window->openFile(file("s.json", scenarioBytes("overflow"))));
        QCOMPARE(window->pageId(), QString("scale"));
        QVERIFY(window->openFile(file("r.json", recordBytes())));
        QTRY_VERIFY(window->files().isSettled());
        QTRY_VERIFY(window->page()->run() && window->page()->run()->isRecorded());
        QCOMPARE(differences(window->page()->run()->record(), sampleRecord()), std::vector<std::string>{});
        QCOMPARE(window->notice(), QString());
        // What is broken inside is said by its reader, with the place.
        QVERIFY(window->openFile(file("broken.ampscope-run", recordBytes().chopped(20))));
        QTRY_VERIFY2(window->notice().contains("broken.ampscope-run:"), qPrintable(window->notice()));
        QVERIFY(window->openFile(file("wrong.json", R"({"precision": "fp17"})")));
        QVERIFY2(window->notice().contains("fp17"), qPrintable(window->notice()));
    }

    void files_are_remembered() {
        train::ComputeThread thread(noLibTorch);
        const auto window = makeWindow(thread);
        QStringList paths;
        for (int i = 0; i < kMostRecentFiles + 2; ++i)
            paths.prepend(file(QString("recent & %1.csv").arg(i), "a\n1\n"));
        for (auto path = paths.crbegin(); path != paths.crend(); ++path)
            QVERIFY(window->openFile(*path));
        QCOMPARE(window->settings().recentFiles, paths.mid(0, kMostRecentFiles));
        QVERIFY(window->openFile(paths[3])); // comes to the front, and is there once
        QCOMPARE(window->settings().recentFiles.first(), paths[3]);
        QCOMPARE(window->settings().recentFiles.count(paths[3]), 1);
        QVERIFY(!window->openFile(m_folder.filePath("nowhere"))); // what could not be opened is not remembered
        QVERIFY(!window->settings().recentFiles.contains(m_folder.filePath("nowhere")));

        QMenu menu;
        window->files().fillMenu(&menu);
        const auto find = [&](const QString& name) {
            for (auto* action : menu.actions())
                if (action->text().contains(name)) return action;
            return static_cast<QAction*>(nullptr);
        };
        QVERIFY(find("recent && 9.csv"));
        QVERIFY(QFile::remove(paths[0])); // gone since: one sentence, and out of the list
        find("recent && 9.csv")->trigger();
        QVERIFY2(window->notice().contains("not there any more"), qPrintable(window->notice()));
        QVERIFY(!window->settings().recentFiles.contains(paths[0]));
        QVERIFY(window->commands().act("file.forget"));
        QVERIFY(window->settings().recentFiles.isEmpty());
        QVERIFY(!window->commands().act("file.forget")); // nothing left to forget
    }

    void choosing_a_file() {
        train::ComputeThread thread(noLibTorch);
        const auto window = makeWindow(thread);
        const auto before = FileOpener::askForPath;
        QString answer;
        FileOpener::askForPath = [&](QWidget*, bool) { return answer; };
        QVERIFY(window->commands().act("file.open")); // given up: nothing happens
        QCOMPARE(window->pageId(), QString("bits"));
        answer = file("chosen.csv", "a\n1\n");
        QVERIFY(window->commands().act("file.open"));
        QCOMPARE(window->pageId(), QString("inspect"));
        FileOpener::askForPath = before;
    }

    void drops_of_every_kind() {
        train::ComputeThread thread(noLibTorch);
        const auto window = makeWindow(thread);
        const auto drop = [&](const QString& path) {
            QMimeData data;
            data.setUrls({QUrl::fromLocalFile(path)});
            QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(window->page(), &enter);
            QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(window->page(), &event);
        };
        drop(file("d.csv", "a\n1\n"));
        QCOMPARE(window->pageId(), QString("inspect"));
        drop(file("d.json", recordBytes()));
        QTRY_COMPARE(window->pageId(), QString("runs"));
        drop(file("d.bin2", QByteArray(50, '\x07')));
        QVERIFY2(window->notice().contains("d.bin2 is not a file that ampscope opens"), qPrintable(window->notice()));
    }

    // A strip says what is missing; the page brings it; then the window goes on where it was.
    void libtorch_is_offered_and_set_up() {
        if (QByteArray(kLibTorchVersion) != kSetUpTorch)
            QSKIP("this build has another LibTorch than the set-up brings");
        for (const char* name : {"TORCH_DIR", "VIRTUAL_ENV", "CONDA_PREFIX"})
            qunsetenv(name);
        FakePython python;
        train::ComputeThread thread(noLibTorch);
        const auto window = makeWindow(thread);
        LibTorchOffer* offer = window->findChild<LibTorchOffer*>();
        QVERIFY(offer);
        if (train::find_libtorch().found)
            offer->offer(text::could_not("train.no_libtorch", {{"reason", std::string("a test")}}));
        QTRY_VERIFY(offer->isVisible());
        window->showNotice(say(text::could_not("train.no_libtorch", {{"reason", std::string("a test")}})));
        QCOMPARE(window->notice(), QString()); // it is said already

        QTest::mouseClick(offer->findChild<QPushButton*>(), Qt::LeftButton);
        auto* page = qobject_cast<LibTorchSetup*>(window->page());
        QVERIFY(page);
        QVERIFY(!offer->isVisible());
        QSignalSpy ready(page, &LibTorchSetup::ready);
        python.does("no-network");
        page->start();
        QVERIFY(page->isRunning());
        QTRY_VERIFY(!page->isRunning());
        QVERIFY2(page->outcome().contains("network"), qPrintable(page->outcome()));
        python.does("slow");
        page->start();
        QTest::qWait(100);
        page->stop();
        QTRY_VERIFY(!page->isRunning());
        QVERIFY2(page->outcome().contains("stopped"), qPrintable(page->outcome()));
        window->setLanguage(text::Language::Korean);
        QVERIFY2(page->outcome().contains(QStringLiteral("멈췄습니다")), qPrintable(page->outcome()));
        window->setLanguage(text::Language::English);
        const auto before = LibTorchSetup::askForFolder;
        LibTorchSetup::askForFolder = [](QWidget*) { return QString(); };
        python.does("everything");
        page->start();
        QTRY_COMPARE(ready.count(), 1);
        QVERIFY2(page->outcome().contains("is ready"), qPrintable(page->outcome()));
        LibTorchSetup::askForFolder = before;
        Q_EMIT page->goOnAsked();
        QCOMPARE(window->pageId(), QString("bits"));
        QVERIFY(!offer->isVisible());
    }

    void closing_in_the_middle_of_a_set_up() {
        FakePython python;
        python.does("slow");
        train::ComputeThread thread(noLibTorch);
        auto window = makeWindow(thread);
        QVERIFY(window->open(kLibTorchPage));
        qobject_cast<LibTorchSetup*>(window->page())->start();
        QTest::qWait(200);
        QElapsedTimer timer;
        timer.start();
        window.reset();
        QVERIFY(timer.elapsed() < 10'000); // and not the minute that pip would take
    }

    // Each window writes what was changed in it.
    void two_windows_keep_what_was_set_in_each() {
        Settings one = Settings::load();
        storeSettings("General", {{"scale", "1.5"}, {"language", "ko"}}); // another process, meanwhile
        one.theme = ThemeKind::Dark;
        one.systemTheme = false;
        one.language = text::Language::English;
        QVERIFY(one.save());
        const Settings both = Settings::load();
        QCOMPARE(both.theme, ThemeKind::Dark);
        QCOMPARE(both.scale, 1.5);
    }

    void geometry_comes_back_onto_the_screen_data() {
        QTest::addColumn<QRect>("was");
        QTest::newRow("usual") << QRect(10, 10, 1100, 700);
        QTest::newRow("screen gone") << QRect(9000, 5000, 1100, 700);
        QTest::newRow("left of everything") << QRect(-9000, -5000, 1100, 700);
        QTest::newRow("no size") << QRect(10, 10, 0, 0);
        QTest::newRow("larger than the screen") << QRect(0, 0, 12000, 9000);
    }
    void geometry_comes_back_onto_the_screen() {
        QFETCH(QRect, was);
        train::ComputeThread thread(noLibTorch);
        Settings settings;
        {
            QMainWindow other;
            other.setGeometry(was);
            other.show();
            settings.geometry = other.saveGeometry();
        }
        const auto window = makeWindow(thread, settings);
        QVERIFY(window->screen()->availableGeometry().intersects(window->frameGeometry()));
        QVERIFY(window->width() >= window->minimumWidth() && window->height() >= window->minimumHeight());
        // What is no geometry at all is passed over.
        settings.geometry = "rubbish";
        QVERIFY(makeWindow(thread, settings)->isVisible());
    }

    void the_place_is_kept() {
        train::ComputeThread thread(noLibTorch);
        const auto window = makeWindow(thread);
        QVERIFY(window->open("rounding"));
        window->saveNow();
        QCOMPARE(Settings::load().page, QString("rounding"));
    }
};

QTEST_MAIN(TestDesktop)
#include "test_desktop.moc"
