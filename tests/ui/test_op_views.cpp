// op-flow, autocast-table, layers and shadow-error: what is drawn is the record.
#include <QAction>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "core/numeric/conversion.h"
#include "core/numeric/expression.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/op_samples.h"
#include "tests/ui/support.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/registry.h"
#include "ui/instruments/step/autocast_table.h"
#include "ui/instruments/step/layers_view.h"
#include "ui/instruments/step/op_flow.h"
#include "ui/instruments/step/shadow_error.h"
#include "ui/plot/plot_view.h"

using namespace ampscope;
using namespace ampscope::ui;
using namespace ampscope::ui::testing;
using scenario::Scenario;
using train::CastPolicy;

namespace {

// Answers for two ops only.
class MeasuringEngine : public train::FakeEngine {
  public:
    std::string measured_autocast_dtype(std::string_view op, scenario::AutocastRules rules) override {
        if (op == "mm") return "bf16";
        if (op == "softmax") return rules == scenario::AutocastRules::Cuda ? "fp32" : "bf16";
        return "";
    }
};

} // namespace

class TestOpViews : public QObject {
    Q_OBJECT

    testing::FakeThread<MeasuringEngine> m_thread;

    static const FlowOp* named(const OpFlow& flow, const char* name) {
        for (const auto& group : flow.groups)
            for (const auto& row : group.rows)
                for (const auto* ops : {&row.forward, &row.backward})
                    for (const auto& op : *ops)
                        if (op.name == name) return &op;
        return nullptr;
    }
    void show(Instrument& instrument, RunModel& run, const QSize& size = {900, 600}) {
        instrument.setRun(&run);
        instrument.resize(size);
        instrument.show();
        instrument.refresh();
        QCoreApplication::processEvents();
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void all_four_are_registered() {
        for (const char* id : {"op-flow", "autocast-table", "layers", "shadow-error"}) {
            const auto made = makeInstrument(id);
            QVERIFY2(made, id);
            QCOMPARE(made->id(), QString(id));
        }
    }

    void layers_become_groups_and_repeated_blocks_one() {
        const auto script = sampleStep();
        const OpFlow flow = flowOf(script.list(), {});
        QStringList names;
        for (const auto& group : flow.groups)
            names << group.name + (group.times > 1 ? QString("×%1 %2").arg(group.times).arg(group.last) : QString());
        QCOMPARE(names, (QStringList{"embedding", "blocks.0×2 blocks.1", "loss"}));
        const auto& rows = flow.groups[1].rows;
        QStringList layers;
        for (const auto& row : rows)
            layers << row.layer;
        QCOMPARE(layers, (QStringList{"norm1", "attn.qkv", "attn", "", "ffn", ""}));
        // Backward comes to the block's own layer twice, from the last place to the first.
        QCOMPARE(rows[5].backward.size(), std::size_t(1)); // clone is hidden
        QCOMPARE(rows[5].backward[0].name, QString("sum"));
        QCOMPARE(rows[3].backward[0].name, QString("mul"));
        QCOMPARE(flow.optimizer.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(flow.optimizer[0].from), QString("fp32"));
        // Each op of the record is one that is drawn, or is left out on purpose.
        std::size_t drawn = 0;
        for (std::size_t i = 0; i < script.list().ops.size(); ++i) {
            const auto& op = script.list().ops[i];
            const bool expected = op.phase != "data" && op.depth == 0 && op.name != "view" && op.name != "clone";
            QCOMPARE(flow.find(i) != nullptr, expected);
            drawn += expected;
        }
        QCOMPARE(static_cast<std::size_t>(flow.shown), drawn - 13); // 13 of block 1 are those of block 0
        const OpFlow apart = flowOf(script.list(), {.apart = true});
        QCOMPARE(apart.groups.size(), std::size_t(4));
        QCOMPARE(static_cast<std::size_t>(apart.shown), drawn);
    }

    void casts_stand_at_the_op_that_they_are_for() {
        const auto script = sampleStep();
        const OpFlow flow = flowOf(script.list(), {});
        const FlowOp* linear = named(flow, "linear");
        QVERIFY(linear);
        QCOMPARE(linear->casts.size(), std::size_t(2));
        QCOMPARE(linear->casts[0], (FlowCast{"fp32", "fp16", false}));
        QCOMPARE(linear->casts[1], (FlowCast{"fp32", "fp16", true}));
        QCOMPARE(QString::fromStdString(linear->to), QString("fp16"));
        const FlowOp* cast = named(flow, "to");
        QVERIFY(cast && cast->isCast && cast->casts.empty());
        QCOMPARE(QString::fromStdString(cast->from + ">" + cast->to), QString("fp16>fp32"));
        QCOMPARE(QString::fromStdString(named(flow, "add")->from), QString("fp32+fp16"));
        const auto counts = train::count_casts(script.list().ops);
        QCOMPARE(counts.forward, 4); // two blocks, each an input and a weight
        QCOMPARE(counts.of_weights, 2);
        QCOMPARE(counts.weight_uses, 2);
        // Inner ops and moves, when they are asked for: emulated ones, too.
        QVERIFY(!named(flow, "view"));
        const OpFlow all = flowOf(script.list(), {.moves = true, .inner = true, .apart = true});
        QVERIFY(named(all, "view"));
        std::size_t shown = 0;
        for (std::size_t i = 0; i < script.list().ops.size(); ++i)
            shown += all.find(i) != nullptr;
        QCOMPARE(shown, script.list().ops.size() - 1); // all but the op of the data
        QCOMPARE(all.inner, 0);
    }

    void a_block_with_the_first_inf_stands_alone() {
        const auto script = sampleStep();
        std::size_t softmax = 0;
        for (std::size_t i = 0; i < script.list().ops.size(); ++i)
            if (script.list().ops[i].name == "softmax") softmax = i; // of blocks.1
        const OpFlow flow = flowOf(script.list(), {}, softmax);
        QCOMPARE(flow.groups.size(), std::size_t(4));
        QVERIFY(flow.find(softmax)->isNonfinite);
        QVERIFY(!named(flow, "softmax")->isNonfinite); // that of blocks.0
    }

    void reasons_in_words_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QString>("phase");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QStringList>("inputs");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* op, const char* phase, const char* rule, QStringList inputs,
                            const char* words) {
            QTest::newRow((QString(op) + phase + inputs.join('+')).toLatin1())
                << op << phase << rule << inputs << words;
        };
        row("mm", "forward", "lower_precision_fp", {"fp32"}, "list of CUDA: casts its inputs to the region's 16-bit");
        row("softmax", "forward", "fp32_set_opt_dtype", {"fp16"}, "list of CUDA: gives fp32");
        row("gelu", "forward", "follow", {"fp16"}, "on no list of CUDA: runs in the dtype of its inputs");
        row("add", "forward", "follow", {"fp32", "fp16"}, "type promotion makes fp32 of fp32 + fp16");
        row("dot", "forward", "promote", {"fp32", "fp16"}, "widest");
        row("mm", "backward", "", {"fp16"}, "backward runs outside autocast");
        row("_fused_adamw_", "optimizer", "", {"fp32"}, "optimizer runs outside autocast");
        row("mm", "forward", "", {"fp32"}, "autocast is off here");
        row("rms_norm", "forward", "fp32", {"fp16"}, "kept in fp32 by hand");
        row("ampscope::rotated", "forward", "follow", {"fp16"}, "a custom op");
    }
    void reasons_in_words() {
        QFETCH(QString, op);
        QFETCH(QString, phase);
        QFETCH(QString, rule);
        QFETCH(QStringList, inputs);
        QFETCH(QString, words);
        Scenario scenario = fp16Scenario();
        scenario.autocast.fp32_ops = {"rms_norm"};
        record::StepOp step_op;
        step_op.name = op.toStdString();
        step_op.phase = phase.toStdString();
        step_op.rule = rule.toStdString();
        for (const auto& input : inputs)
            step_op.inputs.push_back(input.toStdString());
        step_op.outputs = {"fp32"};
        QVERIFY2(whyDtype(step_op, scenario).contains(words), qPrintable(whyDtype(step_op, scenario)));
    }

    void the_flow_is_walked_selected_folded_and_searched() {
        RunModel run(*m_thread);
        run.showRecord(recordWith(fp16Scenario(), sampleStep().list()));
        OpFlowView view;
        show(view, run);
        QVERIFY(view.itemCount() > 20);
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Home);
        QVERIFY(!view.cursor()); // the head of "embedding"
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY(view.cursor());
        QCOMPARE(view.cursor()->name, QString("embedding"));
        QVERIFY(view.reading().contains("fp32, int64 → fp32"));
        QCOMPARE(view.accessibleDescription(), QString(view.reading()).replace('\n', ". "));
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(run.selectedOp(), std::optional<std::size_t>(view.cursor()->index));
        // Down goes to the next line, not to the next pill.
        QTest::keyClick(&view, Qt::Key_Down);
        QVERIFY(view.itemBox(*view.item()).top() > view.itemBox(0).bottom());
        const auto before = view.itemCount();
        view.setFolded("blocks.0", true);
        QVERIFY(view.itemCount() < before);
        view.setFolded("blocks.0", false);
        QCOMPARE(view.itemCount(), before);
        // All pills lie inside the canvas, none over another.
        for (const int width : {420, 640, 1200}) {
            view.resize(width, 500);
            QCoreApplication::processEvents();
            for (std::size_t i = 0; i < view.itemCount(); ++i) {
                QVERIFY(view.itemBox(i).right() <= view.canvas()->width());
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY2(!view.itemBox(i).intersects(view.itemBox(j)),
                             qPrintable(QString("%1 over %2 at width %3").arg(i).arg(j).arg(width)));
            }
        }
        // As many rows in the table as ops of the record are drawn, both blocks counted.
        const TextTable table = view.numbers();
        QCOMPARE(table.rows.size(), 13 * 2 + 5);
        QVERIFY(table.rows[0].contains("embedding"));
        view.search("softmax");
        QVERIFY(!view.grab().isNull());
        for (const FileFormat format : {FileFormat::Png, FileFormat::Svg, FileFormat::Pdf, FileFormat::Csv})
            QVERIFY(renderExhibit(view.exhibit(), format).size() > 500);
    }

    void shadow_errors_are_those_of_the_record() {
        RunModel run(*m_thread), other(*m_thread);
        run.showRecord(recordWith(fp16Scenario(), sampleShadow()));
        record::ShadowError beside;
        beside.layers = {{"blocks.0.ffn", "activation", "fp16", 0x1p-8, 1, 0, 0}};
        other.showRecord(recordWith(fp16Scenario(), beside));
        ShadowErrorView view;
        view.setComparison({&run, &other});
        show(view, run);
        QCOMPARE(view.rows().size(), std::size_t(5));
        QCOMPARE(view.rows()[2].other, std::optional<double>(0x1p-8));
        QVERIFY(!view.rows()[1].other);
        const TextTable table = view.numbers();
        QCOMPARE(table.rows[1][3].toDouble(), 0x1p-11);
        QCOMPARE(table.rows[1][5], QString("3"));
        QCOMPARE(table.rows[4][6], QString("4"));
        view.setSortedByError(true);
        QCOMPARE(QString::fromStdString(view.rows()[0].layer.name), QString("blocks.0.ffn"));
        view.moveTo(0);
        QVERIFY(view.reading().contains("0.00195"));
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(run.selectedParameter(), QString("blocks.0.ffn.weight"));
        QVERIFY(!view.grab().isNull());
    }

    // Whether a number of the middle of a bin is lost is asked of the exact rounding; the bin that a tie cuts in half
    // keeps its upper half.
    void losses_agree_with_rounding() {
        for (const char* id : {"fp16", "bf16", "e5m2"}) {
            const auto format = numeric::format_or_throw(id);
            for (int exponent = -150; exponent < 130; ++exponent) {
                const record::SizeHistogram sizes{exponent, {8}, 0, 0, 0};
                const auto losses = lossesOf(sizes, 3, format);
                const auto value =
                    numeric::parse_expression(QString("2^%1+2^%2").arg(exponent + 3).arg(exponent + 2).toStdString());
                const auto kind = numeric::convert(value, format).number_class;
                QCOMPARE(losses.lost, kind == numeric::NumberClass::Zero ? 8 : 0);
                QCOMPARE(losses.overflowed, kind == numeric::NumberClass::Infinity ? 8 : 0);
            }
        }
    }

    void layers_show_their_sizes_and_open_in_bits() {
        RunModel run(*m_thread);
        run.showRecord(recordWith(fp16Scenario(), sampleSizes()));
        LayersView view;
        show(view, run);
        QCOMPARE(view.tiles().size(), std::size_t(2));
        const auto& first = view.tiles()[0].losses;
        QCOMPARE(first.total, 18);
        QCOMPARE(first.zero, 3);
        QCOMPARE(first.lost, 5); // of [2^-36, 2^-35) × 2^10
        const auto& second = view.tiles()[1].losses;
        QCOMPARE(second.overflowed, 7); // [2^6, 2^7) × 2^10
        QCOMPARE(second.nonfinite, 3);
        view.setFormat("bf16");
        QCOMPARE(view.tiles()[0].losses.lost, 0);
        view.setFormat("fp16");
        view.setSortedByLoss(true);
        QCOMPARE(QString::fromStdString(view.tiles()[0].layer.name), QString("blocks.0.attn.qkv.weight"));
        QVERIFY(!view.large());
        view.moveTo(0);
        QTest::keyClick(&view, Qt::Key_Return);
        QVERIFY(view.large());
        QCOMPARE(run.selectedParameter(), QString("blocks.0.attn.qkv.weight"));
        QCOMPARE(view.plot()->figure().bars[0].height.first(2), (QVector<double>{5, 10}));
        // Keyboard: to the bin of 2^-25, then Enter.
        QSignalSpy asked(&view, &Instrument::numberAsked);
        Q_EMIT view.plot()->cursorMoved(-24.5);
        QCOMPARE(view.plot()->figure().selected, std::optional<double>(-24.5));
        QTest::keyClick(view.plot(), Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][1].toString(), QString("fp16"));
        const auto value = numeric::to_double(numeric::parse_expression(asked[0][0].toString().toStdString()));
        QCOMPARE(value, 1.5 * 0x1p-25);
        view.setShowsActivations(true);
        QCOMPARE(view.tiles().size(), std::size_t(1));
        QCOMPARE(view.tiles()[0].losses.lost, 0);
        QVERIFY(!view.grab().isNull());
    }

    void a_bin_of_the_histogram_opens_in_bits() {
        RunModel run(*m_thread);
        record::GradientHistogram histogram{{-30, {4, 6, 9}, 12, 1, 0}, 256};
        run.showRecord(recordWith(fp16Scenario(), histogram));
        HistogramInstrument view;
        show(view, run);
        QSignalSpy asked(&view, &Instrument::numberAsked);
        Q_EMIT view.view()->selected(-30 + 8 + 0.4); // the first bin, times 2^8
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toString(), QString("2^-22+2^-23"));
        Q_EMIT view.view()->selected(0); // no bin there
        QCOMPARE(asked.size(), 1);
        view.view()->setFocus();
        QTest::keyClick(view.view(), Qt::Key_Right, Qt::ControlModifier);
        const auto begun = view.figure().selected;
        QVERIFY(begun && !view.whatIfScale());
        QTest::keyClick(view.view(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(*view.figure().selected, *begun + 1);
        QTest::keyClick(view.view(), Qt::Key_Left); // the handle
        QVERIFY(view.whatIfScale());
        view.setWhatIfScale(std::nullopt);
        Q_EMIT view.view()->cursorMoved(-20.5);
        QVERIFY(view.figure().summary.contains("Bin"));
        QTest::keyClick(view.view(), Qt::Key_Return);
        QCOMPARE(asked.size(), 2);
        QCOMPARE(asked[1][0].toString(), QString("2^-21+2^-22"));
    }

    // The lists as PyTorch's documentation of autocast gives them.
    void the_table_knows_the_rules_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("cuda");
        QTest::addColumn<int>("cpu");
        QTest::addColumn<int>("mps");
        const auto row = [](const char* op, CastPolicy cuda, CastPolicy cpu, CastPolicy mps) {
            QTest::newRow(op) << op << static_cast<int>(cuda) << static_cast<int>(cpu) << static_cast<int>(mps);
        };
        row("mm", CastPolicy::LowerPrecision, CastPolicy::LowerPrecision, CastPolicy::LowerPrecision);
        row("linear", CastPolicy::LowerPrecision, CastPolicy::LowerPrecision, CastPolicy::LowerPrecision);
        row("softmax", CastPolicy::Fp32SetDtype, CastPolicy::Follow, CastPolicy::Fp32);
        row("layer_norm", CastPolicy::Fp32, CastPolicy::Follow, CastPolicy::Fp32);
        row("batch_norm", CastPolicy::Follow, CastPolicy::Follow, CastPolicy::Fp32);
        row("gelu", CastPolicy::Follow, CastPolicy::Follow, CastPolicy::Follow);
        row("mean", CastPolicy::Follow, CastPolicy::Follow, CastPolicy::Follow);
        row("cat", CastPolicy::Follow, CastPolicy::Promote, CastPolicy::Follow);
        row("binary_cross_entropy", CastPolicy::Banned, CastPolicy::Fp32, CastPolicy::Follow);
        row("addcmul", CastPolicy::Promote, CastPolicy::Follow, CastPolicy::Promote);
    }
    void the_table_knows_the_rules() {
        QFETCH(QString, op);
        QFETCH(int, cuda);
        QFETCH(int, cpu);
        QFETCH(int, mps);
        AutocastTable table;
        table.setFilter(op);
        const auto row = std::ranges::find(table.rows(), op, &AutocastTable::Row::op);
        QVERIFY(row != table.rows().end());
        QCOMPARE(static_cast<int>(row->policies[0]), cuda);
        QCOMPARE(static_cast<int>(row->policies[1]), cpu);
        QCOMPARE(static_cast<int>(row->policies[2]), mps);
        QCOMPARE(row->differs(), cuda != cpu || cuda != mps);
    }

    void the_table_measures_filters_and_follows_the_run() {
        RunModel run(*m_thread);
        run.showRecord(recordWith(fp16Scenario(), sampleStep().list()));
        AutocastTable table;
        show(table, run);
        QTRY_VERIFY(table.isMeasured());
        const auto row = [&](const QString& op) {
            return *std::ranges::find(table.rows(), op, &AutocastTable::Row::op);
        };
        QCOMPARE(row("softmax").measured, (std::array<QString, 2>{"fp32", "bf16"}));
        QCOMPARE(row("mm").measured, (std::array<QString, 2>{"bf16", "bf16"}));
        QVERIFY(row("gelu").measured[0].isEmpty());
        QCOMPARE(row("softmax").inRun, QStringLiteral("fp16→fp32"));
        QCOMPARE(row("gelu").inRun, QString("fp16"));
        const auto all = table.rows().size();
        QVERIFY2(all > 150, qPrintable(QString::number(all)));
        table.setOnlyDifferences(true);
        QVERIFY(table.rows().size() < all);
        QVERIFY(std::ranges::all_of(table.rows(), &AutocastTable::Row::differs));
        table.setOnlyDifferences(false);
        table.setOnlyInRun(true);
        QCOMPARE(table.rows().size(), std::size_t(7)); // embedding, rms_norm, linear, softmax, add, gelu, the loss
        table.setFilter("soft");
        QCOMPARE(table.rows().size(), std::size_t(1));
        table.moveTo(0);
        QVERIFY(table.reading().contains("CUDA: gives fp32"));
        QVERIFY(table.reading().contains("measured here"));
        QCOMPARE(table.numbers().rows[0].mid(1, 3), (QStringList{"fp32_set_opt_dtype", "follow", "fp32"}));
        table.setFilter("");
        for (const FileFormat format : {FileFormat::Png, FileFormat::Pdf, FileFormat::Csv})
            QVERIFY(renderExhibit(table.exhibit(), format).size() > 100);
        table.setOnlyInRun(false);
        table.setFilter("no such op");
        QVERIFY(table.rows().empty() && !table.grab().isNull());
    }

    void without_details_each_says_so_and_offers_a_look() {
        RunModel run(*m_thread);
        for (const char* id : {"op-flow", "layers", "shadow-error"}) {
            const auto instrument = makeInstrument(id);
            show(*instrument, run);
            QVERIFY(!instrument->grab().isNull()); // no run at all
            run.showRecord(recordWith(fp16Scenario()));
            QCoreApplication::processEvents();
            QVERIFY(!instrument->grab().isNull());
            run.clear();
        }
    }

    void tables_take_the_place_of_drawings() {
        RunModel run(*m_thread);
        run.showRecord(recordWith(fp16Scenario(), sampleStep().list(), sampleSizes(), sampleShadow()));
        for (const char* id : {"op-flow", "layers", "shadow-error", "autocast-table"}) {
            const auto instrument = makeInstrument(id);
            auto* drawn = qobject_cast<ScrolledInstrument*>(instrument.get());
            QVERIFY(drawn);
            show(*drawn, run);
            drawn->setShowsTable(true);
            QVERIFY(drawn->showsTable() && !drawn->canvas()->isVisible());
            drawn->setShowsTable(false);
            QVERIFY(drawn->canvas()->isVisible());
            QVERIFY(!drawn->accessibleName().isEmpty());
            QVERIFY(!drawn->accessibleDescription().isEmpty());
        }
    }
};

QTEST_MAIN(TestOpViews)
#include "test_op_views.moc"
