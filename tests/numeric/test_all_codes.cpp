// Every code of every 8- and 16-bit format, both ways, against a table that is built without the code under test:
// values by ldexp() from the definition of the format, roundings by comparing exact rationals with the two nearest
// entries.
#include "core/numeric/conversion.h"
#include "core/numeric/expression.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>

using namespace ampscope::numeric;

namespace {

// What code `code` of a format of `exponent_bits`/`mantissa_bits` with that bias means; double holds all of them
// exactly.
double oracle_value(const FloatFormat& format, unsigned code) {
    const int width = format.bits();
    const bool negative = (code >> (width - 1)) & 1;
    const int field = static_cast<int>((code >> format.mantissa_bits) & ((1u << format.exponent_bits) - 1));
    const int mantissa = static_cast<int>(code & ((1u << format.mantissa_bits) - 1));
    const int top_field = (1 << format.exponent_bits) - 1;
    const int all_ones = (1 << format.mantissa_bits) - 1;
    if (format.top == TopCodes::Ieee && field == top_field) return mantissa ? NAN : negative ? -INFINITY : INFINITY;
    if (format.top == TopCodes::OneNan && field == top_field && mantissa == all_ones) return NAN;
    if (format.top == TopCodes::Fnuz && negative && field == 0 && mantissa == 0) return NAN;
    const double magnitude =
        field == 0 ? std::ldexp(mantissa, 1 - format.bias - format.mantissa_bits)
                   : std::ldexp((1 << format.mantissa_bits) + mantissa, field - format.bias - format.mantissa_bits);
    return negative ? -magnitude : magnitude;
}

Rational rational(double value) {
    return Rational(value);
} // Boost converts doubles exactly

const std::vector<std::string> kSmallFormats = {"fp16",      "bf16",     "e4m3",     "e5m2",
                                                "e4m3-ieee", "e4m3fnuz", "e5m2fnuz", "e4m3b11fnuz"};

} // namespace

class TestAllCodes : public QObject {
    Q_OBJECT

    static void each_format() {
        QTest::addColumn<QString>("id");
        for (const auto& id : kSmallFormats)
            QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }
    static FloatFormat fetched() {
        QFETCH(QString, id);
        return format(id.toStdString());
    }

  private Q_SLOTS:
    void decodes_every_code_data() { each_format(); }
    void decodes_every_code() {
        const FloatFormat format = fetched();
        for (unsigned code = 0; code < 1u << format.bits(); ++code) {
            const double expected = oracle_value(format, code);
            const ExactValue value = decode(format, code);
            if (std::isnan(expected)) {
                QVERIFY(value.kind() == ExactValue::Kind::NaN);
            } else if (std::isinf(expected)) {
                QVERIFY(value.kind() == ExactValue::Kind::Infinite && value.is_negative() == (expected < 0));
            } else {
                QVERIFY(value.rational() == rational(expected));
                QCOMPARE(value.is_negative(), std::signbit(expected));
                QCOMPARE(to_double(value), expected);
            }
        }
    }

    void encodes_what_it_decodes_data() { each_format(); }
    void encodes_what_it_decodes() {
        const FloatFormat format = fetched();
        for (unsigned code = 0; code < 1u << format.bits(); ++code) {
            const Rounded rounded = round_to(format, decode(format, code));
            if (classify(format, code) == NumberClass::NaN) {
                QVERIFY(format.is_nan(rounded.code));
            } else {
                QVERIFY(rounded.code == code);
                QVERIFY(!rounded.inexact && !rounded.overflow && !rounded.underflow && !rounded.invalid);
            }
        }
    }

    // Between any two neighbours: just above the lower, the middle from both sides, the middle itself, in every mode.
    void rounds_between_all_neighbours_data() { each_format(); }
    void rounds_between_all_neighbours() {
        const FloatFormat format = fetched();
        const auto last = static_cast<unsigned>(format.max_finite());
        const Rational hair(Integer(1), Integer(1) << 400);
        for (unsigned low = 0; low < last; ++low) {
            const Rational a = rational(oracle_value(format, low)), b = rational(oracle_value(format, low + 1));
            const Rational middle = (a + b) / 2;
            const bool low_even = (low & 1) == 0;
            struct Point {
                Rational value;
                int side; // against the middle
            };
            for (const auto& [value, side] :
                 {Point{a + hair, -1}, Point{middle - hair, -1}, Point{middle, 0}, Point{middle + hair, 1}}) {
                for (const bool negative : {false, true}) {
                    const ExactValue exact = ExactValue::finite(negative ? Rational(-value) : value);
                    const auto check = [&](Rounding mode, bool up) {
                        const unsigned magnitude = up ? low + 1 : low;
                        const bool unsigned_zero = format.top == TopCodes::Fnuz && magnitude == 0;
                        const Code expected =
                            negative && !unsigned_zero ? Code(magnitude) | format.sign_bit() : Code(magnitude);
                        QVERIFY2(round_to(format, exact, mode).code == expected,
                                 qPrintable(QString("code %1 side %2 mode %3")
                                                .arg(low)
                                                .arg(side)
                                                .arg(QString::fromUtf8(rounding_id(mode)))));
                    };
                    check(Rounding::NearestEven, side > 0 || (side == 0 && !low_even));
                    check(Rounding::NearestAway, side >= 0);
                    check(Rounding::TowardZero, false);
                    check(Rounding::Up, !negative);
                    check(Rounding::Down, negative);
                    check(Rounding::ToOdd, low_even);
                }
            }
        }
    }

    void the_end_of_the_range_data() { each_format(); }
    void the_end_of_the_range() {
        const FloatFormat format = fetched();
        const auto last = static_cast<unsigned>(format.max_finite());
        const Rational top = rational(oracle_value(format, last));
        const Rational spacing = top - rational(oracle_value(format, last - 1));
        const Rational hair(Integer(1), Integer(1) << 400);
        // The tie with the next number, which does not exist, is decided by the last bit of the largest finite number.
        const bool tie_stays = (last & 1) == 0;
        const auto code = [&](const Rational& value, Overflow policy) {
            return round_to(format, ExactValue::finite(value), Rounding::NearestEven, policy).code;
        };
        const Code beyond = format.has_infinity() ? format.infinity() : format.quiet_nan();
        QVERIFY(code(top + spacing / 2 - hair, Overflow::Ieee) == last);
        QVERIFY(code(top + spacing / 2, Overflow::Ieee) == (tie_stays ? Code(last) : beyond));
        QVERIFY(code(top + spacing / 2 + hair, Overflow::Ieee) == beyond);
        QVERIFY(code(top * 1000, Overflow::Saturate) == last);
        QVERIFY(code(top * 1000, Overflow::Nan) == format.quiet_nan());
        QVERIFY(round_to(format, ExactValue::huge(true), Rounding::Up).code == (Code(last) | format.sign_bit()));
        QVERIFY(round_to(format, ExactValue::tiny(), Rounding::Up).code == 1);
        QVERIFY(round_to(format, ExactValue::tiny()).code == 0);
    }

    void neighbours_follow_the_order_data() { each_format(); }
    void neighbours_follow_the_order() {
        const FloatFormat format = fetched();
        for (unsigned code = 0; code < 1u << format.bits(); ++code) {
            const double value = oracle_value(format, code);
            if (std::isnan(value)) continue;
            const double above = oracle_value(format, static_cast<unsigned>(next_up(format, code)));
            const double below = oracle_value(format, static_cast<unsigned>(next_down(format, code)));
            const bool top = value == INFINITY || (!format.has_infinity() && code == format.max_finite());
            const bool bottom =
                value == -INFINITY ||
                (!format.has_infinity() && (Code(code) & ~format.sign_bit()) == format.max_finite() && value < 0);
            QVERIFY(top ? above == value : above > value);
            QVERIFY(bottom ? below == value : below < value);
            if (std::isfinite(value) && std::isfinite(above) && !top) // nothing lies between
                QVERIFY(round_to(format, ExactValue::finite((rational(value) + rational(above)) / 2), Rounding::Down)
                                .code == code ||
                        value == 0);
        }
    }

    void decimal_text_reads_back_data() { each_format(); }
    void decimal_text_reads_back() {
        const FloatFormat format = fetched();
        for (unsigned code = 0; code < 1u << format.bits(); ++code) {
            if (classify(format, code) == NumberClass::NaN) continue;
            QVERIFY(round_to(format, parse_expression(Conversion::decimal_text(format, code))).code == code);
        }
    }

    // glibc's strtod and strtof round decimal text correctly.
    void fp64_and_fp32_agree_with_the_c_library() {
        std::mt19937_64 random(7);
        for (int i = 0; i < 20'000; ++i) {
            std::string text;
            if (i % 2 == 0) {
                const auto bits = random();
                char buffer[64];
                std::snprintf(buffer, sizeof buffer, "%.*g", static_cast<int>(1 + random() % 20),
                              std::bit_cast<double>(bits));
                text = buffer;
            } else { // around fp32's range, subnormals included
                char buffer[64];
                std::snprintf(buffer, sizeof buffer, "%s%llu.%llue%d", random() % 2 ? "-" : "",
                              static_cast<unsigned long long>(random() % 100),
                              static_cast<unsigned long long>(random()), static_cast<int>(random() % 100) - 52);
                text = buffer;
            }
            if (text.find("nan") != std::string::npos) continue;
            const ExactValue value = parse_expression(text);
            QCOMPARE(static_cast<std::uint64_t>(round_to(format("fp64"), value).code),
                     std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)));
            QCOMPARE(static_cast<std::uint32_t>(round_to(format("fp32"), value).code),
                     std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)));
        }
    }
};

QTEST_GUILESS_MAIN(TestAllCodes)
#include "test_all_codes.moc"
