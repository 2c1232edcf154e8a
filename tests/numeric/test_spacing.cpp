// Spacing over the whole range, against neighbours found by next_up().
#include <QTest>

#include "core/numeric/rounding.h"
#include "core/numeric/spacing.h"

using namespace ampscope::numeric;

class TestSpacing : public QObject {
    Q_OBJECT
  private Q_SLOTS:

    void every_binade_has_its_neighbours_distance_data() {
        QTest::addColumn<QString>("id");
        for (const auto& format : known_formats())
            QTest::addRow("%s", format.id.c_str()) << QString::fromStdString(format.id);
        for (const char* custom : {"e4m2", "e3m7", "e10m5", "e2m1"})
            QTest::addRow("%s", custom) << custom;
    }
    void every_binade_has_its_neighbours_distance() {
        QFETCH(QString, id);
        const FloatFormat format = format_or_throw(id.toStdString());
        const auto binades = spacing(format);
        QVERIFY(!binades.empty());
        QCOMPARE(binades.front().exponent, floor_log2(decode(format, 1).magnitude()));
        QCOMPARE(binades.back().exponent, floor_log2(decode(format, format.max_finite()).magnitude()));
        int expected = binades.front().exponent;
        for (const auto& binade : binades) {
            QCOMPARE(binade.exponent, expected++);
            const Rational start = power_of_two(binade.exponent);
            const Code code = round_to(format, ExactValue::finite(start)).code;
            QVERIFY(decode(format, code).rational() == start); // powers of two are numbers of every format
            QVERIFY(ulp(format, code) == power_of_two(binade.ulp_exponent));
            const Code next = next_up(format, code);
            if (next <= format.max_finite())
                QVERIFY(decode(format, next).rational() - start == power_of_two(binade.ulp_exponent));
            QCOMPARE(binade.is_subnormal, classify(format, code) == NumberClass::Subnormal);
            QCOMPARE(spacing_at(format, start)->ulp_exponent, binade.ulp_exponent);
        }
        QCOMPARE(dynamic_range(format), static_cast<int>(binades.size()));
    }

    void abrupt_underflow_ends_at_the_smallest_normal_number() {
        const FloatFormat& fp16 = format("fp16");
        QCOMPARE(spacing(fp16).size(), std::size_t(40)); // 2^-24 … 2^15
        QCOMPARE(spacing(fp16).front().relative_exponent(), 0);
        const auto abrupt = spacing(fp16, Underflow::Abrupt);
        QCOMPARE(abrupt.size(), std::size_t(30)); // 2^-14 … 2^15
        for (const auto& binade : abrupt)
            QCOMPARE(binade.relative_exponent(), -10);
        QCOMPARE(dynamic_range(fp16, Underflow::Abrupt), 30);
        QVERIFY(!spacing_at(fp16, power_of_two(-15), Underflow::Abrupt));
        QVERIFY(spacing_at(fp16, power_of_two(-15)).has_value());
        QVERIFY(!spacing_at(fp16, power_of_two(-25)));
        QVERIFY(!spacing_at(fp16, power_of_two(16)));
        QVERIFY(!spacing_at(fp16, Rational(0)));
        QCOMPARE(spacing_at(fp16, Rational(65519))->ulp_exponent, 5);
    }
};

QTEST_APPLESS_MAIN(TestSpacing)
#include "test_spacing.moc"
