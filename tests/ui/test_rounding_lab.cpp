// The Rounding lab and its instruments: every interaction, and every visible number against the core's.
#include "ui/labs/rounding_lab.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "core/lesson/check.h"
#include "core/numeric/corner_cases.h"
#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "core/numeric/random.h"
#include "tests/ui/support.h"
#include "tests/ui/text_recorder.h"
#include "ui/instruments/numbers/arithmetic_view.h"
#include "ui/instruments/numbers/cast_chain_view.h"
#include "ui/instruments/numbers/code_table.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/instruments/numbers/overflow_view.h"
#include "ui/instruments/numbers/rounding_view.h"
#include "ui/instruments/registry.h"
#include "ui/labs/number_bar.h"
#include "ui/labs/stage.h"

using namespace ampscope;
using namespace ampscope::ui;
using numeric::Code;
using numeric::Rounding;

class TestRoundingLab : public QObject {
    Q_OBJECT

    // What a widget paints, in one string.
    static QString painted(QWidget& widget) {
        testing::TextRecorder recorder(widget.size());
        QPainter painter(&recorder);
        widget.render(&painter);
        painter.end();
        QStringList texts;
        for (const auto& text : recorder.texts())
            texts << text.text;
        return texts.join('\n');
    }
    static void open(QWidget& widget, const QSize& size = {1280, 800}) {
        widget.resize(size);
        widget.show();
        QCoreApplication::processEvents();
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void every_mode_has_its_row_and_the_core_s_answer() {
        RoundingLab lab;
        open(lab);
        lab.enterText("1+2^-11");
        const auto& rows = lab.rounding()->rows();
        QCOMPARE(rows.size(), numeric::all_roundings().size());
        const auto value = numeric::parse_expression("1+2^-11");
        for (std::size_t i = 0; i < rows.size(); ++i) {
            numeric::RoundingOptions options;
            options.mode = numeric::all_roundings()[i];
            options.random = numeric::SplitMix64(1).next();
            QVERIFY(rows[i].rounded.code == numeric::round_to(numeric::format("fp16"), value, options).code);
        }
        const QString words = painted(*lab.rounding());
        for (const char* shown : {"guard", "round", "sticky", "halfway", "0x3C00", "0x3C01", "1.0009765625"})
            QVERIFY2(words.contains(shown), qPrintable(QString(shown) + " in\n" + words));
        QVERIFY2(words.contains("a tie"), qPrintable(words));
    }

    void a_click_or_a_key_chooses_the_mode() {
        RoundingLab lab;
        open(lab);
        lab.enterText("1+2^-11");
        RoundingView* view = lab.rounding();
        QTest::mouseClick(view, Qt::LeftButton, {}, view->rowRect(3).center().toPoint()); // up
        QCOMPARE(lab.number()->state().mode, Rounding::Up);
        QCOMPARE(decimalText(view->chosen().format, view->chosen().rounded.code), QString("1.0009765625"));
        QCOMPARE(lab.bar()->modes()->currentIndex(), 3);
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(lab.number()->state().mode, Rounding::Down);
        QTest::keyClick(view, Qt::Key_End);
        QCOMPARE(lab.number()->state().mode, Rounding::Stochastic);
        QTest::keyClick(view, Qt::Key_Down); // there is none below
        QCOMPARE(lab.number()->state().mode, Rounding::Stochastic);
        QTest::keyClick(view, Qt::Key_Home);
        QCOMPARE(lab.number()->state().mode, Rounding::NearestEven);
        QTest::keyClick(view, Qt::Key_PageUp);
        QCOMPARE(lab.number()->state().text, QString("1.0009765625"));
    }

    void stochastic_rounding_draws_with_its_seed() {
        RoundingLab lab;
        open(lab);
        lab.enterText("1+2^-12"); // a quarter of a step
        RoundingView* view = lab.rounding();
        view->chooseMode(Rounding::Stochastic);
        int away = 0;
        numeric::SplitMix64 random(1);
        for (int i = 0; i < RoundingView::kDraws; ++i)
            away += random.next() < (std::uint64_t(1) << 62) ? 1 : 0;
        QCOMPARE(view->draws(), away);
        QVERIFY2(painted(*view).contains(QString("did %1 times").arg(away)), qPrintable(painted(*view)));
        QTest::keyClick(view, Qt::Key_R);
        QCOMPARE(lab.number()->state().seed, std::uint64_t(2));
        QVERIFY(painted(*view).contains("seed 2"));
        lab.enterText("1"); // exact values never move
        QCOMPARE(view->draws(), 0);
    }

    void all_256_codes_are_there_and_can_be_taken() {
        RoundingLab lab;
        open(lab, {1280, 900});
        QVERIFY(lab.showView("code-table"));
        CodeTable* table = lab.table();
        QCoreApplication::processEvents();
        const auto& e4m3 = numeric::format("e4m3");
        const TextTable numbers = table->numbers();
        QCOMPARE(numbers.rows.size(), 256);
        for (int code = 0; code < 256; ++code)
            QCOMPARE(numbers.rows[code][2],
                     QString::fromStdString(numeric::exact_decimal(numeric::decode(e4m3, Code(code)))));
        QSignalSpy taken(table, &CodeTable::codeChosen);
        QTest::mouseClick(table, Qt::LeftButton, {}, table->cellRect(0x7e).center().toPoint());
        QCOMPARE(taken.size(), 1);
        QCOMPARE(lab.number()->state().text, QString("448"));
        QVERIFY2(table->reading().startsWith("0x7E · 0 1111 110 · 448"), qPrintable(table->reading()));
        QTest::keyClick(table, Qt::Key_Right);
        QCOMPARE(table->cursor(), 0x7f);
        QVERIFY(table->reading().contains("nan"));
        QTest::keyClick(table, Qt::Key_Up);
        QCOMPARE(table->cursor(), 0x6f);
        QTest::keyClick(table, Qt::Key_Home);
        QCOMPARE(table->cursor(), 0x60);
        QTest::keyClick(table, Qt::Key_PageUp);
        QCOMPARE(table->cursor(), 0x00);
        QTest::keyClick(table, Qt::Key_Left); // stops at the corner
        QCOMPARE(table->cursor(), 0x00);
        QTest::keyClick(table, Qt::Key_End);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(lab.number()->state().text, QString("0.029296875"));
        QCOMPARE(table->accessibleDescription(), table->reading());
        // Hovering reads without taking.
        QTest::mouseMove(table, table->cellRect(0x38).center().toPoint());
        QTRY_VERIFY(table->reading().startsWith("0x38"));
        QCOMPARE(lab.number()->state().text, QString("0.029296875"));
    }

    void the_code_table_shows_every_8_bit_format() {
        RoundingLab lab;
        open(lab);
        for (const char* id : {"e5m2", "e4m3-ieee", "e4m3fnuz", "e5m2fnuz", "e4m3b11fnuz"}) {
            NumberState next = lab.number()->state();
            next.table = numeric::format(id);
            lab.number()->change(next);
            QCOMPARE(lab.table()->numbers().rows[0x7f][2],
                     QString::fromStdString(numeric::exact_decimal(numeric::decode(next.table, Code(0x7f)))));
        }
        NumberState own = lab.number()->state();
        own.table = *numeric::find_format("e3m4");
        lab.number()->change(own);
        QCOMPARE(lab.table()->numbers().rows[0x6f][2], QString("15.5"));
    }

    void the_chain_warns_of_double_rounding() {
        RoundingLab lab;
        open(lab);
        QVERIFY(lab.showView("cast-chain"));
        QVERIFY(lab.number()->enterChain("fp64 -> fp32 -> fp16"));
        lab.enterText("1+2^-11+2^-40");
        const auto& chain = lab.chain()->chain();
        QCOMPARE(chain.lanes.size(), std::size_t(3));
        QVERIFY(chain.lanes[2].differs() && !chain.lanes[1].differs());
        const QString words = painted(*lab.chain());
        QVERIFY2(words.contains("The single cast gives 1.0009765625"), qPrintable(words));
        lab.enterText("0.5");
        QVERIFY(!lab.chain()->chain().differs());
        QTest::keyClick(lab.chain(), Qt::Key_Down);
        QTest::keyClick(lab.chain(), Qt::Key_Delete);
        QCOMPARE(lab.number()->state().chain.size(), std::size_t(2));
        QCOMPARE(lab.number()->state().chain[1].id, std::string("fp16"));
        for (int i = 0; i < 3; ++i) // the last one stays
            QTest::keyClick(lab.chain(), Qt::Key_Delete);
        QCOMPARE(lab.number()->state().chain.size(), std::size_t(1));
        lab.enterText("0.1");
        QTest::keyClick(lab.chain(), Qt::Key_Return); // as fp64 holds it
        QCOMPARE(lab.number()->state().text, QString("fp64:0x3fb999999999999a"));
        QVERIFY(!lab.number()->enterChain("fp64 fp17"));
        QVERIFY2(lab.bar()->errorText().contains("fp17"), qPrintable(lab.bar()->errorText()));
        QCOMPARE(lab.number()->state().chain.size(), std::size_t(1));
        QVERIFY(!lab.number()->enterChain("  "));
        QVERIFY(lab.number()->enterChain("fp64,e5m10, e4m3-ieee"));
        QCOMPARE(lab.number()->state().chain.size(), std::size_t(3));
    }

    void policies_disagree_where_they_do() {
        RoundingLab lab;
        open(lab);
        QVERIFY(lab.showView("overflow"));
        lab.enterText("465");
        PolicyTable* table = lab.policies();
        QCOMPARE(QString::fromStdString(table->columns()[0].input), QString("465"));
        QVERIFY(!table->columns()[0].agree);
        const auto all = numeric::all_overflows();
        const TextTable numbers = table->numbers();
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto code = numeric::round_to(numeric::format("e4m3"), numeric::parse_expression("465"),
                                                Rounding::NearestEven, all[i])
                                  .code;
            QVERIFY2(numbers.rows[static_cast<int>(i)][1].endsWith(codeText(numeric::format("e4m3"), code)),
                     qPrintable(numbers.rows[static_cast<int>(i)].join('|')));
        }
        QTest::mouseClick(table, Qt::LeftButton, {}, table->rowRect(2).center().toPoint());
        QVERIFY(lab.number()->state().overflow == numeric::Overflow::Saturate);
        QCOMPARE(lab.bar()->policies()->currentIndex(), 3);
        QTest::keyClick(table, Qt::Key_Down);
        QVERIFY(lab.number()->state().overflow == numeric::Overflow::CudaSatfinite);
    }

    void the_way_from_overflow_to_nan() {
        RoundingLab lab;
        open(lab);
        QVERIFY(lab.showView("overflow"));
        NanChain* chain = lab.nanChain();
        for (std::size_t i = 0; i < numeric::named_chains().size(); ++i) {
            QCOMPARE(QString::fromUtf8(chain->chain().id), QString::fromUtf8(numeric::named_chains()[i].id));
            const auto& last = chain->results().back().computed.rounded.code;
            QVERIFY2(numeric::format("fp16").is_nan(last), qPrintable(QString::fromUtf8(chain->chain().id)));
            QTest::keyClick(chain, Qt::Key_Right);
        }
        QCOMPARE(QString::fromUtf8(chain->chain().id), QString::fromUtf8(numeric::named_chains()[0].id));
        QTest::keyClick(chain, Qt::Key_Down);
        QTest::keyClick(chain, Qt::Key_Return);
        QCOMPARE(lab.number()->state().text, QString("inf"));
        NumberState bf16 = lab.number()->state();
        bf16.format = numeric::format("bf16");
        lab.number()->change(bf16);
        QVERIFY(!numeric::format("bf16").is_nan(chain->results().back().computed.rounded.code)); // the range is enough
    }

    void arithmetic_shows_result_and_flags() {
        RoundingLab lab;
        open(lab);
        QVERIFY(lab.showView("arithmetic"));
        ArithmeticView* view = lab.arithmetic();
        const auto enter = [&](int index, const char* text) {
            view->operand(index)->selectAll();
            QTest::keyClicks(view->operand(index), text);
            QTest::keyClick(view->operand(index), Qt::Key_Return);
        };
        enter(0, "60000");
        enter(1, "60000");
        QCOMPARE(decimalText(numeric::format("fp16"), view->computed().rounded.code), QString("inf"));
        QCOMPARE(view->computed().flags(), (std::vector<std::string>{"inexact", "overflow"}));
        enter(0, "inf");
        enter(1, "-inf");
        QVERIFY(numeric::format("fp16").is_nan(view->computed().rounded.code));
        QVERIFY2(view->accessibleDescription().contains("invalid"), qPrintable(view->accessibleDescription()));
        enter(1, "abc(");
        QCOMPARE(lab.number()->state().operands[1], QString("-inf")); // nothing was lost
        QVERIFY2(lab.bar()->errorText().contains("column"), qPrintable(lab.bar()->errorText()));
        view->operation()->setCurrentIndex(5);
        Q_EMIT view->operation()->activated(5);
        QVERIFY(!view->operand(1)->isVisible());
        enter(0, "2");
        QVERIFY(view->computed().irrational);
        Q_EMIT view->operation()->activated(4);
        QVERIFY(view->operand(1)->isVisible() && view->operand(2)->isVisible());
        enter(0, "1/0");
        QCOMPARE(lab.number()->state().operands[0], QString("1/0"));
    }

    void presets_are_the_core_s_corner_cases() {
        RoundingLab lab;
        open(lab);
        int found = 0;
        for (const auto& each : numeric::corner_cases()) {
            auto* action = lab.findChild<QAction*>("case-" + QString::fromUtf8(each.id));
            QVERIFY2(action, qPrintable(QString::fromUtf8(each.id)));
            QVERIFY(!action->toolTip().startsWith("numeric."));
            action->trigger();
            QCOMPARE(lab.number()->state().text, QString::fromUtf8(each.value));
            QCOMPARE(lab.number()->state().format.id, std::string(each.format));
            if (each.through.empty() && each.ask == numeric::CornerCase::Ask::Convert)
                QVERIFY2(lab.rounding()->chosen().rounded.code == Code(each.code),
                         qPrintable(QString::fromUtf8(each.id)));
            QVERIFY(!lab.rounding()->grab().isNull());
            ++found;
        }
        QVERIFY(found > 30);
        lab.number()->undoStack()->undo();
        const QString before = lab.number()->state().text;
        lab.reset();
        QCOMPARE(lab.number()->state().text, QString("1+2^-11+2^-40"));
        lab.undoStack()->undo();
        QCOMPARE(lab.number()->state().text, before);
    }

    void every_change_can_be_undone() {
        RoundingLab lab;
        open(lab);
        const NumberState first = lab.number()->state();
        lab.enterText("3.3");
        Q_EMIT lab.bar()->modes()->activated(2);
        Q_EMIT lab.bar()->policies()->activated(3);
        lab.bar()->flush()->click();
        QVERIFY(lab.number()->state().flush);
        lab.number()->enterChain("fp32 bf16");
        lab.number()->enterOperand(0, "5");
        for (int i = 0; i < 6; ++i)
            lab.number()->undoStack()->undo();
        QVERIFY(lab.number()->state() == first);
        for (int i = 0; i < 6; ++i)
            lab.number()->undoStack()->redo();
        QCOMPARE(lab.number()->state().mode, Rounding::TowardZero);
        QCOMPARE(lab.number()->state().operands[0], QString("5"));
    }

    void a_wide_window_keeps_the_decision_beside_the_rest() {
        RoundingLab lab;
        open(lab, {1000, 700});
        QCOMPARE(lab.view(), QString("rounding"));
        QVERIFY(!lab.chain()->isVisible());
        lab.resize(1640, 1000);
        QCoreApplication::processEvents();
        QVERIFY(lab.rounding()->isVisible() && lab.chain()->isVisible());
        QVERIFY(lab.arithmetic()->isVisible() && lab.showView("arithmetic")); // there is height for both
        QCOMPARE(lab.view(), QString("cast-chain"));
        lab.resize(1640, 700);
        QCoreApplication::processEvents();
        QVERIFY(lab.rounding()->isVisible() && !lab.arithmetic()->isVisible());
        QVERIFY(lab.showView("arithmetic") && lab.arithmetic()->isVisible());
        lab.resize(1000, 700);
        QCoreApplication::processEvents();
        QCOMPARE(lab.view(), QString("arithmetic"));
        QVERIFY(lab.showView("rounding"));
        QVERIFY(!lab.showView("nonsense"));
        QCOMPARE(lab.view(), QString("rounding"));
    }

    void every_instrument_of_numbers_has_table_export_and_menu() {
        for (const QString& id : instrumentIds()) {
            QVERIFY2(std::ranges::find(lesson::known_instruments(), id.toStdString()) !=
                         lesson::known_instruments().end(),
                     qPrintable(id));
            auto instrument = makeInstrument(id);
            auto* number = qobject_cast<NumberInstrument*>(instrument.get());
            if (!number) continue;
            open(*number, {700, 600});
            QVERIFY(!number->accessibleName().isEmpty() && !number->accessibleDescription().isEmpty());
            QCOMPARE(number->focusPolicy(), Qt::StrongFocus);
            const TextTable table = number->numbers();
            QVERIFY2(!table.rows.isEmpty(), qPrintable(id));
            for (const auto& row : table.rows)
                QCOMPARE(row.size(), table.header.size());
            number->setShowsTable(true);
            QVERIFY(number->showsTable());
            QVERIFY(!number->grab().isNull());
            number->setShowsTable(false);
            for (const FileFormat format : {FileFormat::Png, FileFormat::Svg, FileFormat::Pdf, FileFormat::Csv})
                QVERIFY2(renderExhibit(number->exhibit(), format).size() > 100, qPrintable(id));
        }
    }

    // On a lesson's stage the instruments look at one number together.
    void a_stage_shares_its_number() {
        Stage stage;
        stage.show({"bits", "rounding", "code-table"}, false);
        stage.resize(1200, 1200);
        stage.QWidget::show();
        stage.number()->enterText("448");
        auto* table = qobject_cast<CodeTable*>(stage.instrument("code-table"));
        QVERIFY(table->reading().startsWith("0x7E"));
        QSignalSpy noticed(&stage, &Stage::noticed);
        QVERIFY(!stage.number()->enterText("4,5"));
        QCOMPARE(noticed.size(), 1);
    }

    void the_two_labs_hand_their_number_over() {
        RoundingLab lab;
        open(lab);
        QSignalSpy asked(&lab, &Page::numberAsked);
        for (auto* button : lab.findChildren<QPushButton*>())
            if (button->text() == "Show its bits") button->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0], (QList<QVariant>{"bits", "1+2^-11+2^-40", "fp16"}));
        lab.takeNumber("465", "e4m3");
        QCOMPARE(lab.number()->state().format.id, std::string("e4m3"));
        QCOMPARE(lab.number()->state().text, QString("465"));
    }

    void special_values_are_drawn_in_every_view_at_every_size() {
        RoundingLab lab;
        lab.show();
        for (const QSize& size : {QSize(760, 460), QSize(1200, 800), QSize(2300, 1300)})
            for (const char* value : {"inf", "-inf", "nan", "fp32:0x7f800001", "-0", "0", "2^-149", "1e-999999999",
                                      "1e999999999", "17/23", "-65520", "fp64:0x7fefffffffffffff"})
                for (const char* format : {"fp16", "e4m3", "fp64", "e15m112", "e2m1"}) {
                    NumberState next = lab.number()->state();
                    next.format = *numeric::find_format(format);
                    lab.number()->change(next);
                    lab.resize(size);
                    lab.enterText(value);
                    QVERIFY2(lab.bar()->errorText().isEmpty(), value);
                    for (const char* view : {"rounding", "cast-chain", "code-table", "overflow", "arithmetic"}) {
                        lab.showView(view);
                        if (QString(format) == "fp16" || QString(view) == "rounding") QVERIFY(!lab.grab().isNull());
                    }
                }
    }
};

QTEST_MAIN(TestRoundingLab)
#include "test_rounding_lab.moc"
