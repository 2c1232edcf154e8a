// What is kept for backward. The expected bytes are what LibTorch 2.15 held at the end of forward on a CPU (column
// bytes_activations); tests/cli asks the engine itself.
#include <QTest>

#include "core/memory/activations.h"
#include "core/memory/bytes.h"
#include "core/scenario/fields.h"

using namespace ampscope;

namespace {

scenario::Scenario nano(const QStringList& sets) {
    scenario::Scenario s;
    s.sequence_length = 256, s.micro_batch_size = 4; // r = heads * sequence / width = 4 * 256 / 64 = 16
    for (const QString& set : sets)
        scenario::set_field(s, set.section('=', 0, 0).toStdString(), set.section('=', 1).toStdString());
    return s;
}

double part(const memory::Activations& activations, std::string_view id) {
    for (const auto& each : activations.kept)
        if (each.id == id) return each.bytes;
    return 0;
}

} // namespace

class TestActivations : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void held_by_libtorch_data() {
        QTest::addColumn<QStringList>("sets");
        QTest::addColumn<double>("bytes");
        const auto row = [](const char* name, const QStringList& sets, double bytes) {
            QTest::newRow(name) << sets << bytes;
        };
        row("fp32", {}, 20729864);
        row("fp32 fused", {"model.attention=fused"}, 13422600);
        row("fp32 block", {"checkpointing.kind=block"}, 3422088);
        row("fp32 sublayer", {"checkpointing.kind=sublayer"}, 6070024);
        row("fp32 segments", {"checkpointing.kind=segments"}, 3422088);
        row("fp32 fused block", {"model.attention=fused", "checkpointing.kind=block"}, 3422088);
        row("fp32 swiglu", {"model.ffn=swiglu"}, 22827016);
        row("fp32 dropout", {"model.dropout=0.1"}, 38817800);
        row("fp32 dropout block", {"model.dropout=0.1", "checkpointing.kind=block"}, 3684232);
        row("fp32 custom norm", {"model.kind=custom-norm"}, 24940552);
        row("fp32 linear", {"model.kind=linear"}, 32776);
        row("fp32 one sequence", {"micro_batch_size=1"}, 5444616);
        row("fp32 micro", {"model.size=micro"}, 58232840);
        row("bf16", {"precision=bf16"}, 21417992);
        row("fp16", {"precision=fp16"}, 21417992);
        row("bf16 fused", {"precision=bf16", "model.attention=fused"}, 9392136);
        row("bf16 block", {"precision=bf16", "checkpointing.kind=block"}, 3323784);
        row("bf16 sublayer", {"precision=bf16", "checkpointing.kind=sublayer"}, 5971720);
        row("bf16 swiglu", {"precision=bf16", "model.ffn=swiglu"}, 22745096);
        row("bf16 dropout", {"precision=bf16", "model.dropout=0.1"}, 30593032);
        row("bf16 dropout block", {"precision=bf16", "model.dropout=0.1", "checkpointing.kind=block"}, 3585928);
        row("bf16 custom norm", {"precision=bf16", "model.kind=custom-norm"}, 24576008);
        row("bf16 linear", {"precision=bf16", "model.kind=linear"}, 40968);
        row("bf16 micro fused", {"precision=bf16", "model.size=micro", "model.attention=fused"}, 30576648);
        row("bf16 CPU rules", {"precision=bf16", "autocast.rules=cpu"}, 12505096);
        row("bf16 CPU rules fused", {"precision=bf16", "autocast.rules=cpu", "model.attention=fused"}, 8867848);
        row("bf16 loss outside", {"precision=bf16", "autocast.wrap=model"}, 20369412);
        row("bf16 block, backward inside", {"precision=bf16", "checkpointing.kind=block", "autocast.wrap=backward"},
            3520392);
        row("bf16 linear, backward inside", {"precision=bf16", "model.kind=linear", "autocast.wrap=backward"}, 2140168);
        row("fp32 block, other random numbers", {"checkpointing.kind=block", "checkpointing.rng=false"}, 3422088);
        row("bf16 accumulation", {"precision=bf16", "accumulation_steps=2"}, 21417992);
        row("bf16 pure", {"precision=bf16-pure"}, 11751428);
        row("bf16 pure fused", {"precision=bf16-pure", "model.attention=fused"}, 8114180);
        row("bf16 pure block", {"precision=bf16-pure", "checkpointing.kind=block"}, 1980292);
        row("bf16 pure sublayer", {"precision=bf16-pure", "checkpointing.kind=sublayer"}, 4366084);
        row("bf16 master", {"precision=bf16-master"}, 11751428);
        row("fp16 pure swiglu", {"precision=fp16-pure", "model.ffn=swiglu"}, 12800004);
        row("fp16 pure dropout", {"precision=fp16-pure", "model.dropout=0.1"}, 20795396);
        row("fp16 pure dropout block", {"precision=fp16-pure", "model.dropout=0.1", "checkpointing.kind=block"},
            2111364);
        row("fp16 pure custom norm", {"precision=fp16-pure", "model.kind=custom-norm"}, 13856772);
        row("fp16 pure linear", {"precision=fp16-pure", "model.kind=linear"}, 24580);
    }
    void held_by_libtorch() {
        QFETCH(QStringList, sets);
        QFETCH(double, bytes);
        const auto s = nano(sets);
        const auto activations = memory::activations_of(s, memory::model_of(s));
        QVERIFY(activations.covers_everything);
        QCOMPARE(activations.kept_bytes(), bytes);
        double sum = 0;
        for (const auto& each : activations.kept) {
            QVERIFY(each.bytes > 0);
            sum += each.bytes;
        }
        QCOMPARE(sum, bytes);
    }

    // By hand, fp32 nano: tokens 4 * 256 = 1,024, stream 65,536 numbers, r = 16, two blocks.
    void parts_by_hand() {
        const auto s = nano({});
        const auto a = memory::activations_of(s, memory::model_of(s));
        const double e = 65536, n = 1024;
        QCOMPARE(part(a, "qkv"), 2 * 3 * 4 * e);
        QCOMPARE(part(a, "softmax"), 2 * 4 * 16 * e);
        QCOMPARE(part(a, "feed_forward"), 2 * 2 * 4 * 4 * e); // in and out of GELU, four widths each
        QCOMPARE(part(a, "norm_inputs"), 5 * (8 * e + 4 * n));
        QCOMPARE(part(a, "norm_outputs"), 5 * 4 * e);
        QCOMPARE(part(a, "head"), 8 * n * 256);
        QCOMPARE(part(a, "casts"), 0.0);
    }

    // The anchor's exact figure: GPT-2 124M's 16-bit copies of block matrices and tied head are 247,064,064 bytes.
    // That model learns its positions (1,024 * 768 numbers) and so has more parameters, but the same products.
    void cached_casts_of_gpt2() {
        scenario::Scenario s;
        s.model.size = scenario::ModelSize::M125, s.precision = scenario::Precision::Bf16;
        const memory::Model model = memory::model_of(s);
        QCOMPARE(part(memory::activations_of(s, model), "casts"), 247'064'064.0);
        QCOMPARE(12 * model.block_matrix_parameters(), std::int64_t(12 * 12 * 768 * 768));
    }

    // anchors/training.md: with explicit attention autocast keeps more than fp32 from r = 14 on.
    void autocast_can_keep_more() {
        const auto formulas = memory::layer_formulas();
        const auto& fp32 = formulas[0];
        const auto& autocast = formulas[1];
        QCOMPARE(fp32.bytes(1, 1, 14), autocast.bytes(1, 1, 14));
        QVERIFY(fp32.bytes(1, 1, 13) > autocast.bytes(1, 1, 13));
        QCOMPARE(fp32.bytes(1, 1, 16), 128.0);
        QCOMPARE(autocast.bytes(1, 1, 16), 132.0);
        // Korthikanti's GPT-2 example: s 1,024, b 12, h 768: 34 + 80 bytes for each of 9,437,184 numbers.
        QCOMPARE(formulas[3].bytes(12 * 1024, 768, 16), 9'437'184.0 * 114);
        for (const auto& formula : formulas)
            QVERIFY(!formula.source.empty());
    }

    void checkpointing_recomputes_one_piece() {
        const auto none = nano({});
        const auto block = nano({"checkpointing.kind=block"});
        const auto kept = memory::activations_of(none, memory::model_of(none));
        const auto again = memory::activations_of(block, memory::model_of(block));
        QCOMPARE(kept.recomputed, 0.0);
        // One of two equal blocks: half of what all blocks keep; the last norm and the head stay outside.
        const double outside = part(kept, "head") + part(kept, "loss") + 12 * 65536 + 4 * 1024;
        QCOMPARE(again.recomputed, (kept.kept_bytes() - outside) / 2);
        QCOMPARE(memory::activations_by_formula(block, 256), again.peak_bytes());
        // More segments than layers are as many as layers.
        const auto many = nano({"checkpointing.kind=segments", "checkpointing.segments=2"});
        QCOMPARE(memory::activations_of(many, memory::model_of(many)).peak_bytes(), again.peak_bytes());
    }

    void what_is_not_modelled_is_said() {
        for (const char* set : {"autocast.island=ffn", "autocast.fp32_ops=softmax"}) {
            const auto s = nano({"precision=bf16", set});
            QVERIFY2(!memory::activations_of(s, memory::model_of(s)).covers_everything, set);
        }
    }
};

QTEST_GUILESS_MAIN(TestActivations)
#include "test_activations.moc"
