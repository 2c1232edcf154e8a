// The learning rate over a run.
#include "core/train/schedule.h"

#include <QTest>

#include "core/scenario/fields.h"

using namespace ampscope;
using train::learning_rate;

class TestSchedule : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // nanoGPT's train.py: 6e-4 * (it + 1) / 2001 for 2,000 iterations, then half a cosine to 6e-5 at 600,000. Each
    // value is one or two roundings away from the exact one: 4 ULP are 1e-15 of it.
    void nanogpt() {
        scenario::Scenario scenario;
        for (const auto& [field, value] : {std::pair{"optimizer.lr", "6e-4"},
                                           {"schedule.kind", "cosine"},
                                           {"schedule.warmup_steps", "2000"},
                                           {"schedule.decay_steps", "600000"},
                                           {"schedule.min_lr", "6e-5"}})
            scenario::set_field(scenario, field, value);
        const auto is = [&](std::int64_t position, double expected) {
            const double found = learning_rate(scenario, position, 10);
            QVERIFY2(std::fabs(found - expected) <= 1e-15 * expected + 1e-19,
                     qPrintable(QString::number(found, 'g', 17)));
        };
        is(0, 6e-4 / 2001);
        is(999, 6e-4 * 1000 / 2001);
        is(1999, 6e-4 * 2000 / 2001);
        is(2000, 6e-4);
        is(301000, (6e-4 + 6e-5) / 2); // half way
        is(600000, 6e-5);
        is(700000, 6e-5);
    }

    void constant_after_warmup() {
        scenario::Scenario scenario;
        QCOMPARE(learning_rate(scenario, 0, 10), 2e-3);
        scenario.schedule.warmup_steps = 3;
        QCOMPARE(learning_rate(scenario, 0, 10), 2e-3 * 0.25);
        QCOMPARE(learning_rate(scenario, 3, 10), 2e-3);
        QCOMPARE(learning_rate(scenario, 1000, 10), 2e-3);
    }

    void the_run_is_the_decay_unless_said() {
        scenario::Scenario scenario;
        scenario.schedule.kind = scenario::ScheduleKind::Cosine;
        QCOMPARE(learning_rate(scenario, 50, 100), 1e-3);
        QCOMPARE(learning_rate(scenario, 100, 100), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestSchedule)
#include "test_schedule.moc"
