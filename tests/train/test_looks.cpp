// Looks inside the steps of a real run: the run is, bit for bit, the one without looks.
#include <QTest>

#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/train/session.h"

using namespace ampscope;
using namespace ampscope::train;
using namespace std::chrono_literals;

class TestLooks : public QObject {
    Q_OBJECT

    ComputeThread m_thread;

    static scenario::Scenario small(const QString& precision) {
        scenario::Scenario scenario = scenario::load_scenario("overflow"); // from 2^24: its first steps are skipped
        scenario.length.steps = 14;
        scenario.sequence_length = 16;
        scenario::set_field(scenario, "precision", precision.toStdString());
        scenario::set_field(scenario, "model.dropout", "0.1"); // random numbers are part of what must be left alone
        if (precision != "fp16") scenario.scaler.enabled.reset();
        return scenario;
    }

    record::RunRecord train(const scenario::Scenario& scenario, bool with_looks) {
        Session session(m_thread, scenario, {.start_paused = true, .keep_snapshots = true});
        const auto until = [&](auto condition) { QTRY_VERIFY_WITH_TIMEOUT(condition(), 60'000); };
        const auto look = [&](std::int64_t step) {
            if (!with_looks) return;
            session.examine(step, Look::everything());
            until([&] { return !session.looking(); });
        };
        const auto steps = [&](int count) {
            for (int i = 0; i < count; ++i)
                session.step_once();
            until([&] { return session.state() == RunState::Paused; });
        };
        until([&] { return session.state() == RunState::Paused; });
        look(0);
        steps(6);
        session.change("optimizer.lr", "0.01");
        steps(2);
        look(7);
        look(2);
        look(8); // comes next
        session.resume();
        look(3); // in turn with the steps
        until([&] { return session.is_over(); });
        look(13);
        look(11);
        if (const auto notice = session.take_notice()) qWarning("%s", notice->what());
        return session.record();
    }

  private Q_SLOTS:
    void the_run_is_the_same_with_looks_data() {
        QTest::addColumn<QString>("precision");
        for (const char* precision : {"fp16", "bf16", "fp16-master"})
            QTest::newRow(precision) << precision;
    }
    void the_run_is_the_same_with_looks() {
        QFETCH(QString, precision);
        const auto scenario = small(precision);
        const auto looked = train(scenario, true), plain = train(scenario, false);
        QCOMPARE(looked.samples().size(), std::size_t(14));
        auto differing = record::differences(looked, plain);
        std::erase(differing, "details");
        QCOMPARE(differing, std::vector<std::string>{});
        for (const std::int64_t step : {0, 2, 3, 7, 8, 11, 13}) {
            QVERIFY(looked.detail_of<record::OpList>(step));
            QVERIFY(looked.detail_of<record::SavedTensors>(step));
            QVERIFY(looked.detail_of<record::MemoryTimeline>(step));
            QVERIFY(looked.detail_of<record::LayerSizes>(step));
            QVERIFY(looked.detail_of<record::ParameterStates>(step));
            QVERIFY(looked.detail_of<record::ShadowError>(step));
            const auto& sample = looked.samples()[static_cast<std::size_t>(step)];
            QCOMPARE(looked.detail_of<record::FirstNonfinite>(step) != nullptr, !sample.ran());
            // The look saw the very step that the run made.
            QCOMPARE(looked.detail_of<record::LayerSizes>(step)->scale, sample[record::Column::Scale]);
        }
    }
};

QTEST_GUILESS_MAIN(TestLooks)
#include "test_looks.moc"
