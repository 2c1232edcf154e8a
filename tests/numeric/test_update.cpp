// The fate of small updates, against exact rationals and round_to().
#include <QTest>

#include "core/numeric/expression.h"
#include "core/numeric/random.h"
#include "core/numeric/rounding.h"
#include "core/numeric/update.h"
#include "core/text/message.h"
#include "tests/numeric/rows.h"

using namespace ampscope;
using namespace ampscope::numeric;

namespace {

UpdateFate fate(const char* format, const char* weight, const char* step, std::int64_t times, std::uint64_t seed = 0) {
    return update_weight(format_or_throw(format), parse_expression(weight), parse_expression(step), times, seed)
        .value();
}

} // namespace

class TestUpdate : public QObject {
    Q_OBJECT
  private Q_SLOTS:

    // Lesson b3-master-weight: bf16 weight 1.0, a hundred times -0.0006.
    void one_minus_a_little_in_bf16() {
        const UpdateFate result = fate("bf16", "1", "-0.0006", 100);
        const UpdateResult &nearest = result.results[0], &stochastic = result.results[1], &master = result.results[2];
        QCOMPARE(nearest.final_weight, 1.0);
        QCOMPARE(nearest.vanished, std::int64_t(100));
        QCOMPARE(nearest.first_vanished.value(), std::int64_t(1));
        QVERIFY(result.first_vanishes);
        QVERIFY(result.ulp == power_of_two(-7));
        QCOMPARE(result.neighbour, 1 - 0x1p-8); // below a power of two the numbers lie closer
        QVERIFY(result.threshold == power_of_two(-9));
        QCOMPARE(master.vanished, std::int64_t(0));
        QVERIFY(std::fabs(master.final_master - 0.94) < 100 * 0x1p-25); // 100 roundings of half an ULP below 1
        QCOMPARE(master.final_weight, 0.94140625);                      // bf16 nearest to 0.94
        QVERIFY(std::fabs(to_double(result.exact) - 0.94) < 1e-7);
        QVERIFY(stochastic.final_weight < 1 && stochastic.vanished > 0);
        QVERIFY(std::fabs(stochastic.final_weight - 0.94) < 6 * 0x1p-8 * std::sqrt(100 * 0.1536 * 0.8464));
    }

    void a_tie_goes_to_the_even_weight() {
        const UpdateFate tie = fate("fp16", "1", "2^-11", 4);
        QVERIFY(tie.threshold == power_of_two(-11));
        QVERIFY(tie.first_vanishes);
        QCOMPARE(tie.results[0].final_weight, 1.0);
        const UpdateFate odd = fate("fp16", "1+2^-10", "2^-11", 1); // the upper one is even here
        QVERIFY(!odd.first_vanishes);
        QCOMPARE(odd.results[0].final_weight, 1 + 0x1p-9);
        QVERIFY(!fate("fp16", "1", "2^-11+2^-20", 1).first_vanishes);
    }

    void what_is_large_enough_moves() {
        const UpdateFate result = fate("bf16", "1", "2^-7", 100);
        QCOMPARE(result.results[0].final_weight, 1 + 100.0 / 128);
        QCOMPARE(result.results[0].vanished, std::int64_t(0));
        QVERIFY(!result.results[0].first_vanished);
        QVERIFY(result.results[0].error.value() == 0);
        // 2^-8 is half an ULP: the tie goes to 1, which is even, for ever.
        QCOMPARE(fate("bf16", "1", "2^-8", 100).results[0].vanished, std::int64_t(100));
    }

    void every_step_is_the_rounded_exact_one_data() {
        QTest::addColumn<QString>("format");
        for (const char* id : {"fp32", "tf32", "fp16", "bf16", "e4m3", "e5m2"})
            QTest::addRow("%s", id) << id;
    }
    void every_step_is_the_rounded_exact_one() {
        QFETCH(QString, format);
        const FloatFormat target = format_or_throw(format.toStdString());
        const FloatFormat& fp32 = numeric::format("fp32");
        for (std::uint64_t i = 0; i < 200; ++i) {
            const std::uint64_t bits = splitmix64(11, i);
            const int apart = static_cast<int>(bits & 63) - 8;
            const double weight = std::ldexp(1.0 + double(bits >> 40) * 0x1p-24, -3) * ((bits & 256) ? -1 : 1);
            const double step = std::ldexp(1.0 + double(bits >> 41) * 0x1p-23, -3 - apart) * ((bits & 128) ? -1 : 1);
            const UpdateFate result =
                update_weight(target, ExactValue::finite(Rational(weight)), ExactValue::finite(Rational(step)), 40, i)
                    .value();
            QCOMPARE(result.weight, rounded(target, Rational(weight)));
            QCOMPARE(result.step, step);
            double nearest = result.weight, stochastic = result.weight, master = result.weight;
            SplitMix64 random(i);
            std::int64_t vanished = 0;
            for (std::size_t k = 1; k <= 40; ++k) {
                const double before = nearest;
                if (std::isfinite(nearest)) nearest = rounded(target, Rational(nearest) + Rational(step));
                vanished += before == nearest && std::isfinite(nearest) ? 1 : 0;
                const std::uint64_t bits_now = random.next();
                if (std::isfinite(stochastic))
                    stochastic = rounded(target, Rational(stochastic) + Rational(step), Rounding::Stochastic, bits_now);
                master = rounded(fp32, Rational(master) + Rational(step));
                const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
                QVERIFY(same(result.results[0].trace[k], nearest));
                QVERIFY(same(result.results[1].trace[k], stochastic));
                QCOMPARE(result.results[2].master_trace[k], master);
                QVERIFY(same(result.results[2].trace[k], rounded(target, Rational(master))));
            }
            QCOMPARE(result.results[0].vanished, vanished);
            const Rational size = abs(Rational(result.step));
            if (size != result.threshold) QCOMPARE(result.first_vanishes, size < result.threshold);
            QVERIFY(result.exact == Rational(result.weight) + 40 * Rational(step));
        }
    }

    void weights_at_the_ends_of_the_range() {
        const UpdateFate top = fate("fp16", "65504", "15", 3);
        QVERIFY(top.first_vanishes && top.threshold == 16);
        QCOMPARE(top.results[0].final_weight, 65504.0);
        const UpdateFate over = fate("fp16", "65504", "16", 3);
        QVERIFY(std::isinf(over.results[0].final_weight));
        QVERIFY(!over.results[0].error);
        const UpdateFate zero = fate("fp16", "0", "2^-26", 8);
        QVERIFY(zero.first_vanishes);
        QCOMPARE(zero.results[0].vanished, std::int64_t(8));
        QCOMPARE(zero.results[2].final_weight, 0x1p-23);
        const UpdateFate nothing = fate("fp16", "1", "0", 5);
        QCOMPARE(nothing.results[0].vanished, std::int64_t(0));
        QVERIFY(!nothing.first_vanishes);
    }

    void what_cannot_be_done_is_refused() {
        const auto message = [](const char* format, const char* weight, const char* step, std::int64_t times) {
            try {
                fate(format, weight, step, times);
            } catch (const text::Error& error) {
                return error.message().id;
            }
            return std::string();
        };
        QCOMPARE(message("bf16", "1", "1", 0), std::string("numeric.update_times"));
        QCOMPARE(message("bf16", "1", "1", kMaxAdditions + 1), std::string("numeric.update_times"));
        QCOMPARE(message("bf16", "nan", "1", 1), std::string("numeric.sum_not_finite"));
        QCOMPARE(message("bf16", "1", "-inf", 1), std::string("numeric.sum_not_finite"));
        QCOMPARE(message("fp16", "70000", "1", 1), std::string("numeric.sum_beyond_format"));
        QCOMPARE(message("fp16", "1", "1e39", 1), std::string("numeric.sum_beyond_format"));
        QCOMPARE(message("fp64", "1", "1", 1), std::string("numeric.sum_format_too_wide"));
    }
};

QTEST_APPLESS_MAIN(TestUpdate)
#include "test_update.moc"
