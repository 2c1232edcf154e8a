#include "core/numeric/expression.h"

#include <QElapsedTimer>
#include <QTest>

#include "core/numeric/rounding.h"

#include "core/numeric/decimal.h"
#include "core/text/message.h"

using namespace ampscope;
using namespace ampscope::numeric;

class TestExpression : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void reads_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("decimal"); // exact, or a kind
        const auto row = [](const char* text, const char* decimal) {
            QTest::newRow(text) << QString(text) << QString(decimal);
        };
        row("0.1*10", "1");
        row("1+2^-11", "1.00048828125");
        row("1+2⁻¹¹", "1.00048828125");
        row("65504+15.999", "65519.999!"); // not a binary fraction: compared as a quotient
        row("0x1.8p-9", "0.0029296875");
        row("0x7f", "127");
        row("0X.8P+1", "1");
        row("0b101.1", "5.5");
        row(".5", "0.5");
        row("5.", "5");
        row("1e3", "1000");
        row("1E-3*1000", "1");
        row("-inf", "-inf");
        row("Infinity", "inf");
        row("nan", "nan");
        row("-0", "-0");
        row("-0.0e5", "-0");
        row("inf-inf", "nan");
        row("0*inf", "nan");
        row("1/0", "inf");
        row("-1/0", "-inf");
        row("0/0", "nan");
        row("1/inf", "0");
        row("fp16:0x3c01", "1.0009765625");
        row("bf16:0b0011111110000001", "1.0078125");
        row("e4m3:126", "448");
        row("E4M3-ieee:0x77", "240");
        row("fp16:0x7c00", "inf");
        row("fp16:0xfe00", "nan");
        row("fp16:0x3c00 + 2^-11", "1.00048828125");
        row("2^3^2", "512");
        row("-2^2", "-4");
        row("2^-1^2", "0.5");
        row("(2^-1)^2", "0.25");
        row("2**10", "1024");
        row("2²", "4");
        row("3 × 4 ÷ 8 · 2 − 1", "2");
        row("17/17", "1");
        row("  1 +\t1 ", "2");
        row("1^999999999999", "1");
        row("0^-1", "inf");
        row("5^0", "1");
        row("--1", "1");
        row("1e-999999999", "tiny");
        row("-1e-999999999", "-tiny");
        row("1e999999999999999999999", "huge");
        row("0x1p-99999999", "tiny");
        row("0e999999999", "0");
        row("e5m10:0x3c00", "1");
    }
    void reads() {
        QFETCH(QString, text);
        QFETCH(QString, decimal);
        const ExactValue value = parse_expression(text.toStdString());
        QString found;
        if (value.kind() == ExactValue::Kind::Tiny)
            found = value.is_negative() ? "-tiny" : "tiny";
        else if (value.kind() == ExactValue::Kind::Huge)
            found = value.is_negative() ? "-huge" : "huge";
        else if (decimal.endsWith('!'))
            found = value.rational() == Rational(Integer(65519999), Integer(1000)) ? decimal : "other";
        else
            found = QString::fromStdString(exact_decimal(value));
        QCOMPARE(found, decimal);
    }

    void refuses_with_the_column_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* text, const char* message) {
            QTest::newRow(*text ? text : "empty") << QString(text) << QString(message);
        };
        row("", "column 1: a value is missing");
        row("   ", "column 4: a value is missing");
        row("1+", "column 3: the text ends");
        row("1,5", "column 2: a comma");
        row("65,504", "column 3: a comma");
        row("(1+2", "column 5: a closing bracket is missing");
        row("1)", "column 2: ')' does not belong");
        row("2^0.5", "column 3: an exponent must be a whole number");
        row("2^2^2^2^2", "column 2: this step would need more than 65,536 bits");
        row("10^19999", "column 3: this step would need more than 65,536 bits");
        row("1+1e-999999999", "column 3: this step would need more");
        row("inf^2", "only finite");
        row("fp17:0x0", "column 1: 'fp17' is no format");
        row("fp16:0x10000", "column 6: fp16 has 16 bits");
        row("fp16:", "column 6: the text ends");
        row("fp16:zz", "column 6: 'z' does not belong");
        row("hello", "column 1: 'hello' is unknown");
        row("1e", "column 3: the text ends");
        row("0x", "column 3: the text ends");
        row("1.2.3", "column 4: '.' does not belong");
        row("12abc", "column 3: 'a' does not belong");
        row("0b12", "column 4: '2' does not belong");
        row("1 2", "column 3: '2' does not belong");
        row("글", "column 1: '글' does not belong");
        row("$", "column 1: '$' does not belong");
    }
    void refuses_with_the_column() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        try {
            parse_expression(text.toStdString());
            QFAIL("accepted");
        } catch (const text::Error& error) {
            const auto said = QString::fromStdString(error.text(text::Language::English));
            QVERIFY2(said.contains(message), qPrintable(said));
            QVERIFY(error.kind() == text::ErrorKind::BadInput);
        }
    }

    void long_and_nested_texts_are_refused() {
        QVERIFY_THROWS_EXCEPTION(text::Error, parse_expression(std::string(4097, '1')));
        QVERIFY_THROWS_EXCEPTION(text::Error, parse_expression(std::string(4000, '(')));
        QCOMPARE(parse_expression(std::string(4001, '-') + "1").rational(), Rational(-1)); // signs do not nest
        const auto brackets = [](std::size_t n) { return std::string(n, '(') + "1" + std::string(n, ')'); };
        QCOMPARE(parse_expression(brackets(200)).rational(), Rational(1));
        const auto refusal = [](const std::string& text) {
            try {
                parse_expression(text);
            } catch (const text::Error& error) {
                return QString::fromStdString(error.text(text::Language::English));
            }
            return QString();
        };
        QCOMPARE(refusal(brackets(201)), QString("column 201: more than 200 levels of brackets"));
        std::string tower = "1";
        for (int i = 0; i < 200; ++i)
            tower += "^1";
        QCOMPARE(parse_expression(tower).rational(), Rational(1));
        QVERIFY(refusal(tower + "^1").endsWith("more than 200 powers stand on top of each other"));
        std::string row = "1";
        for (int i = 0; i < 500; ++i)
            row += "*1^1+(1)"; // beside each other, not inside
        QVERIFY(parse_expression(row).kind() == ExactValue::Kind::Finite);
        QVERIFY(parse_expression(std::string(4096, '1')).kind() == ExactValue::Kind::Finite);
        QVERIFY(parse_expression("0." + std::string(4000, '0') + "1").kind() == ExactValue::Kind::Finite);
    }

    void hard_inputs_answer_at_once() {
        QElapsedTimer timer;
        timer.start();
        for (const char* text :
             {"1e-999999999", "2^2^2^2^2", "9^9^9", "1e18000*1e1000", "3^41000/7^23000", "1/(10^15000+1)"}) {
            try {
                const ExactValue value = parse_expression(text);
                round_to(*find_format("e15m112"), value);
            } catch (const text::Error&) {
            }
        }
        QVERIFY2(timer.elapsed() < 20000, "took longer than twenty seconds"); // a hang guard, also for sanitizers
    }

    // A value forgets the payload of a NaN and that it signals; a code of the same format does not.
    void codes_are_kept_as_written() {
        const FloatFormat& fp16 = format("fp16");
        QVERIFY(parse_code("fp16:0x7c01", fp16) == Code(0x7c01));
        QVERIFY(parse_code(" half:0b1 ", fp16) == Code(1));
        for (const char* other :
             {"fp32:0x7f800001", "0x7c01", "fp16:0x7c01+1", "-fp16:0x7c01", "nan", "", ":1", "가:1"})
            QVERIFY2(!parse_code(other, fp16), other);
        QVERIFY_THROWS_EXCEPTION(text::Error, parse_code("fp16:0x10000", fp16));
    }

    // Reading never goes through double: this text is a tie there.
    void digits_beyond_double_count() {
        QVERIFY(round_to(format("fp16"), parse_expression("1.00048828125000000001")).code == 0x3c01);
        QVERIFY(round_to(format("fp16"), parse_expression("1.00048828125")).code == 0x3c00);
    }
};

QTEST_GUILESS_MAIN(TestExpression)
#include "test_expression.moc"
