// The window's run library: what is kept, what is dropped again, and disks that do not do as they should. Run with an
// argument this program is a window that gets killed: see child().
#include "ui/bridge/run_library.h"

#include <sqlite3.h>
#include <sys/resource.h>

#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <iostream>

#include "tests/store/records.h"
#include "tests/train/fake_engine.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_model.h"

using namespace ampscope;
using namespace ampscope::ui;
using record::RunStore;
using record::StoredState;
using train::RunState;

namespace {

constexpr int kPatience = 20'000; // a disk that others use, too

constexpr const char* kFile = "/runs.sqlite";

scenario::Scenario steps(std::int64_t count, const char* name = "") {
    scenario::Scenario scenario;
    scenario.name = name;
    scenario.length.steps = count;
    return scenario;
}

// Begins a run whose steps take 0.2 s each, and writes a line for each that is shown.
int child(const QString& folder) {
    train::FakeEngine engine;
    train::ComputeThread thread([&]() -> train::Engine& { return engine; });
    RunLibrary::instance().setUp(folder, RunLibrary::Use::Keep);
    RunModel model(thread);
    std::size_t told = 0;
    QObject::connect(&model, &RunModel::changed, [&] {
        for (; told < model.record().samples().size(); ++told)
            std::cout << told << std::endl;
    });
    model.start(steps(1000, "slow"));
    return QCoreApplication::exec();
}

} // namespace

class TestRunLibrary : public QObject {
    Q_OBJECT

    train::FakeEngine m_engine;
    std::unique_ptr<train::ComputeThread> m_thread;
    std::unique_ptr<QTemporaryDir> m_folder;
    RunLibrary& m_library = RunLibrary::instance();

    std::string path() const { return m_folder->path().toStdString() + kFile; }
    std::vector<record::RunEntry> kept(const record::RunFilter& filter = {}) const {
        RunLibrary::instance().finish();
        return RunStore(path()).list(filter);
    }
    // A run that has ended, with everything written.
    void end(RunModel& model) {
        QTRY_VERIFY_WITH_TIMEOUT(model.state() && !model.isActive(), kPatience);
        m_library.finish();
    }
    void run(RunModel& model, const scenario::Scenario& scenario) {
        model.start(scenario);
        end(model);
    }
    // A run that goes on and stands in the library.
    void begin(RunModel& model) {
        model.start(steps(1'000'000), false, 5);
        QTRY_VERIFY_WITH_TIMEOUT(model.state() == RunState::Paused, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!model.keptId().isEmpty(), kPatience);
    }
    void spoil(const QByteArray& content) const {
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    // A notice came, and the window went on with its run.
    void goes_on_with_one_notice(const char* words) {
        QSignalSpy noticed(&m_library, &RunLibrary::noticed);
        RunModel model(*m_thread);
        for (int i = 0; i < 3; ++i)
            run(model, steps(40));
        QCOMPARE(model.record().samples().size(), std::size_t(40));
        QTRY_COMPARE_WITH_TIMEOUT(noticed.count(), 1, kPatience);
        QTest::qWait(50);
        QCOMPARE(noticed.count(), 1);
        QVERIFY2(noticed.first().first().toString().contains(words), qPrintable(noticed.first().first().toString()));
    }

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        m_thread = std::make_unique<train::ComputeThread>([this]() -> train::Engine& { return m_engine; });
        m_library.setPlaceOf([](const QObject*) { return RunPlace{"a6-gradscaler", "GradScaler"}; });
    }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_library.setUp(m_folder->path(), RunLibrary::Use::Keep);
    }
    void cleanup() {
        m_library.setUp({}, RunLibrary::Use::Nothing);
        VERIFY_NO_COMPLAINTS();
    }
    void cleanupTestCase() { m_thread.reset(); }

    void every_run_is_kept_whole_with_a_name_to_know_it_by() {
        QSignalSpy changed(&m_library, &RunLibrary::changed);
        RunModel model(*m_thread);
        auto scenario = steps(300, "fp16 from 2^24");
        scenario.precision = scenario::Precision::Fp16;
        scenario.seed = 42;
        run(model, scenario);
        const auto entries = kept();
        QCOMPARE(entries.size(), std::size_t(1));
        const auto& entry = entries[0];
        QCOMPARE(entry.name, std::string("GradScaler · fp16 from 2^24 · fp16 · seed 42"));
        QCOMPARE(entry.state, StoredState::Finished);
        QCOMPARE(entry.steps_run, std::int64_t(300));
        QCOMPARE(entry.planned, std::int64_t(300));
        QCOMPARE(entry.seed, std::optional<std::int64_t>(42));
        QCOMPARE(entry.origin.page, std::string("a6-gradscaler"));
        QCOMPARE(model.keptId().toStdString(), entry.id);
        QVERIFY(record::differences(RunStore(path()).load(entry.id), model.record()).empty());
        QTRY_VERIFY_WITH_TIMEOUT(changed.count() >= 2, kPatience); // begun, ended
    }

    void what_is_read_comes_to_this_thread() {
        RunModel model(*m_thread);
        run(model, steps(30));
        std::optional<record::RunRecord> loaded;
        bool failed = false;
        m_library.load(this, model.keptId(), [&](record::RunRecord record) { loaded = std::move(record); });
        m_library.load(
            this, "00000000", [](const record::RunRecord&) { QFAIL("there is none"); }, [&] { failed = true; });
        QVERIFY(!loaded); // never at once
        QTRY_VERIFY_WITH_TIMEOUT(loaded && failed, kPatience);
        QCOMPARE(loaded->samples().size(), std::size_t(30));
        auto owner = std::make_unique<QObject>();
        m_library.load(owner.get(), model.keptId(), [](const record::RunRecord&) { QFAIL("nobody is there"); });
        owner.reset();
        m_library.finish();
        QTest::qWait(20);
    }

    void runs_that_were_replaced_early_are_dropped() {
        RunModel model(*m_thread);
        begin(model);
        QCOMPARE(kept().size(), std::size_t(1));
        QCOMPARE(kept()[0].state, StoredState::Running);
        for (int i = 0; i < 5; ++i)
            begin(model); // as a slider that moves does
        run(model, steps(RunLibrary::kFewSteps));
        QTRY_COMPARE_WITH_TIMEOUT(kept().size(), std::size_t(1), kPatience);
        QCOMPARE(kept()[0].steps_run, RunLibrary::kFewSteps);
    }

    void short_runs_that_come_to_their_end_are_kept() {
        RunModel model(*m_thread);
        run(model, steps(3));
        QCOMPARE(kept().size(), std::size_t(1));
        auto failing = steps(30, "throws");
        run(model, failing);
        QCOMPARE(kept().size(), std::size_t(2));
        QCOMPARE(kept()[0].state, StoredState::Failed);
    }

    void what_was_pinned_named_or_asked_for_stays() {
        for (const char* how : {"pinned", "named", "asked for"}) {
            RunModel model(*m_thread);
            const QString wanted = how;
            if (wanted == "asked for") model.setAskedFor();
            begin(model);
            const std::string id = model.keptId().toStdString();
            m_library.change<bool>(this, [id, wanted](RunStore& store) {
                if (wanted == "pinned") store.pin(id, true);
                if (wanted == "named") store.rename(id, "mine");
                return true;
            });
            m_library.finish();
            model.clear();
            QTRY_COMPARE_WITH_TIMEOUT(RunStore(path()).entry(id).state, StoredState::Stopped, kPatience);
            m_library.finish();
            QCOMPARE(RunStore(path()).entry(id).state, StoredState::Stopped);
            QCOMPARE(model.keptId(), QString());
        }
        QCOMPARE(kept().size(), std::size_t(3));
    }

    void going_back_is_kept_too() {
        RunModel model(*m_thread);
        model.setAskedFor();
        model.start(steps(1'000'000), false, 59);
        QTRY_VERIFY_WITH_TIMEOUT(model.state() == RunState::Paused, kPatience);
        model.goBack(15);
        QTRY_COMPARE_WITH_TIMEOUT(model.record().samples().size(), std::size_t(15), kPatience);
        model.change("optimizer.lr", "0.5");
        model.stepOnce();
        QTRY_COMPARE_WITH_TIMEOUT(model.record().samples().size(), std::size_t(16), kPatience);
        const record::RunRecord seen = model.record();
        QTest::qWait(1000); // the second that a kill may take
        const std::string id = model.keptId().toStdString();
        const record::RunRecord written = RunStore(path()).load(id);
        QVERIFY(record::differences(written, seen).empty());
        QCOMPARE(RunStore(path()).entry(id).steps_run, std::int64_t(16));
        QCOMPARE(RunStore(path()).entry(id).final_loss, 0.5);
    }

    void a_killed_window_loses_at_most_a_second() {
        QProcess window;
        window.start(QCoreApplication::applicationFilePath(), {"child", m_folder->path()});
        QVERIFY(window.waitForReadyRead(10'000));
        // How many steps the window has shown, second by second.
        std::size_t before = 0, now = 0;
        const auto shown = [&] { return static_cast<std::size_t>(window.readAllStandardOutput().count('\n')); };
        for (int second = 0; second < 3; ++second) {
            QTest::qWait(1000);
            before = now;
            now += shown();
        }
        window.kill();
        window.waitForFinished();
        const auto entries = RunStore(path()).list(); // not through the library, which would tidy up
        QCOMPARE(entries.size(), std::size_t(1));
        QVERIFY2(entries[0].steps_run >= static_cast<std::int64_t>(before) && before > 0,
                 qPrintable(QString("%1 of %2").arg(entries[0].steps_run).arg(before)));
        QCOMPARE(entries[0].state, StoredState::Interrupted);
        // What is left of a run that nobody asked for and that had hardly begun goes when a window opens the library.
        m_library.change<bool>(this, [](RunStore&) { return true; });
        QCOMPARE(kept().size(), std::size_t(0));
    }

    void others_are_heard_of_while_somebody_watches() {
        RunModel model(*m_thread);
        run(model, steps(30));
        QObject watcher;
        m_library.watch(&watcher);
        QTest::qWait(1100);
        QSignalSpy changed(&m_library, &RunLibrary::changed);
        RunStore other(path());
        other.add(record::example_record(20));
        QTRY_VERIFY_WITH_TIMEOUT(changed.count() > 0, kPatience);
        m_library.unwatch(&watcher);
    }

    void pictures_read_and_never_write() {
        m_library.setUp(m_folder->path(), RunLibrary::Use::Read);
        bool failed = false;
        QSignalSpy noticed(&m_library, &RunLibrary::noticed);
        m_library.ask<std::int64_t>(
            this, [](RunStore& store) { return store.count(); }, [](std::int64_t) { QFAIL("no library"); },
            [&] { failed = true; });
        QTRY_VERIFY_WITH_TIMEOUT(failed, kPatience);
        RunModel model(*m_thread);
        run(model, steps(30));
        QCOMPARE(model.keptId(), QString());
        QVERIFY(!QFile::exists(QString::fromStdString(path())));
        QCOMPARE(noticed.count(), 0);
    }

    // --- disks

    void a_damaged_library_is_moved_aside() {
        spoil("no database at all, and longer than a header of SQLite would be: " + QByteArray(200, 'x'));
        goes_on_with_one_notice("damaged");
        QCOMPARE(kept().size(), std::size_t(3)); // in the new one
    }

    void a_newer_library_is_left_alone() {
        { RunStore store(path()); }
        sqlite3* raw = nullptr;
        sqlite3_open(path().c_str(), &raw);
        sqlite3_exec(raw, "PRAGMA user_version = 99", nullptr, nullptr, nullptr);
        sqlite3_close(raw);
        goes_on_with_one_notice("newer");
    }

    void a_folder_that_cannot_be_made_is_one_notice() {
        QFile blocker(m_folder->path() + "/file");
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        m_library.setUp(blocker.fileName() + "/data", RunLibrary::Use::Keep);
        goes_on_with_one_notice("run library");
    }

    // Files may grow no more, as on a disk that is full.
    void a_disk_that_takes_no_more_is_one_notice() {
        RunModel first(*m_thread);
        run(first, steps(30));
        rlimit usual{};
        getrlimit(RLIMIT_FSIZE, &usual);
        std::signal(SIGXFSZ, SIG_IGN); // as the program does
        const rlimit none{4096, usual.rlim_max};
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &none), 0);
        const auto restore = qScopeGuard([&] { setrlimit(RLIMIT_FSIZE, &usual); });
        goes_on_with_one_notice("runs.sqlite");
        setrlimit(RLIMIT_FSIZE, &usual);
        QCOMPARE(kept().size(), std::size_t(1));
        RunModel later(*m_thread);
        run(later, steps(30));
        QCOMPARE(kept().size(), std::size_t(2)); // when there is room again it goes on
    }

    void a_locked_library_does_not_hold_the_window_or_the_run() {
        { RunStore store(path()); }
        sqlite3* raw = nullptr;
        sqlite3_open(path().c_str(), &raw);
        QCOMPARE(sqlite3_exec(raw, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
        QSignalSpy noticed(&m_library, &RunLibrary::noticed);
        RunModel model(*m_thread);
        model.start(steps(500));
        QTRY_VERIFY_WITH_TIMEOUT(model.state() == RunState::Finished, kPatience); // nobody waited for the lock
        QCOMPARE(model.keptId(), QString());
        sqlite3_exec(raw, "COMMIT", nullptr, nullptr, nullptr);
        sqlite3_close(raw);
        QCOMPARE(kept().size(), std::size_t(1));
        QCOMPARE(kept()[0].steps_run, std::int64_t(500)); // all of them, though the run was over by then
        QCOMPARE(noticed.count(), 0);
    }
};

int main(int argc, char** argv) {
    if (argc > 2 && QByteArray(argv[1]) == "child") {
        QCoreApplication app(argc, argv);
        return child(argv[2]);
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    TestRunLibrary test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_run_library.moc"
