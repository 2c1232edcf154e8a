// Statistics over arrays, against what each value says by itself.
#include "core/numeric/statistics.h"

#include <QTest>
#include <cmath>
#include <numeric>

#include "core/numeric/random.h"
#include "tests/numeric/rows.h"

using namespace ampscope::numeric;

namespace {

std::vector<float> any_floats(std::size_t count, std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<float> values(count);
    for (float& value : values)
        value = std::bit_cast<float>(static_cast<std::uint32_t>(random.next() >> 32));
    return values;
}

// Sizes of one tensor: a normal distribution's width of some 20 powers of two, and some zeros.
std::vector<float> tensor(std::size_t count, std::uint64_t seed, int log2_size) {
    SplitMix64 random(seed);
    std::vector<float> values(count);
    for (float& value : values) {
        const double size = std::ldexp(1 + static_cast<double>(random.next() >> 11) * 0x1p-53, log2_size);
        const int spread = std::popcount(random.next() & 0xffff'ffff) - 16;
        value = random.next() % 50 == 0 ? 0.0f : static_cast<float>(std::ldexp(size, spread));
        if (random.next() & 1) value = -value;
    }
    return values;
}

// Fates of values * scale by rounding each; the product must be exact in double, or rounded once.
Bands one_by_one(const FloatFormat& format, std::span<const float> values, double scale) {
    const Quantiser quantiser(format);
    Bands result;
    for (const float value : values) {
        const double scaled = double(value) * scale;
        if (std::isnan(value))
            ++result.nan;
        else if (std::isinf(value))
            ++result.infinite;
        else if (value == 0)
            ++result.zero;
        else if (std::isinf(scaled) || quantiser.overflows(scaled))
            ++result.overflowed;
        else if (quantiser(scaled) == 0)
            ++result.lost;
        else if (quantiser.is_subnormal(quantiser.code(scaled)))
            ++result.subnormal;
        else
            ++result.normal;
    }
    return result;
}

const std::vector<std::string> kFormats = {"fp16", "bf16", "e4m3", "e5m2", "e4m3fnuz", "fp32", "tf32", "e2m1", "e3m4"};

} // namespace

class TestStatistics : public QObject {
    Q_OBJECT

    static void each_format() { format_rows(kFormats); }

  private Q_SLOTS:
    void extremes_and_sum() {
        for (const std::size_t count : {0u, 1u, 15u, 16u, 17u, 4095u, 4096u, 4097u, 50'000u}) {
            const std::vector<float> values = tensor(count, count + 1, -3);
            ArrayStatistics got;
            got.add(values);
            float largest = 0, least = 0;
            double exact_sum = 0, absolute = 0;
            for (const float value : values) {
                const float size = std::fabs(value);
                largest = std::max(largest, size);
                if (size > 0 && (least == 0 || size < least)) least = size;
                exact_sum += value;
                absolute += size;
            }
            QCOMPARE(got.total(), static_cast<std::int64_t>(count));
            QCOMPARE(got.max_magnitude, largest);
            QCOMPARE(got.min_nonzero_magnitude, least);
            // Each of n additions is off by at most 2^-53 of a partial sum, which is at most the sum of sizes; both
            // sums.
            QVERIFY(std::fabs(got.sum - exact_sum) <= 2 * static_cast<double>(count) * 0x1p-53 * absolute);
            if (count > 0) QCOMPARE(got.mean(), got.sum / static_cast<double>(count));
        }
    }

    void nan_and_infinity_are_data() {
        const std::vector<float> values = {1.0f, -INFINITY, NAN, 0.0f, -0.0f, 1e-45f, -3.0f};
        ArrayStatistics got;
        got.add(values);
        QCOMPARE(got.magnitudes.nan, std::int64_t(1));
        QCOMPARE(got.magnitudes.infinite, std::int64_t(1));
        QCOMPARE(got.magnitudes.zero, std::int64_t(2));
        QCOMPARE(got.max_magnitude, 3.0f);
        QCOMPARE(got.min_nonzero_magnitude, 1e-45f);
        QVERIFY(std::isnan(got.sum));
        ArrayStatistics none;
        none.add(std::vector<float>{NAN, INFINITY, 0.0f});
        QCOMPARE(none.max_magnitude, 0.0f);
        QCOMPARE(none.min_nonzero_magnitude, 0.0f);
    }

    void every_instruction_set_gives_the_same_bits() {
        const std::vector<float> values = tensor(100'003, 5, 0);
        ArrayStatistics plain;
        plain.add(values, InstructionSet::Plain);
        for (const auto set : {InstructionSet::Avx2, InstructionSet::Avx512}) {
            if (!has_instruction_set(set)) {
                qInfo("%s is not here", std::string(instruction_set_name(set)).c_str());
                continue;
            }
            ArrayStatistics got;
            got.add(values, set);
            QCOMPARE(std::bit_cast<std::uint64_t>(got.sum), std::bit_cast<std::uint64_t>(plain.sum));
            QVERIFY(got.max_magnitude == plain.max_magnitude &&
                    got.min_nonzero_magnitude == plain.min_nonzero_magnitude &&
                    got.magnitudes.exponents == plain.magnitudes.exponents);
        }
    }

    void bands_at_every_power_of_two_data() { each_format(); }
    void bands_at_every_power_of_two() {
        const FloatFormat format = row_format();
        std::vector<float> values = any_floats(20'000, 3);
        // The places where the answer changes, and their neighbours, at scale 2^0 and others.
        const Quantiser quantiser(format);
        const double least = quantiser.decode(1),
                     top = quantiser.decode(static_cast<std::uint32_t>(format.max_finite()));
        const double normal = std::ldexp(1.0, format.min_exponent());
        const double end = top + std::ldexp(0.5, format.max_exponent() - format.mantissa_bits);
        for (const double edge : {least / 2, least, normal - least / 2, normal, top, end})
            for (const int scale : {-40, -7, 0, 1, 30}) {
                const auto near = static_cast<float>(std::ldexp(edge, -scale));
                for (const float value : {near, std::nextafter(near, 0.0f), std::nextafter(near, HUGE_VALF)})
                    values.insert(values.end(), {value, -value});
            }
        ScaledBands bands_of(format);
        bands_of.add(std::span(values).first(777));
        bands_of.add(std::span(values).subspan(777));
        for (int scale = -300; scale <= 300; scale += std::abs(scale) <= 41 ? 1 : 7) {
            const Bands expected = one_by_one(format, values, std::ldexp(1.0, scale));
            const Bands got = bands_of.at(scale);
            QVERIFY2(got == expected, qPrintable(QString("at 2^%1: lost %2 for %3, over %4 for %5, subnormal %6 for %7")
                                                     .arg(scale)
                                                     .arg(got.lost)
                                                     .arg(expected.lost)
                                                     .arg(got.overflowed)
                                                     .arg(expected.overflowed)
                                                     .arg(got.subnormal)
                                                     .arg(expected.subnormal)));
            QVERIFY(bands(format, values, std::ldexp(1.0, scale)) == expected);
            QCOMPARE(got.total(), static_cast<std::int64_t>(values.size()));
        }
    }

    void bands_at_any_scale_data() { each_format(); }
    void bands_at_any_scale() {
        const FloatFormat format = row_format();
        const std::vector<float> values = any_floats(10'000, 4);
        for (const double scale : {1.5, 0.1, 65504.0, 1e-9, 3e30, 0x1p-1000, 1e300})
            QVERIFY(bands(format, values, scale) == one_by_one(format, values, scale));
        for (const double scale : {0.0, -1.0, double(NAN), double(INFINITY)})
            QVERIFY_THROWS_EXCEPTION(std::logic_error, bands(format, values, scale));
    }

    void the_best_scale_is_best_data() { each_format(); }
    void the_best_scale_is_best() {
        const FloatFormat format = row_format();
        for (const int size : {-120, -40, -20, 0, 30, 90}) {
            const std::vector<float> values = tensor(3'000, static_cast<std::uint64_t>(size + 500), size);
            ScaledBands bands_of(format);
            bands_of.add(values);
            const int safe = bands_of.largest_without_overflow().value();
            QCOMPARE(bands_of.at(safe).overflowed, std::int64_t(0));
            QVERIFY(bands_of.at(safe + 1).overflowed > 0);
            const auto spoiled = [&](int scale) {
                const Bands found = bands_of.at(scale);
                return found.lost + found.overflowed;
            };
            const int best = bands_of.fewest_spoiled();
            for (int scale = -320; scale <= 320; ++scale) {
                QVERIFY(spoiled(best) <= spoiled(scale));
                if (std::abs(scale) < std::abs(best) || (scale == -best && scale > best))
                    QVERIFY(spoiled(best) < spoiled(scale));
            }
        }
    }

    // Where several scales spoil nothing, the one nearest to 2^0; of two as near, the larger.
    void of_equal_scales_the_nearest_to_one() {
        ScaledBands bands_of(format("e4m3"));
        // 2^-9 … 448 hold these at 2^0 and around it.
        bands_of.add(std::vector<float>{0.25f, 1.0f});
        QCOMPARE(bands_of.fewest_spoiled(), 0);
        // One value on each side of the range, so that 2^0 spoils two, and both neighbours of it one: 448 fits from
        // 2^-1 on downwards, the least value from 2^1 on upwards.
        ScaledBands both(format("e4m3"));
        both.add(std::vector<float>{480.0f, 0.0009765625f});
        QCOMPARE(both.at(0).lost + both.at(0).overflowed, std::int64_t(2));
        QCOMPARE(both.at(-1).lost + both.at(-1).overflowed, std::int64_t(1));
        QCOMPARE(both.at(1).lost + both.at(1).overflowed, std::int64_t(1));
        QCOMPARE(both.fewest_spoiled(), 1);
    }

    void nothing_to_scale() {
        ScaledBands bands_of(format("fp16"));
        bands_of.add(std::vector<float>{0.0f, NAN, -INFINITY});
        QVERIFY(!bands_of.largest_without_overflow());
        QCOMPARE(bands_of.fewest_spoiled(), 0);
        QVERIFY(bands_of.at(5) == (Bands{.zero = 1, .infinite = 1, .nan = 1}));
        QVERIFY_THROWS_EXCEPTION(std::logic_error, ScaledBands(format("fp64")));
    }
};

QTEST_GUILESS_MAIN(TestStatistics)
#include "test_statistics.moc"
