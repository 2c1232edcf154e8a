// Arrays: every instruction set against the scalar Quantiser (which test_quantise.cpp holds against the exact core).
#include "core/numeric/arrays.h"

#include <QTest>
#include <cmath>
#include <numeric>

#include "core/numeric/random.h"
#include "tests/numeric/rows.h"

using namespace ampscope::numeric;

namespace {

const std::vector<std::string> kFormats = {"fp16",     "bf16",        "e4m3", "e5m2", "e4m3-ieee", "e4m3fnuz",
                                           "e5m2fnuz", "e4m3b11fnuz", "e2m1", "e3m4", "e7m8",      "e8m3"};
constexpr std::uint64_t kSeed = 1337;

float from_bits(std::uint32_t bits) {
    return std::bit_cast<float>(bits);
}
std::uint32_t bits_of(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

// `count` patterns spread over all of fp32, and the values around each place where a format changes its answer.
std::vector<float> inputs(const FloatFormat& format, std::size_t count) {
    std::vector<float> values;
    SplitMix64 random(9);
    const std::uint64_t step = (std::uint64_t(1) << 32) / count;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(from_bits(static_cast<std::uint32_t>(i * step + random.next() % step)));
    const Quantiser quantiser(format);
    const auto last = static_cast<std::uint32_t>(format.max_finite());
    const std::uint32_t stride = count > 500'000 ? 1 : 1 + last / 4000;
    for (std::uint32_t code = 0; code <= last; code += stride) {
        const double low = quantiser.decode(code);
        const double high = code == last ? 2 * low - quantiser.decode(code - 1) : quantiser.decode(code + 1);
        for (const double value : {low, (low + high) / 2}) {
            const auto near = static_cast<float>(value);
            for (const float one : {near, std::nextafter(near, 0.0f), std::nextafter(near, HUGE_VALF)}) {
                values.push_back(one);
                values.push_back(-one);
            }
        }
    }
    for (const std::uint32_t bits : {0x7f80'0000u, 0x7f80'0001u, 0x7fbf'ffffu, 0x7fc0'0000u, 0x7fff'ffffu, 0u, 1u,
                                     0x007f'ffffu, 0x0080'0000u, 0x7f7f'ffffu}) {
        values.push_back(from_bits(bits));
        values.push_back(from_bits(bits | 0x8000'0000u));
    }
    return values;
}

bool same(float a, float b) {
    return (std::isnan(a) && std::isnan(b)) || bits_of(a) == bits_of(b);
}

struct Expected {
    std::vector<std::uint32_t> codes;
    std::vector<float> values;
    QuantiseCounts counts;
};

Expected one_by_one(const FloatFormat& format, const RoundingOptions& options, std::span<const float> in,
                    std::uint64_t first = 0) {
    const Quantiser quantiser(format, options);
    Expected result;
    for (std::size_t i = 0; i < in.size(); ++i) {
        const std::uint64_t random = array_random(kSeed, first + i);
        const double value = in[i];
        const std::uint32_t code = quantiser.code(value, random);
        result.codes.push_back(code);
        result.values.push_back(static_cast<float>(quantiser.decode(code)));
        QuantiseCounts& counts = result.counts;
        ++counts.total;
        if (std::isnan(value))
            ++counts.nan;
        else if (std::isinf(value))
            ++counts.infinite;
        else {
            counts.max_magnitude = std::max(counts.max_magnitude, std::fabs(in[i]));
            const double stored = quantiser.decode(code);
            counts.exact += stored == value;
            if (value == 0)
                ++counts.zero;
            else if (quantiser.overflows(value, random))
                ++counts.overflowed;
            else if (stored == 0)
                ++counts.lost;
            else if (quantiser.is_subnormal(code))
                ++counts.subnormal;
        }
    }
    return result;
}

void compare_counts(const QuantiseCounts& got, const QuantiseCounts& expected) {
    QCOMPARE(got.total, expected.total);
    QCOMPARE(got.zero, expected.zero);
    QCOMPARE(got.lost, expected.lost);
    QCOMPARE(got.subnormal, expected.subnormal);
    QCOMPARE(got.overflowed, expected.overflowed);
    QCOMPARE(got.infinite, expected.infinite);
    QCOMPARE(got.nan, expected.nan);
    QCOMPARE(got.exact, expected.exact);
    QCOMPARE(got.max_magnitude, expected.max_magnitude);
}

// Codes without and with counts, values, counts alone.
template <typename Out>
void compare(const ArrayQuantiser& quantiser, std::span<const float> in, const Expected& expected,
             std::uint64_t first = 0) {
    std::vector<Out> codes(in.size()), counted(in.size());
    quantiser.codes(in, std::span<Out>(codes), first);
    for (std::size_t i = 0; i < in.size(); ++i)
        if (codes[i] != expected.codes[i])
            QFAIL(qPrintable(QString("%1 gives %2, not %3")
                                 .arg(bits_of(in[i]), 8, 16)
                                 .arg(codes[i], 0, 16)
                                 .arg(expected.codes[i], 0, 16)));
    QuantiseCounts counts;
    quantiser.codes(in, std::span<Out>(counted), first, &counts);
    QVERIFY(counted == codes);
    compare_counts(counts, expected.counts);
    std::vector<float> values(in.size());
    QuantiseCounts again;
    quantiser.values(in, values, first, &again);
    for (std::size_t i = 0; i < in.size(); ++i)
        if (!same(values[i], expected.values[i]))
            QFAIL(qPrintable(QString("%1 has the value %2, not %3")
                                 .arg(bits_of(in[i]), 8, 16)
                                 .arg(double(values[i]))
                                 .arg(double(expected.values[i]))));
    compare_counts(again, expected.counts);
    compare_counts(quantiser.count(in, first), expected.counts);
}

} // namespace

class TestArrays : public QObject {
    Q_OBJECT

    static void each_set() {
        QTest::addColumn<int>("set");
        for (const auto set : {InstructionSet::Plain, InstructionSet::Avx2, InstructionSet::Avx512})
            QTest::newRow(std::string(instruction_set_name(set)).c_str()) << static_cast<int>(set);
    }
    static void each_set_and_format() {
        QTest::addColumn<int>("set");
        QTest::addColumn<QString>("id");
        for (const auto set : {InstructionSet::Plain, InstructionSet::Avx2, InstructionSet::Avx512})
            for (const auto& id : kFormats)
                QTest::addRow("%s %s", std::string(instruction_set_name(set)).c_str(), id.c_str())
                    << static_cast<int>(set) << QString::fromStdString(id);
    }
    static void check(const FloatFormat& format, const RoundingOptions& options, InstructionSet set,
                      std::span<const float> in, std::uint64_t first = 0) {
        const ArrayQuantiser quantiser(format, options, kSeed, set);
        const Expected expected = one_by_one(format, options, in, first);
        if (format.bits() <= 8) compare<std::uint8_t>(quantiser, in, expected, first);
        if (!QTest::currentTestFailed()) compare<std::uint16_t>(quantiser, in, expected, first);
        if (QTest::currentTestFailed())
            qWarning("in %s, mode %s, policy %s, flush %d", format.id.c_str(),
                     std::string(rounding_id(options.mode)).c_str(),
                     std::string(overflow_id(options.overflow.value_or(default_overflow(format)))).c_str(),
                     options.flush_subnormals);
    }

#define SET_OR_SKIP                                                                                                    \
    QFETCH(int, set);                                                                                                  \
    const auto instructions = static_cast<InstructionSet>(set);                                                        \
    if (!has_instruction_set(instructions)) QSKIP("this machine or this build has no such instructions")

  private Q_SLOTS:
    void a_stratified_million_to_nearest_data() {
        each_set_and_format();
    }
    void a_stratified_million_to_nearest() {
        SET_OR_SKIP;
        QFETCH(QString, id);
        const FloatFormat format = format_or_throw(id.toStdString());
        check(format, {}, instructions, inputs(format, 1'000'000));
    }

    void every_mode_and_policy_data() {
        each_set_and_format();
    }
    void every_mode_and_policy() {
        SET_OR_SKIP;
        QFETCH(QString, id);
        const FloatFormat format = format_or_throw(id.toStdString());
        const std::vector<float> in = inputs(format, 2'000);
        for (const Rounding mode : all_roundings())
            for (const Overflow policy : all_overflows())
                for (const bool flush : {false, true}) {
                    check(format, {.mode = mode, .overflow = policy, .flush_subnormals = flush}, instructions, in);
                    if (QTest::currentTestFailed()) return;
                }
    }

    // Formats that the vector code does not know go value by value.
    void unusual_formats_data() {
        each_set();
    }
    void unusual_formats() {
        SET_OR_SKIP;
        for (const char* id : {"e10m5", "e9m3"})
            for (const Rounding mode : all_roundings()) {
                const FloatFormat format = format_or_throw(id);
                check(format, in_mode(mode), instructions, inputs(format, 5'000));
            }
        // Wider than any code here: values only.
        const std::vector<float> in = inputs(format("fp16"), 5'000);
        for (const char* id : {"tf32", "fp32"}) {
            const ArrayQuantiser quantiser(format(id), {}, 0, instructions);
            const Expected expected = one_by_one(format(id), {}, in);
            std::vector<float> out(in.size());
            QuantiseCounts counts;
            quantiser.values(in, out, 0, &counts);
            for (std::size_t i = 0; i < in.size(); ++i)
                QVERIFY(same(out[i], expected.values[i]));
            compare_counts(counts, expected.counts);
            std::vector<std::uint16_t> codes(in.size());
            QVERIFY_THROWS_EXCEPTION(std::logic_error, quantiser.codes(in, codes));
        }
    }

    // All lengths around the groups, from and to any address; nothing behind the end is touched.
    void any_length_and_alignment_data() {
        each_set();
    }
    void any_length_and_alignment() {
        SET_OR_SKIP;
        const std::vector<float> all = inputs(format("fp16"), 1'000);
        for (const char* id : {"fp16", "bf16", "e4m3", "e4m3fnuz"})
            for (const Rounding mode : {Rounding::NearestEven, Rounding::Up, Rounding::Stochastic}) {
                const FloatFormat& type = format(id);
                const ArrayQuantiser quantiser(type, in_mode(mode), kSeed, instructions);
                for (std::size_t length = 0; length <= 130; ++length) {
                    const std::size_t from = length % 13, to = (length * 5) % 17;
                    const auto in = std::span(all).subspan(from, length);
                    const Expected expected = one_by_one(type, in_mode(mode), in);
                    const auto check_codes = [&]<typename Out>(Out untouched) {
                        for (const bool counted : {false, true}) {
                            std::vector<Out> out(200, untouched);
                            QuantiseCounts counts;
                            quantiser.codes(in, std::span(out).subspan(to, length), 0, counted ? &counts : nullptr);
                            for (std::size_t i = 0; i < out.size(); ++i)
                                QCOMPARE(out[i], i >= to && i < to + length ? static_cast<Out>(expected.codes[i - to])
                                                                            : untouched);
                            if (counted) compare_counts(counts, expected.counts);
                        }
                    };
                    if (type.bits() == 8) check_codes(std::uint8_t(0xa5));
                    check_codes(std::uint16_t(0xa5a5));
                    std::vector<float> out(200, 7.0f);
                    quantiser.values(in, std::span(out).subspan(to, length));
                    for (std::size_t i = 0; i < out.size(); ++i)
                        QVERIFY(same(out[i], i >= to && i < to + length ? expected.values[i - to] : 7.0f));
                }
            }
    }

    void stochastic_pieces_make_the_same_whole_data() {
        each_set();
    }
    void stochastic_pieces_make_the_same_whole() {
        SET_OR_SKIP;
        const std::vector<float> in = inputs(format("bf16"), 20'000);
        const RoundingOptions options = in_mode(Rounding::Stochastic);
        const ArrayQuantiser quantiser(format("bf16"), options, kSeed, instructions);
        // The places of this array pass 2^32, where the hash takes another key.
        const std::uint64_t first = (std::uint64_t(1) << 32) - 7'777;
        const Expected expected = one_by_one(format("bf16"), options, in, first);
        compare<std::uint16_t>(quantiser, in, expected, first);
        std::vector<std::uint16_t> pieces(in.size());
        for (std::size_t begin = 0, length = 1; begin < in.size(); begin += length, length = length * 3 % 1009 + 1) {
            length = std::min(length, in.size() - begin);
            quantiser.codes(std::span(in).subspan(begin, length), std::span(pieces).subspan(begin, length),
                            first + begin);
        }
        for (std::size_t i = 0; i < in.size(); ++i)
            QCOMPARE(pieces[i], static_cast<std::uint16_t>(expected.codes[i]));
        // Another seed gives other bits.
        std::vector<std::uint16_t> other(in.size());
        ArrayQuantiser(format("bf16"), options, kSeed + 1, instructions).codes(in, other, first);
        QVERIFY(other != pieces);
    }

    void what_is_exact_never_moves_data() {
        each_set();
    }
    void what_is_exact_never_moves() {
        SET_OR_SKIP;
        for (const auto& id : kFormats) {
            const FloatFormat format = format_or_throw(id);
            const Quantiser scalar(format);
            std::vector<float> in;
            for (std::uint32_t code = 0; code >> format.bits() == 0; ++code)
                in.push_back(static_cast<float>(scalar.decode(code)));
            for (std::uint64_t seed = 0; seed < 8; ++seed) {
                const ArrayQuantiser quantiser(format, in_mode(Rounding::Stochastic), seed, instructions);
                std::vector<float> out(in.size());
                quantiser.values(in, out);
                for (std::size_t i = 0; i < in.size(); ++i)
                    QVERIFY(same(in[i], out[i]));
            }
        }
    }

    // The share that goes away from zero against the fraction cut off. The number of ups is binomial: with n = 2^20 its
    // standard score stays below 5 in all but one of two million trials; the seeds are fixed.
    void stochastic_rounding_is_unbiased_data() {
        each_set();
    }
    void stochastic_rounding_is_unbiased() {
        SET_OR_SKIP;
        constexpr std::size_t kCount = 1 << 20;
        double squares = 0;
        int trials = 0;
        const auto trial = [&](const char* id, float value, double fraction, std::uint64_t seed) {
            const ArrayQuantiser quantiser(format(id), in_mode(Rounding::Stochastic), seed, instructions);
            const std::vector<float> in(kCount, value);
            std::vector<float> out(kCount);
            quantiser.values(in, out);
            const double toward = Quantiser(format(id), in_mode(Rounding::TowardZero))(double(value));
            const auto away = static_cast<double>(std::ranges::count_if(out, [&](float x) { return x != toward; }));
            const double n = kCount;
            const double score = (away - n * fraction) / std::sqrt(n * fraction * (1 - fraction));
            QVERIFY2(std::fabs(score) < 5, qPrintable(QString("%1 %2: %3").arg(id).arg(double(value)).arg(score)));
            squares += score * score;
            ++trials;
        };
        std::uint64_t seed = 0;
        for (const double fraction : {0.5, 0.25, 0.125, 1.0 / 64, 63.0 / 64}) {
            trial("fp16", static_cast<float>(1 + fraction * 0x1p-10), fraction, ++seed);
            trial("fp16", static_cast<float>(-fraction * 0x1p-24), fraction, ++seed); // the least subnormal number
            trial("fp16", static_cast<float>((5 + fraction) * 0x1p-24), fraction, ++seed);
            trial("bf16", static_cast<float>(-1 - fraction * 0x1p-7), fraction, ++seed);
            trial("bf16", static_cast<float>(fraction * 0x1p-133), fraction, ++seed);
            trial("e4m3", static_cast<float>(1.875 + fraction * 0x1p-3), fraction,
                  ++seed); // the carry moves the exponent
            trial("e5m2", static_cast<float>((1 + fraction) * 0x1p-16), fraction, ++seed);
        }
        // The scores themselves are standard normal: their squares' sum has mean `trials`, variance 2 * trials.
        QVERIFY(std::fabs(squares - trials) < 5 * std::sqrt(2.0 * trials));
    }

    void the_hash_is_uniform_over_places_and_seeds() {
        // Each of the 32 bits is 1 half of the time, over places and over seeds; neighbours agree half of the time.
        constexpr int kCount = 1 << 16;
        for (const bool over_seeds : {false, true})
            for (int bit = 32; bit < 64; ++bit) {
                int ones = 0, agree = 0;
                for (std::uint64_t i = 0; i < kCount; ++i) {
                    const auto at = [&](std::uint64_t k) {
                        return (over_seeds ? array_random(k, 3) : array_random(3, k)) >> bit & 1;
                    };
                    ones += static_cast<int>(at(i));
                    agree += at(i) == at(i + 1) ? 1 : 0;
                }
                // 5 standard deviations of sqrt(n) / 2
                QVERIFY(std::abs(ones - kCount / 2) < 5 * 128);
                QVERIFY(std::abs(agree - kCount / 2) < 5 * 128);
            }
    }
};

QTEST_GUILESS_MAIN(TestArrays)
#include "test_arrays.moc"
