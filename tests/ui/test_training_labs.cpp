// Train and Accumulate labs with an engine that only counts, and their instruments with records made by hand.
#include <QCheckBox>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <algorithm>
#include <map>

#include "core/scenario/fields.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/runs/comparison_figures.h"
#include "ui/instruments/step/lane_table.h"
#include "ui/instruments/step/micro_batches.h"
#include "ui/labs/accumulate_lab.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/stage.h"
#include "ui/labs/train_lab.h"

using namespace ampscope;
using namespace ampscope::ui;
using record::Column;
using scenario::Scenario;

class TestTrainingLabs : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    static Scenario make(std::initializer_list<std::pair<const char*, const char*>> changes) {
        Scenario scenario;
        for (const auto& [path, value] : changes)
            scenario::set_field(scenario, path, value);
        return scenario;
    }
    static record::RunRecord losses(const Scenario& scenario, const std::vector<double>& values,
                                    record::Environment environment = {}) {
        record::RunRecord run(scenario, std::move(environment));
        for (std::size_t i = 0; i < values.size(); ++i) {
            record::Sample sample;
            sample[Column::Step] = static_cast<double>(i);
            sample[Column::Ran] = 1;
            sample[Column::Loss] = values[i];
            sample[Column::Ms] = i == 0 ? 1000 : 20 + static_cast<double>(i % 3);
            run.sample(sample);
        }
        return run;
    }
    // Two micro-batches a step; the second step is skipped, the third one's losses are not recorded.
    static record::RunRecord accumulated(const char* mistake = "none") {
        record::RunRecord run(
            make(
                {{"accumulation_steps", "2"}, {"precision", "fp16"}, {"data.lengths", "ragged"}, {"mistake", mistake}}),
            {});
        for (int i = 0; i < 3; ++i) {
            record::Sample sample;
            sample[Column::Step] = i;
            sample[Column::Ran] = i != 1;
            sample[Column::Loss] = 3 - i;
            sample[Column::GradNorm] = i == 1 ? INFINITY : 2.5;
            sample[Column::GradNormAfterClip] = i == 1 ? NAN : 1;
            sample[Column::MicroBatches] = 2 * (i + 1);
            run.sample(sample);
        }
        run.detail({0, record::MicroBatchLosses{{4, 2}, {100, 300}}});
        run.detail({1, record::MicroBatchLosses{{3, 1}, {200, 200}}});
        return run;
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void runs_are_told_apart() {
        const auto a = losses(make({{"precision", "bf16"}}), {1}), b = losses(make({{"precision", "fp32"}}), {1});
        const auto c = losses(make({{"precision", "bf16"}, {"seed", "7"}}), {1});
        auto lanes = lanesOf({&a, &b, &c});
        QCOMPARE(lanes.size(), std::size_t(2));
        QCOMPARE(lanes[0].runs.size(), std::size_t(2));
        QCOMPARE(lanes[0].name, QStringLiteral("bf16"));
        QCOMPARE(referenceLane(lanes), 1);
        // One precision: named by their batches, and the second is drawn in ink.
        const auto d = losses(make({{"accumulation_steps", "4"}}), {1});
        const auto e = losses(make({{"micro_batch_size", "32"}}), {1});
        lanes = lanesOf({&d, &e});
        QCOMPARE(lanes[0].name, QStringLiteral("4 micro-batches of 8"));
        QCOMPARE(lanes[1].name, QStringLiteral("one batch of 32"));
        QVERIFY(lanes[0].format == "fp32" && lanes[1].format.isEmpty());
        QCOMPARE(referenceLane(lanes), 1);
        QCOMPARE(referenceLane(lanesOf({&d})), -1);
        QCOMPARE(formatId(make({{"precision", "bf16-master"}})), QStringLiteral("bf16"));
        // Alike in both: named as the lesson names their scenarios; with one name for both they are counted.
        auto quarters = make({{"optimizer.lr", "0.1"}, {"name", "quarters"}}), forgot = make({{"name", "forgot"}});
        const auto f = losses(quarters, {1}), g = losses(forgot, {1});
        lanes = lanesOf({&f, &g});
        QCOMPARE(lanes[0].name, QStringLiteral("quarters"));
        QCOMPARE(lanes[1].name, QStringLiteral("forgot"));
        lanes = lanesOf({&f, &f});
        QCOMPARE(lanes[1].name, QStringLiteral("fp32 (2)"));
        // The same seed twice is two runs to compare, not two seeds.
        QCOMPARE(lanesOf({&b, &b}).size(), std::size_t(2));
    }

    void differences_are_taken_step_by_step_and_seed_by_seed() {
        const auto a1 = losses(make({{"precision", "fp16"}}), {4, 3, NAN}), b1 = losses(make({}), {3.5, 3, 2});
        const auto a2 = losses(make({{"precision", "fp16"}, {"seed", "1338"}}), {5, 4}),
                   b2 = losses(make({{"seed", "1338"}}), {5, 5});
        const Figure figure = lossComparisonFigure({&a1, &a2, &b1, &b2}, 1, true);
        QCOMPARE(figure.envelopes.size(), std::size_t(1));
        QCOMPARE(figure.envelopes[0].lower.first(2), (QVector<double>{0, -1}));
        QCOMPARE(figure.envelopes[0].upper.first(2), (QVector<double>{0.5, 0}));
        QCOMPARE(figure.series[0].y.first(2), (QVector<double>{0.25, -0.5})); // the median
        QCOMPARE(figure.series[1].y, (QVector<double>{0, 0}));                // fp32 to itself
        QVERIFY(figure.title.contains("fp32"));
        QCOMPARE(figure.glyphs.size(), std::size_t(1)); // the NaN of step 2
        QCOMPARE(figure.table.rows[1], (std::vector<double>{1, -1, -0.5, 0}));
        QCOMPARE(*figure.selected, 1.0);
        const Figure alone = lossComparisonFigure({&a1}, 1, true);
        QVERIFY(!alone.empty.isEmpty());
    }

    void seeds_make_a_band() {
        std::vector<record::RunRecord> runs;
        for (const int seed : {1, 2, 3}) {
            Scenario scenario;
            scenario.seed = seed;
            runs.push_back(losses(scenario, {4.0 + seed, 1.0 * seed}));
        }
        const Figure figure = lossComparisonFigure({&runs[0], &runs[1], &runs[2]}, -1, false);
        QCOMPARE(figure.series.size(), std::size_t(1));
        QCOMPARE(figure.series[0].y, (QVector<double>{6, 2}));
        QCOMPARE(figure.envelopes[0].lower, (QVector<double>{5, 1}));
        QCOMPARE(figure.envelopes[0].upper, (QVector<double>{7, 3}));
        QVERIFY(figure.legend.join(' ').contains("3 seeds"));
    }

    void throughput_is_a_median_and_thinned() {
        const auto slow = losses(make({{"precision", "fp16"}}), std::vector<double>(1000, 1.0),
                                 {{"products_fp16", std::string("fp32 sums, one rounding")}});
        const auto native = losses(make({}), std::vector<double>(10, 1.0));
        const Figure figure = throughputFigure({&slow, &native}, -1);
        QVERIFY(figure.series[0].x.size() <= kThroughputPoints + 1);
        QCOMPARE(figure.series[0].x.back(), 999.0);
        QCOMPARE(figure.series[0].y.back(), 1000.0 / 21); // of 20, 21, 22 ms
        QCOMPARE(figure.series[1].y.front(), 1.0);        // the first step alone: 1000 ms
        QCOMPARE(notHardwareSpeed({&slow, &native}), QStringList{"fp16"});
        QVERIFY(figure.caption.contains("Not hardware speed: fp16"));
        const auto real = losses(make({{"precision", "fp16"}}), {1}, {{"products_fp16", std::string("native")}});
        QVERIFY(isHardwareSpeed(real));
    }

    void micro_batches_are_taken_apart() {
        const auto run = accumulated();
        const auto parts = partsOfStep(run, 0);
        QVERIFY(parts);
        QCOMPARE(parts->mean, 3.0);
        QCOMPARE(parts->weighted, 2.5); // (4·100 + 2·300) / 400
        QCOMPARE(parts->normBefore, 2.5);
        QCOMPARE(parts->normAfter, 1.0);
        using Kind = StepCall::Kind;
        std::vector<Kind> order;
        for (const auto& call : parts->calls)
            order.push_back(call.kind);
        QVERIFY(order == (std::vector<Kind>{Kind::Forward, Kind::Backward, Kind::Forward, Kind::Backward, Kind::Unscale,
                                            Kind::Clip, Kind::Step, Kind::Update, Kind::ZeroGrad}));
        QVERIFY(std::ranges::all_of(parts->calls, &StepCall::isMade));
        const auto skipped = partsOfStep(run, 1);
        QVERIFY(!skipped->ran && !skipped->calls[6].isMade && skipped->calls[8].isMade);
        QVERIFY(partsOfStep(run, 2)->losses.empty() && !partsOfStep(run, 3));
        QCOMPARE(countersUntil(run, 1), (StepCounters{4, 1, 1}));
        QCOMPARE(countersUntil(run, 2), (StepCounters{6, 2, 1}));
        const auto keeps = partsOfStep(accumulated("no-zero-grad-after-skip"), 1);
        QVERIFY(!keeps->calls[8].isMade && keeps->calls[8].isMistake);

        const Figure figure = microBatchFigure(run, 0);
        QCOMPARE(figure.series.size(), std::size_t(3));
        QCOMPARE(figure.series[0].y, (QVector<double>{4, 2, 3, 1}));
        QCOMPARE(figure.series[1].y, (QVector<double>{3, 2}));
        QCOMPARE(figure.series[2].y, (QVector<double>{2.5, 2}));
        QCOMPARE(figure.glyphs.size(), std::size_t(1));
        QCOMPARE(figure.table.rows[0], (std::vector<double>{0, 4, 2, 3, 2.5, 2.5, 1, 1}));
        const Figure norms = gradientNormFigure(run, 0);
        QCOMPARE(norms.glyphs.size(), std::size_t(1));
        QVERIFY(norms.summary.contains("2.5"));
        for (const char* id : {"micro-batches", "gradient-norm", "throughput"}) // as --plot names them
            QVERIFY(figureOf(id, run, 0).id == id);

        RunModel model(*m_thread);
        model.showRecord(run);
        MicroBatches view;
        view.setRun(&model);
        view.resize(500, 400);
        view.show();
        QVERIFY(!view.grab().isNull());
        view.setShowsNorm(true);
        QCOMPARE(view.figure().id, QStringLiteral("gradient-norm"));
        QVERIFY(view.findChild<CallTrack*>()->accessibleDescription().contains("backward 2"));
    }

    void a_group_takes_turns_and_steps_together() {
        RunGroup group(*m_thread);
        m_thread.engine().log.clear();
        std::vector<Scenario> scenarios(3);
        const char* names[] = {"a", "b", "c"};
        for (std::size_t i = 0; i < 3; ++i) {
            scenarios[i].name = names[i];
            scenarios[i].length.steps = 40;
        }
        group.start(scenarios, 9);
        QTRY_VERIFY(std::ranges::all_of(group.runs(), [](auto* run) { return run->record().samples().size() == 10; }));
        QTRY_VERIFY(!group.isRunning() && group.isActive());
        // Once all are built, each makes a step before any makes its next.
        std::map<char, int> seen, since;
        for (const auto& line : m_thread.engine().log) {
            if (++seen[line[0]] == 10) break; // it holds there
            if (seen.size() < 3) continue;
            ++since[line[0]];
            for (const auto& [name, count] : since)
                QVERIFY(since[line[0]] - count <= 2);
        }
        group.runs()[1]->stepOnce(); // one runs ahead
        QTRY_COMPARE(group.runs()[1]->record().samples().size(), std::size_t(11));
        QTRY_VERIFY(!group.isRunning());
        group.stepOnce(); // the others follow
        QTRY_VERIFY(std::ranges::all_of(group.runs(), [](auto* run) { return run->record().samples().size() == 11; }));
        group.runs()[2]->select(4);
        for (auto* run : group.runs())
            QCOMPARE(run->selectedStep(), std::int64_t(4));
        group.runs()[0]->select(std::nullopt);
        QVERIFY(group.runs()[2]->followsNewest());
        group.resume();
        QTRY_VERIFY(!group.isActive());
    }

    void the_train_lab_runs_its_formats_side_by_side() {
        TrainLab lab(*m_thread);
        lab.resize(1200, 800);
        lab.show();
        lab.enter();
        QCOMPARE(lab.group()->runs().size(), qsizetype(3));
        QTRY_VERIFY(!lab.isActive());
        for (auto* run : lab.group()->runs())
            QCOMPARE(run->record().samples().size(), std::size_t(120));
        QCOMPARE(lab.precisions(), (QStringList{"fp32", "bf16", "fp16"}));
        lab.setPrecision("bf16"); // off
        QCOMPARE(lab.group()->runs().size(), qsizetype(2));
        lab.setSeeds(3);
        QCOMPARE(lab.group()->runs().size(), qsizetype(6));
        QCOMPARE(lab.scenarios()[4].seed, lab.seed() + 1);
        QTRY_VERIFY(!lab.isActive());
        lab.setPrecision("fp32");
        lab.setPrecision("fp16"); // the last one stays on
        QCOMPARE(lab.precisions(), QStringList{"fp16"});
        lab.setPrecision("fp32");
        lab.setPrecision("bf16");
        QCOMPARE(lab.precisions(), (QStringList{"fp32", "bf16", "fp16"}));
        auto* table = qobject_cast<LaneTable*>(lab.stage()->instrument("lanes"));
        QVERIFY(table);
        table->refresh();
        QCOMPARE(table->rows().size(), std::size_t(3));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Up);
        QCOMPARE(lab.precision(), QStringLiteral("bf16"));
        QCOMPARE(lab.run()->record().scenario().precision, scenario::Precision::Bf16);
        table->refresh();
        QCOMPARE(table->rows()[0].name, QStringLiteral("fp32")); // the order stays
        lab.reset();
        QCOMPARE(lab.group()->runs().size(), qsizetype(3));
        lab.choosePreset("small-loss"); // no scaler: no scale to show
        QVERIFY(!lab.stage()->instrument("scale-trace"));
        for (const auto& scenario : lab.scenarios())
            QVERIFY(scenario::problems(scenario).empty());
    }

    void an_edited_field_goes_to_all_runs() {
        TrainLab lab(*m_thread);
        lab.show();
        lab.enter();
        for (auto* editor : lab.findChildren<FieldEditor*>())
            if (editor->path() == "length.steps") editor->findChild<QSpinBox*>()->setValue(7);
        QTRY_VERIFY(std::ranges::all_of(lab.group()->runs(), [](auto* run) {
            return run->state() == train::RunState::Finished && run->record().samples().size() == 7;
        }));
        lab.restart(99);
        for (auto* run : lab.group()->runs())
            QCOMPARE(run->record().scenario().seed, std::int64_t(99));
        lab.pauseRuns();
        QTRY_VERIFY(!lab.isRunning());
    }

    void the_accumulate_lab_compares_with_one_large_batch() {
        AccumulateLab lab(*m_thread);
        lab.resize(1200, 800);
        lab.show();
        lab.enter();
        QCOMPARE(lab.scenario().accumulation_steps, std::int64_t(4));
        QCOMPARE(lab.wholeBatch().micro_batch(), std::int64_t(8));
        QCOMPARE(lab.wholeBatch().accumulation_steps, std::int64_t(1));
        QTRY_VERIFY(!lab.isActive());
        lab.findChild<QCheckBox*>()->click();
        QVERIFY(lab.scenario().mistake == scenario::Mistake::NoLossDivision);
        QVERIFY(lab.wholeBatch().mistake == scenario::Mistake::None);
        QTRY_VERIFY(lab.run()->record().scenario().mistake == scenario::Mistake::NoLossDivision);
        for (const char* preset : {"equal", "not-divided", "hidden", "ragged", "skipped"}) {
            lab.choosePreset(preset);
            QVERIFY2(scenario::problems(lab.scenario()).empty(), preset);
            QVERIFY2(scenario::problems(lab.wholeBatch()).empty(), preset);
        }
        lab.setPrecision("bf16");
        QCOMPARE(lab.precision(), QStringLiteral("bf16"));
        lab.reset();
        QCOMPARE(lab.precision(), QStringLiteral("fp32"));
    }
};

QTEST_MAIN(TestTrainingLabs)
#include "test_training_labs.moc"
