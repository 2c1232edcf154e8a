// A look inside a step: it changes nothing, and what it finds is what the step did.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/numeric/conversion.h"
#include "core/numeric/rounding.h"
#include "core/record/detail_json.h"
#include "core/scenario/fields.h"
#include "tests/train/run_here.h"

using namespace ampscope;
using namespace ampscope::train;
using record::Column;

class TestProbes : public QObject {
    Q_OBJECT

    static scenario::Scenario with(const QStringList& sets, std::int64_t steps = 1, const char* level = "none") {
        scenario::Scenario scenario;
        scenario.length.steps = steps;
        scenario::set_field(scenario, "record.level", level);
        for (const auto& set : sets)
            scenario::set_field(scenario, set.section('=', 0, 0).toStdString(), set.section('=', 1).toStdString());
        return scenario;
    }
    static Engine& engine() { return open_engine(); } // this test's main thread is the compute thread
    static record::RunRecord run(const scenario::Scenario& scenario) { return run_here(scenario); }
    /// What a look inside the first step finds.
    static record::RunRecord look(const QStringList& sets, const Look& what = Look::everything()) {
        auto trainer = engine().make_trainer(with(sets));
        record::RunRecord record;
        trainer->examine(what, record);
        return record;
    }
    /// Where the details of two records differ first, as text; "" where they do not.
    static std::string first_difference(const record::RunRecord& a, const record::RunRecord& b) {
        for (std::size_t i = 0; i < std::min(a.details().size(), b.details().size()); ++i) {
            const auto text = [&](const record::RunRecord& record) {
                io::JsonWriter writer(io::JsonWriter::Layout::OneLine);
                write_detail(writer, record.details()[i]);
                return writer.take();
            };
            const std::string left = text(a), right = text(b);
            const auto place = std::ranges::mismatch(left, right).in1 - left.begin();
            if (left == right) continue;
            const auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(place - 150, 0));
            return left.substr(0, 50) + " … " + left.substr(from, 300) + "\n" + right.substr(from, 300);
        }
        return a.details().size() == b.details().size() ? "" : "one has more";
    }
    static std::vector<record::StepOp> ops_of(const QStringList& sets) {
        return look(sets, {.ops = true}).detail_of<record::OpList>(0)->ops;
    }

  private Q_SLOTS:
    void a_look_changes_nothing_data() {
        QTest::addColumn<QStringList>("sets");
        const auto row = [](const QStringList& sets) { QTest::newRow(qPrintable(sets.join(' '))) << sets; };
        row({});
        row({"precision=fp16", "scaler.init_scale=2^24", "scaler.growth_interval=3"});
        row({"precision=bf16", "model.dropout=0.1", "checkpointing.kind=sublayer"});
        row({"precision=bf16", "autocast.rules=cpu", "model.attention=fused"});
        row({"precision=fp16-master", "scaler.init_scale=2^17", "accumulation_steps=2"});
        row({"precision=bf16-pure", "optimizer.kind=sgd", "optimizer.momentum=0.9"});
        row({"precision=fp16", "accumulation_steps=4", "checkpointing.kind=block", "model.dropout=0.2",
             "schedule.kind=cosine", "schedule.on_skip=advance", "scaler.init_scale=2^22"});
        row({"precision=fp16", "scaler.init_scale=2^24", "mistake=no-zero-grad-after-skip"});
        row({"precision=bf16", "accumulation_steps=2", "mistake=stale-cast-cache"});
        row({"precision=fp16", "accumulation_steps=2", "mistake=scheduler-per-micro-batch", "schedule.kind=cosine"});
        row({"model.kind=custom-norm", "precision=fp16", "autocast.fp32_ops=custom_norm"});
        row({"model.kind=linear", "precision=fp16-pure"});
    }
    void a_look_changes_nothing() {
        QFETCH(QStringList, sets);
        const scenario::Scenario scenario = with(QStringList(sets) << "micro_batch_size=2"
                                                                   << "sequence_length=16",
                                                 4, "default");
        const auto plain = run(scenario);
        auto trainer = engine().make_trainer(scenario);
        record::RunRecord watched(scenario, trainer->environment()), found;
        while (!trainer->is_finished()) {
            const std::int64_t step = trainer->next_step();
            trainer->examine(Look::everything(), found);
            QCOMPARE(trainer->next_step(), step);
            trainer->step(watched, {});
        }
        QCOMPARE(differences(plain, watched), std::vector<std::string>{});
        QVERIFY(found.samples().empty()); // a look is no step
        QCOMPARE(found.details().back().step, std::int64_t(3));
        // What a look finds does not depend on the looks before it, and level full finds the same by itself.
        auto full = scenario;
        scenario::set_field(full, "record.level", "full");
        scenario::set_field(full, "record.details_every", "1");
        const auto by_itself = run(full);
        for (const auto& info : record::columns())
            if (info.kind == record::ColumnKind::Reproducible && info.column != Column::UnderflowShare)
                QVERIFY2(std::ranges::equal(by_itself.values(info.column), plain.values(info.column),
                                            [](double a, double b) { return a == b || (a != a && b != b); }),
                         std::string(info.name).c_str());
        record::RunRecord looks_only;
        for (const auto& detail : by_itself.details())
            if (!std::holds_alternative<record::GradientHistogram>(detail.payload) &&
                !std::holds_alternative<record::MicroBatchLosses>(detail.payload))
                looks_only.detail(detail);
        for (const auto& fact : by_itself.facts())
            if (fact.kind == "first_nonfinite") looks_only.fact(fact);
        const std::string difference = first_difference(looks_only, found);
        QVERIFY2(difference.empty(), difference.c_str());
        QCOMPARE(differences(looks_only, found), std::vector<std::string>{});
    }

    void levels_say_when() {
        const QStringList overflowing = {"precision=fp16", "scaler.init_scale=2^24", "record.details_every=4"};
        const auto kinds_at = [](const record::RunRecord& record, std::int64_t step) {
            std::set<std::size_t> kinds;
            for (const auto& detail : record.details())
                if (detail.step == step) kinds.insert(detail.payload.index());
            return kinds;
        };
        const auto none = run(with(overflowing, 8, "none"));
        QVERIFY(none.details().empty() && none.facts_of("first_nonfinite").empty());

        // The scale falls from 2^24 until a step runs: a streak of skipped steps, of which the first is looked into.
        const auto normal = run(with(overflowing, 8, "default"));
        QVERIFY(normal.facts_of("step_skipped").size() >= 3);
        const auto begins_streak = [&](std::size_t i) {
            return !normal.samples()[i].ran() && (i == 0 || normal.samples()[i - 1].ran());
        };
        for (std::size_t i = 0; i < 8; ++i)
            QCOMPARE(normal.detail_of<record::FirstNonfinite>(static_cast<std::int64_t>(i)) != nullptr,
                     begins_streak(i));
        QVERIFY(normal.detail_of<record::FirstNonfinite>(0));
        QCOMPARE(kinds_at(normal, 0).size(), std::size_t(2)); // and the histogram

        const auto full = run(with(overflowing, 8, "full"));
        for (std::int64_t step = 0; step < 8; ++step) {
            const bool skipped = !full.samples()[static_cast<std::size_t>(step)].ran();
            const bool due = step % 4 == 0;
            const bool everything = due || begins_streak(static_cast<std::size_t>(step));
            QCOMPARE(full.detail_of<record::OpList>(step) != nullptr, everything);
            QCOMPARE(full.detail_of<record::MemoryTimeline>(step) != nullptr, everything);
            QCOMPARE(full.detail_of<record::FirstNonfinite>(step) != nullptr, skipped);
        }
        QCOMPARE(full.facts_of("first_nonfinite").size(), full.facts_of("step_skipped").size());
        // The look goes into the very step that was skipped: both levels find the same.
        QVERIFY(*full.detail_of<record::FirstNonfinite>(0) == *normal.detail_of<record::FirstNonfinite>(0));
    }

    // Each of nano's nine matrices goes into one product forward and two backward (for the input's gradient and for the
    // weight's); attention's two products without a weight likewise.
    void every_op_has_its_layer() {
        std::map<std::string, std::array<int, 2>> products;
        for (const auto& op : ops_of({"precision=bf16"})) {
            if (op.name != "mm" && op.name != "bmm") continue;
            QVERIFY(op.phase == "forward" || op.phase == "backward");
            ++products[op.layer][op.phase == "forward" ? 0 : 1];
            QCOMPARE(op.inputs, (std::vector<std::string>{"bf16", "bf16"}));
            QCOMPARE(op.outputs, std::vector<std::string>{"bf16"});
        }
        std::set<std::string> expected = {"head"};
        for (const char* block : {"blocks.0.", "blocks.1."})
            for (const char* layer : {"attn.qkv", "attn.scores", "attn.values", "attn.proj", "ffn.up", "ffn.down"})
                expected.insert(std::string(block) + layer);
        std::set<std::string> found;
        for (const auto& [layer, counts] : products) {
            found.insert(layer);
            QVERIFY2(counts[0] == 1 && counts[1] == 2, layer.c_str());
        }
        QVERIFY(found == expected);
    }

    // What is computed again belongs to the layer that it computes, in phase backward.
    void recomputed_ops_have_their_layer_too() {
        std::map<std::string, std::array<int, 2>> products;
        for (const auto& op : ops_of({"checkpointing.kind=block"}))
            if (op.name == "mm" || op.name == "bmm") ++products[op.layer][op.phase == "forward" ? 0 : 1];
        QCOMPARE(products.size(), std::size_t(13));
        for (const auto& [layer, counts] : products)
            QVERIFY2(counts[0] == 1 && counts[1] == (layer == "head" ? 2 : 3), layer.c_str());
    }

    void ops_outside_the_model_are_few() {
        for (const auto& sets : {QStringList{}, QStringList{"precision=fp16"}, QStringList{"checkpointing.kind=block"}})
            for (const auto& op : ops_of(sets))
                if (op.phase == "forward" && op.depth == 0)
                    QVERIFY2(!op.layer.empty(), op.name.c_str());
                else if (op.phase == "optimizer" || op.phase == "data")
                    QVERIFY2(op.layer.empty(), op.name.c_str());
    }

    void the_rule_is_autocasts() {
        const auto rules = [](const QStringList& sets) {
            std::map<std::string, std::string> found; // of the outermost op of that name
            for (const auto& op : ops_of(sets))
                if (op.depth == 0 && op.phase == "forward") found.try_emplace(op.name, op.rule);
            return found;
        };
        const auto cuda = rules({"precision=fp16"});
        QCOMPARE(cuda.at("linear"), std::string("lower_precision_fp"));
        QCOMPARE(cuda.at("matmul"), std::string("lower_precision_fp"));
        QCOMPARE(cuda.at("softmax"), std::string("fp32_set_opt_dtype"));
        QCOMPARE(cuda.at("gelu"), std::string("follow"));
        const auto cpu = rules({"precision=bf16", "autocast.rules=cpu"});
        QCOMPARE(cpu.at("linear"), std::string("lower_precision_fp"));
        QCOMPARE(cpu.at("softmax"), std::string("follow"));
        QCOMPARE(rules({"precision=bf16", "autocast.fp32_ops=gelu"}).at("gelu"), std::string("fp32"));
        for (const auto& [name, rule] : rules({}))
            QCOMPARE(rule, std::string());
        for (const auto& op : ops_of({"precision=fp16"}))
            QVERIFY2(op.phase == "forward" || op.rule.empty(), op.name.c_str());
        // An island in fp32 inside the region has no rule.
        for (const auto& op : ops_of({"precision=bf16", "autocast.island=ffn"}))
            if (op.layer == "blocks.0.ffn.up" && op.phase == "forward") QCOMPARE(op.rule, std::string());
    }

    void trace_ops_is_the_same_look() {
        const QStringList sets = {"precision=bf16", "accumulation_steps=2"};
        QVERIFY(engine().trace_ops(with(sets)) == ops_of(sets));
    }

    void layers_hold_every_number() {
        const QStringList sets = {"precision=fp16", "scaler.init_scale=1024"};
        const auto sizes = *look(sets).detail_of<record::LayerSizes>(0);
        QCOMPARE(sizes.scale, 1024.0);
        // All parameters' histograms together are the histogram that the run itself takes.
        const auto recorded = run(with(sets, 1, "default"));
        const auto& histogram = std::get<record::GradientHistogram>(recorded.histogram_at(0)->payload);
        std::map<int, std::int64_t> bins;
        std::int64_t zero = 0;
        std::map<std::string, record::LayerSizes::Layer> activations;
        for (const auto& layer : sizes.layers) {
            if (layer.what == "activation") {
                activations[layer.name] = layer;
                continue;
            }
            QCOMPARE(layer.what, std::string("gradient"));
            QCOMPARE(layer.dtype, std::string("fp32")); // of an fp32 weight
            zero += layer.sizes.zero;
            for (std::size_t i = 0; i < layer.sizes.counts.size(); ++i)
                bins[layer.sizes.log2_low + static_cast<int>(i)] += layer.sizes.counts[i];
        }
        QCOMPARE(zero, histogram.zero);
        for (std::size_t i = 0; i < histogram.counts.size(); ++i)
            QCOMPARE(bins[histogram.log2_low + static_cast<int>(i)], histogram.counts[i]);
        // 8 sequences of 64 tokens, width 64, 4 heads, 256 rows of the vocabulary.
        QCOMPARE(activations.at("embedding").sizes.total(), std::int64_t(8 * 64 * 64));
        QCOMPARE(activations.at("blocks.0.attn.qkv").sizes.total(), std::int64_t(8 * 64 * 192));
        QCOMPARE(activations.at("blocks.1.attn.softmax").sizes.total(), std::int64_t(8 * 4 * 64 * 64));
        QCOMPARE(activations.at("head").sizes.total(), std::int64_t(8 * 64 * 256));
        QCOMPARE(activations.at("loss").sizes.total(), std::int64_t(1));
        QCOMPARE(activations.at("head").dtype, std::string("fp16"));
        QCOMPARE(activations.at("blocks.0.attn.softmax").dtype, std::string("fp32"));
        // Every causal mask hides T (T - 1) / 2 of the T * T scores of a head; softmax makes them zero.
        const std::int64_t hidden = 8 * 4 * (64 * 63 / 2);
        QCOMPARE(activations.at("blocks.0.attn.scores").sizes.inf, hidden);
        QCOMPARE(activations.at("blocks.0.attn.softmax").sizes.zero, hidden);
    }

    void parameters_have_their_dtypes_data() {
        QTest::addColumn<QStringList>("sets");
        QTest::addColumn<QStringList>("matrix"); // weight, gradient, master, optimizer, compute
        QTest::addColumn<QString>("norm");       // compute
        const auto row = [](const QStringList& sets, const QStringList& matrix, const char* norm) {
            QTest::newRow(qPrintable(sets.join(' '))) << sets << matrix << norm;
        };
        row({}, {"fp32", "fp32", "", "fp32", "fp32"}, "fp32");
        row({"precision=bf16"}, {"fp32", "fp32", "", "fp32", "bf16"}, "fp32");
        row({"precision=fp16", "scaler.init_scale=64"}, {"fp32", "fp32", "", "fp32", "fp16"}, "fp32");
        row({"precision=bf16-pure"}, {"bf16", "bf16", "", "bf16", "bf16"}, "bf16");
        row({"precision=bf16-master"}, {"bf16", "bf16", "fp32", "fp32", "bf16"}, "bf16");
        row({"precision=fp16-master", "scaler.init_scale=64"}, {"fp16", "fp16", "fp32", "fp32", "fp16"}, "fp16");
        row({"optimizer.kind=sgd", "optimizer.momentum=0"}, {"fp32", "fp32", "", "", "fp32"}, "fp32");
        row({"optimizer.kind=sgd", "optimizer.momentum=0.9"}, {"fp32", "fp32", "", "fp32", "fp32"}, "fp32");
    }
    void parameters_have_their_dtypes() {
        QFETCH(QStringList, sets);
        QFETCH(QStringList, matrix);
        QFETCH(QString, norm);
        const auto states = *look(sets).detail_of<record::ParameterStates>(0);
        const auto recorded = run(with(sets, 1, "default"));
        QCOMPARE(states.parameters.size(), std::size_t(14));
        std::int64_t count = 0, moved = 0;
        for (const auto& parameter : states.parameters) {
            const bool is_norm = parameter.name.find("norm") != std::string::npos;
            const std::string found[] = {parameter.weight, parameter.gradient, parameter.master, parameter.optimizer};
            for (int i = 0; i < 4; ++i)
                QCOMPARE(QString::fromStdString(found[i]), matrix[i]);
            QCOMPARE(QString::fromStdString(parameter.compute), is_norm ? norm : matrix[4]);
            count += parameter.count, moved += parameter.moved;
        }
        QCOMPARE(count, std::int64_t(115'008));
        QCOMPARE(static_cast<double>(moved) / static_cast<double>(count),
                 recorded.samples()[0][Column::WeightsMovedShare]);
    }

    void a_skipped_step_moves_nothing() {
        const auto states = *look({"precision=fp16", "scaler.init_scale=2^24"}).detail_of<record::ParameterStates>(0);
        for (const auto& parameter : states.parameters) {
            QCOMPARE(parameter.moved, std::int64_t(0));
            QCOMPARE(parameter.optimizer, std::string()); // Adam has no state before the first step that runs
        }
    }

    // fp32 beside fp32 is the same step.
    void the_shadow_of_fp32_is_itself() {
        for (const auto& sets : {QStringList{"model.dropout=0.1"}, QStringList{"checkpointing.kind=block"}}) {
            const auto error = *look(sets).detail_of<record::ShadowError>(0);
            for (const auto& layer : error.layers) {
                QVERIFY2(layer.relative == 0 && layer.largest == 0, layer.name.c_str());
                QVERIFY(layer.lost == 0 && layer.nonfinite == 0);
            }
        }
    }

    // The embedding's rows are read as they are. A product of 16-bit numbers begins with two rounded factors and ends
    // with a rounded result: each relative error is at most u, so the result's is at most 3u of the sum of magnitudes,
    // which is sqrt(64) times the result's own norm at most in the mean over random signs; from below, the rounding of
    // the result alone leaves more than u / 8 in the mean.
    void the_shadow_shows_the_rounding() {
        for (const auto& [precision, u] :
             {std::pair{"precision=bf16", 0x1p-9}, {"precision=fp16", 0x1p-12}, {"precision=bf16-master", 0x1p-9}}) {
            const auto error = *look({precision, "scaler.init_scale=64"}).detail_of<record::ShadowError>(0);
            std::map<std::string, record::ShadowError::Layer> layers;
            for (const auto& layer : error.layers)
                layers[layer.name] = layer;
            QCOMPARE(layers.at("embedding").relative, 0.0);
            const auto& product = layers.at("blocks.0.attn.qkv");
            QVERIFY2(product.relative > u / 8 && product.relative < 3 * u * 8, precision);
            QCOMPARE(product.dtype, std::string(precision).substr(10, 4));
            QCOMPARE(product.nonfinite, std::int64_t(0));
            QVERIFY(layers.at("embedding.weight").relative > u / 8);
        }
    }

    // With the loss divided by 100,000 fp16 loses every gradient: each number that fp32 has is counted.
    void the_shadow_counts_what_is_lost() {
        const QStringList tiny = {"precision=fp16", "scaler.enabled=false", "loss_multiplier=1e-5"};
        const auto error = *look(tiny).detail_of<record::ShadowError>(0);
        const auto fp32 = run(with({"loss_multiplier=1e-5"}, 1, "default"));
        std::int64_t lost = 0;
        for (const auto& layer : error.layers)
            if (layer.what == "gradient") lost += layer.lost;
        QCOMPARE(static_cast<double>(115'008 - lost) / 115'008, fp32.samples()[0][Column::GradZeroShare]);
    }

    // --- the first value that is not finite

    // The gradient of the head's weight: one product per token, (softmax - target) * scale / tokens times the token's
    // normalised vector, in fp16. From a scale of 2^24 the sum passes 65504.
    void the_first_overflow_of_a_high_scale() {
        const auto recorded = run(with({"precision=fp16", "scaler.init_scale=2^24"}, 1, "default"));
        const auto* first = recorded.detail_of<record::FirstNonfinite>(0);
        QVERIFY(first);
        QCOMPARE(first->op, std::string("mm"));
        QCOMPARE(first->phase, std::string("backward"));
        QCOMPARE(first->layer, std::string("head"));
        QCOMPARE(first->dtype, std::string("fp16"));
        QCOMPARE(first->shape, (std::vector<std::int64_t>{256, 64}));
        QVERIFY(std::isinf(first->value));
        QCOMPARE(first->kind, std::string("sum_of_products"));
        QCOMPARE(first->operand_dtypes, (std::vector<std::string>{"fp16", "fp16"}));
        const std::size_t tokens = 8 * 64;
        QCOMPARE(first->left.size(), tokens);
        QCOMPARE(first->right.size(), tokens);
        const auto& fp16 = numeric::format("fp16");
        const auto in_fp16 = [&](const numeric::Rational& value) {
            return numeric::convert(numeric::ExactValue::finite(value), fp16);
        };
        numeric::Rational sum = 0;
        int targets = 0;
        for (std::size_t i = 0; i < tokens; ++i) {
            const numeric::Rational left(first->left[i]), right(first->right[i]);
            QVERIFY(in_fp16(left).error == numeric::Rational(0) && in_fp16(right).error == numeric::Rational(0));
            sum += left * right;
            // An untrained model gives each of 256 rows about 1 / 256: 2^24 / 512 * (1 / 256 - [is the target]).
            const bool is_target = first->left[i] < 0;
            targets += is_target ? 1 : 0;
            const double share = first->left[i] + (is_target ? 32768 : 0); // 128 where all rows are alike
            QVERIFY(share > 128.0 / 3 && share < 128.0 * 3);
            QVERIFY(std::fabs(first->right[i]) < 8); // a normalised number of 64
        }
        QVERIFY(targets > 0);
        QCOMPARE(first->exact, numeric::to_double(sum)); // compensated: exact but for one rounding to fp64
        QVERIFY(std::fabs(first->exact) >= 65520);
        const auto rounded = in_fp16(sum);
        QVERIFY(std::ranges::count(rounded.flags(), "overflow") == 1);
        QCOMPARE(numeric::to_double(rounded.stored), first->value);
        // It is the op of the list that has this number, and the fact says the same.
        const auto ops = ops_of({"precision=fp16", "scaler.init_scale=2^24"});
        QCOMPARE(ops[first->op_index].name, first->op);
        QCOMPARE(ops[first->op_index].layer, first->layer);
        QCOMPARE(first->parameter, std::string("embedding.weight")); // which is the head's weight, too
        const auto facts = recorded.facts_of("first_nonfinite");
        QCOMPARE(facts.size(), std::size_t(1));
        QCOMPARE(facts[0]->text("op"), first->op);
        QCOMPARE(facts[0]->text("layer"), first->layer);
        QCOMPARE(facts[0]->text("phase"), first->phase);
        QCOMPARE(facts[0]->text("dtype"), first->dtype);
        QCOMPARE(facts[0]->text("parameter"), first->parameter);
        QCOMPARE(*facts[0]->number("value"), first->value);
        // The step was skipped because of that parameter.
        QCOMPARE(recorded.facts_of("step_skipped")[0]->text("parameter"), first->parameter);
        // Everything that came before it is finite, and so is what went into it.
        for (std::size_t i = 0; i < first->left.size(); ++i)
            QVERIFY(std::isfinite(first->left[i]) && std::isfinite(first->right[i]));
    }

    // fp16 weights with a master copy: backward begins with the scale itself, and 65536 is no fp16 number.
    void the_scale_itself_overflows_fp16() {
        const auto first =
            *look({"precision=fp16-master", "scaler.init_scale=65536"}).detail_of<record::FirstNonfinite>(0);
        QCOMPARE(first.op, std::string("_to_copy"));
        QCOMPARE(first.layer, std::string("loss"));
        QCOMPARE(first.phase, std::string("backward"));
        QCOMPARE(first.kind, std::string("elementwise"));
        QCOMPARE(first.left, std::vector<double>{65536});
        QCOMPARE(first.exact, 65536.0);
        QCOMPARE(first.operand_dtypes, std::vector<std::string>{"fp32"});
        QVERIFY(!look({"precision=fp16-master", "scaler.init_scale=32768"}).detail_of<record::FirstNonfinite>(0));
    }

    // Chapter A's hand-written normalisation: with a large bias x * x passes fp16's largest number in forward.
    void a_square_overflows_in_forward() {
        const QStringList sets = {"model.kind=custom-norm", "precision=fp16", "model.norm_bias=300"};
        const auto found = look(sets);
        const auto* first = found.detail_of<record::FirstNonfinite>(0);
        QVERIFY(first);
        QCOMPARE(first->op, std::string("mul"));
        QCOMPARE(first->layer, std::string("blocks.0.ffn.norm"));
        QCOMPARE(first->phase, std::string("forward"));
        QCOMPARE(first->kind, std::string("elementwise"));
        QCOMPARE(first->left.size(), std::size_t(2));
        QVERIFY(first->left[0] == first->left[1] && std::fabs(first->left[0] - 300) < 2);
        QCOMPARE(first->exact, first->left[0] * first->left[0]);
        QVERIFY(first->exact >= 65520);
    }

    // Loss and gradients are finite, and the update is too long for an fp16 weight: w + (-lr) * gradient.
    void an_update_overflows_in_the_optimizer() {
        const auto record =
            run(with({"precision=fp16-pure", "optimizer.kind=sgd", "optimizer.lr=60000", "optimizer.weight_decay=0",
                      "loss_multiplier=100", "clip.when=never", "micro_batch_size=2", "sequence_length=16"},
                     2, "full"));
        const auto* first = record.detail_of<record::FirstNonfinite>(0);
        QVERIFY(first);
        QCOMPARE(first->op, std::string("add_"));
        QCOMPARE(first->phase, std::string("optimizer"));
        QCOMPARE(first->layer, std::string());
        QCOMPARE(first->parameter, std::string("embedding.weight"));
        QCOMPARE(first->kind, std::string("elementwise"));
        QCOMPARE(first->left.size(), std::size_t(3));
        QCOMPARE(first->left[2], -60000.0);
        QVERIFY(std::fabs(first->left[0]) < 0.2); // an initial weight, as it was before: 0.02 times a normal number
        QCOMPARE(first->exact, first->left[0] - 60000 * first->left[1]);
        QVERIFY(std::fabs(first->exact) >= 65520);
        QVERIFY(!record.detail_of<record::FirstNonfinite>(1)); // what came of it is no first value
        QCOMPARE(record.facts_of("loss_nonfinite").size(), std::size_t(1));
    }

    void a_finite_step_has_no_first_value_data() {
        QTest::addColumn<QStringList>("sets");
        for (const auto& sets :
             {QStringList{}, QStringList{"precision=fp16"}, QStringList{"precision=bf16", "checkpointing.kind=block"},
              QStringList{"model.attention=fused"}, QStringList{"model.kind=linear"},
              QStringList{"precision=fp16", "model.dropout=0.2"}, QStringList{"model.ffn=swiglu"}})
            QTest::newRow(qPrintable("x " + sets.join(' '))) << sets;
    }
    void a_finite_step_has_no_first_value() {
        QFETCH(QStringList, sets);
        const auto found = look(sets, {.nonfinite = true});
        QVERIFY(found.details().empty() && found.facts().empty());
    }

    // Without a scaler a run goes on after its first overflow, and is NaN from then on: one first value, in the step
    // that made it.
    void a_run_into_nan_has_one_first_value_data() {
        QTest::addColumn<QStringList>("sets");
        QTest::newRow("fp32") << QStringList{"optimizer.lr=1e6", "optimizer.kind=sgd", "clip.when=never"};
        QTest::newRow("bf16") << QStringList{"precision=bf16", "optimizer.lr=1e6", "optimizer.kind=sgd",
                                             "clip.when=never"};
        QTest::newRow("fp16 without a scaler")
            << QStringList{"precision=fp16", "scaler.enabled=false", "optimizer.lr=30", "clip.when=never"};
    }
    void a_run_into_nan_has_one_first_value() {
        QFETCH(QStringList, sets);
        const auto record = run(with(sets, 30, "default"));
        const auto facts = record.facts_of("first_nonfinite");
        QCOMPARE(facts.size(), std::size_t(1));
        const auto* first = record.detail_of<record::FirstNonfinite>(facts[0]->step);
        QVERIFY(first && !std::isfinite(first->value));
        const auto losses = record.facts_of("loss_nonfinite");
        QVERIFY(!losses.empty() && losses[0]->step - facts[0]->step <= 1);
        QVERIFY(std::isnan(record.samples().back()[Column::Loss]));
    }
};

QTEST_GUILESS_MAIN(TestProbes)
#include "test_probes.moc"
