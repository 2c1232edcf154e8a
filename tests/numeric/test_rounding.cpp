// Between and beyond the codes of every 8- and 16-bit format, in every mode and both signs, against exact rationals
// made from the definition of the formats.
#include "core/numeric/rounding.h"

#include <QTest>
#include <atomic>
#include <thread>

#include "core/numeric/random.h"
#include "tests/numeric/oracle.h"
#include "tests/numeric/rows.h"

using namespace ampscope::numeric;

namespace {

constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;

RoundingOptions stochastic(std::uint64_t random, std::optional<Overflow> overflow = {}) {
    RoundingOptions options;
    options.mode = Rounding::Stochastic;
    options.overflow = overflow;
    options.random = random;
    return options;
}

Code signed_code(const FloatFormat& format, unsigned magnitude, bool negative) {
    const bool unsigned_zero = format.top == TopCodes::Fnuz && magnitude == 0;
    return negative && !unsigned_zero ? Code(magnitude) | format.sign_bit() : Code(magnitude);
}

// One gap between neighbours: the lower end itself, just behind it, both sides of the middle, the middle, just before
// the upper end. Returns what failed, or "".
QString check_gap(const FloatFormat& format, unsigned low, double lower, double upper) {
    const Rational a(lower), b(upper), gap = b - a;
    // Far below the 2^-64 that random bits can tell apart.
    const Rational hair = gap * Rational(Integer(1), Integer(1) << 70);
    const bool low_even = (low & 1) == 0;
    struct Point {
        Rational value;
        int side;                        // against the middle
        std::uint64_t last_away, toward; // the greatest draw that goes away, the least that does not
    };
    const Point points[] = {
        {a + hair, -1, 0, 1},                       // 2^64 times the cut is 2^-6: only 0 lies below it
        {a + gap / 2 - hair, -1, kHalf - 1, kHalf}, // 2^63 - 2^-6
        {a + gap / 2, 0, kHalf - 1, kHalf},         // 2^63
        {a + gap / 2 + hair, 1, kHalf, kHalf + 1},  // 2^63 + 2^-6
        {b - hair, 1, ~std::uint64_t{0}, 0},        // 2^64 - 2^-6: every draw lies below it
    };
    for (const bool negative : {false, true}) {
        const auto exact = [&](const Rational& value) {
            return ExactValue::finite(negative ? Rational(-value) : value);
        };
        if (low > 0)
            for (const std::uint64_t random : {std::uint64_t{0}, kHalf, ~std::uint64_t{0}})
                if (round_to(format, exact(a), stochastic(random)).code != signed_code(format, low, negative))
                    return QString("exact value of code %1 moved").arg(low);
        for (const Point& point : points) {
            const ExactValue value = exact(point.value);
            const auto is = [&](const RoundingOptions& options, bool up) {
                const Rounded rounded = round_to(format, value, options);
                return rounded.code == signed_code(format, up ? low + 1 : low, negative) && rounded.inexact &&
                       rounded.away == up && !rounded.overflow && !rounded.invalid;
            };
            for (const Rounding mode : all_roundings()) {
                if (mode == Rounding::Stochastic) continue;
                RoundingOptions options;
                options.mode = mode;
                if (!is(options, oracle_goes_up(mode, negative, low_even, point.side)))
                    return QString("code %1 side %2 mode %3")
                        .arg(low)
                        .arg(point.side)
                        .arg(QString::fromUtf8(rounding_id(mode).data()));
            }
            if (!is(stochastic(point.last_away), true) || (point.toward != 0 && !is(stochastic(point.toward), false)))
                return QString("code %1 side %2 stochastic").arg(low).arg(point.side);
        }
    }
    return {};
}

// What the stacks do, written down once more by hand: 'i' infinity, 'n' NaN, 'm' the largest finite number; for a value
// that rounds beyond the range and for infinity alike. Columns: E4M3, FNUZ formats, E5M2 and 8-bit IEEE, 16-bit IEEE.
struct Expected {
    Overflow policy;
    const char* by_kind;
};
constexpr Expected kExpected[] = {
    {Overflow::Ieee, "nnii"},           {Overflow::Nan, "nnnn"},
    {Overflow::Saturate, "mmmm"},       {Overflow::CudaSatfinite, "mmmm"},
    {Overflow::CudaNosat, "nnii"},      {Overflow::OnnxSaturate, "mmmi"},
    {Overflow::OnnxNoSaturate, "nnii"}, {Overflow::TorchBefore212, "nnii"},
    {Overflow::Torch, "mnii"},
};

std::size_t kind_of(const FloatFormat& format) {
    return format.top == TopCodes::OneNan ? 0 : format.top == TopCodes::Fnuz ? 1 : format.bits() == 8 ? 2 : 3;
}

} // namespace

class TestRounding : public QObject {
    Q_OBJECT

    static void each_format() { format_rows(kSmallFormats); }

  private Q_SLOTS:
    void rounds_between_all_neighbours_data() { each_format(); }
    void rounds_between_all_neighbours() {
        const FloatFormat format = row_format();
        const auto values = oracle_magnitudes(format);
        const auto last = static_cast<unsigned>(format.max_finite());
        std::atomic<unsigned> next{0};
        QString failures[2];
        const auto work = [&](QString& failure) {
            for (unsigned low; failure.isEmpty() && (low = next++) < last;)
                failure = check_gap(format, low, values[low], values[low + 1]);
        };
        std::thread other(work, std::ref(failures[1]));
        work(failures[0]);
        other.join();
        QVERIFY2(failures[0].isEmpty() && failures[1].isEmpty(), qPrintable(failures[0] + failures[1]));
    }

    void the_end_of_the_range_data() { each_format(); }
    void the_end_of_the_range() {
        const FloatFormat format = row_format();
        const auto last = static_cast<unsigned>(format.max_finite());
        const auto values = oracle_magnitudes(format);
        const Rational top(values[last]), step = Rational(values[last + 1]) - top;
        const Rational hair = step * Rational(Integer(1), Integer(1) << 70);
        const bool last_even = (last & 1) == 0;
        struct Point {
            Rational value;
            int side; // against the middle of the last step; 2: the step or more
        };
        const Point points[] = {{top + hair, -1},    {top + step / 2 - hair, -1},
                                {top + step / 2, 0}, {top + step / 2 + hair, 1},
                                {top + step, 2},     {top * 1000, 2}};
        for (const auto& expected : kExpected) {
            const char beyond = expected.by_kind[kind_of(format)];
            const auto code_beyond = [&](bool negative) {
                const Code code = beyond == 'i' ? format.infinity() : beyond == 'm' ? Code(last) : format.quiet_nan();
                return negative && code != format.sign_bit() ? code | format.sign_bit() : code;
            };
            for (const bool negative : {false, true}) {
                for (const auto& point : points) {
                    const ExactValue value = ExactValue::finite(negative ? Rational(-point.value) : point.value);
                    for (const Rounding mode : all_roundings()) {
                        if (mode == Rounding::Stochastic) continue;
                        // At a full step nearest modes pass the range; directed ones stay on their own side, as does
                        // to-odd.
                        const bool nearest = mode == Rounding::NearestEven || mode == Rounding::NearestAway;
                        const bool outward = mode == (negative ? Rounding::Down : Rounding::Up);
                        const bool passes =
                            point.side == 2 ? true : oracle_goes_up(mode, negative, last_even, point.side);
                        const Code right = passes && (nearest || outward) ? code_beyond(negative)
                                                                          : signed_code(format, last, negative);
                        const Rounded rounded = round_to(format, value, mode, expected.policy);
                        QVERIFY2(rounded.code == right, rounding_id(mode).data());
                        QCOMPARE(rounded.overflow, passes);
                        QVERIFY(rounded.inexact && !rounded.invalid);
                    }
                    if (point.side == 2) continue;
                    const auto draw = [&](std::uint64_t random) {
                        return round_to(format, value, stochastic(random, expected.policy)).code;
                    };
                    QVERIFY(draw(0) == code_beyond(negative));
                    if (point.side < 1) QVERIFY(draw(kHalf) == signed_code(format, last, negative));
                }
                const Rounded infinite =
                    round_to(format, ExactValue::infinity(negative), Rounding::NearestEven, expected.policy);
                QVERIFY(infinite.code == code_beyond(negative));
                QCOMPARE(infinite.invalid, beyond != 'i');
                // No draw makes NaN of an infinity that the format has.
                for (const std::uint64_t random : {std::uint64_t{0}, ~std::uint64_t{0}})
                    QVERIFY(
                        round_to(format, ExactValue::infinity(negative), stochastic(random, expected.policy)).code ==
                        code_beyond(negative));
            }
            QVERIFY(round_to(format, ExactValue::huge(true), Rounding::Up, expected.policy).code ==
                    (Code(last) | format.sign_bit()));
        }
        QVERIFY(round_to(format, ExactValue::tiny(), Rounding::Up).code == 1);
        QVERIFY(round_to(format, ExactValue::tiny()).code == 0);
        QVERIFY(round_to(format, ExactValue::tiny(), stochastic(0)).code == 1);
        QVERIFY(round_to(format, ExactValue::tiny(), stochastic(1)).code == 0);
    }

    // CUDA's NaN has all bits but the sign, which is dropped; LibTorch and ONNX keep the sign in float 8.
    void nan_codes() {
        const auto code = [](const char* id, Overflow policy, bool negative) {
            return round_to(format(id), ExactValue::nan(negative), Rounding::NearestEven, policy).code;
        };
        for (const bool negative : {false, true}) {
            for (const Overflow policy : {Overflow::CudaNosat, Overflow::CudaSatfinite}) {
                QCOMPARE(code("e4m3", policy, negative), Code(0x7F));
                QCOMPARE(code("e5m2", policy, negative), Code(0x7F));
                QCOMPARE(code("fp16", policy, negative), Code(0x7FFF));
            }
            for (const Overflow policy : {Overflow::Torch, Overflow::TorchBefore212, Overflow::OnnxSaturate}) {
                QCOMPARE(code("e4m3", policy, negative), Code(negative ? 0xFF : 0x7F));
                QCOMPARE(code("e5m2", policy, negative), Code(negative ? 0xFF : 0x7F));
                QCOMPARE(code("fp16", policy, negative), Code(negative ? 0xFE00 : 0x7E00));
            }
            QCOMPARE(code("bf16", Overflow::Torch, negative), Code(0x7FC0)); // BFloat16.h; measured on LibTorch 2.15
            QCOMPARE(code("bf16", Overflow::TorchBefore212, negative), Code(0x7FC0));
            QCOMPARE(code("bf16", Overflow::OnnxSaturate, negative), Code(negative ? 0xFFC0 : 0x7FC0));
            QCOMPARE(code("e5m2", Overflow::Ieee, negative), Code(negative ? 0xFE : 0x7E));
            QCOMPARE(code("e4m3fnuz", Overflow::CudaNosat, negative), Code(0x80));
        }
    }

    // The mean over many seeds by z-scores. Draws are fixed by the seed, so this never fails by chance; the bounds are
    // such that a right implementation would pass for all but one choice of seeds in a million: |z| <= 6 for each of
    // 200, and the sum of z^2, chi-squared with 40 degrees of freedom (mean 40, deviation sqrt(80)), within 6
    // deviations.
    void stochastic_rounding_is_unbiased_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("share"); // that goes away from zero
        const auto row = [](const char* name, const char* id, double value, double share) {
            QTest::newRow(name) << QString(id) << value << share;
        };
        row("three tenths of a step", "fp16", 1 + 0x1p-10 * 0.3, 0.3);
        row("negative", "bf16", -(256 + 2 * 0.75), 0.75);
        row("half of the least number", "fp16", 0x1p-25, 0.5);
        row("subnormal", "e5m2", 0x1p-16 * 1.125, 0.125);
        row("carry into the exponent", "fp16", 2 - 0x1p-11, 0.5);
        row("rarely", "e4m3", 1 + 0x1p-3 * 0.01, 0.01);
        row("at the end of the range", "fp16", 65504 + 8, 0.25);
        row("fp32", "fp32", 1 + 0x1p-23 * 0.625, 0.625);
    }
    void stochastic_rounding_is_unbiased() {
        QFETCH(QString, id);
        QFETCH(double, value);
        QFETCH(double, share);
        const FloatFormat& target = format(id.toStdString());
        const ExactValue exact = ExactValue::finite(Rational(value));
        const Code toward = round_to(target, exact, Rounding::TowardZero).code;
        constexpr int kSeeds = 40, kDraws = 2500;
        double sum_of_squares = 0;
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            SplitMix64 random(seed);
            int away = 0;
            for (int i = 0; i < kDraws; ++i) {
                const Rounded rounded = round_to(target, exact, stochastic(random.next()));
                QVERIFY(rounded.away == (rounded.code != toward));
                away += rounded.away ? 1 : 0;
            }
            const double z = (away - kDraws * share) / std::sqrt(kDraws * share * (1 - share));
            QVERIFY2(std::fabs(z) <= 6, qPrintable(QString("seed %1: z %2").arg(seed).arg(z)));
            sum_of_squares += z * z;
        }
        QVERIFY2(std::fabs(sum_of_squares - kSeeds) <= 6 * std::sqrt(2.0 * kSeeds),
                 qPrintable(QString::number(sum_of_squares)));
    }

    void the_same_seed_gives_the_same_bits() {
        SplitMix64 one(7), other(7);
        const ExactValue value = ExactValue::finite(Rational(1) / 3);
        for (int i = 0; i < 1000; ++i)
            QVERIFY(round_to(format("e4m3"), value, stochastic(one.next())).code ==
                    round_to(format("e4m3"), value, stochastic(other.next())).code);
        SplitMix64 reference(1234567); // published with the algorithm
        QCOMPARE(reference.next(), std::uint64_t(6457827717110365317u));
        QCOMPARE(reference.next(), std::uint64_t(3203168211198807973u));
    }

    void subnormals_are_flushed_when_asked_for() {
        RoundingOptions flush;
        flush.flush_subnormals = true;
        const FloatFormat& fp16 = format("fp16");
        for (unsigned code = 0; code < 0x7c00; ++code)
            for (const bool negative : {false, true}) {
                const Code given = signed_code(fp16, code, negative);
                const Rounded rounded = round_to(fp16, decode(fp16, given), flush);
                const bool is_subnormal = code != 0 && code < 0x400;
                QVERIFY(rounded.code == (is_subnormal ? signed_code(fp16, 0, negative) : given));
                QVERIFY(rounded.flushed == is_subnormal && rounded.underflow == is_subnormal &&
                        rounded.inexact == is_subnormal);
            }
        // What rounds up to the smallest normal number stays.
        QVERIFY(round_to(fp16, ExactValue::finite(Rational(0x1p-14 * (1 - 0x1p-12))), flush).code == 0x400);
        RoundingOptions up = flush;
        up.mode = Rounding::Up;
        QVERIFY(round_to(fp16, ExactValue::tiny(), up).code == 0);
        QVERIFY(round_to(format("e4m3fnuz"), ExactValue::finite(Rational(-0x1p-9)), flush).code == 0); // no minus zero
    }

    void ids_are_found_again() {
        for (const Rounding mode : all_roundings())
            QVERIFY(find_rounding(rounding_id(mode)) == mode);
        for (const Overflow policy : all_overflows())
            QVERIFY(find_overflow(overflow_id(policy)) == policy);
        QVERIFY(!find_rounding("sideways") && !find_overflow("wrap"));
        QCOMPARE(all_roundings().size(), std::size_t(7));
        QCOMPARE(all_overflows().size(), std::size_t(9));
        QVERIFY(known_overflows().find("cuda-satfinite, cuda-nosat") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestRounding)
#include "test_rounding.moc"
