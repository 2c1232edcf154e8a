// The training step as lines of PyTorch.
#include "core/train/training_step.h"

#include <QTest>

#include "core/scenario/fields.h"
#include "core/scenario/mistakes.h"
#include "core/scenario/scenario_json.h"
#include "tests/scenario/with.h"

using namespace ampscope;
using testing::with;
using namespace ampscope::train;

class TestTrainingStep : public QObject {
    Q_OBJECT

    static QString joined(const scenario::Scenario& scenario) {
        QStringList lines;
        for (const auto& line : training_step(scenario))
            lines << QString::fromStdString(line.text);
        return lines.join('\n');
    }
    static QString preset(const char* name) { return joined(scenario::load_scenario(name)); }

  private Q_SLOTS:
    // The chapters' listings, in this program's names (out -> logits) and with zero_grad at the end of the iteration.
    void the_listings_of_the_chapters() {
        const QString forward = "with autocast(\"cuda\", dtype=torch.%1):\n    logits = model(x)\n"
                                "    loss = loss_fn(logits, y)\n";
        const QString zero = "optimizer.zero_grad(set_to_none=True)";
        QCOMPARE(preset("a5-bf16"), forward.arg("bfloat16") + "loss.backward()\noptimizer.step()\n" + zero);
        QCOMPARE(preset("a6-fp16"), forward.arg("float16") +
                                        "scaler.scale(loss).backward()\nscaler.step(optimizer)\nscaler.update()\n" +
                                        zero);
        QCOMPARE(preset("b4-bf16"),
                 forward.arg("bfloat16") +
                     "loss.backward()\nclip_grad_norm_(model.parameters(), 1.0)\noptimizer.step()\n" + zero);
        QCOMPARE(preset("b4-fp16"), forward.arg("float16") +
                                        "scaler.scale(loss).backward()\nscaler.unscale_(optimizer)\n"
                                        "clip_grad_norm_(model.parameters(), 1.0)\nscaler.step(optimizer)\n"
                                        "scaler.update()\n" +
                                        zero);
        QCOMPARE(preset("b5-accumulate"),
                 "for x, y in micro_batches:  # 4 of them\n    with autocast(\"cuda\", dtype=torch.bfloat16):\n"
                 "        logits = model(x)\n        loss = loss_fn(logits, y)\n    (loss / 4).backward()\n"
                 "clip_grad_norm_(model.parameters(), 1.0)\noptimizer.step()\nscheduler.step()\n" +
                     zero);
        QVERIFY(preset("b6-checkpoint").contains("x = x + checkpoint(self.attn, self.norm1(x), use_reentrant=False)"));
    }

    void order_and_mistakes_show() {
        const QString late = joined(with({{"clip.when", "before_unscale"}, {"precision", "fp16"}}));
        QVERIFY(late.indexOf("clip_grad") < late.indexOf("unscale_("));
        QVERIFY(!joined(with({{"clip.when", "never"}})).contains("clip_grad"));
        QCOMPARE(
            joined(with({{"precision", "fp16"}, {"mistake", "unscale-twice"}})).count("scaler.unscale_(optimizer)"), 2);
        QVERIFY(!joined(with({{"accumulation_steps", "4"}, {"mistake", "no-loss-division"}})).contains("/ 4"));
        QVERIFY(joined(with({{"accumulation_steps", "4"}, {"loss_normalization", "tokens"}})).contains("/ n_tokens"));
    }

    // Where the one changed field changes lines at all, a reader sees it.
    void broken_and_mended_lines_differ() {
        for (const auto& mistake : scenario::mistakes()) {
            const std::string id(mistake.id);
            QVERIFY2(joined(mistake.broken()) != joined(mistake.mended()), id.c_str());
        }
    }

    void a_skipped_step_lights_its_line() {
        const scenario::Scenario scenario = with({{"precision", "fp16"}});
        record::RunRecord record(scenario, {});
        record::Sample sample;
        sample[record::Column::Step] = 0;
        sample[record::Column::Ran] = 0;
        sample[record::Column::Scale] = 524288;
        record.sample(sample);
        record.fact({0, "step_skipped", {{"parameter", std::string("blocks.1.ffn.up.weight")}}});
        record.fact({0, "scale_changed", {{"from", 524288.0}, {"to", 262144.0}}});
        const auto lines = training_step(scenario);
        const LitCode lit = light(lines, record, 0, text::Language::English);
        QCOMPARE(lines[lit.lit_line].text, std::string("scaler.step(optimizer)"));
        QVERIFY(lit.remarks[lit.lit_line].find("blocks.1.ffn.up.weight") != std::string::npos);
        QVERIFY(std::ranges::find(lit.remarks, "# 2^19 -> 2^18") != lit.remarks.end());
        QCOMPARE(light(lines, record, 7, text::Language::English).remarks[0],
                 std::string()); // a step that is not there
    }
};

QTEST_GUILESS_MAIN(TestTrainingStep)
#include "test_training_step.moc"
