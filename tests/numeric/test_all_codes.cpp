// Every code of every 8- and 16-bit format, both ways, against a table that is built without the code under test:
// values by ldexp() from the definition of the format. test_rounding.cpp has what lies between the codes.
#include "core/numeric/conversion.h"
#include "core/numeric/expression.h"
#include "tests/numeric/oracle.h"
#include "tests/numeric/rows.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>

using namespace ampscope::numeric;

namespace {

Rational rational(double value) {
    return Rational(value);
} // Boost converts doubles exactly

} // namespace

class TestAllCodes : public QObject {
    Q_OBJECT

    static void each_format() { format_rows(kSmallFormats); }

  private Q_SLOTS:
    void decodes_every_code_data() { each_format(); }
    void decodes_every_code() {
        const FloatFormat format = row_format();
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
        const FloatFormat format = row_format();
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

    void neighbours_follow_the_order_data() { each_format(); }
    void neighbours_follow_the_order() {
        const FloatFormat format = row_format();
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
        const FloatFormat format = row_format();
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
