// What the run shelf of the window asks of the library: orders and filters, runs that are dropped again, steps back,
// and files of a program that knew nothing of it.
#include <sqlite3.h>

#include <QTemporaryDir>
#include <QTest>

#include "core/record/store/comparison.h"
#include "core/record/store/run_store.h"
#include "tests/store/records.h"

using namespace ampscope;
using namespace ampscope::record;

class TestRunShelf : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    std::string path() const { return m_folder->path().toStdString() + "/runs.sqlite"; }
    static RunRecord run_of(double loss, std::int64_t seed) {
        scenario::Scenario scenario = example_scenario("run");
        scenario.seed = seed;
        RunRecord record(scenario, {});
        Sample sample;
        sample[Column::Step] = 0;
        sample[Column::Ran] = 1;
        sample[Column::Loss] = loss;
        record.sample(sample);
        record.fact({0, "finished", {}});
        return record;
    }
    static QStringList names(const std::vector<RunEntry>& entries) {
        QStringList all;
        for (const auto& entry : entries)
            all << QString::fromStdString(entry.name);
        return all;
    }
    void sql(const char* statement) const {
        sqlite3* raw = nullptr;
        sqlite3_open(path().c_str(), &raw);
        const int result = sqlite3_exec(raw, statement, nullptr, nullptr, nullptr);
        sqlite3_close(raw);
        QCOMPARE(result, SQLITE_OK);
    }

  private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void losses_are_sorted_as_numbers_with_nan_above_all() {
        RunStore store(path());
        store.add(run_of(10, 1), "ten");
        store.add(run_of(NAN, 2), "nan");
        store.add(run_of(9.5, 3), "nine and a half");
        store.add(run_of(kMissing, 4), "none");
        store.add(run_of(INFINITY, 5), "inf");
        store.add(run_of(-INFINITY, 6), "-inf");
        store.add(run_of(1e-5, 7), "small");
        RunFilter filter;
        filter.order = RunOrder::FinalLoss;
        QCOMPARE(names(store.list(filter)),
                 QStringList({"-inf", "small", "nine and a half", "ten", "inf", "nan", "none"}));
        filter.descending = true;
        QCOMPARE(names(store.list(filter)),
                 QStringList({"nan", "inf", "ten", "nine and a half", "small", "-inf", "none"}));
    }

    void lists_come_in_pieces() {
        RunStore store(path());
        for (int i = 0; i < 7; ++i)
            store.add(run_of(i, i), QString("run %1").arg(i).toStdString(), 0, {i % 2 ? "train" : "scale", false});
        RunFilter filter;
        filter.limit = 3;
        filter.offset = 3;
        QCOMPARE(names(store.list(filter)), QStringList({"run 3", "run 2", "run 1"}));
        QCOMPARE(store.count(filter), std::int64_t(7));
        filter = {};
        filter.page = "train";
        QCOMPARE(store.count(filter), std::int64_t(3));
        QCOMPARE(store.pages(), (std::vector<std::string>{"scale", "train"}));
        filter.order = RunOrder::Seed;
        QCOMPARE(names(store.list(filter)), QStringList({"run 1", "run 3", "run 5"}));
    }

    void only_automatic_runs_are_dropped() {
        RunStore store(path());
        const RunOrigin automatic{"train", true};
        const std::string plain = store.add(run_of(1, 1), "plain"), pinned = store.add(run_of(1, 1), "p", 0, automatic),
                          named = store.add(run_of(1, 1), "n", 0, automatic),
                          other = store.add(run_of(1, 1), "o", 0, automatic);
        store.pin(pinned, true);
        store.rename(named, "mine");
        BegunRun going_on = store.begin(example_scenario(), {}, "g", automatic);
        for (const auto& id : {plain, pinned, named, going_on.id})
            QVERIFY(!store.drop_automatic(id));
        QVERIFY(store.drop_automatic(other));
        QCOMPARE(store.count(), std::int64_t(4));
    }

    void the_newest_automatic_runs_stay() {
        RunStore store(path());
        const RunOrigin automatic{"train", true};
        for (int i = 0; i < 6; ++i)
            store.add(run_of(1, i), QString("a%1").arg(i).toStdString(), 0, automatic);
        store.pin(store.find("a0"), true);
        store.add(run_of(1, 1), "asked for");
        {
            BegunRun cut = store.begin(example_scenario(), {}, "cut off", automatic);
            cut.sink->sample(example_sample(0)); // one step; its process ends without saying so
        }
        QCOMPARE(store.trim_automatic(3, 20), std::int64_t(3)); // the one cut off, a1 and a2
        QCOMPARE(names(store.list()), QStringList({"a0", "asked for", "a5", "a4", "a3"}));
        QCOMPARE(store.trim_automatic(3, 20), std::int64_t(0));
    }

    void every_change_is_noticed() {
        RunStore store(path()), other(path());
        const std::string before = store.change_mark();
        QCOMPARE(store.change_mark(), before);
        other.add(run_of(1, 1));
        const std::string after = store.change_mark();
        QVERIFY(after != before);
        store.add(run_of(1, 1));
        QVERIFY(store.change_mark() != after);
    }

    // What is kept is what RunRecord has made of the same events, wherever the batches end.
    void steps_back_are_kept_data() {
        QTest::addColumn<bool>("pause");
        QTest::newRow("in one batch") << false;
        QTest::newRow("between batches") << true;
    }
    void steps_back_are_kept() {
        QFETCH(const bool, pause);
        RunStore store(path());
        RunRecord expected(example_scenario(), {});
        BegunRun run = store.begin(example_scenario(), {});
        const auto say = [&](auto what) {
            what(expected);
            what(*run.sink);
        };
        const auto steps = [&](int from, int to) {
            for (int step = from; step < to; ++step)
                say([step](EventSink& sink) {
                    sink.sample(example_sample(step));
                    if (step % 4 == 0) sink.fact({step, "step_skipped", {}});
                    if (step % 5 == 0) sink.detail({step, GradientHistogram{{-150, {0, step, 12}, 40, 2157, 3}, 1}});
                });
        };
        const auto back = [&](int to) {
            if (pause) QTest::qWait(850); // a batch is written after 0.8 s
            say([to](EventSink& sink) { sink.fact({to, "went_back", {}}); });
        };
        steps(0, 20);
        back(7);
        steps(7, 12);
        back(3);
        back(2);
        steps(2, 9);
        say([](EventSink& sink) { sink.fact({8, "finished", {}}); });
        run.sink.reset();
        const RunRecord kept = store.load(run.id);
        QVERIFY(differences(kept, expected).empty());
        QCOMPARE(kept.samples().size(), std::size_t(9));
        const RunFigures sums = figures(expected);
        QCOMPARE(static_cast<double>(store.entry(run.id).steps_run), sums.steps_run);
        QCOMPARE(static_cast<double>(store.entry(run.id).steps_skipped), sums.steps_skipped);
    }

    void a_run_that_goes_on_after_its_end_has_another_end() {
        RunStore store(path());
        BegunRun run = store.begin(example_scenario(), {});
        const auto state = [&] { return store.entry(run.id).state; };
        for (int step = 0; step < 4; ++step)
            run.sink->sample(example_sample(step));
        run.sink->fact({3, "finished", {}});
        QVERIFY(state() == StoredState::Finished);
        run.sink->fact({2, "went_back", {}});
        run.sink->sample(example_sample(2));
        QTRY_VERIFY(state() == StoredState::Running); // a batch is written after 0.8 s
        run.sink->fact({2, "stopped", {}});
        run.sink.reset();
        QVERIFY(state() == StoredState::Stopped);
        const RunRecord kept = store.load(run.id);
        QCOMPARE(kept.samples().size(), std::size_t(3));
        QVERIFY(kept.facts_of("finished").empty());
        QCOMPARE(kept.facts_of("stopped").size(), std::size_t(1));
    }

    void a_file_of_an_older_program_gains_the_columns() {
        std::string id;
        {
            RunStore store(path());
            id = store.add(run_of(1, 4242), "old");
            store.add(run_of(1, 7), "odd");
        }
        for (const char* column : {"seed", "planned", "page", "automatic"})
            sql(QString("ALTER TABLE runs DROP COLUMN %1").arg(column).toUtf8().constData());
        sql("UPDATE descriptions SET scenario = 'no JSON' WHERE run = 2");
        RunStore store(path());
        QVERIFY(!store.notice());
        QCOMPARE(store.entry(id).seed, std::optional<std::int64_t>(4242));
        QVERIFY(!store.entry(id).origin.automatic);
        QCOMPARE(store.count(), std::int64_t(2));
        // The older program goes on with it.
        sql("INSERT INTO runs (id, name, state, created, changed, precision, steps_run, steps_skipped, owner_host, "
            "owner_process, owner_started) VALUES ('0badcafe', 'theirs', 'finished', 1, 1, 'fp16', 1, 0, '', 0, 0)");
        QCOMPARE(store.entry("0badcafe").seed, std::optional<std::int64_t>());
        QCOMPARE(store.entry("0badcafe").planned, std::int64_t(0));
    }
};

QTEST_GUILESS_MAIN(TestRunShelf)
#include "test_run_shelf.moc"
