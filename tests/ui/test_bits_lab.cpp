#include "ui/labs/bits_lab.h"

#include <QClipboard>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "tests/ui/support.h"
#include "tests/ui/text_recorder.h"

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
        QTest::keyClick(bits, Qt::Key_Right);
        QVERIFY2(bits->spokenBit().contains("exponent bit 4"), qPrintable(bits->spokenBit()));
        QTest::keyClick(bits, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("0x3c00"));
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
        QVERIFY(!lab.undoStack()->canUndo());
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
