#include "core/numeric/magnitudes.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace ampscope::numeric;

class TestMagnitudes : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void every_value_has_one_place() {
        std::mt19937 random(1);
        std::vector<float> values;
        for (int i = 0; i < 200'000; ++i)
            values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
        for (float special : {0.0f, -0.0f, std::numeric_limits<float>::infinity(),
                              -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(),
                              std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::max(), 1.0f, -2.0f})
            values.push_back(special);
        Magnitudes sizes, expected;
        sizes.add(values);
        for (float value : values) { // the C library's way
            if (std::isnan(value))
                ++expected.nan;
            else if (std::isinf(value))
                ++expected.infinite;
            else if (value == 0)
                ++expected.zero;
            else
                ++expected.exponents[static_cast<std::size_t>(std::ilogb(value) - Magnitudes::kLowestExponent)];
        }
        QCOMPARE(sizes.zero, expected.zero);
        QCOMPARE(sizes.infinite, expected.infinite);
        QCOMPARE(sizes.nan, expected.nan);
        QVERIFY(sizes.exponents == expected.exponents);
        QCOMPARE(sizes.total(), static_cast<std::int64_t>(values.size()));

        SpecialCounts counts;
        counts.add(values);
        QCOMPARE(counts.zero, expected.zero);
        QCOMPARE(counts.nonfinite, expected.nonfinite());
    }

    void tiny_values_are_counted_up_to_the_limit() {
        const std::vector<float> values = {0.0f,
                                           std::ldexp(1.0f, -25),
                                           -std::ldexp(1.0f, -25),
                                           std::nextafter(std::ldexp(1.0f, -25), 1.0f),
                                           1.0f,
                                           std::numeric_limits<float>::quiet_NaN()};
        QCOMPARE(count_tiny(values, std::ldexp(1.0, -25)), std::int64_t(2));
        QCOMPARE(count_tiny(values, 0.0), std::int64_t(0));
    }
};

QTEST_GUILESS_MAIN(TestMagnitudes)
#include "test_magnitudes.moc"
