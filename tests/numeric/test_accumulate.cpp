// Races of sums against the same steps taken with exact rationals and round_to().
#include <QTest>

#include "core/numeric/accumulate.h"
#include "core/numeric/exact_sum.h"
#include "core/numeric/expression.h"
#include "core/numeric/random.h"
#include "core/numeric/stored_sum.h"
#include "core/text/message.h"
#include "tests/numeric/rows.h"

using namespace ampscope;
using namespace ampscope::numeric;

namespace {

SumRace race(const char* format_id, const char* value, std::int64_t count, std::vector<SumMethod> methods,
             Stream::Kind kind = Stream::Kind::Constant, std::uint64_t seed = 0) {
    Stream stream;
    stream.kind = kind;
    stream.value = parse_expression(value);
    stream.count = count;
    stream.seed = seed;
    return accumulate(format_or_throw(format_id), stream, methods).value();
}

SumRace race_of(const char* format_id, std::vector<double> list, std::vector<SumMethod> methods,
                std::uint64_t seed = 0) {
    Stream stream;
    stream.kind = Stream::Kind::List;
    stream.list = std::move(list);
    stream.seed = seed;
    return accumulate(format_or_throw(format_id), stream, methods).value();
}

// Numbers of all sizes that the format has, subnormals included, of both signs or of one.
std::vector<double> numbers_for(const FloatFormat& format, std::uint64_t seed, int count, int binades, bool signs) {
    std::vector<double> numbers;
    for (int i = 0; i < count; ++i) {
        const std::uint64_t bits = splitmix64(seed, static_cast<std::uint64_t>(i));
        const int lowest = format.min_exponent() - format.mantissa_bits;
        const int highest = format.max_exponent() - 12; // the sum of 300 stays within the range
        const int wide = std::min(binades, highest - lowest);
        const int exponent = highest - static_cast<int>(bits % static_cast<std::uint64_t>(wide + 1));
        const double value = std::ldexp(1.0 + static_cast<double>(bits >> 40) * 0x1p-24, exponent);
        numbers.push_back(rounded(format, Rational(signs && (bits & 0x100) != 0 ? -value : value)));
    }
    return numbers;
}

std::vector<double> oracle(SumMethod method, const FloatFormat& format, const std::vector<double>& numbers,
                           std::uint64_t seed) {
    const FloatFormat& kept = method == SumMethod::Fp32 ? numeric::format("fp32") : format;
    std::vector<double> trace = {0};
    double sum = 0, carry = 0;
    SplitMix64 random(seed);
    for (const double x : numbers) {
        switch (method) {
        case SumMethod::Kahan: {
            const double y = rounded(kept, Rational(x) - Rational(carry));
            const double next = rounded(kept, Rational(sum) + Rational(y));
            const double moved = rounded(kept, Rational(next) - Rational(sum));
            carry = rounded(kept, Rational(moved) - Rational(y));
            sum = next;
            break;
        }
        case SumMethod::Stochastic:
            sum = rounded(kept, Rational(sum) + Rational(x), Rounding::Stochastic, random.next());
            break;
        default: sum = rounded(kept, Rational(sum) + Rational(x));
        }
        trace.push_back(sum);
    }
    return trace;
}

// Split at the largest power of two below the count: what the binary counter of the code amounts to.
double pairwise(const FloatFormat& format, std::span<const double> numbers) {
    if (numbers.size() == 1) return numbers[0];
    std::size_t first = 1;
    while (2 * first < numbers.size())
        first *= 2;
    return rounded(format, Rational(pairwise(format, numbers.first(first))) +
                               Rational(pairwise(format, numbers.subspan(first))));
}

} // namespace

class TestAccumulate : public QObject {
    Q_OBJECT
  private Q_SLOTS:

    // tract#2587, candle#3718: the sums that everybody meets first.
    void ones_stick_where_they_are_known_to_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("final");
        QTest::addRow("fp16") << "fp16" << 4096 << 2048.0;
        QTest::addRow("bf16") << "bf16" << 1024 << 256.0;
        QTest::addRow("bf16, just enough") << "bf16" << 257 << 256.0;
        QTest::addRow("e4m3") << "e4m3" << 100 << 16.0;
        QTest::addRow("e5m2") << "e5m2" << 100 << 8.0;
    }
    void ones_stick_where_they_are_known_to() {
        QFETCH(QString, format);
        QFETCH(int, count);
        QFETCH(double, final);
        const SumRace result = race(qPrintable(format), "1", count,
                                    {SumMethod::Naive, SumMethod::Fp32, SumMethod::Kahan, SumMethod::Pairwise});
        const SumResult& naive = result.results[0];
        QCOMPARE(naive.final_value, final);
        QCOMPARE(naive.sticks_at.value(), std::int64_t(final) + 1);
        QCOMPARE(naive.sticks_value, final);
        QCOMPARE(naive.changed_nothing, count - std::int64_t(final));
        QCOMPARE(naive.lost_bits, naive.changed_nothing);
        QVERIFY(result.exact_sum == count);
        QVERIFY(naive.error.value() == Rational(std::int64_t(final) - count));
        for (std::size_t i = 1; i < 4; ++i) { // the sum, rounded once
            if (format == "e5m2" && i == 2) continue;
            QCOMPARE(result.results[i].final_value, rounded(format_or_throw(format.toStdString()), Rational(count)));
        }
        QVERIFY(!result.results[1].sticks_at);
    }

    // With three bits even what Kahan carries along sticks: at 64 the spacing is 16, and from 8 ones on the carried sum
    // swallows the next one, while 64 + 8 is a tie that goes back to 64.
    void kahan_sticks_where_its_carry_sticks() {
        const SumResult kahan = race("e5m2", "1", 100, {SumMethod::Kahan}).results[0];
        QCOMPARE(kahan.final_value, 64.0);
        QVERIFY(kahan.sticks_at.has_value());
        QCOMPARE(kahan.trace, oracle(SumMethod::Kahan, format("e5m2"), std::vector<double>(100, 1.0), 0));
    }

    void an_fp32_accumulator_sticks_at_its_own_end() {
        const SumRace result = race("fp16", "2^-14", 4096, {SumMethod::Naive, SumMethod::Fp32});
        QVERIFY(result.results[0].sticks_at.value() == 2049);
        QVERIFY(!result.results[1].sticks_at);
        QCOMPARE(result.results[1].final_value, 0.25);
        QCOMPARE(race("fp32", "1", 3, {SumMethod::Naive}).results[0].final_value, 3.0);
        // 2^24 + 1 is no fp32 number: fp32 has the same end, only later.
        std::vector<double> list(40, 1.0);
        list.insert(list.begin(), 0x1p24);
        const SumResult fp32 = race_of("fp32", list, {SumMethod::Naive}).results[0];
        QCOMPARE(fp32.final_value, 0x1p24);
        QVERIFY(!fp32.sticks_at); // its largest number would still move it
        QCOMPARE(fp32.changed_nothing, std::int64_t(40));
    }

    void a_tenth_in_fp16() {
        const SumRace result = race("fp16", "0.1", 10'000, {SumMethod::Naive, SumMethod::Fp32, SumMethod::Kahan});
        QVERIFY(result.exact_sum == Rational(10'000) * Rational(0.0999755859375));
        QVERIFY(result.entered_sum.value() == 1000);
        // From 256 on the spacing is 1/4, more than twice a tenth.
        QCOMPARE(result.results[0].final_value, 256.0);
        QVERIFY(result.results[0].sticks_at.has_value());
        QCOMPARE(result.results[1].final_value, 1000.0);
        QCOMPARE(result.results[2].final_value, 1000.0);
    }

    void half_an_ulp_changes_nothing() {
        const SumResult result = race_of("fp16", {1, 0x1p-11}, {SumMethod::Naive}).results[0];
        QCOMPARE(result.final_value, 1.0);
        QCOMPARE(result.changed_nothing, std::int64_t(1));
        const SumResult above = race_of("fp16", {1, 0x1.004p-11}, {SumMethod::Naive}).results[0];
        QCOMPARE(above.final_value, 1 + 0x1p-10);
    }

    void every_addition_is_the_rounded_exact_one_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("binades");
        QTest::addColumn<bool>("signs");
        for (const char* id : {"fp32", "tf32", "fp16", "bf16", "e4m3", "e5m2", "e6m9"})
            for (const int binades : {0, 3, 14, 60, 270})
                for (const bool signs : {false, true})
                    QTest::addRow("%s, %d binades, %s", id, binades, signs ? "both signs" : "one sign")
                        << id << binades << signs;
    }
    void every_addition_is_the_rounded_exact_one() {
        QFETCH(QString, format);
        QFETCH(int, binades);
        QFETCH(bool, signs);
        const FloatFormat target = format_or_throw(format.toStdString());
        for (const std::uint64_t seed : {1u, 2u}) {
            const auto numbers = numbers_for(target, seed, 300, binades, signs);
            const std::vector<SumMethod> methods(sum_methods().begin(), sum_methods().end());
            const SumRace result = race_of(qPrintable(format), numbers, methods, seed);
            Rational exact = 0;
            for (const double x : numbers)
                exact += Rational(x);
            QVERIFY(result.exact_sum == exact);
            for (const SumResult& sum : result.results) {
                if (sum.method == SumMethod::Pairwise) {
                    QCOMPARE(sum.final_value, pairwise(target, numbers));
                    for (std::size_t n = 1; n <= numbers.size(); n += 13)
                        QCOMPARE(sum.trace[n], pairwise(target, std::span(numbers).first(n)));
                    continue;
                }
                const auto expected = oracle(sum.method, target, numbers, seed);
                for (std::size_t i = 0; i < expected.size(); ++i)
                    QVERIFY2(sum.trace[i] == expected[i],
                             qPrintable(QString("%1 after %2: %3, expected %4")
                                            .arg(QString::fromUtf8(sum_method_id(sum.method).data()))
                                            .arg(i)
                                            .arg(sum.trace[i], 0, 'g', 17)
                                            .arg(expected[i], 0, 'g', 17)));
                std::int64_t nothing = 0;
                for (std::size_t i = 1; i < expected.size(); ++i)
                    nothing += expected[i] == expected[i - 1] && numbers[i - 1] != 0 ? 1 : 0;
                QCOMPARE(sum.changed_nothing, nothing);
                QCOMPARE(sum.error.has_value(), std::isfinite(sum.final_value));
                if (sum.error) QVERIFY(*sum.error == Rational(sum.final_value) - exact);
            }
        }
    }

    // Two numbers that do not fit into a double together, at chances that only exact arithmetic tells apart.
    void stochastic_sums_use_the_exact_fraction() {
        for (const char* id : {"fp32", "bf16", "e8m3"}) {
            const FloatFormat target = format_or_throw(id);
            const StoredSum arithmetic(target);
            for (int i = 0; i < 4000; ++i) {
                const auto place = static_cast<std::uint64_t>(i);
                const std::uint64_t bits = splitmix64(7, place);
                const double big =
                    rounded(target, Rational(std::ldexp(1.0 + (bits % 5 == 0 ? 0 : double(bits >> 40) * 0x1p-24), 20)));
                const int down = 10 + static_cast<int>(bits >> 8 & 63);
                const double small =
                    rounded(target, Rational(std::ldexp(1.0 + double(bits >> 44) * 0x1p-20, 20 - down)));
                const double a = (bits & 0x80) != 0 ? -big : big, b = (bits & 0x40) != 0 ? -small : small;
                // A random number just at the border: the first one that goes the other way lies beside it.
                const Rational exact = Rational(a) + Rational(b);
                const double down_to = rounded(target, exact, Rounding::TowardZero);
                const Rational cut = abs(Rational(exact - Rational(down_to)));
                if (cut == 0) continue;
                const Code code = round_to(target, ExactValue::finite(Rational(down_to))).code;
                const Code beyond = exact > 0 ? next_up(target, code) : next_down(target, code);
                const Rational gap = abs(Rational(Rational(to_double(decode(target, beyond))) - Rational(down_to)));
                const Rational border = cut / gap * power_of_two(64);
                const auto at = static_cast<std::uint64_t>(Integer(numerator(border) / denominator(border)));
                for (const std::uint64_t random :
                     {std::uint64_t(0), at - 1, at, at + 1, ~std::uint64_t(0), splitmix64(8, place)}) {
                    bool inexact = false;
                    const double sum = arithmetic.add_stochastic(a, b, random, inexact);
                    QCOMPARE(sum, rounded(target, exact, Rounding::Stochastic, random));
                    QVERIFY(inexact);
                }
            }
        }
    }

    // A sum of N steps of which each goes up with chance p: mean N p, variance N p (1 - p).
    void stochastic_sums_are_unbiased() {
        constexpr std::int64_t kCount = 100'000;
        const double ulps = 0x1p-14; // each number is 2^-14 of bf16's spacing above 2^20
        double z_sum = 0;
        constexpr int kSeeds = 40;
        for (int seed = 0; seed < kSeeds; ++seed) {
            Stream stream;
            stream.kind = Stream::Kind::List;
            stream.list.assign(kCount, 0.5);
            stream.list[0] = 0x1p20; // spacing 2^13
            stream.seed = static_cast<std::uint64_t>(seed);
            const std::vector methods = {SumMethod::Stochastic, SumMethod::Naive};
            const SumRace result = accumulate(format("bf16"), stream, methods).value();
            const double moved = (result.results[0].final_value - 0x1p20) / 0x1p13;
            const double steps = double(kCount - 1);
            z_sum += (moved - steps * ulps) / std::sqrt(steps * ulps * (1 - ulps));
            QCOMPARE(result.results[1].final_value, 0x1p20);
            QVERIFY(!result.results[0].sticks_at);
        }
        const double z = z_sum / std::sqrt(double(kSeeds));
        QVERIFY2(std::fabs(z) < 4, qPrintable(QString::number(z)));
        const SumRace again = race("fp16", "0.1", 5000, {SumMethod::Stochastic});
        const SumRace twice = race("fp16", "0.1", 5000, {SumMethod::Stochastic});
        QCOMPARE(again.results[0].trace, twice.results[0].trace);
    }

    void exact_numbers_never_move() {
        const SumResult result = race("fp16", "1", 2048, {SumMethod::Stochastic}).results[0];
        QCOMPARE(result.final_value, 2048.0);
        QCOMPARE(result.lost_bits, std::int64_t(0));
    }

    void sums_beyond_the_range() {
        const SumRace result = race("fp16", "60000", 3, {SumMethod::Naive, SumMethod::Fp32, SumMethod::Pairwise});
        for (const auto& sum : result.results) {
            QVERIFY(std::isinf(sum.final_value));
            QVERIFY(!sum.error);
            QVERIFY(!sum.sticks_at);
        }
        QCOMPARE(result.results[0].overflows_at.value(), std::int64_t(2));
        QVERIFY(!result.results[1].overflows_at);            // only when it is rounded at the end
        QCOMPARE(result.results[1].trace.back(), 180'000.0); // 60000 is an fp16 number
        QVERIFY(std::isnan(race("e4m3", "300", 2, {SumMethod::Naive}).results[0].final_value));
    }

    void streams_are_the_documented_integers() {
        for (const auto kind : {Stream::Kind::Uniform, Stream::Kind::Normal}) {
            const SumRace result = race("fp32", "1", 1000, {SumMethod::Naive}, kind, 5);
            Rational exact = 0;
            for (std::uint64_t i = 0; i < 1000; ++i) {
                double value = std::ldexp(static_cast<double>(splitmix64(5, i) >> 11), -53);
                if (kind == Stream::Kind::Normal) {
                    std::int64_t sum = 0;
                    for (std::uint64_t k = 6 * i; k < 6 * i + 6; ++k)
                        sum += static_cast<std::int64_t>((splitmix64(5, k) >> 32) + (splitmix64(5, k) & 0xffffffffu));
                    value = std::ldexp(static_cast<double>(sum - 6 * (std::int64_t(1) << 32)), -32);
                }
                exact += Rational(rounded(format("fp32"), Rational(value)));
            }
            QVERIFY(result.exact_sum == exact);
            QVERIFY(!result.entered_sum);
        }
        // Means within six standard errors: 1/2 with variance 1/12, and 0 with variance 1.
        const SumRace uniform = race("fp32", "1", 100'000, {}, Stream::Kind::Uniform, 1);
        QVERIFY(std::fabs(to_double(uniform.exact_sum) - 50'000) < 6 * std::sqrt(100'000 / 12.0));
        const SumRace normal = race("fp32", "1", 100'000, {}, Stream::Kind::Normal, 1);
        QVERIFY(std::fabs(to_double(normal.exact_sum)) < 6 * std::sqrt(100'000.0));
        QVERIFY(normal.least >= -6 && normal.greatest <= 6);
    }

    void exact_sums_of_doubles() {
        ExactSum sum;
        Rational expected = 0;
        for (std::uint64_t i = 0; i < 3000; ++i) {
            const std::uint64_t bits = splitmix64(3, i);
            const double value = std::bit_cast<double>(bits);
            if (!std::isfinite(value)) continue;
            sum.add(value);
            expected += Rational(value);
        }
        for (const double value : {0.0, -0.0, 5e-324, -5e-324, 1.7976931348623157e308, 2.2250738585072014e-308}) {
            sum.add(value);
            expected += Rational(value);
        }
        QVERIFY(sum.value() == expected);
        QVERIFY(ExactSum().value() == 0);
    }

    void traces_are_thin_and_complete() {
        for (const std::int64_t count : {1, 2, 1999, 2000, 2001, 123'456}) {
            const SumRace result = race("bf16", "1", count, {SumMethod::Naive, SumMethod::Pairwise});
            QVERIFY(std::int64_t(result.at.size()) <= kMaxTracePoints);
            QCOMPARE(result.at.front(), std::int64_t(0));
            QCOMPARE(result.at.back(), count);
            QVERIFY(std::ranges::is_sorted(result.at));
            for (const auto& sum : result.results)
                QCOMPARE(sum.trace.size(), result.at.size());
            QCOMPARE(result.exact.size(), result.at.size());
            if (count == 1) QCOMPARE(result.results[1].additions, std::int64_t(0));
        }
    }

    void ten_million_and_the_stop_button() {
        std::atomic<std::int64_t> progress = 0;
        Stream stream;
        stream.count = kMaxAdditions;
        const std::vector methods = {SumMethod::Naive, SumMethod::Fp32};
        const auto result = accumulate(format("bf16"), stream, methods, {}, &progress);
        QVERIFY(result.has_value());
        QCOMPARE(progress.load(), 2 * kMaxAdditions);
        QCOMPARE(result->results[0].changed_nothing, kMaxAdditions - 256);
        QCOMPARE(result->results[1].final_value, 10'027'008.0); // 153 * 2^16: bf16 nearest to ten million
        std::stop_source source;
        source.request_stop();
        QVERIFY(!accumulate(format("bf16"), stream, methods, source.get_token()).has_value());
    }

    void what_cannot_be_added_is_refused() {
        const auto message = [](const char* format, const char* value, std::int64_t count) {
            try {
                race(format, value, count, {SumMethod::Naive});
            } catch (const text::Error& error) {
                return error.kind() == text::ErrorKind::BadInput ? error.message().id : std::string("kind");
            }
            return std::string();
        };
        QCOMPARE(message("fp16", "1", 0), std::string("numeric.sum_count"));
        QCOMPARE(message("fp16", "1", -5), std::string("numeric.sum_count"));
        QCOMPARE(message("fp16", "1", kMaxAdditions + 1), std::string("numeric.sum_count"));
        QCOMPARE(message("fp16", "inf", 2), std::string("numeric.sum_not_finite"));
        QCOMPARE(message("fp16", "nan", 2), std::string("numeric.sum_not_finite"));
        QCOMPARE(message("fp16", "65520", 2), std::string("numeric.sum_beyond_format"));
        QCOMPARE(message("e4m3", "500", 2), std::string("numeric.sum_beyond_format"));
        QCOMPARE(message("fp64", "1", 2), std::string("numeric.sum_format_too_wide"));
        QCOMPARE(message("fp16", "0", 2), std::string());
    }
};

QTEST_APPLESS_MAIN(TestAccumulate)
#include "test_accumulate.moc"
