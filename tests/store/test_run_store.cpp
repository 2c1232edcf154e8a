// The run library in one process: what is kept, found, changed, given out and taken in.
#include "core/record/store/run_store.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <thread>

#include "core/io/file.h"
#include "core/record/store/codec.h"
#include "core/scenario/scenario_json.h"
#include "tests/store/records.h"

using namespace ampscope;
using namespace ampscope::record;
using namespace std::chrono_literals;

class TestRunStore : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string m_path; // a new library for each test

    static text::Error error_of(auto&& work) {
        try {
            work();
        } catch (const text::Error& error) {
            return error;
        }
        return text::bad_input("nothing was thrown");
    }
    static std::string id_of(auto&& work) { return error_of(work).message().id; }

    static bool same_bits(const RunRecord& a, const RunRecord& b) {
        return scenario::differing_fields(a.scenario(), b.scenario()).empty() &&
               encode_environment(a.environment()) == encode_environment(b.environment()) &&
               encode_samples(a.samples()) == encode_samples(b.samples()) &&
               encode_facts(a.facts()) == encode_facts(b.facts()) && a.details() == b.details();
    }

  private Q_SLOTS:
    void initTestCase() { qputenv("AMPSCOPE_DATA", m_folder.filePath("data").toUtf8()); }
    void init() {
        static int number = 0;
        m_path = m_folder.filePath(QString("%1/below/runs.sqlite").arg(number++)).toStdString();
    }

    void a_run_comes_back_bit_for_bit() {
        const RunRecord record = example_record(200);
        std::string id;
        {
            RunStore store(m_path);
            BegunRun run = store.begin(record.scenario(), record.environment());
            id = run.id;
            QCOMPARE(store.entry(id).state == StoredState::Running, true);
            write_example(*run.sink, 200);
            QVERIFY(store.entry(id).state == StoredState::Finished); // before the sink is gone
            run.sink.reset();
            QVERIFY(same_bits(store.load(id), record));
        }
        RunStore again(m_path);
        QVERIFY(same_bits(again.load(id), record));
        const RunEntry entry = again.entry(id);
        QCOMPARE(entry.name, std::string("예제 \"1\""));
        QCOMPARE(entry.precision, std::string("fp16"));
        QCOMPARE(entry.steps_run, std::int64_t(133));
        QCOMPARE(entry.steps_skipped, std::int64_t(67));
        QVERIFY(std::isinf(entry.final_loss)); // 199 % 8 = 7
        QVERIFY(std::abs(entry.created - QDateTime::currentMSecsSinceEpoch()) < 60'000);
        QVERIFY(!again.notice());
    }

    void a_list_keeps_nan_infinity_and_nothing_apart() {
        RunStore store(m_path);
        const std::string nan = store.add(example_record(2)), infinite = store.add(example_record(3)),
                          missing = store.add(example_record(6)), empty = store.add(RunRecord(example_scenario(), {}));
        QVERIFY(std::isnan(store.entry(nan).final_loss) && !is_missing(store.entry(nan).final_loss));
        QCOMPARE(store.entry(infinite).final_loss, -double(INFINITY));
        QVERIFY(is_missing(store.entry(missing).final_loss) && is_missing(store.entry(empty).final_loss));
        QVERIFY(store.entry(empty).state == StoredState::Interrupted);
        QVERIFY(same_bits(store.load(missing), example_record(6)));
        QVERIFY(same_bits(store.load(empty), RunRecord(example_scenario(), {})));
    }

    void ends_are_states_data() {
        QTest::addColumn<QString>("fact");
        QTest::addColumn<QString>("state");
        QTest::newRow("finished") << "finished"
                                  << "finished";
        QTest::newRow("stopped") << "stopped"
                                 << "stopped";
        QTest::newRow("failed") << "failed"
                                << "failed";
        QTest::newRow("nobody said") << ""
                                     << "interrupted";
    }
    void ends_are_states() {
        QFETCH(QString, fact);
        QFETCH(QString, state);
        const QByteArray kind = fact.toUtf8();
        RunStore store(m_path);
        BegunRun run = store.begin(example_scenario(), {});
        write_example(*run.sink, 5, kind.isEmpty() ? nullptr : kind.constData());
        run.sink.reset();
        QCOMPARE(QString::fromUtf8(state_name(store.entry(run.id).state).data()), state);
        QCOMPARE(store.load(run.id).samples().size(), std::size_t(5));
    }

    void a_run_that_goes_on_is_on_the_disk_within_a_second() {
        RunStore store(m_path), other(m_path);
        BegunRun run = store.begin(example_scenario(), example_environment());
        write_example(*run.sink, 7, nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(other.load(run.id).samples().size(), std::size_t(7), 1000);
        QVERIFY(other.entry(run.id).state == StoredState::Running);
        // Silence, then more: a paused run.
        run.sink->sample(example_sample(7));
        QTRY_COMPARE_WITH_TIMEOUT(other.load(run.id).samples().size(), std::size_t(8), 1000);
        QCOMPARE(id_of([&] { other.remove(run.id); }), std::string("store.goes_on"));
        run.sink->fact({7, "finished", {}});
        other.remove(run.id);
    }

    void the_sink_outlives_its_store() {
        BegunRun run;
        {
            RunStore store(m_path);
            run = store.begin(example_scenario(), {});
        }
        write_example(*run.sink, 9);
        run.sink.reset();
        QCOMPARE(RunStore(m_path).load(run.id).samples().size(), std::size_t(9));
    }

    void runs_side_by_side_from_several_threads() {
        RunStore store(m_path);
        std::vector<std::string> ids(4);
        {
            std::vector<std::jthread> threads;
            for (auto& id : ids)
                threads.emplace_back([&] {
                    for (int i = 0; i < 10; ++i) {
                        BegunRun run = store.begin(example_scenario(), example_environment());
                        write_example(*run.sink, 50);
                        id = run.id;
                        (void)store.list();
                    }
                });
        }
        QCOMPARE(store.list().size(), std::size_t(40));
        for (const auto& id : ids)
            QVERIFY(same_bits(store.load(id), example_record(50)));
    }

    void the_list_is_filtered() {
        RunStore store(m_path);
        scenario::Scenario bf16 = example_scenario();
        scenario::set_field(bf16, "precision", "bf16");
        const std::string first = store.add(example_record(3), "First try");
        const std::string second = store.add(RunRecord(bf16, {}), "second try 100%");
        const std::string third = store.add(example_record(3, "stopped"), "세 번째");
        const auto ids = [&](const RunFilter& filter) {
            std::vector<std::string> result;
            for (const auto& entry : store.list(filter))
                result.push_back(entry.id);
            return result;
        };
        using Ids = std::vector<std::string>;
        QCOMPARE(ids({}), (Ids{third, second, first})); // the newest first
        QCOMPARE(ids({.text = "TRY"}), (Ids{second, first}));
        QCOMPARE(ids({.text = "0%"}), Ids{second}); // no wildcards
        QCOMPARE(ids({.text = "번째"}), Ids{third});
        QCOMPARE(ids({.text = "' OR 1=1 --"}), Ids{});
        QCOMPARE(ids({.text = first.substr(0, 6)}), Ids{first});
        QCOMPARE(ids({.text = "", .state = StoredState::Stopped}), Ids{third});
        QCOMPARE(ids({.text = "", .precision = "bf16"}), Ids{second});
        QCOMPARE(ids({.text = "", .limit = 2}), (Ids{third, second}));
        store.pin(first, true);
        QCOMPARE(ids({}), (Ids{first, third, second}));
    }

    void runs_are_found_by_id_name_and_beginning() {
        RunStore store(m_path);
        const std::string a = store.add(example_record(2), "alpha"), b = store.add(example_record(2), "alpha"),
                          c = store.add(example_record(2), "gamma");
        QCOMPARE(store.find(a), a);
        QCOMPARE(store.find("gamma"), c);
        QCOMPARE(store.find(c.substr(0, 7)), c);
        const text::Error twice = error_of([&] { store.find("alpha"); });
        QCOMPARE(twice.message().id, std::string("store.ambiguous"));
        QVERIFY(twice.kind() == text::ErrorKind::BadInput);
        for (const auto& id : {a, b})
            QVERIFY2(std::string(twice.what()).find(id) != std::string::npos, twice.what());
        QCOMPARE(id_of([&] { store.find("alph"); }), std::string("store.ambiguous"));
        QCOMPARE(store.find("gamm"), c);
        QCOMPARE(id_of([&] { store.find("Gamm"); }), std::string("store.unknown_run"));
        QCOMPARE(id_of([&] { store.find(""); }), std::string("store.unknown_run"));
        QCOMPARE(id_of([&] { store.load("no such"); }), std::string("store.unknown_run"));
        // Enough runs that one digit fits several.
        for (int i = 0; i < 40; ++i)
            store.add(example_record(1), "many");
        int ambiguous = 0;
        for (const char* digit : {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e", "f"}) {
            const text::Error error = error_of([&] { store.find(digit); });
            ambiguous += error.message().id == "store.ambiguous";
        }
        QVERIFY(ambiguous > 0);
        QVERIFY(std::string(error_of([&] { store.find("many"); }).what()).ends_with("…")); // 40 do not all fit
    }

    void names_are_cleaned() {
        QCOMPARE(clean_name("  a\tb\nc  "), std::string("a b c"));
        QCOMPARE(clean_name("evil\u202Etxt"), std::string("eviltxt"));
        QCOMPARE(clean_name("\n\t "), std::string());
        QCOMPARE(clean_name("caf\xE9"), std::string("caf\uFFFD"));
        QCOMPARE(QString::fromStdString(clean_name(QString(1000, QChar(0xAC00)).toStdString())).size(), 200);
        RunStore store(m_path);
        const std::string id = store.add(RunRecord{}, "");
        QCOMPARE(store.entry(id).name, std::string("run"));
        store.rename(id, "새 이름 'x'; DROP TABLE runs");
        QCOMPARE(store.entry(id).name, std::string("새 이름 'x'; DROP TABLE runs"));
        QCOMPARE(id_of([&] { store.rename(id, " \n"); }), std::string("store.empty_name"));
        QCOMPARE(id_of([&] { store.rename("no such", "x"); }), std::string("store.unknown_run"));
    }

    void removing_can_be_undone_until_the_purge() {
        RunStore store(m_path);
        const std::string a = store.add(example_record(50), "a"), b = store.add(example_record(50), "b");
        store.pin(a, true);
        QCOMPARE(id_of([&] { store.remove(a); }), std::string("store.pinned"));
        store.pin(a, false);
        store.remove(a);
        std::this_thread::sleep_for(2ms); // the order of removal is that of the clock
        store.remove(b);
        QVERIFY(store.list().empty());
        QCOMPARE(store.list({.text = "", .deleted = true}).size(), std::size_t(2));
        QCOMPARE(id_of([&] { store.find("a"); }), std::string("store.unknown_run"));
        QCOMPARE(store.find("a", true), a);
        QCOMPARE(id_of([&] { store.remove(a); }), std::string("store.unknown_run"));
        QCOMPARE(store.undo_remove(), b); // the last one first
        QCOMPARE(store.undo_remove(a), a);
        QCOMPARE(id_of([&] { store.undo_remove(); }), std::string("store.nothing_removed"));
        QVERIFY(same_bits(store.load(a), example_record(50)));
        store.remove(b);
        QCOMPARE(store.purge(), std::int64_t(1));
        QCOMPARE(store.purge(), std::int64_t(0));
        QCOMPARE(id_of([&] { store.load(b); }), std::string("store.unknown_run"));
        QCOMPARE(store.list().size(), std::size_t(1));
    }

    void a_purge_gives_the_space_back() {
        RunStore store(m_path);
        for (int i = 0; i < 20; ++i)
            store.remove(store.add(example_record(2000)));
        store.purge();
        store.add(example_record(1));
        { const RunStore closing_checkpoints(m_path); }
        QVERIFY(std::filesystem::file_size(m_path) < 20u * 2000 * kColumnCount * 8);
    }

    void a_sink_whose_run_was_purged_says_so_and_stops() {
        RunStore store(m_path);
        BegunRun run = store.begin(example_scenario(), {});
        run.sink->sample(example_sample(0));
        run.sink->fact({0, "finished", {}});
        store.remove(run.id);
        store.purge();
        run.sink->sample(example_sample(1));
        QCOMPARE(id_of([&] { run.sink->fact({1, "finished", {}}); }), std::string("store.run_is_gone"));
    }

    void export_and_import_keep_everything() {
        RunStore store(m_path);
        const RunRecord record = example_record(60);
        const std::string id = store.add(record, "이름 \"x\" \\ y", 1'772'373'753'120);
        const std::string file = m_folder.filePath("out.json").toStdString();
        store.export_run(id, file);
        const std::string copy = store.import_run(file);
        QVERIFY(copy != id);
        QCOMPARE(store.entry(copy).name, store.entry(id).name);
        QCOMPARE(store.entry(copy).created, store.entry(id).created);
        QVERIFY(store.entry(copy).state == StoredState::Finished);
        QCOMPARE(differences(store.load(copy), record), std::vector<std::string>{});
        QCOMPARE(store.load(copy).values(Column::Ms), record.values(Column::Ms));
        // It is a record.json like any other.
        QCOMPARE(differences(load_record(file), record), std::vector<std::string>{});
        io::write_file(file, record_text(record)); // as `run --out` writes it: no name, no time
        QCOMPARE(store.entry(store.import_run(file)).name, record.scenario().name);
        QCOMPARE(error_of([&] { store.export_run(id, m_folder.filePath("no/such/x.json").toStdString()); }).kind() ==
                     text::ErrorKind::CouldNot,
                 true);
    }

    void a_journal_is_imported_as_far_as_it_goes() {
        const std::string file = m_folder.filePath("journal.jsonl").toStdString();
        {
            Journal journal(file, example_scenario(), example_environment());
            write_example(journal, 12, nullptr);
        }
        std::filesystem::resize_file(file, std::filesystem::file_size(file) - 5);
        RunStore store(m_path);
        const std::string id = store.import_run(file);
        QCOMPARE(store.load(id).samples().size(), std::size_t(12));
        QVERIFY(store.entry(id).state == StoredState::Interrupted);
    }

    void bad_files_are_refused_with_their_place_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& content, const char* message) {
            QTest::newRow(name) << content << message;
        };
        const auto with = [](const char* samples, const char* rest = "") {
            return QByteArray("{\"schema\": 1, \"scenario\": {}, \"environment\": {},\n \"samples\": ") + samples +
                   ", \"facts\": [], \"details\": []" + rest + "}";
        };
        row("empty", "", "bad.json:1:1: ");
        row("zeros", QByteArray(100, '\0'), "bad.json:1:1: ");
        row("cut off", "{\"schema\": 1,\n \"scen", "bad.json:2:");
        row("no object", "[1, 2]", "bad.json:1:1: ");
        row("not UTF-8", "{\"name\": \"caf\xE9\"}", "UTF-8");
        row("binary", "\x89PNG\r\n\x1a\n", "bad.json:");
        row("repeated", "{\"schema\": 1, \"schema\": 1}", "bad.json:1:15: ");
        row("deep", QByteArray(100'000, '['), "bad.json:1:");
        row("newer", "{\"schema\": 99}", "bad.json:1:12: ");
        row("missing part", "{\"schema\": 1, \"scenario\": {}}", "\"environment\" is missing");
        row("scenario", "{\"schema\": 1, \"environment\": {},\n\"scenario\": {\"seeed\": 3}}", "bad.json:2:14: ");
        row("cell", with("{\"step\": [0], \"loss\": [\"x\"]}"), "bad.json:2:");
        row("uneven", with("{\"step\": [0, 1], \"loss\": [1]}"), "bad.json:2:");
        row("no steps", with("{\"loss\": [1]}"), "\"step\" is missing");
        row("nan as step", with("{\"step\": [0, \"nan\"]}"), "bad.json:2:26: ");
        row("half a step", with("{\"step\": [0.5]}"), "bad.json:2:");
        row("huge step", with("{\"step\": [1e300]}"), "bad.json:2:");
        row("negative step", with("{\"step\": [-1]}"), "counted upwards");
        row("steps back", with("{\"step\": [0, 1, 1]}"), "bad.json:2:29: ");
        row("name", with("{}", ", \"name\": 3"), "bad.json:2:");
        row("time", with("{}", ", \"created\": \"yesterday\""), "no time of the form");
    }
    void bad_files_are_refused_with_their_place() {
        QFETCH(QByteArray, content);
        QFETCH(QString, message);
        const std::string file = m_folder.filePath("bad.json").toStdString();
        io::write_file(file, std::string_view(content.constData(), static_cast<std::size_t>(content.size())));
        RunStore store(m_path);
        const text::Error error = error_of([&] { store.import_run(file); });
        QVERIFY2(QString(error.what()).contains(message), error.what());
        QVERIFY(error.kind() == text::ErrorKind::BadInput);
        QVERIFY(store.list().empty());
    }
    void files_that_are_none_are_refused() {
        RunStore store(m_path);
        QCOMPARE(id_of([&] { store.import_run("no/such/file.json"); }), std::string("io.no_such_file"));
        QCOMPARE(id_of([&] { store.import_run(m_folder.path().toStdString()); }), std::string("io.is_folder"));
        const std::string file = m_folder.filePath("bad.jsonl").toStdString();
        io::write_file(file, "half a li");
        QCOMPARE(id_of([&] { store.import_run(file); }), std::string("record.empty_journal"));
    }

    void two_hundred_runs_are_listed_at_once() {
        RunStore store(m_path);
        for (int i = 0; i < 200; ++i)
            store.add(example_record(120), "run " + std::to_string(i));
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(store.list().size(), std::size_t(200));
        QCOMPARE(RunStore(m_path).list({.text = "run 19"}).size(), std::size_t(11));
        qInfo("200 runs opened and listed twice in %lld ms, %zu bytes", timer.elapsed(),
              static_cast<std::size_t>(std::filesystem::file_size(m_path)));
        QVERIFY(timer.elapsed() < 5000); // a hang guard, no measure of speed
    }

    void the_default_place_is_the_data_folder() {
        QCOMPARE(RunStore::default_path(), m_folder.filePath("data/runs.sqlite").toStdString());
        QCOMPARE(id_of([] { RunStore store(""); }), std::string("store.no_place"));
    }
};

QTEST_GUILESS_MAIN(TestRunStore)
#include "test_run_store.moc"
