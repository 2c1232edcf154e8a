// The lab of sums and updates: presets, undo, and that its figures show the core's numbers.
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include "core/numeric/expression.h"
#include "tests/ui/support.h"
#include "ui/instruments/numbers/accumulator.h"
#include "ui/instruments/numbers/spacing_plot.h"
#include "ui/instruments/numbers/sum_table.h"
#include "ui/instruments/numbers/update_view.h"
#include "ui/instruments/registry.h"
#include "ui/labs/sums_lab.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/qcp.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestSumsLab : public QObject {
    Q_OBJECT

    static double finalOf(const SumsLab& lab, numeric::SumMethod method) {
        for (const auto& result : lab.accumulator()->outcome()->race.results)
            if (result.method == method) return result.final_value;
        return std::nan("");
    }
    static double naive(const SumsLab& lab) { return finalOf(lab, numeric::SumMethod::Naive); }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void starts_alive_with_4096_ones() {
        SumsLab lab;
        QVERIFY(lab.accumulator()->outcome());
        QCOMPARE(naive(lab), 2048.0);
        QCOMPARE(finalOf(lab, numeric::SumMethod::Fp32), 4096.0);
        QCOMPARE(lab.accumulator()->outcome()->beside.results[0].final_value, 256.0); // bf16 beside it
        QVERIFY(lab.updateView()->fate().first_vanishes);
    }

    void every_preset_shows_its_corner_case() {
        SumsLab lab;
        const auto wait = [&] { QTRY_VERIFY_WITH_TIMEOUT(lab.isSettled(), 20'000); };
        const QList<double> sums = {2048, 256, 256, 1, std::nan(""), std::nan("")};
        QCOMPARE(lab.presetIds().size(), sums.size());
        for (qsizetype i = 0; i < sums.size(); ++i) {
            lab.choosePreset(lab.presetIds()[i]);
            wait();
            QCOMPARE(lab.state().preset, lab.presetIds()[i]);
            if (!std::isnan(sums[i])) QCOMPARE(naive(lab), sums[i]);
        }
        lab.choosePreset("master");
        wait();
        QCOMPARE(lab.updateView()->fate().results[0].vanished, std::int64_t(100));
        QCOMPARE(lab.updateView()->fate().results[2].final_weight, 0.94140625);
        QVERIFY(lab.updateView()->axis()->verdict().contains("vanishes"));
    }

    void figures_hold_the_numbers_of_the_core() {
        SumsLab lab;
        lab.resize(1200, 800);
        lab.show();
        const Figure& figure = lab.accumulator()->figure();
        const auto* outcome = lab.accumulator()->outcome();
        const auto lanes = outcome->lanes();
        QCOMPARE(lanes.size(), std::size_t(6));
        QCOMPARE(figure.table.rows.size(), outcome->race.at.size());
        QCOMPARE(figure.table.header.size(), qsizetype(8));
        for (std::size_t i = 0; i < figure.table.rows.size(); ++i) {
            QCOMPARE(figure.table.rows[i][0], double(outcome->race.at[i]));
            QCOMPARE(figure.table.rows[i][1], outcome->race.exact[i]);
            for (std::size_t lane = 0; lane < lanes.size(); ++lane)
                QCOMPARE(figure.table.rows[i][2 + lane], lanes[lane].result->trace[i]);
        }
        QCOMPARE(figure.glyphs.size(), std::size_t(2)); // fp16 and bf16 stick
        QCOMPARE(figure.glyphs[0].x, 2049.0);
        QCOMPARE(figure.glyphs[0].y, 2048.0);
        QCOMPARE(figure.glyphs[1].x, 257.0);
        QVERIFY(figure.provenance == Provenance::Computed);

        const Figure& update = lab.updateView()->figure();
        const auto& fate = lab.updateView()->fate();
        QCOMPARE(update.table.rows.size(), fate.at.size());
        for (std::size_t i = 0; i < fate.at.size(); ++i)
            QCOMPARE(update.table.rows[i][2], fate.results[0].trace[i]);

        const Figure& spacing = lab.spacing()->figure();
        QCOMPARE(spacing.series.size(), std::size_t(5));
        for (const auto& row : spacing.table.rows) {
            const auto fp16 =
                numeric::spacing_at(numeric::format("fp16"), numeric::power_of_two(static_cast<int>(row[0])));
            if (fp16)
                QCOMPARE(row[2], double(fp16->relative_exponent()));
            else
                QVERIFY(record::is_missing(row[2]));
        }
    }

    void the_table_below_counts() {
        SumsLab lab;
        lab.resize(1200, 900);
        lab.show();
        const auto* table = lab.accumulator()->findChild<SumTable*>();
        QVERIFY(table && table->isVisible());
        QCOMPARE(table->rows(), 6);
        QCOMPARE(table->row(0).mid(1), QStringList({"2048", "2049", "2048", "-1024", "2048"}));
        QCOMPARE(table->row(2).mid(1), QStringList({"4096", "–", "0", "0", "0"}));
        const std::int64_t added = lab.accumulator()->outcome()->race.at[150];
        lab.accumulator()->select(added);
        QCOMPARE(table->row(1)[1], QString("256"));
        QCOMPARE(table->row(0)[1], QString::number(added));
        QCOMPARE(lab.spacing()->options().value.value(), double(added));
        const auto here = lab.accumulator()->figure().selected.value();
        lab.accumulator()->view()->setFocus();
        QTest::keyClick(lab.accumulator()->view(), Qt::Key_Right);
        QVERIFY(lab.accumulator()->figure().selected.value() > here);
        QTest::keyClick(lab.accumulator()->view(), Qt::Key_Left);
        QCOMPARE(lab.accumulator()->figure().selected.value(), here);
    }

    void bad_text_changes_nothing() {
        SumsLab lab;
        lab.enterValue("0.5");
        QCOMPARE(naive(lab), 1024.0);
        QVERIFY(lab.state().preset.isEmpty());
        for (const char* bad : {"", "abc", "1,5", "inf", "nan", "70000"}) {
            lab.enterValue(bad);
            QVERIFY2(!lab.errorText().isEmpty(), bad);
            QCOMPARE(naive(lab), 1024.0);
            QCOMPARE(lab.state().sum.value, QString("0.5"));
        }
        lab.enterStep("1+x");
        QVERIFY2(lab.errorText().contains("column 3"), qPrintable(lab.errorText()));
        lab.enterValue("60000");
        QVERIFY(lab.errorText().isEmpty());
        lab.setFormat("e4m3"); // 60000 is beyond it
        QVERIFY(lab.errorText().contains("448"));
        QCOMPARE(lab.state().sum.format, QString("fp16"));
        lab.enterWeight("1e5");
        QVERIFY(lab.errorText().contains("65504"));
    }

    void every_change_can_be_undone() {
        SumsLab lab;
        const SumsState first = lab.state();
        lab.enterValue("0.1");
        lab.setFormat("bf16");
        lab.enterStep("2^-9");
        lab.choosePreset("ones-bf16");
        for (int i = 0; i < 4; ++i)
            lab.undoStack()->undo();
        QVERIFY(lab.state() == first);
        QCOMPARE(naive(lab), 2048.0);
        lab.undoStack()->redo();
        QCOMPARE(lab.state().sum.value, QString("0.1"));
        lab.enterValue(" 0.1 "); // the same
        QVERIFY(lab.undoStack()->canRedo());
        lab.reset();
        QVERIFY(lab.state() == first);
        lab.undoStack()->undo();
        QCOMPARE(lab.state().sum.value, QString("0.1"));
    }

    void long_sums_run_beside_the_window_and_can_be_stopped() {
        SumsLab lab;
        lab.resize(1200, 800);
        lab.show();
        auto* count = lab.findChildren<QSpinBox*>().first();
        count->setValue(10'000'000);
        QVERIFY(lab.accumulator()->isRunning());
        QVERIFY(!lab.isSettled());
        QVERIFY(lab.accumulator()->figure().empty.contains("%"));
        lab.accumulator()->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!lab.accumulator()->isRunning(), 20'000);
        QVERIFY(lab.accumulator()->figure().empty.contains("Stopped"));
        count->setValue(1'000'000);
        QTRY_VERIFY_WITH_TIMEOUT(lab.isSettled(), 60'000);
        QVERIFY(lab.accumulator()->figure().empty.isEmpty());
        QCOMPARE(naive(lab), 2048.0);
        count->setValue(9'000'000); // and the page is closed in the middle of it
        QVERIFY(lab.accumulator()->isRunning());
    }

    void switches_of_the_spacing() {
        SpacingPlot plot;
        plot.resize(600, 400);
        plot.show();
        plot.setFormats({numeric::format("fp16")});
        QCOMPARE(plot.figure().series[0].y.first(), 0.0); // the smallest number: 100 % to the next
        QCOMPARE(plot.figure().series[0].y.last(), -10.0);
        plot.setUnderflow(numeric::Underflow::Abrupt);
        QCOMPARE(plot.figure().series[0].x.first(), -14.0);
        QCOMPARE(plot.figure().glyphs.size(), std::size_t(1));
        plot.setAbsolute(true);
        QCOMPARE(plot.figure().series[0].y.first(), -24.0);
        plot.setValue(3);
        QCOMPARE(plot.figure().selected.value(), 1.5);
        plot.setValue(std::nan(""));
        QVERIFY(!plot.figure().selected);
        QTest::keyClick(plot.view(), Qt::Key_Right);
        QVERIFY(plot.figure().selected.has_value());
    }

    void the_error_view_and_the_exports() {
        Accumulator race;
        race.resize(600, 600);
        race.show();
        race.setShowsError(true);
        const Figure& figure = race.figure();
        QVERIFY(figure.y.ticks == Axis::Ticks::PowersOfTwo);
        QCOMPARE(figure.series[0].y.last(), -1.0); // 2048 of 4096
        race.setShowsTable(true);
        QVERIFY(race.showsTable());
    }

    // QCustomPlot hears of its size only when it is shown; what is drawn before that must fit nevertheless.
    void a_plot_that_was_filled_before_it_was_shown_has_its_ticks() {
        Accumulator race;
        race.resize(700, 700);
        race.show();
        auto* plot = race.view()->findChild<QCustomPlot*>();
        QVERIFY(plot);
        QCOMPARE(plot->viewport(), plot->rect());
        race.view()->range(Qt::Horizontal); // makes it draw
        QVERIFY(plot->xAxis->ticker()->tickCount() >= 5);
        QCOMPARE(plot->xAxis->label(), race.figure().x.title); // not shortened
    }

    void stands_alone_by_id() {
        for (const char* id : {"accumulator", "update", "spacing"}) {
            auto instrument = makeInstrument(id);
            QVERIFY(instrument);
            instrument->resize(500, 400);
            instrument->show();
            auto* plot = qobject_cast<PlotInstrument*>(instrument.get());
            QVERIFY2(plot && plot->figure().empty.isEmpty(), id);
            QVERIFY(!plot->figure().caption.isEmpty() && !plot->figure().summary.isEmpty());
        }
    }

    void odd_numbers_are_drawn_at_every_size() {
        SumsLab lab;
        lab.show();
        for (const char* format : {"fp32", "tf32", "fp16", "bf16", "e4m3", "e5m2"})
            for (const char* value : {"0", "1", "-1", "2^-140", "400"}) {
                lab.setFormat(format);
                lab.enterValue(value);
                lab.enterWeight(value);
                for (const QSize& size : {QSize(700, 400), QSize(1700, 1000)}) {
                    lab.resize(size);
                    QVERIFY(!lab.grab().isNull());
                }
            }
    }
};

QTEST_MAIN(TestSumsLab)
#include "test_sums_lab.moc"
