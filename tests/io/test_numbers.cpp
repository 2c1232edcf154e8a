#include "core/io/numbers.h"

#include <QTest>
#include <bit>
#include <clocale>
#include <cmath>
#include <limits>
#include <random>

using namespace ampscope::io;

class TestNumbers : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void text_reads_back_to_the_same_bits() {
        std::mt19937_64 random(1);
        for (int i = 0; i < 100'000; ++i) {
            const auto value = std::bit_cast<double>(random());
            if (std::isnan(value)) continue;
            const auto back = parse_double(to_text(value));
            QVERIFY(back && std::bit_cast<std::uint64_t>(*back) == std::bit_cast<std::uint64_t>(value));
        }
    }
    void special_values_have_names() {
        QCOMPARE(to_text(std::numeric_limits<double>::infinity()), std::string("inf"));
        QCOMPARE(to_text(-0.0), std::string("-0"));
        QCOMPARE(to_text(std::nan("")), std::string("nan"));
        QVERIFY(std::isnan(*parse_double("nan")));
        QVERIFY(std::signbit(*parse_double("-0")));
        QCOMPARE(*parse_double("1e999"), std::numeric_limits<double>::infinity());
        QCOMPARE(*parse_double("-1e-999"), -0.0);
    }
    void whole_numbers_stay_whole() {
        QCOMPARE(to_text(16777216.0), std::string("16777216"));
        QCOMPARE(to_text(0.1), std::string("0.1"));
        QCOMPARE(to_text(0.0999755859375, 3), std::string("0.1"));
    }
    void refuses_anything_else_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "1,5", "1.5x", " 1", "infinity", "NaN", "0x10", "--1", "+1", "1 "})
            QTest::newRow(text) << QString(text);
    }
    void refuses_anything_else() {
        QFETCH(QString, text);
        QVERIFY(!parse_double(text.toStdString()));
    }
    void the_locale_does_not_matter() {
        const char* locale = std::setlocale(LC_ALL, "de_DE.UTF-8"); // where the machine has it
        QCOMPARE(to_text(0.5), std::string("0.5"));
        QCOMPARE(*parse_double("1.5"), 1.5);
        std::setlocale(LC_ALL, "C");
        if (!locale) qInfo("de_DE.UTF-8 is not installed here: checked under C only");
    }
};

QTEST_GUILESS_MAIN(TestNumbers)
#include "test_numbers.moc"
