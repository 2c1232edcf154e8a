// Whatever is thrown while the engine is opened, while a run is made, or by a job that is no run: it becomes a reason
// that is said, and the compute thread lives.
#include <QTest>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>

#include "core/train/preflight.h"
#include "core/train/session.h"
#include "tests/train/fake_engine.h"

using namespace ampscope;
using namespace ampscope::train;
using namespace std::chrono_literals;

namespace {

void throw_it(int kind) {
    switch (kind) {
    case 0: throw std::bad_alloc();
    case 1: throw std::runtime_error("libtorch_cpu.so: undefined symbol");
    case 2: throw text::could_not("train.no_engine");
    case 3: throw "a text";                 // NOLINT: any type must be survived
    case 4: throw std::make_unique<int>(1); // NOLINT
    default: throw 42;                      // NOLINT
    }
}

class BrokenEngine : public FakeEngine {
  public:
    std::optional<int> broken; ///< what a new trainer throws
    std::unique_ptr<Trainer> make_trainer(const scenario::Scenario& scenario) override {
        if (broken) throw_it(*broken);
        return FakeEngine::make_trainer(scenario);
    }
};

} // namespace

class TestExceptions : public QObject {
    Q_OBJECT

    static scenario::Scenario steps(std::int64_t count) {
        scenario::Scenario scenario;
        scenario.length.steps = count;
        return scenario;
    }
    static void rows() {
        QTest::addColumn<int>("kind");
        QTest::newRow("bad_alloc") << 0;
        QTest::newRow("a library's exception") << 1;
        QTest::newRow("an error of ours") << 2;
        QTest::newRow("a text") << 3;
        QTest::newRow("a pointer") << 4;
        QTest::newRow("a number") << 5;
    }
    static bool failsWithWords(const Session& session) {
        return session.wait(5s) && session.state() == RunState::Failed && session.error() &&
               !session.error()->text(text::Language::Korean).empty() &&
               !session.error()->text(text::Language::English).empty();
    }

  private Q_SLOTS:
    // Found: a library's exception there ended the process.
    void while_the_engine_is_opened_data() { rows(); }
    void while_the_engine_is_opened() {
        QFETCH(int, kind);
        BrokenEngine engine;
        bool is_broken = true;
        ComputeThread thread([&]() -> Engine& {
            if (is_broken) throw_it(kind);
            return engine;
        });
        const Session session(thread, steps(3));
        QVERIFY(failsWithWords(session));
        is_broken = false; // LibTorch has been installed since
        const Session next(thread, steps(3));
        QVERIFY(next.wait(5s) && next.state() == RunState::Finished);
    }

    void while_a_run_is_made_data() { rows(); }
    void while_a_run_is_made() {
        QFETCH(int, kind);
        BrokenEngine engine;
        engine.broken = kind;
        ComputeThread thread([&]() -> Engine& { return engine; });
        Session session(thread, steps(3));
        QVERIFY(failsWithWords(session));
        session.examine(0, {.ops = true}); // a look at it makes another trainer
        QTRY_VERIFY(!session.looking());
        QVERIFY(session.take_notice());
        engine.broken.reset();
        const Session next(thread, steps(3));
        QVERIFY(next.wait(5s) && next.state() == RunState::Finished);
    }

    // Found: whatever a job threw ended the process; measurements and casts asked for only one kind of it.
    // A system that is out of memory kills, it does not throw: sizes are counted before anything is taken.
    void too_large_a_run_is_refused_with_numbers() {
        preflight(steps(3), 1'000'000'000);
        try {
            preflight(steps(3), 1'000'000);
            QFAIL("a machine of 1 MB");
        } catch (const text::Error& error) {
            QCOMPARE(error.message().id, std::string("train.too_large"));
            QVERIFY(error.kind() == text::ErrorKind::BadInput);
            const QString said = QString::fromStdString(error.text(text::Language::English));
            QVERIFY2(said.contains("0.001 GB"), qPrintable(said));
        }
    }

    void from_a_job_that_is_no_run_data() { rows(); }
    void from_a_job_that_is_no_run() {
        QFETCH(int, kind);
        BrokenEngine engine;
        ComputeThread thread([&]() -> Engine& { return engine; });
        std::promise<std::string> said;
        thread.post({[&](Engine&) { throw_it(kind); },
                     [&](const text::Error& error) {
                         said.set_value(error.message().id);
                         throw_it(kind); // and once more while it is told
                     }});
        const std::string expected = kind == 0   ? "train.out_of_memory"
                                     : kind == 2 ? "train.no_engine"
                                                 : "failure.other";
        QCOMPARE(said.get_future().get(), expected);
        const Session next(thread, steps(3));
        QVERIFY(next.wait(5s) && next.state() == RunState::Finished);
    }
};

QTEST_GUILESS_MAIN(TestExceptions)
#include "test_exceptions.moc"
