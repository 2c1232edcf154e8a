// The window and its run library: runs of labs and lessons are kept under a name to know them by, one is kept for good
// on request, and its settings find their way back into a lab.
#include "ui/shell/runs/window_runs.h"

#include <QTemporaryDir>
#include <QTest>

#include "core/record/store/run_store.h"
#include "core/scenario/fields.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_group.h"
#include "ui/bridge/run_library.h"
#include "ui/instruments/runs/runs_view.h"
#include "ui/labs/run_lab.h"
#include "ui/shell/commands.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/runs/runs_page.h"
#include "ui/shell/settings.h"

using namespace ampscope;
using namespace ampscope::ui;
using record::RunStore;

constexpr int kPatience = 20'000; // milliseconds, on a disk that others use, too

class TestWindowRuns : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    testing::FakeThread<> m_thread;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;

    std::vector<record::RunEntry> kept() const {
        RunLibrary::instance().finish();
        return RunStore(m_folder->path().toStdString() + "/runs.sqlite").list();
    }
    RunsPage* shelf() {
        m_window->open("runs");
        return qobject_cast<RunsPage*>(m_window->page());
    }
    void settle(RunsPage* page) {
        QTest::qWait(1);
        QTRY_VERIFY_WITH_TIMEOUT(page->isSettled(), kPatience);
    }

  private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        testing::prepare();
    }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        Settings settings;
        settings.dataFolder = m_folder->path();
        m_window = std::make_unique<MainWindow>(*m_thread, AMPSCOPE_SOURCE_DIR "/lessons", settings);
        m_window->resize(1280, 720);
        m_window->show();
    }
    void cleanup() {
        m_window.reset();
        RunLibrary::instance().setUp({}, RunLibrary::Use::Nothing);
        VERIFY_NO_COMPLAINTS();
    }

    void runs_of_labs_and_lessons_are_kept_by_themselves() {
        m_window->open("train");
        QTRY_COMPARE_WITH_TIMEOUT(kept().size(), std::size_t(3), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(kept()[0].state, record::StoredState::Finished, kPatience);
        QStringList names;
        for (const auto& entry : kept()) {
            names << QString::fromStdString(entry.name);
            QCOMPARE(entry.origin.page, std::string("train"));
            QVERIFY(entry.origin.automatic);
        }
        names.sort();
        QVERIFY2(names[0].startsWith("Train · ") && names[0].contains("bf16 · seed 1337"),
                 qPrintable(names.join('\n')));
        m_window->open("a6-gradscaler");
        auto* lesson = qobject_cast<LessonPage*>(m_window->page());
        QTRY_VERIFY_WITH_TIMEOUT(lesson->run() && lesson->run()->state() == train::RunState::Finished, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(kept()[0].origin.page, std::string("a6-gradscaler"), kPatience);
        QVERIFY2(kept()[0].name.starts_with(lesson->title().simplified().toStdString()), kept()[0].name.c_str());

        RunsPage* page = shelf();
        settle(page);
        page->list()->setPlace("train"); // only what comes from there
        settle(page);
        QCOMPARE(page->list()->model()->entries().size(), std::size_t(3));
        QCOMPARE(page->list()->model()->titleOf("train"), QString("Train"));
    }

    void a_run_is_kept_under_a_name() {
        QVERIFY(!m_window->commands().act("run.keep")); // there is no run yet
        m_window->open("scale");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->page()->run()->state() == train::RunState::Finished, kPatience);
        QString suggested;
        WindowRuns::askForName = [&](QWidget*, const QString& name) {
            suggested = name;
            return QString("the one to show");
        };
        QVERIFY(m_window->commands().act("run.keep"));
        QVERIFY(suggested.contains("seed"));
        QTRY_COMPARE_WITH_TIMEOUT(m_window->notice(), QString("Kept: the one to show"), kPatience);
        const auto entries = kept();
        QCOMPARE(entries[0].name, std::string("the one to show"));
        QVERIFY(entries[0].pinned && !entries[0].origin.automatic);
        QCOMPARE(entries[0].id, m_window->page()->run()->keptId().toStdString());

        // A run that came from elsewhere goes in whole.
        record::RunRecord record = m_window->page()->run()->record();
        m_window->page()->run()->showRecord(std::move(record));
        WindowRuns::askForName = [](QWidget*, const QString&) { return QString("from elsewhere"); };
        const auto before = kept().size();
        QVERIFY(m_window->commands().act("run.keep"));
        QTRY_COMPARE_WITH_TIMEOUT(kept().size(), before + 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(kept()[0].name, std::string("from elsewhere"), kPatience);
        WindowRuns::askForName = [](QWidget*, const QString&) { return QString(); }; // thought better of it
        m_window->commands().act("run.keep");
        QCOMPARE(kept().size(), before + 1);
    }

    void settings_go_back_into_a_lab() {
        scenario::Scenario scenario;
        scenario::set_field(scenario, "precision", "fp16");
        scenario::set_field(scenario, "scaler.init_scale", "2^20");
        scenario.seed = 99;
        RunsPage* page = shelf();
        std::vector<record::RunRecord> records;
        records.emplace_back(scenario, record::Environment{});
        page->showRecords(std::move(records), {"from a file"});
        page->restart(std::nullopt);
        QCOMPARE(m_window->pageId(), QString("scale"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->page()->run()->hasRun(), kPatience);
        const auto& started = m_window->page()->run()->record().scenario();
        QCOMPARE(started.scaler.init_scale, 1048576.0);
        QCOMPARE(started.seed, std::int64_t(99));
    }

    void two_windows_share_one_library() {
        Settings settings;
        settings.dataFolder = m_folder->path();
        MainWindow second(*m_thread, {}, settings);
        second.show();
        second.open("scale");
        QTRY_VERIFY_WITH_TIMEOUT(second.page()->run()->state() == train::RunState::Finished, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!kept().empty(), kPatience);
        RunsPage* page = shelf();
        settle(page);
        QTRY_COMPARE_WITH_TIMEOUT(page->list()->model()->entries().size(), kept().size(), kPatience);
    }
};

QTEST_MAIN(TestWindowRuns)
#include "test_window_runs.moc"
