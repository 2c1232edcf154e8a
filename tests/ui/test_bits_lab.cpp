#include "ui/labs/bits_lab.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <bit>

#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "tests/ui/text_recorder.h"
#include "ui/instruments/numbers/number_card.h"
#include "ui/labs/number_bar.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestBitsLab : public QObject {
    Q_OBJECT

    static QString stored(const BitsLab& lab, std::size_t row) {
        return QString::fromStdString(numeric::exact_decimal(lab.bits()->rows()[row].stored));
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void starts_with_a_tenth_in_five_formats() {
        BitsLab lab;
        QCOMPARE(lab.bits()->rows().size(), std::size_t(5));
        QCOMPARE(stored(lab, 0), QString("0.100000001490116119384765625"));
        QCOMPARE(stored(lab, 1), QString("0.0999755859375"));
        QCOMPARE(stored(lab, 2), QString("0.10009765625"));
        QCOMPARE(stored(lab, 3), QString("0.1015625"));
        QCOMPARE(stored(lab, 4), QString("0.09375"));
    }

    void typing_shows_and_bad_text_changes_nothing() {
        BitsLab lab;
        lab.resize(1200, 800);
        lab.show();
        auto* entry = qobject_cast<QLineEdit*>(lab.firstFocus());
        QVERIFY(entry);
        entry->selectAll();
        QTest::keyClicks(entry, "1+2^-11");
        QTest::keyClick(entry, Qt::Key_Return);
        QCOMPARE(stored(lab, 1), QString("1"));
        for (const char* bad : {"2^2^2^2^2", "abc", "", "1,5", "fp16:0x10000"}) {
            lab.enterText(bad);
            QVERIFY2(!lab.errorText().isEmpty(), bad);
            QCOMPARE(stored(lab, 1), QString("1"));
        }
        QVERIFY(lab.errorText().contains("column 6"));
        lab.enterText("1e-999999999"); // decided by its exponent: not an error
        QVERIFY(lab.errorText().isEmpty());
        QCOMPARE(stored(lab, 1), QString("0"));
    }

    void overflow_and_underflow_examples() {
        BitsLab lab;
        lab.enterText("65520");
        QCOMPARE(stored(lab, 1), QString("inf"));
        QVERIFY(lab.bits()->rows()[1].rounded.overflow);
        QCOMPARE(stored(lab, 2), QString("65536"));
        lab.enterText("2^-25");
        QCOMPARE(stored(lab, 1), QString("0"));
        QVERIFY(lab.bits()->rows()[1].rounded.underflow);
        int buttons = 0;
        for (auto* button : lab.findChildren<QPushButton*>()) { // every example can be read
            button->click();
            QVERIFY2(lab.errorText().isEmpty(), qPrintable(button->text()));
            ++buttons;
        }
        QVERIFY(buttons >= 8);
    }

    void a_click_flips_a_bit_and_the_others_follow() {
        BitsLab lab;
        lab.enterText("1");
        lab.bits()->flip(1, 0); // the last bit of fp16
        QCOMPARE(stored(lab, 1), QString("1.0009765625"));
        QCOMPARE(stored(lab, 0), QString("1.0009765625"));
        QCOMPARE(stored(lab, 2), QString("1")); // bf16 has no such number
        lab.bits()->flip(1, 15);
        QCOMPARE(stored(lab, 1), QString("-1.0009765625"));
        lab.enterText("65504");
        lab.bits()->flip(1, 10); // the lowest exponent bit: all ones
        QCOMPARE(stored(lab, 1), QString("nan"));
    }

    void the_mouse_finds_and_paints_bits() {
        BitsLab lab;
        lab.resize(1400, 900);
        lab.show();
        lab.enterText("0");
        BitsView* bits = lab.bits();
        // Every place that a press changes belongs to exactly one bit of the row under it.
        QSignalSpy spy(bits, &BitsView::codeChosen);
        int hits = 0;
        for (int x = 100; x < bits->width() - 260; x += 4) {
            lab.enterText("0");
            spy.clear();
            QTest::mouseClick(bits, Qt::LeftButton, {}, {x, 100 + 33});
            hits += spy.isEmpty() ? 0 : 1;
        }
        QVERIFY(hits > 40);
    }

    void the_keyboard_reaches_every_bit() {
        BitsLab lab;
        lab.resize(1400, 900);
        lab.show();
        lab.enterText("1");
        BitsView* bits = lab.bits();
        QTest::keyClick(bits, Qt::Key_Down);
        QCOMPARE(bits->currentRow(), 1);
        QTest::keyClick(bits, Qt::Key_End);
        QCOMPARE(bits->currentBit(), 0);
        QTest::keyClick(bits, Qt::Key_Space);
        QCOMPARE(stored(lab, 1), QString("1.0009765625"));
        QTest::keyClick(bits, Qt::Key_PageUp);
        QCOMPARE(stored(lab, 1), QString("1.001953125"));
        QTest::keyClick(bits, Qt::Key_PageDown);
        QTest::keyClick(bits, Qt::Key_PageDown);
        QCOMPARE(stored(lab, 1), QString("1"));
        QTest::keyClick(bits, Qt::Key_Home);
        QVERIFY(bits->spokenBit().contains("sign bit"));
        QCOMPARE(bits->accessibleDescription(), bits->spokenBit());
        QTest::keyClick(bits, Qt::Key_Right);
        QVERIFY2(bits->spokenBit().contains("exponent bit 4"), qPrintable(bits->spokenBit()));
        QCOMPARE(bits->accessibleDescription(), bits->spokenBit());
        QTest::keyClick(bits, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("fp16:0x3c00")); // as the lab reads it again
        for (int i = 0; i < 50; ++i)
            QTest::keyClick(bits, Qt::Key_Left); // stops at the end
        QCOMPARE(bits->currentBit(), 15);
        for (int i = 0; i < 10; ++i)
            QTest::keyClick(bits, Qt::Key_Down);
        QCOMPARE(bits->currentRow(), 4);
        QCOMPARE(bits->currentBit(), 7); // still the sign
    }

    void every_change_can_be_undone() {
        BitsLab lab;
        lab.enterText("3");
        lab.bits()->flip(0, 0);
        lab.enterText("oops(");
        lab.undoStack()->undo();
        QCOMPARE(lab.state().text, QString("3"));
        lab.undoStack()->undo();
        QCOMPARE(lab.state().text, QString("0.1"));
        lab.undoStack()->redo();
        QCOMPARE(lab.state().text, QString("3"));
        lab.reset();
        QCOMPARE(lab.state().text, QString("0.1"));
        lab.undoStack()->undo(); // that, too
        QCOMPARE(lab.state().text, QString("3"));
    }

    void dragging_paints_and_one_undo_takes_each_bit_back() {
        BitsLab lab;
        lab.resize(1400, 900);
        lab.show();
        lab.enterText("0");
        QCoreApplication::processEvents();
        BitsView* bits = lab.bits();
        const auto at = [&](int bit) { return bits->bitRect(1, bit).center().toPoint(); };
        QTest::mousePress(bits, Qt::LeftButton, {}, at(9));
        for (int bit = 8; bit >= 4; --bit)
            QTest::mouseMove(bits, at(bit));
        QTest::mouseMove(bits, bits->bitRect(2, 3).center().toPoint()); // painting stays in its row
        QTest::mouseRelease(bits, Qt::LeftButton, {}, at(4));
        QTRY_COMPARE(codeText(numeric::format("fp16"), bits->rows()[1].rounded.code), QString("0x03F0"));
        lab.undoStack()->undo();
        QCOMPARE(codeText(numeric::format("fp16"), bits->rows()[1].rounded.code), QString("0x03E0"));
    }

    void every_copy_can_be_pasted_again_data() {
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("kind");
        for (const char* value : {"0.1", "-65504", "2^-24", "1e-3", "-0", "inf", "-inf"})
            for (const auto kind :
                 {CopyAs::NamedCode, CopyAs::Decimal, CopyAs::HexFloat, CopyAs::CLiteral, CopyAs::Python})
                QTest::newRow(qPrintable(QString("%1 %2").arg(value).arg(static_cast<int>(kind))))
                    << QString(value) << static_cast<int>(kind);
    }
    void every_copy_can_be_pasted_again() {
        QFETCH(QString, value);
        QFETCH(int, kind);
        BitsLab lab;
        lab.enterText(value);
        QTest::keyClick(lab.bits(), Qt::Key_Down); // fp16
        const auto code = lab.bits()->current().rounded.code;
        lab.bits()->copy(static_cast<CopyAs>(kind));
        const QString copied = QGuiApplication::clipboard()->text();
        lab.enterText("7");
        QTest::keyClick(lab.bits(), Qt::Key_V, Qt::ControlModifier);
        QVERIFY2(lab.errorText().isEmpty(), qPrintable(copied + ": " + lab.errorText()));
        QVERIFY2(lab.bits()->current().rounded.code == code, qPrintable(copied));
    }

    void copies_for_programs() {
        const auto& fp16 = numeric::format("fp16");
        const numeric::Code code(0x2e66);
        QCOMPARE(copyText(CopyAs::Code, fp16, code), QString("0x2e66"));
        QCOMPARE(copyText(CopyAs::HexFloat, fp16, code), QString("0x1.998p-4"));
        QCOMPARE(copyText(CopyAs::CLiteral, fp16, code), QString("(_Float16)0x1.998p-4f"));
        QCOMPARE(copyText(CopyAs::CBits, fp16, code), QString("((union { uint16_t u; _Float16 f; }){ 0x2e66u }).f"));
        QCOMPARE(copyText(CopyAs::Python, fp16, code), QString("float.fromhex('0x1.998p-4')"));
        QCOMPARE(copyText(CopyAs::PythonBits, fp16, code),
                 QString("struct.unpack('<e', (0x2e66).to_bytes(2, 'little'))[0]"));
        QCOMPARE(copyText(CopyAs::CLiteral, numeric::format("fp32"), numeric::Code(0x7fc00000)), QString("NAN"));
        QCOMPARE(copyText(CopyAs::Python, fp16, numeric::Code(0xfc00)), QString("float('-inf')"));
        QCOMPARE(copyText(CopyAs::PythonBits, numeric::format("e4m3"), numeric::Code(0x7e)),
                 QString("torch.tensor([0x7e], dtype=torch.uint8).view(torch.float8_e4m3fn)"));
    }

    void bad_clipboards_say_where_and_lose_nothing() {
        BitsLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.enterText("3");
        for (const QString& bad : {QString(), QString("1 + # 2"), QString("line\nline"), QString("fp16:0x12345"),
                                   QString(5000, '1'), QString(QChar(0)) + "1", QString("\u4e09")}) {
            QGuiApplication::clipboard()->setText(bad);
            QTest::keyClick(lab.bits(), Qt::Key_V, Qt::ControlModifier);
            QVERIFY2(!lab.errorText().isEmpty(), qPrintable(bad.left(20)));
            QCOMPARE(lab.state().text, QString("3"));
        }
        QGuiApplication::clipboard()->setText("1 + # 2");
        QTest::keyClick(lab.bits(), Qt::Key_V, Qt::ControlModifier);
        QVERIFY2(lab.errorText().contains("column 5"), qPrintable(lab.errorText()));
        QGuiApplication::clipboard()->setText("0x3c01"); // a number here, a code there
        QTest::keyClick(lab.bits(), Qt::Key_Down);
        QTest::keyClick(lab.bits(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(stored(lab, 1), QString("1.0009765625"));
        QTest::keyClick(lab.bits(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(lab.state().text, QString("0x3c01"));
        QVERIFY(lab.errorText().isEmpty());
    }

    void formats_come_and_go() {
        BitsLab lab;
        lab.resize(1400, 900);
        lab.show();
        lab.bits()->toggleFormat(*numeric::find_format("e3m4"));
        lab.bits()->toggleFormat(numeric::format("e4m3-ieee"));
        QCOMPARE(lab.bits()->rows().size(), std::size_t(7));
        QCOMPARE(lab.bits()->rows()[6].format.name, std::string("E4M3 (IEEE style)"));
        QTest::keyClick(lab.bits(), Qt::Key_Delete);
        QCOMPARE(lab.bits()->rows()[0].format.id, std::string("fp16"));
        for (int i = 0; i < 10; ++i)
            QTest::keyClick(lab.bits(), Qt::Key_Delete);
        QCOMPARE(lab.bits()->rows().size(), std::size_t(1)); // the last one stays
        lab.undoStack()->undo();
        QCOMPARE(lab.bits()->rows().size(), std::size_t(2));
        for (const char* wide : {"e15m112", "fp64", "e2m1"}) {
            lab.bits()->toggleFormat(*numeric::find_format(wide));
            QVERIFY(!lab.grab().isNull());
        }
    }

    void a_number_from_another_page_comes_with_its_format() {
        BitsLab lab;
        lab.takeNumber("0.3", "bf16");
        QCOMPARE(lab.bits()->current().format.id, std::string("bf16"));
        lab.takeNumber("0.3", "e4m3fnuz"); // gets a row
        QCOMPARE(lab.bits()->current().format.id, std::string("e4m3fnuz"));
        lab.takeNumber("0.4", "");
        QCOMPARE(lab.state().text, QString("0.4"));
        lab.takeNumber("0..4", "fp16"); // cannot be read: nothing is lost
        QCOMPARE(lab.state().text, QString("0.4"));
    }

    void the_selectors_change_every_row() {
        BitsLab lab;
        lab.enterText("465");
        Q_EMIT lab.bar()->policies()->activated(3); // saturate
        QCOMPARE(stored(lab, 3), QString("448"));
        lab.enterText("1+2^-11");
        Q_EMIT lab.bar()->modes()->activated(3); // up
        QCOMPARE(stored(lab, 1), QString("1.0009765625"));
        QCOMPARE(stored(lab, 2), QString("1.0078125"));
        lab.enterText("2^-20");
        lab.bar()->flush()->click();
        QCOMPARE(stored(lab, 1), QString("0"));
    }

    void the_card_says_everything_about_the_row_under_the_cursor() {
        BitsLab lab;
        lab.resize(1400, 1400);
        lab.show();
        lab.enterText("fp32:0x7f800001");
        const auto line = [&](const QString& name) {
            for (const auto& row : lab.card()->numbers().rows)
                if (row[0] == name) return row[1];
            return QString("-");
        };
        QCOMPARE(lab.card()->conversion().format.id, std::string("fp32"));
        QVERIFY2(line("class").contains("quiet NaN") && line("flags").contains("invalid"), qPrintable(line("class")));
        QTest::keyClick(lab.bits(), Qt::Key_Down);
        QCOMPARE(lab.card()->conversion().format.id, std::string("fp16"));
        lab.enterText("2^-24");
        QVERIFY2(line("class").contains("subnormal") && line("class").contains("-14"), qPrintable(line("class")));
        QVERIFY(line("means").startsWith(QStringLiteral("2⁻¹⁴ × 0.0000000001")));
        QCOMPARE(line("next above"), QString("1.1920928955078125e-7"));
        QTest::keyClick(lab.card(), Qt::Key_PageUp);
        QCOMPARE(stored(lab, 1), QString("1.1920928955078125e-7"));
    }

    void libtorch_stands_beside_and_its_difference_is_explained() {
        class Engine : public train::FakeEngine {
            std::optional<std::uint32_t> cast_code(double value, std::string_view format) override {
                // What LibTorch does: by way of fp32.
                const auto single = numeric::convert(
                    numeric::decode(numeric::format("fp64"), numeric::Code(std::bit_cast<std::uint64_t>(value))),
                    numeric::format("fp32"));
                return static_cast<std::uint32_t>(
                    numeric::convert(single.stored, numeric::format(format)).rounded.code);
            }
        };
        testing::FakeThread<Engine> thread;
        BitsLab lab(&*thread);
        lab.resize(1400, 1400);
        lab.show();
        lab.enterText("1+2^-11+2^-40");
        QTRY_VERIFY(lab.isSettled());
        QTest::keyClick(lab.bits(), Qt::Key_Down);
        const QString spoken = lab.card()->accessibleDescription();
        QVERIFY2(spoken.contains("0x3C00 = 1 (measured here)") && spoken.contains("fp32"), qPrintable(spoken));
        for (int i = 0; i < 30; ++i) // faster than the answers
            lab.enterText(QString::number(i));
        QTRY_VERIFY(lab.isSettled());
        QVERIFY(lab.bits()->numbers().rows[1].last() == "0x4F40"); // 29
    }

    void without_libtorch_a_quiet_line_says_so() {
        train::ComputeThread thread([]() -> train::Engine& { throw text::could_not("train.no_engine"); });
        BitsLab lab(&thread);
        lab.resize(1400, 1400);
        lab.show();
        QTRY_VERIFY(lab.isSettled());
        QVERIFY2(lab.card()->accessibleDescription().contains("not on this machine"),
                 qPrintable(lab.card()->accessibleDescription()));
        QVERIFY(lab.errorText().isEmpty());
    }

    // The font would join "0x" to a multiplication sign.
    void hexadecimal_is_drawn_as_it_is_written() {
        const auto drawn = [](std::initializer_list<std::pair<double, QString>> parts) {
            QImage image(200, 40, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.setFont(monoFont(20));
            for (const auto& [x, text] : parts)
                painter.drawText(QPointF(x, 30), text);
            return image;
        };
        const double digit = QFontMetricsF(monoFont(20)).horizontalAdvance("0");
        QVERIFY(drawn({{0, "0x3C"}}) == drawn({{0, "0"}, {digit, "x3C"}}));
    }

    void what_is_no_number_has_no_error() {
        BitsLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.enterText("nan");
        testing::TextRecorder recorder(lab.size());
        QPainter painter(&recorder);
        lab.render(&painter);
        painter.end();
        QStringList texts;
        for (const auto& text : recorder.texts())
            texts << text.text;
        QVERIFY(!texts.contains("no error"));
        QVERIFY2(texts.contains("no number, so no error"), qPrintable(texts.join('|')));
    }

    void special_values_are_drawn_at_every_size() {
        BitsLab lab;
        lab.show();
        for (const char* value :
             {"inf", "-inf", "nan", "-0", "0", "2^-149", "fp32:0x7f7fffff", "1e-999999999", "1e999999999", "17/23"})
            for (const QSize& size : {QSize(700, 400), QSize(1400, 900), QSize(3000, 1600)}) {
                lab.resize(size);
                lab.enterText(value);
                QVERIFY2(lab.errorText().isEmpty(), value);
                QVERIFY(!lab.grab().isNull());
            }
    }
};

QTEST_MAIN(TestBitsLab)
#include "test_bits_lab.moc"
