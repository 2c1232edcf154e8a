// One double at a time: Quantiser against the exact core, around every code of every small format.
#include "core/numeric/quantise.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "core/numeric/random.h"
#include "tests/numeric/rows.h"

using namespace ampscope::numeric;

namespace {

const std::vector<std::string> kFormats = {"fp16",        "bf16", "e4m3", "e5m2", "e4m3-ieee", "e4m3fnuz", "e5m2fnuz",
                                           "e4m3b11fnuz", "tf32", "fp32", "e2m1", "e7m8",      "e8m1"};

ExactValue exact(double value) {
    return decode(format("fp64"), std::bit_cast<std::uint64_t>(value));
}

bool same(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

} // namespace

class TestQuantise : public QObject {
    Q_OBJECT

    static void each_format() { format_rows(kFormats); }
    struct Way {
        FloatFormat format;
        RoundingOptions options;
        Quantiser quantiser;
        Way(const FloatFormat& f, const RoundingOptions& o) : format(f), options(o), quantiser(f, o) {}
    };
    static std::vector<Way> each_mode(const FloatFormat& format, bool flush = false) {
        std::vector<Way> ways;
        for (const Rounding mode : all_roundings())
            ways.emplace_back(format, in_mode(mode, flush));
        return ways;
    }
    static void compare(const Way& way, double value, std::uint64_t random) {
        if (QTest::currentTestFailed()) return; // the first difference says enough
        const FloatFormat& format = way.format;
        const RoundingOptions& options = way.options;
        const Quantiser& quantiser = way.quantiser;
        RoundingOptions with_random = options;
        with_random.random = random;
        const Rounded expected = round_to(format, exact(value), with_random);
        const std::uint32_t code = quantiser.code(value, random);
        const auto where = [&] {
            return qPrintable(QString("%1 mode %2 policy %3 random %4: %5 gives %6, not %7")
                                  .arg(QString::fromStdString(format.id))
                                  .arg(static_cast<int>(options.mode))
                                  .arg(options.overflow ? static_cast<int>(*options.overflow) : -1)
                                  .arg(random, 0, 16)
                                  .arg(value, 0, 'g', 20)
                                  .arg(code, 0, 16)
                                  .arg(static_cast<std::uint32_t>(expected.code), 0, 16));
        };
        QVERIFY2(Code(code) == expected.code, where());
        QVERIFY2(quantiser.overflows(value, random) == (expected.overflow && std::isfinite(value)), where());
        const ExactValue meaning = decode(format, expected.code);
        const double stored = meaning.kind() == ExactValue::Kind::NaN ? NAN : to_double(meaning);
        QVERIFY2(same(quantiser(value, random), stored), where());
        QVERIFY2(quantiser.is_subnormal(code) == (classify(format, expected.code) == NumberClass::Subnormal), where());
    }

  private Q_SLOTS:
    void rounds_as_the_exact_core_between_all_neighbours_data() { each_format(); }
    void rounds_as_the_exact_core_between_all_neighbours() {
        const FloatFormat format = row_format();
        const Quantiser plain(format);
        SplitMix64 random(1);
        const auto last = static_cast<std::uint32_t>(format.max_finite());
        // Every code of the 8-bit formats; of wider ones some hundred, and those at a change of the exponent's meaning.
        const std::uint32_t stride = last < 256 ? 1 : last / 300;
        std::vector<std::uint32_t> codes;
        for (std::uint32_t code = 0; code < last;
             code += 1 + static_cast<std::uint32_t>(random.next() % (2 * stride - 1)))
            codes.push_back(code);
        const auto hidden = static_cast<std::uint32_t>(1) << format.mantissa_bits;
        for (const std::uint32_t code : {0u, 1u, hidden - 1, hidden, 2 * hidden - 1, last - 1, last})
            codes.push_back(code);
        const std::vector<Way> kept = each_mode(format), flushed = each_mode(format, true);
        for (const std::uint32_t code : codes) {
            const double low = plain.decode(code);
            const double high = code == last ? 2 * low - plain.decode(code - 1) : plain.decode(code + 1);
            const double middle = (low + high) / 2;
            for (const double value :
                 {low, std::nextafter(low, high), low + (high - low) * 0.3, std::nextafter(middle, low), middle,
                  std::nextafter(middle, high), std::nextafter(high, low)})
                for (const double signed_value : {value, -value})
                    for (std::size_t mode = 0; mode < kept.size(); ++mode)
                        compare((random.next() & 7) == 0 ? flushed[mode] : kept[mode], signed_value, random.next());
        }
    }

    void policies_decide_at_the_end_of_the_range_data() { each_format(); }
    void policies_decide_at_the_end_of_the_range() {
        const FloatFormat format = row_format();
        const Quantiser plain(format);
        const auto last = static_cast<std::uint32_t>(format.max_finite());
        const double top = plain.decode(last), ulp = top - plain.decode(last - 1), infinity = HUGE_VAL;
        std::vector<Way> ways;
        for (const Rounding mode : all_roundings())
            for (const Overflow policy : all_overflows())
                for (const bool flush : {false, true}) {
                    RoundingOptions options = in_mode(mode, flush);
                    options.overflow = policy;
                    ways.emplace_back(format, options);
                }
        const std::vector<double> values = {top,
                                            std::nextafter(top, infinity),
                                            std::nextafter(top + ulp / 2, 0.0),
                                            top + ulp / 2,
                                            std::nextafter(top + ulp / 2, infinity),
                                            top + ulp,
                                            3 * top,
                                            std::numeric_limits<double>::max(),
                                            infinity,
                                            NAN,
                                            0.0,
                                            std::numeric_limits<double>::denorm_min(),
                                            std::numeric_limits<double>::min()};
        for (const Way& way : ways)
            for (const double value : values)
                for (const double signed_value : {value, std::copysign(value, -1.0)})
                    for (const std::uint64_t random : {std::uint64_t(0), std::uint64_t(1) << 63, ~std::uint64_t(0)})
                        if (random == 0 || way.options.mode == Rounding::Stochastic) compare(way, signed_value, random);
    }

    // Far below the least number, where shifts pass the width of a register.
    void tiny_values_data() { each_format(); }
    void tiny_values() {
        const FloatFormat format = row_format();
        SplitMix64 random(3);
        const int least = format.min_exponent() - format.mantissa_bits;
        const std::vector<Way> ways = each_mode(format);
        for (int below = 0; below < 140; ++below)
            for (const double factor : {1.0, 1.3, 1.999999, -1.0, -1.7})
                for (const Way& way : ways)
                    for (const std::uint64_t bits : {std::uint64_t(0), std::uint64_t(1), random.next(),
                                                     below < 64 ? ~std::uint64_t(0) >> below : std::uint64_t(2)})
                        compare(way, std::ldexp(factor, least - below), bits);
    }

    void wide_formats_are_refused() {
        QVERIFY(!Quantiser::covers(format("fp64")));
        QVERIFY_THROWS_EXCEPTION(std::logic_error, Quantiser(format("fp64")));
        QVERIFY(!Quantiser::covers(format_or_throw("e11m4")));
        QVERIFY(Quantiser::covers(format("fp32")) && Quantiser::covers(format_or_throw("e10m21")));
    }

    // The comment of Quantiser: a double operation, then one rounding, is the correctly rounded operation.
    void double_arithmetic_then_one_rounding_is_exact() {
        SplitMix64 random(5);
        for (const char* id : {"fp32", "fp16", "bf16", "e4m3"}) {
            const FloatFormat& type = format(id);
            const Quantiser round(type);
            const auto any = [&] {
                for (;;) {
                    // Near each other half of the time, so that sums cancel and round.
                    const auto code =
                        static_cast<std::uint32_t>(random.next() & ((std::uint64_t(1) << type.bits()) - 1));
                    const double value = round.decode(code);
                    if (std::isfinite(value)) return value;
                }
            };
            for (int i = 0; i < 20'000; ++i) {
                const double a = any(),
                             b = i % 2 ? any() : round(a * (0.5 + static_cast<double>(random.next() % 64) / 32));
                if (!std::isfinite(b)) continue;
                const Rational x = exact(a).rational(), y = exact(b).rational();
                const auto check = [&](double computed, const Rational& right) {
                    if (right == 0) return;
                    QCOMPARE(Code(round.code(computed)), round_to(type, ExactValue::finite(right)).code);
                };
                check(a + b, x + y);
                check(a - b, x - y);
                check(a * b, x * y);
                if (b != 0) check(a / b, x / y);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestQuantise)
#include "test_quantise.moc"
