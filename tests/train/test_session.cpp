#include "core/train/session.h"

#include <QTemporaryDir>
#include <QTest>
#include <future>

#include "core/io/file.h"
#include "tests/train/fake_engine.h"

using namespace ampscope;
using namespace ampscope::train;
using namespace std::chrono_literals;

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
