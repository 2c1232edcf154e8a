// The run library against kills, two processes, full and read-only disks, and files that are not what they should be.
// Run with arguments this program is one of those processes: see child().
#include <sqlite3.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <iostream>
#include <thread>

#include "core/io/file.h"
#include "core/record/store/codec.h"
#include "core/record/store/process.h"
#include "core/record/store/run_store.h"
#include "tests/store/records.h"

using namespace ampscope;
using namespace ampscope::record;

namespace {

constexpr int kSteps = 40;

int child(const std::string& what, const std::string& path, int count) try {
    if (what == "open") {
        RunStore store(path);
        return 0;
    }
    if (what == "fill") { // until the disk is full
        RunStore store(path);
        std::cout << "opened" << std::endl;
        for (;;)
            store.add(example_record(kSteps), "filler");
    }
    // "write": `count` runs, or, below 0, runs without end. Prints the id of each one that has been finished.
    RunStore store(path);
    for (int i = 0; count < 0 || i < count; ++i) {
        BegunRun run = store.begin(example_scenario(), example_environment());
        write_example(*run.sink, kSteps, nullptr);
        if (i % 3 == 2) std::this_thread::sleep_for(std::chrono::milliseconds(900)); // a batch in the middle
        run.sink->fact({kSteps - 1, "finished", {}});
        run.sink.reset();
        std::cout << run.id << std::endl;
    }
    return 0;
} catch (const text::Error& error) {
    std::cout << "error " << error.message().id << std::endl;
    return 3;
}

} // namespace

class TestStoreFaults : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string m_path;

    static QString self() { return QCoreApplication::applicationFilePath(); }
    static std::string id_of(auto&& work) {
        try {
            work();
        } catch (const text::Error& error) {
            return error.message().id;
        }
        return "";
    }
    static bool is_whole(const RunRecord& record) {
        const RunRecord expected = example_record(kSteps);
        return encode_samples(record.samples()) == encode_samples(expected.samples()) &&
               encode_facts(record.facts()) == encode_facts(expected.facts()) && record.details() == expected.details();
    }
    QStringList files_with(const char* part) const {
        return QDir(QString::fromStdString(std::filesystem::path(m_path).parent_path().string()))
            .entryList({QString("*%1*").arg(part)}, QDir::Files);
    }
    void fill(int runs) const {
        RunStore store(m_path);
        for (int i = 0; i < runs; ++i)
            store.add(example_record(kSteps), "run " + std::to_string(i));
    }
    // Runs a script in a mount namespace of its own, with this program's name as $0 and `arguments` behind.
    static std::pair<int, QByteArray> in_own_mounts(const QString& script, const QStringList& arguments) {
        QProcess process;
        process.start("unshare", QStringList{"-r", "-m", "sh", "-c", script, self()} + arguments);
        if (!process.waitForStarted() || !process.waitForFinished(60'000)) return {-1, {}};
        return {process.exitCode(), process.readAllStandardOutput()};
    }
    static bool has_own_mounts() { return in_own_mounts("mount -t tmpfs -o size=64k tmpfs /mnt", {}).first == 0; }

    static void sql(const std::string& path, const char* statement) {
        sqlite3* connection = nullptr;
        QCOMPARE(sqlite3_open(path.c_str(), &connection), SQLITE_OK);
        QCOMPARE(sqlite3_exec(connection, statement, nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(connection);
    }

  private Q_SLOTS:
    void initTestCase() { qputenv("AMPSCOPE_DATA", m_folder.filePath("data").toUtf8()); }
    void init() {
        static int number = 0;
        m_path = m_folder.filePath(QString("%1/runs.sqlite").arg(number++)).toStdString();
    }

    void killed_at_any_moment_every_finished_run_is_whole() {
        QStringList finished;
        std::size_t interrupted = 0;
        for (int loop = 0; loop < 30; ++loop) {
            QProcess process;
            process.start(self(), {"write", QString::fromStdString(m_path), "-1"});
            QVERIFY(process.waitForStarted());
            // The first milliseconds hold the creation of the file; later ones the writing.
            QTest::qWait(QRandomGenerator::global()->bounded(loop % 3 == 0 ? 40 : 600));
            process.kill();
            process.waitForFinished();
            const QStringList lines = QString(process.readAllStandardOutput()).split('\n');
            finished += lines.mid(0, lines.size() - 1); // the last one may be cut off

            RunStore store(m_path);
            QVERIFY(!store.notice());
            for (const auto& entry : store.list()) {
                QVERIFY2(entry.state == StoredState::Finished || entry.state == StoredState::Interrupted,
                         state_name(entry.state).data());
                interrupted += loop == 29 && entry.state == StoredState::Interrupted;
            }
        }
        RunStore store(m_path);
        for (const QString& id : finished) {
            QVERIFY(store.entry(id.toStdString()).state == StoredState::Finished);
            QVERIFY2(is_whole(store.load(id.toStdString())), qPrintable(id));
        }
        for (const auto& entry : store.list()) {
            const RunRecord record = store.load(entry.id); // an interrupted one reads back, too
            QVERIFY(record.samples().size() <= std::size_t(kSteps));
            if (entry.state == StoredState::Finished) QVERIFY(is_whole(record));
        }
        qInfo("30 kills: %lld runs reported as finished, all whole; %zu were interrupted", qint64(finished.size()),
              interrupted);
        QVERIFY(finished.size() > 10);
    }

    void a_kill_loses_at_most_the_last_second() {
        QProcess process;
        process.start(self(), {"write", QString::fromStdString(m_path), "-1"});
        // The third run rests for 0.9 s after its samples; by the end of that they must be on the disk.
        QByteArray output;
        QTRY_VERIFY_WITH_TIMEOUT((output += process.readAllStandardOutput()).count('\n') == 2, 20'000);
        RunStore store(m_path);
        QTRY_VERIFY_WITH_TIMEOUT(!store.list({.text = "", .state = StoredState::Running}).empty(), 20'000);
        const std::string id = store.list()[0].id;
        QTRY_VERIFY_WITH_TIMEOUT(store.load(id).samples().size() == std::size_t(kSteps), 1000);
        process.kill();
        process.waitForFinished();
        QVERIFY(store.load(id).samples().size() == std::size_t(kSteps));
    }

    void two_processes_write_at_once() {
        std::array<QProcess, 2> processes;
        for (auto& process : processes)
            process.start(self(), {"write", QString::fromStdString(m_path), "12"});
        QStringList ids;
        for (auto& process : processes) {
            QVERIFY(process.waitForFinished(60'000));
            const QByteArray output = process.readAllStandardOutput();
            QVERIFY2(process.exitCode() == 0, output);
            ids += QString(output).trimmed().split('\n');
        }
        QCOMPARE(ids.size(), 24);
        ids.removeDuplicates();
        QCOMPARE(ids.size(), 24);
        RunStore store(m_path);
        QCOMPARE(store.list().size(), std::size_t(24));
        for (const QString& id : ids)
            QVERIFY(is_whole(store.load(id.toStdString())));
    }

    void many_processes_create_the_file_at_once() {
        std::array<QProcess, 6> processes;
        for (auto& process : processes)
            process.start(self(), {"write", QString::fromStdString(m_path), "1"});
        for (auto& process : processes)
            QVERIFY(process.waitForFinished(60'000) && process.exitCode() == 0);
        QCOMPARE(RunStore(m_path).list().size(), std::size_t(6));
        QCOMPARE(files_with("damaged"), QStringList());
    }

    void a_living_process_keeps_its_run_and_a_dead_one_loses_it() {
        QProcess process;
        process.start(self(), {"write", QString::fromStdString(m_path), "-1"});
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        {
            RunStore store(m_path); // a second window opens meanwhile
            const RunFilter running{.text = "", .state = StoredState::Running};
            QTRY_VERIFY_WITH_TIMEOUT(!store.list(running).empty(), 20'000);
            const std::string id = store.list(running)[0].id;
            const RunStore third(m_path);
            QVERIFY(third.entry(id).state != StoredState::Interrupted);
            process.kill();
            process.waitForFinished();
            QVERIFY(store.list(running).empty()); // seen by a window that has been open all the time
        }
        const RunStore store(m_path);
        for (const auto& entry : store.list())
            QVERIFY(entry.state == StoredState::Finished || entry.state == StoredState::Interrupted);
    }

    void processes_are_told_apart() {
        const ProcessIdentity self = this_process();
        QVERIFY(liveness(self) == Liveness::Alive);
        ProcessIdentity other = self;
        other.started += 1; // its number was given to another process since
        QVERIFY(self.started == 0 || liveness(other) == Liveness::Gone);
        other = self;
        other.host += "-elsewhere";
        QVERIFY(liveness(other) == Liveness::Unknown);
        other = self;
        other.process = 0;
        QVERIFY(liveness(other) == Liveness::Gone);
    }

    void a_run_of_another_machine_is_given_up_after_a_day() {
        fill(2);
        sql(m_path, "UPDATE runs SET state = 'running', owner_host = 'elsewhere'");
        QCOMPARE(RunStore(m_path).list({.text = "", .state = StoredState::Running}).size(), std::size_t(2));
        sql(m_path, "UPDATE runs SET changed = changed - 25 * 3600 * 1000 WHERE number = 1");
        QCOMPARE(RunStore(m_path).list({.text = "", .state = StoredState::Running}).size(), std::size_t(1));
    }

    void a_file_that_is_no_database_is_moved_aside_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("text") << QByteArray("this is not a database, but longer than a header of one hundred bytes is, "
                                            "so that all of that header is there");
        QTest::newRow("random bytes") << QByteArray(50'000, '\x5A');
        QTest::newRow("header only") << QByteArray("SQLite format 3\0\x10\0\x02\x02\0\x40\x20\x20\0\0\0\x7F", 28);
        QTest::newRow("header and garbage")
            << QByteArray("SQLite format 3\0\x10\0\x02\x02\0\x40\x20\x20", 24) + QByteArray(20'000, '\xA5');
    }
    void a_file_that_is_no_database_is_moved_aside() {
        QFETCH(QByteArray, content);
        std::filesystem::create_directories(std::filesystem::path(m_path).parent_path());
        io::write_file(m_path, std::string_view(content.constData(), static_cast<std::size_t>(content.size())));
        RunStore store(m_path);
        QVERIFY(store.notice() && store.notice()->id == "store.moved_aside");
        QCOMPARE(files_with(".damaged-").size(), 1);
        QFile aside(QString::fromStdString(std::filesystem::path(m_path).parent_path().string()) + "/" +
                    files_with(".damaged-")[0]);
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QCOMPARE(aside.readAll(), content); // nothing is lost
        QVERIFY(is_whole(store.load(store.add(example_record(kSteps)))));
        QVERIFY(!RunStore(m_path).notice());
    }

    void an_empty_file_is_a_new_library() {
        std::filesystem::create_directories(std::filesystem::path(m_path).parent_path());
        io::write_file(m_path, "");
        RunStore store(m_path);
        QVERIFY(!store.notice() && store.list().empty());
    }

    void cut_and_overwritten_files_are_mended_data() {
        QTest::addColumn<int>("cut");       // percent of the file that is left
        QTest::addColumn<int>("overwrite"); // percent at which one page is overwritten; -1: none
        for (const int cut : {2, 20, 50, 80, 99})
            QTest::addRow("%d %% left", cut) << cut << -1;
        for (const int at : {0, 1, 10, 30, 50, 70, 90, 99})
            QTest::addRow("a bad page at %d %%", at) << 100 << at;
    }
    void cut_and_overwritten_files_are_mended() {
        QFETCH(int, cut);
        QFETCH(int, overwrite);
        fill(30);
        const auto size = std::filesystem::file_size(m_path);
        if (overwrite < 0) {
            std::filesystem::resize_file(m_path, size * static_cast<unsigned>(cut) / 100);
        } else {
            QFile file(QString::fromStdString(m_path));
            QVERIFY(file.open(QIODevice::ReadWrite));
            file.seek(static_cast<qint64>(size) / 4096 * overwrite / 100 * 4096);
            QByteArray garbage(4096, '\0');
            for (auto& byte : garbage)
                byte = static_cast<char>(QRandomGenerator::global()->generate());
            file.write(garbage);
        }
        RunStore store(m_path);
        // A page that only holds a record's rows may be unreadable without the file being unsound; then nothing moves.
        std::size_t readable = 0;
        for (const auto& entry : store.list())
            try {
                readable += is_whole(store.load(entry.id));
            } catch (const text::Error& error) {
                QCOMPARE(error.message().id, std::string("store.damaged"));
            }
        qInfo("%s%zu of 30 runs whole", store.notice() ? "moved aside; " : "", readable);
        if (overwrite > 0) QVERIFY(readable > 0);
        QVERIFY(is_whole(store.load(store.add(example_record(kSteps)))));
        QVERIFY(!RunStore(m_path).notice()); // mended once and for all
    }

    void damage_met_later_is_mended_at_the_next_opening() {
        fill(3);
        io::write_file(m_path + "-damaged", ""); // what Database::fail() leaves
        RunStore store(m_path);
        QVERIFY(!store.notice()); // it was looked at and found sound
        QVERIFY(files_with("-damaged").isEmpty());
    }

    void a_newer_library_is_refused_and_left_alone() {
        fill(2);
        sql(m_path, "PRAGMA user_version = 7");
        const std::string before = io::read_file(m_path);
        QCOMPARE(id_of([&] { RunStore store(m_path); }), std::string("store.newer_schema"));
        QVERIFY(io::read_file(m_path) == before);
        QVERIFY(files_with("damaged").isEmpty());
    }

    void another_programs_database_is_refused_and_left_alone() {
        std::filesystem::create_directories(std::filesystem::path(m_path).parent_path());
        sql(m_path, "CREATE TABLE bookmarks (url TEXT)");
        const std::string before = io::read_file(m_path);
        QCOMPARE(id_of([&] { RunStore store(m_path); }), std::string("store.foreign"));
        QVERIFY(io::read_file(m_path) == before);
    }

    void places_that_cannot_be_are_errors() {
        QCOMPARE(id_of([] { RunStore store("/proc/nothing/here/runs.sqlite"); }), std::string("io.cannot_make_folder"));
        std::filesystem::create_directories(m_path); // a folder in its place
        QCOMPARE(id_of([&] { RunStore store(m_path); }), std::string("store.cannot_open"));
    }

    void a_read_only_disk_is_an_error() {
        if (!has_own_mounts()) QSKIP("no mount namespaces here");
        const QString script = "mount -t tmpfs tmpfs /mnt && %1 mount -o remount,ro /mnt && exec \"$0\" open \"$1\" 0";
        const auto empty = in_own_mounts(script.arg(""), {"/mnt/runs.sqlite"});
        QVERIFY2(empty.first == 3 && empty.second.contains("error store."), empty.second);
        const auto folder = in_own_mounts(script.arg(""), {"/mnt/below/runs.sqlite"});
        QVERIFY2(folder.first == 3 && folder.second.contains("error io.cannot_make_folder"), folder.second);
        const auto full = in_own_mounts(script.arg("\"$0\" write \"$1\" 2 &&"), {"/mnt/runs.sqlite"});
        QVERIFY2(full.first == 3 && full.second.contains("error store."), full.second);
    }

    void a_full_disk_is_an_error_and_keeps_what_was_written() {
        if (!has_own_mounts()) QSKIP("no mount namespaces here");
        const auto tiny =
            in_own_mounts("mount -t tmpfs -o size=16k tmpfs /mnt && exec \"$0\" open \"$1\" 0", {"/mnt/runs.sqlite"});
        QVERIFY2(tiny.first == 3 && tiny.second.contains("error store."), tiny.second);
        // Fills a small disk, copies what is there to a larger one, and looks at it.
        const QString copy = m_folder.filePath("copy");
        const auto filled = in_own_mounts("mount -t tmpfs -o size=600k tmpfs /mnt && \"$0\" fill /mnt/runs.sqlite 0; "
                                          "mkdir -p \"$1\" && cp /mnt/runs.sqlite* \"$1\"",
                                          {copy});
        QVERIFY2(filled.second.contains("opened") && filled.second.contains("error store.full"), filled.second);
        RunStore store((copy + "/runs.sqlite").toStdString());
        QVERIFY(!store.notice() && !store.list().empty());
        for (const auto& entry : store.list())
            QVERIFY(is_whole(store.load(entry.id)));
    }

    void a_sink_on_a_disk_that_fails_throws_once_and_ends() {
        RunStore store(m_path);
        BegunRun run = store.begin(example_scenario(), {});
        sql(m_path, "DROP TABLE chunks"); // the simplest way to make every write fail
        run.sink->sample(example_sample(0));
        bool thrown = false;
        QTRY_VERIFY_WITH_TIMEOUT((thrown = !id_of([&] { run.sink->sample(example_sample(1)); }).empty()), 5000);
        run.sink.reset();
        QVERIFY(store.entry(run.id).state == StoredState::Interrupted);
    }
};

int main(int argc, char** argv) {
    const std::string first = argc > 1 ? argv[1] : "";
    if (argc == 4 && (first == "open" || first == "fill" || first == "write"))
        return child(first, argv[2], std::atoi(argv[3]));
    QCoreApplication application(argc, argv);
    TestStoreFaults test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_store_faults.moc"
