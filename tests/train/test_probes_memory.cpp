// Bytes inside a step: what is saved for backward, and what is live from moment to moment, beside the run's own columns
// and the formula.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/memory/activations.h"
#include "core/scenario/fields.h"
#include "tests/train/run_here.h"

using namespace ampscope;
using namespace ampscope::train;
using record::Column;

class TestProbesMemory : public QObject {
    Q_OBJECT

    static scenario::Scenario with(const QStringList& sets, std::int64_t steps = 1) {
        scenario::Scenario scenario;
        scenario.length.steps = steps;
        for (const auto& set : sets)
            scenario::set_field(scenario, set.section('=', 0, 0).toStdString(), set.section('=', 1).toStdString());
        return scenario;
    }
    /// A run at level default, and what a look before each of its steps found, in one record.
    static record::RunRecord watched(const scenario::Scenario& scenario) {
        return run_here(scenario,
                        [](Trainer& trainer, record::RunRecord& record) { trainer.examine({.memory = true}, record); });
    }

    static constexpr std::int64_t kTokens = 8 * 64, kVocabulary = 256;

  private Q_SLOTS:
    void saved_tensors_are_the_measured_bytes_data() {
        QTest::addColumn<QStringList>("sets");
        QTest::addColumn<int>("logit_bytes"); // of one number
        QTest::addColumn<int>("loss_bytes");
        QTest::addColumn<int>("random_states"); // kept by checkpointed parts
        const auto row = [](const QStringList& sets, int bytes, int states, int loss = 4) {
            QTest::newRow(qPrintable("x " + sets.join(' '))) << sets << bytes << loss << states;
        };
        row({}, 4, 0);
        row({"model.attention=fused"}, 4, 0);
        row({"precision=bf16"}, 2, 0);
        row({"precision=bf16", "model.attention=fused"}, 2, 0);
        row({"precision=bf16", "autocast.rules=cpu"}, 2, 0);
        row({"precision=fp16"}, 2, 0);
        row({"precision=bf16-master"}, 2, 0, 2);
        row({"checkpointing.kind=block"}, 4, 2);
        row({"checkpointing.kind=sublayer"}, 4, 4);
        row({"checkpointing.kind=segments", "checkpointing.segments=1"}, 4, 1);
        row({"precision=bf16", "checkpointing.kind=block"}, 2, 2);
        row({"model.dropout=0.1"}, 4, 0);
        row({"model.ffn=swiglu"}, 4, 0);
    }
    // The column measures all that is live at the end of forward. What no op saves of it: the logits (the loss keeps
    // their log-softmax instead), which the trainer itself holds, the loss, and where a part is checkpointed the state
    // of the random numbers: LibTorch's CPU generator has 5,056 bytes of it.
    void saved_tensors_are_the_measured_bytes() {
        QFETCH(QStringList, sets);
        QFETCH(int, logit_bytes);
        QFETCH(int, loss_bytes);
        QFETCH(int, random_states);
        const auto scenario = with(sets);
        const auto record = watched(scenario);
        const auto& saved = *record.detail_of<record::SavedTensors>(0);
        const std::int64_t logits = kTokens * kVocabulary * logit_bytes;
        const auto measured = static_cast<std::int64_t>(record.samples()[0][Column::BytesActivations]);
        QCOMPARE(saved.bytes() + logits + loss_bytes + random_states * std::int64_t(5056), measured);
        const auto formula = memory::activations_of(scenario, memory::model_of(scenario, kVocabulary)).kept_bytes();
        QVERIFY2(std::fabs(static_cast<double>(saved.bytes() + logits) / formula - 1) < 0.02,
                 std::to_string(static_cast<double>(saved.bytes() + logits) / formula).c_str());
    }

    void saved_tensors_are_named() {
        const auto saved = *watched(with({"precision=bf16"})).detail_of<record::SavedTensors>(0);
        std::set<std::string> layers;
        std::int64_t casts = 0, weights = 0;
        for (const auto& tensor : saved.tensors) {
            QVERIFY(!tensor.op.empty() && !tensor.layer.empty());
            layers.insert(tensor.layer);
            if (tensor.is_cast && !tensor.is_repeat) casts += tensor.bytes;
            weights += tensor.is_weight ? 1 : 0;
            QVERIFY(!(tensor.is_cast && tensor.is_weight));
            std::int64_t numbers = 1;
            for (const auto size : tensor.shape)
                numbers *= size;
            QVERIFY(tensor.bytes >= numbers * (tensor.dtype == "bf16" ? 2 : 4)); // a view may see part of its storage
        }
        QCOMPARE(casts, std::int64_t(2) * (2 * 12 * 64 * 64 + 256 * 64)); // nine matrices in bf16
        QCOMPARE(weights, std::int64_t(5));                               // of the norms, in fp32
        for (const char* layer : {"blocks.0.norm1", "blocks.0.attn.qkv", "blocks.1.attn.softmax", "blocks.1.ffn.gelu",
                                  "norm", "head", "loss"})
            QVERIFY2(layers.contains(layer), layer);
        // Softmax's result by hand: 8 sequences, 4 heads, 64 * 64 scores, fp32 under CUDA's rules.
        const auto softmax = std::ranges::find(saved.tensors, "SoftmaxBackward0", &record::SavedTensor::op);
        QVERIFY(softmax != saved.tensors.end());
        QCOMPARE(softmax->shape, (std::vector<std::int64_t>{8, 4, 64, 64}));
        QCOMPARE(softmax->bytes, std::int64_t(8 * 4 * 64 * 64 * 4));
        QCOMPARE(softmax->dtype, std::string("fp32"));
        // fp32 has no casts; its matrices are saved as they are.
        const auto in_fp32 = *watched(with({})).detail_of<record::SavedTensors>(0);
        for (const auto& tensor : in_fp32.tensors)
            QVERIFY(!tensor.is_cast);
    }

    void checkpointing_saves_inputs_only() {
        const auto saved = *watched(with({"checkpointing.kind=block"})).detail_of<record::SavedTensors>(0);
        std::int64_t in_blocks = 0;
        for (const auto& tensor : saved.tensors)
            if (tensor.op == "CheckpointFunction") {
                QCOMPARE(tensor.layer, "blocks." + std::to_string(in_blocks++));
                QCOMPARE(tensor.shape, (std::vector<std::int64_t>{8, 64, 64}));
            } else {
                QVERIFY2(tensor.layer == "norm" || tensor.layer == "head" || tensor.layer == "loss",
                         tensor.layer.c_str());
            }
        QCOMPARE(in_blocks, std::int64_t(2));
    }

    void the_timeline_is_the_measured_step_data() {
        QTest::addColumn<QStringList>("sets");
        for (const auto& sets :
             {QStringList{}, QStringList{"precision=bf16"}, QStringList{"precision=fp16", "scaler.init_scale=2^20"},
              QStringList{"precision=fp16-master", "scaler.init_scale=1024"}, QStringList{"model.attention=fused"},
              QStringList{"checkpointing.kind=block"}, QStringList{"checkpointing.kind=sublayer", "precision=bf16"},
              QStringList{"accumulation_steps=3", "precision=bf16"}, QStringList{"model.dropout=0.1"},
              QStringList{"optimizer.kind=sgd", "optimizer.momentum=0.9"}, QStringList{"model.kind=linear"},
              QStringList{"model.kind=custom-norm", "precision=bf16"},
              // A step of one token: the optimizer, not the activations, is its peak.
              QStringList{"sequence_length=8", "micro_batch_size=1", "precision=bf16"}})
            QTest::newRow(qPrintable("x " + sets.join(' '))) << sets;
    }
    void the_timeline_is_the_measured_step() {
        QFETCH(QStringList, sets);
        const auto record = watched(with(sets, 3));
        for (std::int64_t step = 0; step < 3; ++step) {
            const auto& timeline = *record.detail_of<record::MemoryTimeline>(step);
            const auto& sample = record.samples()[static_cast<std::size_t>(step)];
            const auto column = [&](Column name) { return static_cast<std::int64_t>(sample[name]); };
            QCOMPARE(timeline.total(timeline.peak()), column(Column::BytesPeak));
            QCOMPARE(timeline.weights, column(Column::BytesWeights));
            QCOMPARE(timeline.master, column(Column::BytesMaster));
            QCOMPARE(*std::ranges::max_element(timeline.emulation), column(Column::BytesEmulation));
            // Adam's state comes into being in the first step that runs.
            const std::int64_t before =
                step == 0 ? 0
                          : static_cast<std::int64_t>(
                                record.samples()[static_cast<std::size_t>(step) - 1][Column::BytesOptimizer]);
            QCOMPARE(timeline.optimizer.front(), before);
            QCOMPARE(timeline.optimizer.back(), column(Column::BytesOptimizer));
            // All gradients are there at the end of backward; master copies of them come on top.
            const auto optimizer = std::ranges::find(timeline.marks, "optimizer", &record::MemoryTimeline::Mark::phase);
            QVERIFY(optimizer != timeline.marks.end());
            QCOMPARE(timeline.gradients[optimizer->point], column(Column::BytesGradients));
            QCOMPARE(timeline.activations[optimizer->point] + timeline.casts[optimizer->point], std::int64_t(0));
            QVERIFY(std::ranges::is_sorted(timeline.event));
            QVERIFY(timeline.size() <= 2000);
            for (std::size_t point = 0; point < timeline.size(); ++point)
                QVERIFY(timeline.gradients[point] >= 0 && timeline.optimizer[point] >= 0 &&
                        timeline.activations[point] >= 0 && timeline.casts[point] >= 0 &&
                        timeline.temporary[point] >= 0 && timeline.emulation[point] >= 0);
            QCOMPARE(timeline.temporary.front(), std::int64_t(0));
        }
    }

    // Where backward begins, what is live is what the column measures at the end of forward.
    void activations_stand_where_backward_begins() {
        for (const auto& sets :
             {QStringList{}, QStringList{"precision=bf16"}, QStringList{"checkpointing.kind=block"}}) {
            const auto record = watched(with(sets));
            const auto& timeline = *record.detail_of<record::MemoryTimeline>(0);
            const auto backward = std::ranges::find(timeline.marks, "backward", &record::MemoryTimeline::Mark::phase);
            QVERIFY(backward != timeline.marks.end());
            const std::size_t point = backward->point;
            QCOMPARE(timeline.activations[point] + timeline.casts[point] + timeline.temporary[point],
                     static_cast<std::int64_t>(record.samples()[0][Column::BytesActivations]));
            QCOMPARE(timeline.gradients[point], std::int64_t(0));
            // Saved tensors of the list are the activations and casts of the timeline.
            QCOMPARE(timeline.activations[point] + timeline.casts[point],
                     record.detail_of<record::SavedTensors>(0)->bytes());
        }
    }

    void marks_follow_the_step() {
        const auto record = watched(with({"precision=bf16", "checkpointing.kind=block"}));
        const auto& marks = record.detail_of<record::MemoryTimeline>(0)->marks;
        std::vector<std::string> phases, forward, backward;
        for (const auto& mark : marks) {
            if (mark.layer.empty()) phases.push_back(mark.phase);
            if (mark.phase == "forward" && !mark.layer.empty()) forward.push_back(mark.layer);
            if (mark.phase == "backward" && !mark.layer.empty()) backward.push_back(mark.layer);
        }
        QCOMPARE(phases, (std::vector<std::string>{"data", "forward", "backward", "optimizer"}));
        QCOMPARE(forward.front(), std::string("embedding"));
        QCOMPARE(forward.back(), std::string("loss"));
        QCOMPARE(backward.front(), std::string("loss"));
        QCOMPARE(backward.back(), std::string("embedding"));
        // The block is computed again, then gone through backwards: its first layer stands twice.
        QCOMPARE(std::ranges::count(backward, "blocks.1.norm1"), std::ptrdiff_t(2));
        QVERIFY(std::ranges::is_sorted(marks, {}, &record::MemoryTimeline::Mark::point));
        QCOMPARE(std::ranges::adjacent_find(forward), forward.end()); // no layer begins where it already is
    }

    // Eight micro-batches of micro change memory more often than a picture can show.
    void a_long_step_is_thinned_and_keeps_its_peak() {
        const auto record = watched(with({"model.size=micro", "sequence_length=16", "micro_batch_size=1",
                                          "accumulation_steps=8", "precision=bf16"}));
        const auto& timeline = *record.detail_of<record::MemoryTimeline>(0);
        QVERIFY(timeline.event.back() > 4000);
        QVERIFY(timeline.size() <= 2000 && timeline.size() > 500);
        QCOMPARE(timeline.total(timeline.peak()), static_cast<std::int64_t>(record.samples()[0][Column::BytesPeak]));
        const auto phases = std::ranges::count_if(timeline.marks, [](const auto& mark) { return mark.layer.empty(); });
        QCOMPARE(phases, std::ptrdiff_t(2 + 2 * 8));
        for (const auto& mark : timeline.marks)
            QVERIFY(mark.point < timeline.size());
    }
};

QTEST_GUILESS_MAIN(TestProbesMemory)
#include "test_probes_memory.moc"
