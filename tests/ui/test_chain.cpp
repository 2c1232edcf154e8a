// From a skipped step to the bit that overflowed and its line of code, by clicks alone, on a real run.
#include <QMouseEvent>
#include <QTest>

#include "tests/ui/support.h"
#include "ui/instruments/numbers/bits_view.h"
#include "ui/instruments/numbers/code_view.h"
#include "ui/instruments/numbers/nonfinite_view.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/step/op_flow.h"
#include "ui/labs/bits_lab.h"
#include "ui/labs/scale_lab.h"
#include "ui/labs/stage.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/qcp.h"
#include "ui/shell/main_window.h"

using namespace ampscope;
using namespace ampscope::ui;
using Link = NonfiniteView::Link;

class TestChain : public QObject {
    Q_OBJECT

    static void click(NonfiniteView& view, Link link) {
        for (std::size_t i = 0; i < view.itemCount(); ++i)
            if (view.linkOf(i) == link) {
                QTest::mouseClick(view.canvas(), Qt::LeftButton, {}, view.itemBox(i).center().toPoint());
                return;
            }
        QFAIL("no such link in the chain");
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void by_clicks() {
        train::ComputeThread thread;
        MainWindow window(thread, "", Settings{});
        window.resize(1440, 900);
        window.show();
        QVERIFY(window.open("scale"));
        auto* lab = qobject_cast<ScaleLab*>(window.page());
        lab->holdAt(8);
        lab->restart(std::nullopt); // fp16 from 2^24
        RunModel* run = lab->run();
        QTRY_VERIFY_WITH_TIMEOUT(run->state() == train::RunState::Paused, 60'000);
        QTRY_VERIFY(run->record().samples().size() == 9);
        QCOMPARE(run->record().scenario().scaler.init_scale, 16777216.0);

        // The cross of a skipped step on the scale's trace.
        Stage* stage = lab->findChild<Stage*>();
        auto* trace = qobject_cast<PlotInstrument*>(stage->instrument("scale-trace"));
        const auto& glyphs = trace->figure().glyphs;
        const auto cross = std::ranges::find(glyphs, Glyph::Shape::Cross, &Glyph::shape);
        QVERIFY(cross != glyphs.end());
        const auto step = static_cast<std::int64_t>(cross->x);
        auto* plot = trace->view()->findChild<QCustomPlot*>();
        const QPointF place(plot->xAxis->coordToPixel(cross->x), plot->yAxis->coordToPixel(cross->y));
        QTest::mouseClick(plot, Qt::LeftButton, {}, place.toPoint());
        QCOMPARE(run->selectedStep(), step);
        QVERIFY(!run->followsNewest());
        QVERIFY(!run->record().samples()[static_cast<std::size_t>(step)].ran());

        // The parameter, the op.
        auto* chain = qobject_cast<NonfiniteView*>(stage->instrument("nonfinite"));
        QVERIFY(chain);
        const auto* first = run->record().detail_of<record::FirstNonfinite>(step);
        QVERIFY(first);
        click(*chain, Link::Parameter);
        QVERIFY(!run->selectedParameter().isEmpty());
        click(*chain, Link::Op);
        QCOMPARE(run->selectedOp(), std::optional(first->op_index));
        QVERIFY(qobject_cast<OpFlowView*>(stage->instrument("op-flow")));
        QTRY_VERIFY_WITH_TIMEOUT(run->record().detail_of<record::OpList>(step), 60'000);
        first = run->record().detail_of<record::FirstNonfinite>(step);
        const auto& ops = run->record().detail_of<record::OpList>(step)->ops;
        QCOMPARE(ops.at(first->op_index).name, first->op);
        QVERIFY(!window.grab().isNull());

        // The product, its bits: exponent all ones, mantissa 0.
        click(*chain, Link::Sum);
        auto* bits = qobject_cast<BitsLab*>(window.page());
        QVERIFY(bits);
        auto* view = bits->findChild<BitsView*>();
        const auto& rows = view->rows();
        const auto row =
            std::ranges::find(rows, first->dtype, [](const auto& conversion) { return conversion.format.id; });
        QVERIFY(row != rows.end());
        QVERIFY(row->number_class == numeric::NumberClass::Infinity || row->number_class == numeric::NumberClass::NaN);
        QCOMPARE(row->fields().exponent, std::string(static_cast<std::size_t>(row->format.exponent_bits), '1'));
        QVERIFY(row->rounded.overflow);
        QVERIFY(!bits->state().text.isEmpty());

        // Back, and the line of code.
        QVERIFY(window.open("scale"));
        click(*chain, Link::Code);
        const QString lit = stage->code()->litText();
        QVERIFY2(lit.contains(first->phase == "backward" ? ".backward()" : "model(x)") ||
                     (first->layer == "loss" && lit.contains("loss_fn(")),
                 qPrintable(lit));
        QVERIFY2(lit.contains(QString::fromStdString(first->op)), qPrintable(lit));
        QCOMPARE(run->selectedStep(), step);
    }
};

QTEST_MAIN(TestChain)
#include "test_chain.moc"
