// The models of the chapters, checkpointing, and precision by epoch, with the real engine.
#include <QTest>
#include <cmath>

#include "core/scenario/fields.h"
#include "core/scenario/model_shape.h"
#include "tests/train/run_here.h"

using namespace ampscope;
using namespace ampscope::train;
using record::Column;

class TestModels : public QObject {
    Q_OBJECT

    using Changes = std::vector<std::pair<std::string, std::string>>;
    static record::RunRecord run(const Changes& changes, std::int64_t steps = 4) {
        scenario::Scenario scenario;
        scenario.length.steps = steps;
        for (const auto& [field, value] : changes)
            scenario::set_field(scenario, field, value);
        return run_here(scenario);
    }
    static Changes with(Changes changes, const char* field, const char* value) {
        changes.emplace_back(field, value);
        return changes;
    }

  private Q_SLOTS:
    // Recomputed activations are the activations, so every number is the same bit for bit, under autocast and dropout,
    // too.
    void checkpointing_changes_no_bit_data() {
        QTest::addColumn<QString>("precision");
        QTest::addColumn<QString>("kind");
        for (const char* precision : {"fp32", "bf16", "fp16", "bf16-pure"})
            for (const char* kind : {"sublayer", "block", "segments"})
                QTest::addRow("%s, %s", precision, kind) << QString(precision) << QString(kind);
    }
    void checkpointing_changes_no_bit() {
        QFETCH(QString, precision);
        QFETCH(QString, kind);
        const Changes base = {{"model.size", "micro"},
                              {"model.dropout", "0.1"},
                              {"precision", precision.toStdString()},
                              {"checkpointing.segments", "2"}};
        const auto plain = run(base);
        const auto kept = run(with(base, "checkpointing.kind", kind.toStdString().c_str()));
        for (const Column column : {Column::Loss, Column::GradNorm, Column::GradZeroShare, Column::WeightsMovedShare,
                                    Column::OptimizerNorm, Column::Scale})
            QCOMPARE(kept.values(column), plain.values(column));
        QCOMPARE(kept.details(), plain.details());
        QVERIFY(kept.samples()[1][Column::BytesActivations] < 0.8 * plain.samples()[1][Column::BytesActivations]);
    }

    void more_is_kept_the_finer_it_is_cut() {
        const auto kept = [](const char* kind) {
            return run({{"model.size", "micro"}, {"checkpointing.kind", kind}, {"checkpointing.segments", "2"}}, 1)
                .samples()[0][Column::BytesActivations];
        };
        QVERIFY(kept("none") > kept("sublayer"));
        QVERIFY(kept("sublayer") > kept("block"));
        QVERIFY(kept("block") > kept("segments"));
    }

    void the_classifier_learns() {
        const auto record = run({{"model.kind", "linear"}, {"optimizer.lr", "1e-3"}, {"clip.when", "never"}}, 120);
        QCOMPARE(record.samples()[0][Column::BytesWeights], 4.0 * (1024 * 1024 + 1024));
        // 8 examples a step are noisy; over 20 steps each the loss falls from 7.3 to 6.9.
        const auto mean_from = [&](std::size_t first) {
            double sum = 0;
            for (std::size_t i = first; i < first + 20; ++i)
                sum += record.samples()[i][Column::Loss];
            return sum / 20;
        };
        QVERIFY(mean_from(100) < mean_from(0) - 0.2);
    }

    void sizes_are_those_of_their_names_data() {
        QTest::addColumn<QString>("size");
        QTest::addColumn<double>("millions");
        QTest::newRow("10m") << QString("10m") << 10.7;
        QTest::newRow("30m") << QString("30m") << 31.6;
        QTest::newRow("125m") << QString("125m") << 123.6; // GPT-2's 124 without position embedding and biases
    }
    void sizes_are_those_of_their_names() {
        QFETCH(QString, size);
        QFETCH(double, millions);
        scenario::Scenario scenario;
        scenario::set_field(scenario, "model.size", size.toStdString());
        const auto shape = scenario::model_shape(scenario.model.size);
        const double found = static_cast<double>(scenario::parameter_count(scenario, shape.vocabulary)) / 1e6;
        QVERIFY2(std::fabs(found - millions) < 0.1, qPrintable(QString::number(found)));
    }

    void ten_million_train() {
        const auto record = run({{"model.size", "10m"}, {"micro_batch_size", "1"}, {"sequence_length", "32"}}, 2);
        scenario::Scenario scenario;
        scenario::set_field(scenario, "model.size", "10m");
        QCOMPARE(record.samples()[0][Column::BytesWeights],
                 4.0 * static_cast<double>(scenario::parameter_count(scenario, 256)));
        QVERIFY(std::isfinite(record.samples()[1][Column::Loss]));
    }

    // Chapter A's exercise to the letter: one epoch of each, in one run.
    void precision_changes_at_an_epoch() {
        const auto record =
            run({{"length.epochs", "2"}, {"precision_by_epoch", "fp32,bf16"}, {"micro_batch_size", "64"}});
        const auto epochs = record.facts_of("epoch_began");
        QCOMPARE(epochs.size(), std::size_t(2));
        QCOMPARE(epochs[0]->text("precision"), std::string("fp32"));
        QCOMPARE(epochs[1]->text("precision"), std::string("bf16"));
        const auto second = static_cast<std::size_t>(epochs[1]->step);
        QVERIFY(second > 0 && second < record.samples().size());
        // Until then it is the fp32 run; the first step of bf16 keeps fewer bytes.
        const auto fp32 = run({{"length.epochs", "2"}, {"micro_batch_size", "64"}});
        for (std::size_t i = 0; i < second; ++i)
            QCOMPARE(record.samples()[i][Column::Loss], fp32.samples()[i][Column::Loss]);
        QVERIFY(record.samples()[second][Column::BytesActivations] < fp32.samples()[second][Column::BytesActivations]);
    }

    void counters_are_apart() {
        const auto record = run({{"precision", "fp16"},
                                 {"scaler.init_scale", "2^24"},
                                 {"accumulation_steps", "4"},
                                 {"micro_batch_size", "2"}},
                                12);
        const auto& last = record.samples().back();
        const auto summary = summarize(record);
        QVERIFY(summary.steps_skipped > 0);
        QCOMPARE(last[Column::MicroBatches], 48.0);
        QCOMPARE(last[Column::OptimizerSteps], static_cast<double>(summary.steps_run));
        QCOMPARE(summary.steps_run + summary.steps_skipped, std::int64_t(12));
    }

    // L6: one micro-batch with an Inf costs the whole window: one skip, one halving.
    void one_bad_micro_batch_costs_the_window() {
        const auto record = run({{"precision", "fp16"}, {"scaler.init_scale", "2^24"}, {"accumulation_steps", "4"}}, 3);
        QCOMPARE(record.samples()[0].ran(), false);
        QCOMPARE(record.samples()[1][Column::Scale], 0x1p23);
    }
};

QTEST_GUILESS_MAIN(TestModels)
#include "test_models.moc"
