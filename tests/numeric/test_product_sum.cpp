// The exact sum of products against rationals that are added up one by one.
#include "core/numeric/product_sum.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <random>

#include "core/numeric/decimal.h"

using namespace ampscope::numeric;

class TestProductSum : public QObject {
    Q_OBJECT

    static Rational exact(double value) {
        int exponent = 0;
        const double fraction = std::frexp(value, &exponent);
        return Rational(Integer(static_cast<std::int64_t>(std::ldexp(fraction, 53)))) * power_of_two(exponent - 53);
    }

  private Q_SLOTS:
    void equals_the_rationals_data() {
        QTest::addColumn<int>("mantissa_bits"); // of the operands
        QTest::newRow("fp16") << 11;
        QTest::newRow("fp32") << 24;
        QTest::newRow("fp64, whose products are rounded") << 53;
    }
    void equals_the_rationals() {
        QFETCH(int, mantissa_bits);
        std::mt19937_64 random(7);
        std::vector<double> left, right;
        Rational expected = 0;
        for (int i = 0; i < 200; ++i) {
            const auto draw = [&] {
                const auto mantissa = static_cast<std::int64_t>(random() >> (64 - mantissa_bits));
                const double value = std::ldexp(static_cast<double>(mantissa), static_cast<int>(random() % 40) - 60);
                return random() % 2 ? value : -value;
            };
            left.push_back(draw());
            right.push_back(draw());
            expected += exact(left.back()) * exact(right.back());
        }
        const ProductSum found = product_sum(left, right);
        QVERIFY(found.sum.rational() == expected);
        QCOMPARE(found.terms.size(), left.size());
        for (std::size_t i = 1; i < found.terms.size(); ++i)
            QVERIFY(std::fabs(found.terms[i - 1].product) >= std::fabs(found.terms[i].product));
        for (const auto& term : found.terms) {
            QCOMPARE(term.left, left[term.place]);
            QCOMPARE(term.product, term.left * term.right);
        }
    }

    // What double would lose: 2^70 + 1 - 2^70.
    void nothing_is_lost() {
        const std::vector<double> left = {std::ldexp(1.0, 70), 1, -std::ldexp(1.0, 70)}, right = {1, 1, 1};
        QCOMPARE(exact_decimal(product_sum(left, right).sum), std::string("1"));
        QCOMPARE(exact_decimal(product_sum({}, {}).sum), std::string("0"));
    }

    void what_is_not_finite_stays_so() {
        const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
        const auto kind = [](std::vector<double> left, std::vector<double> right) {
            return product_sum(left, right).sum.kind();
        };
        QVERIFY(kind({1, inf}, {1, -2}) == ExactValue::Kind::Infinite);
        QVERIFY(kind({1, inf, inf}, {1, -2, 2}) == ExactValue::Kind::NaN);
        QVERIFY(kind({0}, {inf}) == ExactValue::Kind::NaN);
        QVERIFY(kind({nan, 1}, {1, 1}) == ExactValue::Kind::NaN);
        QVERIFY_THROWS_EXCEPTION(std::logic_error, kind({1}, {}));
    }
};

QTEST_GUILESS_MAIN(TestProductSum)
#include "test_product_sum.moc"
