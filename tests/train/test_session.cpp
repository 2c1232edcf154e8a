#include "core/train/session.h"

#include <QTemporaryDir>
#include <QTest>
#include <future>
#include <map>

#include "core/io/file.h"
#include "core/train/snapshot_shelf.h"
#include "tests/train/fake_engine.h"

using namespace ampscope;
using namespace ampscope::train;
using namespace std::chrono_literals;

namespace {

// Writes into a record that outlives it, counts itself, and throws at the step it is told: an error of ours, or, for
// 1000 more than that, something else.
class ExtraSink : public record::EventSink {
  public:
    ExtraSink(record::RunRecord& target, int& count, std::int64_t broken)
        : m_target(target), m_alive(count), m_breaks_at(broken) {
        ++m_alive;
    }
    ~ExtraSink() override { --m_alive; }
    void sample(const record::Sample& sample) override {
        if (sample.step() == m_breaks_at) throw text::could_not("io.cannot_write", {{"reason", "on purpose"}});
        if (sample.step() == m_breaks_at - 1000) throw 42; // NOLINT: any type must be survived
        m_target.sample(sample);
    }
    void fact(const record::Fact& fact) override { m_target.fact(fact); }
    void detail(const record::Detail& detail) override { m_target.detail(detail); }

  private:
    record::RunRecord& m_target;
    int& m_alive;
    const std::int64_t m_breaks_at;
};

} // namespace

class TestSession : public QObject {
    Q_OBJECT

    static scenario::Scenario named(const char* name, std::int64_t steps) {
        scenario::Scenario scenario;
        scenario.name = name;
        scenario.length.steps = steps;
        return scenario;
    }
    static ComputeThread thread_for(FakeEngine& engine) {
        return ComputeThread([&]() -> Engine& { return engine; });
    }

  private Q_SLOTS:
    void runs_to_the_end() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("a", 50));
        QVERIFY(session.wait(5s));
        QVERIFY(session.state() == RunState::Finished);
        QCOMPARE(session.record().samples().size(), std::size_t(50));
        QCOMPARE(session.record().facts().back(), (record::Fact{49, "finished", {}}));
        QCOMPARE(session.record().environment_text("libtorch"), std::string("fake"));
        Mail mail;
        session.mailbox().take(mail);
        QCOMPARE(mail.samples.size(), std::size_t(50));
    }

    void pauses_between_steps_and_goes_on() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("a", 1000), {.start_paused = true});
        QTRY_VERIFY(session.state() == RunState::Paused);
        QCOMPARE(session.record().samples().size(), std::size_t(0));
        session.step_once();
        QTRY_COMPARE(session.record().samples().size(), std::size_t(1));
        QTRY_VERIFY(session.state() == RunState::Paused);
        for (int i = 0; i < 5; ++i)
            session.step_once();
        QTRY_COMPARE(session.record().samples().size(), std::size_t(6));
        session.resume();
        QVERIFY(session.wait(5s));
        QCOMPARE(session.record().samples().size(), std::size_t(1000));
    }

    void stop_rolls_back_and_is_a_fact() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("slow", 1000));
        QTRY_VERIFY(session.state() == RunState::Running);
        session.stop();
        QVERIFY(session.wait(2s));
        QVERIFY(session.state() == RunState::Stopped);
        QCOMPARE(session.record().facts().back().kind, std::string("stopped"));
        QCOMPARE(engine.alive.load(), 0);
        session.resume(); // after the end: nothing happens
        session.step_once();
        session.pause();
        QVERIFY(session.state() == RunState::Stopped);
    }

    void stop_before_anything_ran() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("a", 10), {.start_paused = true});
        session.stop();
        QVERIFY(session.wait(2s));
        QVERIFY(session.state() == RunState::Stopped || session.state() == RunState::Finished);
    }

    void destroying_a_session_ends_its_run() {
        FakeEngine engine;
        {
            auto thread = thread_for(engine);
            {
                Session session(thread, named("slow", 1000));
                QTRY_VERIFY(session.state() == RunState::Running);
            }
            QTRY_COMPARE(engine.alive.load(), 0);
        }
    }

    void runs_side_by_side_take_turns() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session a(thread, named("a", 100), {.start_paused = true}), b(thread, named("b", 100), {.start_paused = true});
        QTRY_VERIFY(a.state() == RunState::Paused && b.state() == RunState::Paused);
        // Both are told to go before the thread takes up either.
        std::promise<void> both_resumed;
        thread.post({[&](Engine&) { both_resumed.get_future().wait(); }, [](const text::Error&) {}});
        a.resume();
        b.resume();
        both_resumed.set_value();
        QVERIFY(a.wait(5s) && b.wait(5s));
        QCOMPARE(engine.log.size(), std::size_t(200));
        const auto last_a = std::ranges::find(engine.log, "a99") - engine.log.begin();
        const auto first_b = std::ranges::find(engine.log, "b0") - engine.log.begin();
        QVERIFY2(first_b < last_a, "b had to wait for all of a");
    }

    void failures_are_facts_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("a core error") << "throws";
        QTest::newRow("something else") << "throws other";
        QTest::newRow("bad_alloc") << "throws bad_alloc";
        QTest::newRow("a library's exception") << "throws runtime_error";
        QTest::newRow("a text") << "throws a text";
        QTest::newRow("a pointer") << "throws a pointer";
    }
    void failures_are_facts() {
        QFETCH(QString, name);
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named(qPrintable(name), 10));
        QVERIFY(session.wait(2s));
        QVERIFY(session.state() == RunState::Failed && session.error());
        QCOMPARE(session.record().facts().back().kind, std::string("failed"));
        QVERIFY(!session.record().facts().back().text("text").empty());
        // The thread has survived.
        Session next(thread, named("a", 3));
        QVERIFY(next.wait(2s));
        QVERIFY(next.state() == RunState::Finished);
    }

    void a_gpu_that_fails_ends_its_own_run_only() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        scenario::Scenario on_gpu = named("gpu", 10);
        on_gpu.device = scenario::Device::Cuda;
        Session beside(thread, named("cpu", 200));
        Session session(thread, on_gpu);
        QVERIFY(session.wait(2s) && beside.wait(5s));
        QVERIFY(session.state() == RunState::Failed);
        QCOMPARE(session.record().samples().size(), std::size_t(3)); // what it had is kept
        QCOMPARE(session.record().facts().back().kind, std::string("failed"));
        QVERIFY(session.error()->text(text::Language::English).find("runs on the CPU go on") != std::string::npos);
        QVERIFY(beside.state() == RunState::Finished);
        Session next(thread, named("next", 3));
        QVERIFY(next.wait(2s));
        QVERIFY(next.state() == RunState::Finished);
    }

    void no_engine_says_why() {
        ComputeThread thread([]() -> Engine& { throw text::could_not("train.no_engine"); });
        Session session(thread, named("a", 3));
        QVERIFY(session.wait(2s));
        QVERIFY(session.state() == RunState::Failed);
        QVERIFY(session.error()->text(text::Language::English).find("scripts/setup") != std::string::npos);
    }

    void a_scenario_that_cannot_run_is_refused_with_numbers() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        scenario::Scenario scenario = named("a", 3);
        scenario.micro_batch_size = 65536;
        Session session(thread, scenario);
        QVERIFY(session.wait(2s));
        QVERIFY(session.error()->kind() == text::ErrorKind::BadInput);
    }

    void live_changes_are_facts_and_refusals_notices() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("a", 10), {.start_paused = true});
        session.step_once();
        session.change("optimizer.lr", "0.5");
        session.change("seed", "3");
        session.resume();
        QVERIFY(session.wait(2s));
        QCOMPARE(session.record().facts_of("setting_changed").size(), std::size_t(1));
        QCOMPARE(session.record().samples().back()[record::Column::Loss], 0.5);
        const auto notice = session.take_notice();
        QVERIFY(notice && notice->message().id == "train.not_live");
        QVERIFY(!session.take_notice());
    }

    void going_back_drops_what_came_after_data() {
        QTest::addColumn<bool>("keep");
        QTest::newRow("from a snapshot") << true;
        QTest::newRow("from the beginning") << false;
    }
    // A live change before the step is replayed, one after it is forgotten; the record, the journal and the mailbox's
    // reader agree, in the middle of a run and after its end.
    void going_back_drops_what_came_after() {
        QFETCH(bool, keep);
        QTemporaryDir folder;
        const std::string path = folder.filePath("journal").toStdString();
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("a", 60), {.start_paused = true, .journal = path, .keep_snapshots = keep});
        record::RunRecord seen;
        Mail mail;
        const auto look = [&] {
            session.mailbox().take(mail);
            mail.put_into(seen);
        };
        const auto steps = [&](int count) {
            for (int i = 0; i < count; ++i)
                session.step_once();
            QTRY_VERIFY(session.state() == RunState::Paused);
        };
        steps(15);
        session.change("optimizer.lr", "0.5");
        steps(20);
        look();
        session.change("optimizer.lr", "0.25");
        steps(5); // 40 steps
        session.go_back(30);
        QTRY_VERIFY(session.state() == RunState::Paused);
        QCOMPARE(session.record().samples().size(), std::size_t(30));
        QCOMPARE(session.record().facts_of("setting_changed").size(), std::size_t(1));
        steps(1);
        QCOMPARE(session.record().samples().back().step(), std::int64_t(30));
        QCOMPARE(session.record().samples().back()[record::Column::Loss], 0.5);
        look();
        QCOMPARE(differences(seen, session.record()), std::vector<std::string>{});

        session.go_back(1000); // not reached: nothing
        session.resume();
        QVERIFY(session.wait(5s));
        QCOMPARE(session.record().samples().size(), std::size_t(60));
        session.go_back(5);
        QTRY_VERIFY(session.state() == RunState::Paused);
        QCOMPARE(session.record().samples().size(), std::size_t(5));
        QVERIFY(!session.record().is_finished());
        session.resume();
        QVERIFY(session.wait(5s));
        look();
        QCOMPARE(differences(seen, session.record()), std::vector<std::string>{});
        QCOMPARE(differences(record::load_journal(path), session.record()), std::vector<std::string>{});
        QCOMPARE(session.record().samples().back()[record::Column::Loss], scenario::Scenario().optimizer.lr);
    }

    void a_stopped_run_can_go_back_and_on() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("a", 30), {.start_paused = true});
        for (int i = 0; i < 10; ++i)
            session.step_once();
        QTRY_VERIFY(session.state() == RunState::Paused);
        session.stop();
        QVERIFY(session.wait(2s));
        session.go_back(9);
        session.resume();
        QTRY_VERIFY(session.state() == RunState::Finished);
        QCOMPARE(session.record().samples().size(), std::size_t(30));
        QCOMPARE(session.record().facts_of("stopped").size(), std::size_t(0));
    }

    // Of each look the learning rate that the step had.
    static std::map<std::int64_t, std::string> looks_in(const record::RunRecord& record) {
        std::map<std::int64_t, std::string> found;
        for (const auto& detail : record.details())
            if (const auto* ops = std::get_if<record::OpList>(&detail.payload)) found[detail.step] = ops->ops[0].layer;
        return found;
    }
    static bool is_idle(const Session& session) { return !session.looking(); }

    void looks_leave_the_run_alone_data() {
        QTest::addColumn<bool>("keep");
        QTest::newRow("from snapshots") << true;
        QTest::newRow("from the beginning") << false;
    }
    // Looks at steps gone by, at the next, in the middle and after the end: each sees the setting of its step, all
    // sinks hold the same, and but for details the record is that of a run without looks.
    void looks_leave_the_run_alone() {
        QFETCH(bool, keep);
        QTemporaryDir folder;
        const std::string path = folder.filePath("journal").toStdString();
        FakeEngine engine;
        auto thread = thread_for(engine);
        record::RunRecord reference;
        for (const bool with_looks : {false, true}) {
            Session session(thread, named("a", 60), {.start_paused = true, .journal = path, .keep_snapshots = keep});
            record::RunRecord seen;
            Mail mail;
            const auto steps = [&](int count) {
                for (int i = 0; i < count; ++i)
                    session.step_once();
                QTRY_VERIFY(session.state() == RunState::Paused);
            };
            const auto look = [&](std::int64_t step) {
                if (!with_looks) return;
                session.examine(step, {.ops = true});
                QTRY_VERIFY(is_idle(session));
            };
            look(0); // the first, before anything ran
            steps(25);
            session.change("optimizer.lr", "0.5");
            steps(10);
            look(34);
            look(25);
            look(24);
            look(35); // the next
            QVERIFY(session.state() == RunState::Paused);
            session.resume();
            QVERIFY(session.wait(5s));
            look(59);
            look(12);
            if (!with_looks) {
                reference = session.record();
                continue;
            }
            QVERIFY(!session.take_notice());
            QCOMPARE(
                looks_in(session.record()),
                (std::map<std::int64_t, std::string>{
                    {0, "0.002"}, {12, "0.002"}, {24, "0.002"}, {25, "0.5"}, {34, "0.5"}, {35, "0.5"}, {59, "0.5"}}));
            QVERIFY(std::ranges::is_sorted(session.record().details(), {}, &record::Detail::step));
            QCOMPARE(differences(session.record(), reference), std::vector<std::string>{"details"});
            QCOMPARE(differences(record::load_journal(path), session.record()), std::vector<std::string>{});
            session.mailbox().take(mail);
            mail.put_into(seen);
            QCOMPARE(differences(seen, session.record()), std::vector<std::string>{});
        }
        QTRY_COMPARE(engine.alive.load(), 0); // no scout stays behind
    }

    void looks_take_turns_with_a_run_that_goes_on() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("slow", 4), {.start_paused = true});
        session.step_once();
        session.step_once();
        QTRY_VERIFY(session.state() == RunState::Paused);
        session.resume();
        session.examine(1, {.nonfinite = true});
        QVERIFY(session.looking() && session.looking()->step == 1);
        QVERIFY(session.wait(10s));
        QTRY_VERIFY(is_idle(session));
        QCOMPARE(session.record().samples().size(), std::size_t(4));
        QVERIFY(session.record().detail_of<record::FirstNonfinite>(1));
        QCOMPARE(session.record().facts_of("first_nonfinite").size(), std::size_t(0)); // the run's facts are its own
    }

    // What was looked at before it happened, and happens otherwise now.
    void a_change_takes_back_the_look_at_the_next_step() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("a", 20), {.start_paused = true});
        for (int i = 0; i < 5; ++i)
            session.step_once();
        QTRY_VERIFY(session.state() == RunState::Paused);
        session.change("optimizer.lr", "0.25");
        session.examine(5, {.ops = true});
        session.examine(3, {.ops = true});
        QTRY_VERIFY(is_idle(session));
        QCOMPARE(looks_in(session.record()), (std::map<std::int64_t, std::string>{{3, "0.002"}, {5, "0.25"}}));
        session.change("seed", "3"); // refused: nothing happens
        std::optional<text::Error> notice;
        QTRY_VERIFY(notice || (notice = session.take_notice()));
        QCOMPARE(looks_in(session.record()).size(), std::size_t(2));
        session.change("optimizer.lr", "0.5");
        QTRY_COMPARE(looks_in(session.record()), (std::map<std::int64_t, std::string>{{3, "0.002"}}));
        session.examine(5, {.ops = true});
        session.resume();
        QVERIFY(session.wait(5s));
        QTRY_VERIFY(is_idle(session));
        QCOMPARE(looks_in(session.record()), (std::map<std::int64_t, std::string>{{3, "0.002"}, {5, "0.5"}}));
        QCOMPARE(session.record().samples()[5][record::Column::Loss], 0.5);
        record::RunRecord seen;
        Mail mail;
        session.mailbox().take(mail);
        mail.put_into(seen);
        QCOMPARE(differences(seen, session.record()), std::vector<std::string>{});
    }

    void a_look_can_be_given_up() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("slow", 200), {.start_paused = true});
        session.step_once();
        session.step_once();
        session.step_once();
        QTRY_VERIFY_WITH_TIMEOUT(session.state() == RunState::Paused, 10000);
        session.examine(2, Look::everything()); // 0.4 s away
        QTRY_VERIFY(session.looking() && session.looking()->total == 3);
        session.examine(2, {.ops = true}); // contained in the one under way
        session.examine(1, {.ops = true});
        session.cancel_looks();
        QVERIFY(is_idle(session));
        session.examine(0, {.ops = true}); // goes on its own way
        QTRY_VERIFY(is_idle(session));
        QCOMPARE(looks_in(session.record()).size(), std::size_t(1));
        session.examine(2, {.ops = true});
        session.go_back(1); // gives it up, too
        QVERIFY(is_idle(session));
        QTRY_VERIFY(session.state() == RunState::Paused);
        QCOMPARE(looks_in(session.record()).size(), std::size_t(1));
    }

    void a_look_that_cannot_be_is_a_notice_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("step");
        QTest::addColumn<QString>("reason");
        QTest::newRow("not reached") << "a" << qint64(4) << "train.look_out_of_reach";
        QTest::newRow("far away") << "a" << qint64(400) << "train.look_out_of_reach";
        QTest::newRow("negative") << "a" << qint64(-1) << "train.look_out_of_reach";
        QTest::newRow("it fails") << "throws at looks" << qint64(2) << "train.out_of_memory";
    }
    void a_look_that_cannot_be_is_a_notice() {
        QFETCH(QString, name);
        QFETCH(qint64, step);
        QFETCH(QString, reason);
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named(qPrintable(name), 10), {.start_paused = true});
        for (int i = 0; i < 3; ++i)
            session.step_once();
        QTRY_VERIFY(session.state() == RunState::Paused);
        session.examine(step, Look::everything());
        QTRY_VERIFY(is_idle(session));
        const auto notice = session.take_notice();
        QVERIFY(notice);
        QCOMPARE(QString::fromStdString(notice->message().id), reason);
        session.resume();
        QVERIFY(session.wait(5s));
        QVERIFY(session.state() == RunState::Finished);
        session.examine(10, {.ops = true}); // there is no next step
        QTRY_VERIFY(is_idle(session));
        QVERIFY(session.take_notice());
    }

    void a_look_without_an_engine_is_a_notice() {
        ComputeThread thread([]() -> Engine& { throw text::could_not("train.no_engine"); });
        Session session(thread, named("a", 3));
        QVERIFY(session.wait(2s));
        session.examine(0, {.ops = true});
        QTRY_VERIFY(is_idle(session));
        const auto notice = session.take_notice();
        QVERIFY(notice && notice->message().id == "train.no_engine");
        QCOMPARE(session.record().facts_of("failed").size(), std::size_t(1));
    }

    // 5 MB, snapshots of 1 MB: every 10th step until 5 are there, then every 20th, every 40th …
    void snapshots_share_a_budget() {
        std::atomic<int> alive = 0;
        FakeTrainer trainer(named("a", 1000), alive, nullptr);
        record::RunRecord unheard;
        SnapshotShelf shelf(5 * FakeSnapshot::kBytes);
        for (int step = 0; step < 400; ++step) {
            trainer.step(unheard, {});
            shelf.offer(trainer);
            QVERIFY(SnapshotShelf::used() <= 5 * FakeSnapshot::kBytes);
        }
        QVERIFY(shelf.count() >= 2);
        QCOMPARE(shelf.nearest(399)->next_step() % 80, std::int64_t(0));
        QVERIFY(!shelf.nearest(5));
        const std::int64_t middle = shelf.nearest(200)->next_step();
        shelf.drop_after(middle);
        QCOMPARE(shelf.nearest(399)->next_step(), middle);
    }

    void the_journal_holds_what_the_record_holds() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("journal").toStdString();
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("a", 40), {.journal = path});
        QVERIFY(session.wait(2s));
        QCOMPARE(differences(record::load_journal(path), session.record()), std::vector<std::string>{});
    }

    void a_journal_that_cannot_be_written_stops_the_run_with_a_reason() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("a", 40), {.journal = "no/such/folder/journal"});
        QVERIFY(session.wait(2s));
        QVERIFY(session.state() == RunState::Failed);
        QVERIFY(session.error()->kind() == text::ErrorKind::CouldNot);
    }

    void an_extra_sink_gets_everything_and_ends_with_the_run() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        record::RunRecord kept;
        int alive = 0;
        std::thread::id made_on, compute;
        thread.post({[&](Engine&) { compute = std::this_thread::get_id(); }, [](const text::Error&) {}});
        SessionOptions options;
        options.extra_sink = [&](const record::Environment& environment) {
            made_on = std::this_thread::get_id();
            kept = record::RunRecord(named("a", 40), environment);
            return std::make_unique<ExtraSink>(kept, alive, -1);
        };
        Session session(thread, named("a", 40), options);
        QVERIFY(session.wait(5s));
        QCOMPARE(alive, 0);
        QVERIFY(made_on == compute);
        QCOMPARE(differences(kept, session.record()), std::vector<std::string>{});
        QCOMPARE(kept.environment(), session.environment());
        QVERIFY(kept.is_finished() && !session.take_notice());
    }

    void an_extra_sink_that_fails_is_dropped_with_a_notice_data() {
        QTest::addColumn<qint64>("breaks_at");
        QTest::addColumn<int>("kept");
        QTest::newRow("cannot be made") << qint64(-1) << 0;
        QTest::newRow("none is made") << qint64(-2) << 0;
        QTest::newRow("fails at step 7") << qint64(7) << 7;
        QTest::newRow("fails otherwise") << qint64(1007) << 7;
    }
    void an_extra_sink_that_fails_is_dropped_with_a_notice() {
        QFETCH(qint64, breaks_at);
        QFETCH(int, kept);
        FakeEngine engine;
        auto thread = thread_for(engine);
        record::RunRecord record;
        int alive = 0;
        SessionOptions options;
        options.extra_sink = [&](const record::Environment&) -> std::unique_ptr<record::EventSink> {
            if (breaks_at == -1) throw text::could_not("io.cannot_write", {{"reason", "on purpose"}});
            if (breaks_at == -2) return nullptr;
            return std::make_unique<ExtraSink>(record, alive, breaks_at);
        };
        Session session(thread, named("a", 40), options);
        QVERIFY(session.wait(5s));
        QVERIFY(session.state() == RunState::Finished);
        QCOMPARE(session.record().samples().size(), std::size_t(40));
        QCOMPARE(record.samples().size(), std::size_t(kept));
        QCOMPARE(alive, 0);
        const auto notice = session.take_notice();
        QCOMPARE(bool(notice), breaks_at != -2);
        if (notice) QCOMPARE(notice->message().id, std::string("io.cannot_write"));
        QVERIFY(!session.take_notice());
    }

    void a_thousand_clicks() {
        FakeEngine engine;
        auto thread = thread_for(engine);
        Session session(thread, named("a", 1'000'000));
        for (int i = 0; i < 1000; ++i) {
            switch (i % 5) {
            case 0: session.pause(); break;
            case 1: session.resume(); break;
            case 2: session.step_once(); break;
            case 3: session.change("optimizer.lr", "0.1"); break;
            case 4: (void)session.state(); break;
            }
        }
        session.pause();
        QTRY_VERIFY(session.state() == RunState::Paused);
        session.stop();
        QVERIFY(session.wait(2s));
        // Steps are consecutive whatever was clicked.
        std::int64_t expected = 0;
        const record::RunRecord record = session.record();
        for (const auto& sample : record.samples())
            QCOMPARE(sample.step(), expected++);
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "test_session.moc"
