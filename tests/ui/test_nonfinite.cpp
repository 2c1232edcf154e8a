// The chain from a skipped step to its overflow, with a record made by hand; and the button that looks inside a step.
#include "ui/instruments/numbers/nonfinite_view.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/ui/fake_thread.h"
#include "tests/ui/sample_record.h"
#include "tests/ui/support.h"
#include "ui/instruments/column_plot.h"
#include "ui/instruments/numbers/code_view.h"
#include "ui/instruments/step/look_button.h"

using namespace ampscope;
using namespace ampscope::ui;
using Link = NonfiniteView::Link;

namespace {

record::RunRecord recordWithOverflow() {
    record::RunRecord record = testing::sampleRecord();
    record::FirstNonfinite first;
    first.op = "mm";
    first.phase = "backward";
    first.layer = "blocks.1.ffn.up";
    first.dtype = "fp16";
    first.value = HUGE_VAL;
    first.count = 12;
    first.position = {3, 7};
    first.shape = {64, 128};
    first.op_index = 41;
    first.kind = "sum_of_products";
    first.left = {300, 60000, 0.25, 0.5};
    first.right = {20, 1, 0.5, 0.5};
    first.operand_dtypes = {"fp16", "fp16"};
    first.exact = 66000.375;
    record.detail({0, first});
    return record;
}

} // namespace

class TestNonfinite : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    static std::optional<std::size_t> itemOf(const NonfiniteView& view, Link link) {
        for (std::size_t i = 0; i < view.itemCount(); ++i)
            if (view.linkOf(i) == link) return i;
        return std::nullopt;
    }
    static void click(NonfiniteView& view, Link link) {
        const auto item = itemOf(view, link);
        QVERIFY(item);
        QTest::mouseClick(view.canvas(), Qt::LeftButton, {}, view.itemBox(*item).center().toPoint());
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void each_link_leads_on() {
        RunModel model(*m_thread);
        model.showRecord(recordWithOverflow());
        model.select(0);
        CodeView code;
        code.setRun(&model);
        NonfiniteView view;
        view.setRun(&model);
        view.resize(520, 420);
        view.show();
        code.refresh();
        QVERIFY2(code.litText().contains("scaler.step"), qPrintable(code.litText()));

        click(view, Link::Parameter);
        QCOMPARE(model.selectedParameter(), QString("blocks.1.attention.projection.weight"));
        QSignalSpy ops(&view, &NonfiniteView::opsAsked);
        click(view, Link::Op);
        QCOMPARE(ops.count(), 1);
        QCOMPARE(model.selectedOp(), std::optional<std::size_t>(41));
        code.refresh();
        QVERIFY2(code.litText().contains(".backward()") && code.litText().contains("mm, blocks.1.ffn.up"),
                 qPrintable(code.litText()));

        QSignalSpy number(&view, &Instrument::numberAsked);
        click(view, Link::Product); // the largest comes first
        QCOMPARE(number.takeFirst(), (QVariantList{"60000", "fp16"}));
        click(view, Link::Sum);
        QCOMPARE(number.takeFirst(), (QVariantList{"66000.375", "fp16"}));
        click(view, Link::Bits);
        QCOMPARE(number.takeFirst(), (QVariantList{"66000.375", "fp16"}));
        const TextTable table = view.numbers();
        const auto has = [&](const QString& text) {
            return std::ranges::any_of(table.rows, [&](const QStringList& row) { return row.contains(text); });
        };
        QVERIFY(has("0x7c00") && has("66000.375") && has("6000"));

        model.select(1); // the op belonged to the other step
        QVERIFY(!model.selectedOp());
        click(view, Link::Step);
        QCOMPARE(model.selectedStep(), std::int64_t(1));
    }

    void keys_do_what_clicks_do() {
        RunModel model(*m_thread);
        model.showRecord(recordWithOverflow());
        model.select(0);
        NonfiniteView view;
        view.setRun(&model);
        view.resize(520, 300);
        view.show();
        QSignalSpy number(&view, &Instrument::numberAsked);
        const auto sum = itemOf(view, Link::Sum);
        QVERIFY(sum);
        for (std::size_t i = 0; i <= *sum; ++i)
            QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(number.count(), 1);
        QVERIFY(view.accessibleDescription().contains("66000.375"));
    }

    void a_finite_step_names_the_others() {
        RunModel model(*m_thread);
        model.showRecord(recordWithOverflow());
        NonfiniteView view;
        view.setRun(&model);
        view.resize(520, 300);
        view.show();
        QVERIFY(!itemOf(view, Link::Op));
        click(view, Link::OtherStep);
        const auto* sample = &model.record().samples()[static_cast<std::size_t>(model.selectedStep())];
        QVERIFY(!sample->ran());
        for (const auto theme : {ThemeKind::Dark, ThemeKind::Light}) {
            ThemeSwitch::instance().set(theme, 1);
            QVERIFY(!view.grab().isNull());
        }
    }

    void the_button_looks_and_gives_up() {
        RunModel model(*m_thread);
        scenario::Scenario scenario;
        scenario.name = "a";
        scenario.length.steps = 40;
        model.start(scenario);
        LookButton button({.ops = true});
        const auto offer = [&] {
            button.offer(&model, !model.record().detail_of<record::OpList>(model.stepToLookInside()));
        };
        QTRY_VERIFY(model.state() == train::RunState::Finished);
        model.select(17);
        offer();
        QVERIFY(button.isVisible() && button.isEnabled());
        QVERIFY(button.text().contains("17"));
        button.click();
        QTRY_VERIFY(model.record().detail_of<record::OpList>(17));
        QTRY_VERIFY(!model.looking());
        offer();
        QVERIFY(!button.isVisible());
        QCOMPARE(model.record().samples().size(), std::size_t(40));
        // Details that come late stand in their place.
        model.lookInside(3, {.ops = true});
        QTRY_VERIFY(model.record().detail_of<record::OpList>(3));
        QVERIFY(std::ranges::is_sorted(model.record().details(), {}, &record::Detail::step));
        QVERIFY(model.canLookInside(39) && !model.canLookInside(40) && !model.canLookInside(-1));

        scenario.name = "slow";
        scenario.length.steps = 3;
        model.start(scenario);
        QTRY_VERIFY_WITH_TIMEOUT(model.state() == train::RunState::Finished, 10'000);
        model.select(2);
        offer();
        button.click();
        QTRY_VERIFY(button.text().contains("%"));
        button.click();
        QVERIFY(!model.looking());
        QTest::qWait(100);
        QVERIFY(!model.record().detail_of<record::OpList>(2));

        model.showRecord(recordWithOverflow());
        offer();
        QVERIFY(button.isVisible() && !button.isEnabled());
    }

    void any_column_of_all_runs() {
        RunModel model(*m_thread);
        model.showRecord(recordWithOverflow());
        ColumnPlot plot;
        plot.setRun(&model);
        plot.resize(500, 300);
        plot.show();
        for (const auto& info : record::columns()) {
            plot.setColumn(info.column);
            QVERIFY(!plot.grab().isNull());
            QCOMPARE(plot.figure().title, say(info.meaning()));
            QVERIFY(!plot.figure().y.title.isEmpty() && !plot.figure().y.title.contains('_'));
        }
        plot.setColumn(record::Column::Scale);
        QCOMPARE(plot.figure().series[0].y[0], std::log2(model.record().samples()[0][record::Column::Scale]));
        QCOMPARE(plot.figure().table.rows.size(), model.record().samples().size());
    }
};

QTEST_MAIN(TestNonfinite)
#include "test_nonfinite.moc"
