// Arithmetic in a format: every pair of fp8 codes against an oracle of comparisons, fp16 by strata, fp32 and fp64
// against the processor in all of its rounding modes, flags included.
#include "core/numeric/arithmetic.h"

#include <QTest>
#include <bit>
#include <cfenv>
#include <functional>
#include <random>

#include "core/numeric/arithmetic_chain.h"
#include "core/numeric/conversion.h"
#include "core/numeric/expression.h"
#include "core/text/catalogue.h"
#include "tests/numeric/oracle.h"

using namespace ampscope;
using namespace ampscope::numeric;

namespace {

struct Right {
    double value; // NaN stands for any NaN
    bool inexact = false, overflow = false, underflow = false, invalid = false, divide_by_zero = false;
};

// Rounds a magnitude that is known only by comparison: compare(x) is the sign of |exact| - x, exact in double.
class Oracle {
  public:
    explicit Oracle(const FloatFormat& format) : m_format(format), m_values(oracle_magnitudes(format)) {}

    double value(unsigned code) const { return oracle_value(m_format, code); }

    Right round(const std::function<int(double)>& compare, bool negative, Rounding mode) const {
        const std::size_t last = m_values.size() - 2;
        const double sign = negative ? -1 : 1;
        Right right{};
        // The last table entry is the step that does not exist.
        std::size_t low = 0, high = m_values.size();
        while (high - low > 1) {
            const std::size_t middle = (low + high) / 2;
            (compare(m_values[middle]) >= 0 ? low : high) = middle;
        }
        std::size_t chosen = low;
        if (low > last) {
            right.inexact = right.overflow = true;
            chosen = last + 1;
        } else if (compare(m_values[low]) != 0) {
            right.inexact = true;
            const int side = compare((m_values[low] + m_values[low + 1]) / 2);
            if (oracle_goes_up(mode, negative, low % 2 == 0, side)) ++chosen;
            right.overflow = chosen > last;
            right.underflow = is_tiny(compare, negative, mode);
        }
        if (right.overflow) {
            const bool stays = mode == Rounding::TowardZero || mode == (negative ? Rounding::Up : Rounding::Down);
            right.value = sign * (stays ? m_values[last] : m_format.has_infinity() ? INFINITY : NAN);
        } else {
            right.value = sign * m_values[chosen];
        }
        return right;
    }

  private:
    // Below the smallest normal number, and not lifted to it when rounded with one more bit (any exponent allowed).
    bool is_tiny(const std::function<int(double)>& compare, bool negative, Rounding mode) const {
        const double least_normal = std::ldexp(1.0, m_format.min_exponent());
        if (compare(least_normal) >= 0) return false;
        const double below = least_normal * (1 - std::ldexp(1.0, -m_format.mantissa_bits - 1)); // the finer neighbour
        if (compare(below) <= 0) return true;
        return !oracle_goes_up(mode, negative, false, compare((below + least_normal) / 2)); // all ones: odd
    }

    FloatFormat m_format;
    std::vector<double> m_values;
};

int sign_of(double value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

// The right result of an operation on doubles that hold the operands; sums, products and the comparisons below are
// exact for formats with at most 11 bits of precision and fp16's range.
Right right_result(const Oracle& oracle, Operation operation, double a, double b, Rounding mode) {
    const Right no_number{NAN, false, false, false, true};
    if (operation == Operation::SquareRoot) b = 0; // it has one operand
    if (std::isnan(a) || std::isnan(b)) return {NAN};
    const bool negative = std::signbit(a) != std::signbit(b);
    switch (operation) {
    case Operation::Subtract: return right_result(oracle, Operation::Add, a, -b, mode);
    case Operation::Add: {
        if (std::isinf(a) || std::isinf(b)) {
            if (std::isinf(a) && std::isinf(b) && negative) return no_number;
            return {std::isinf(a) ? a : b};
        }
        const double sum = a + b;
        if (sum == 0) return {a == 0 && !negative ? a : mode == Rounding::Down ? -0.0 : 0.0};
        return oracle.round([=](double x) { return sign_of(std::fabs(sum) - x); }, sum < 0, mode);
    }
    case Operation::Multiply: {
        if ((std::isinf(a) && b == 0) || (a == 0 && std::isinf(b))) return no_number;
        const double product = a * b;
        if (product == 0 || std::isinf(product)) return {product};
        return oracle.round([=](double x) { return sign_of(std::fabs(product) - x); }, negative, mode);
    }
    case Operation::Divide: {
        if ((std::isinf(a) && std::isinf(b)) || (a == 0 && b == 0)) return no_number;
        if (std::isinf(a)) return {negative ? -INFINITY : INFINITY};
        if (b == 0) return {negative ? -INFINITY : INFINITY, false, false, false, false, true};
        if (std::isinf(b) || a == 0) return {negative ? -0.0 : 0.0};
        return oracle.round([=](double x) { return sign_of(std::fabs(a) - x * std::fabs(b)); }, negative, mode);
    }
    case Operation::SquareRoot:
        if (a == 0) return {a};
        if (a < 0) return no_number;
        if (std::isinf(a)) return {a};
        return oracle.round([=](double x) { return sign_of(a - x * x); }, false, mode);
    case Operation::FusedMultiplyAdd: break;
    }
    return {NAN};
}

QString compared(const FloatFormat& format, const Oracle& oracle, Operation operation, unsigned a, unsigned b,
                 Rounding mode) {
    const Code operands[] = {a, b};
    RoundingOptions options;
    options.mode = mode;
    const Computed found = compute(format, operation, std::span(operands, operand_count(operation)), options);
    Right right = right_result(oracle, operation, oracle.value(a), oracle.value(b), mode);
    // A format without infinity has NaN for it.
    if (std::isinf(right.value) && !format.has_infinity()) right.value = NAN;
    const double value = oracle.value(static_cast<unsigned>(found.rounded.code));
    const bool same = std::isnan(right.value)
                          ? std::isnan(value)
                          : value == right.value && std::signbit(value) == std::signbit(right.value);
    const bool signalling =
        format.is_signalling_nan(a) || (operation != Operation::SquareRoot && format.is_signalling_nan(b));
    // Where NaN stands in for an exact infinity, it is inexact here; IEEE has no word for that.
    const bool stands_in = right.divide_by_zero && !format.has_infinity();
    const bool same_flags = (stands_in || found.rounded.inexact == right.inexact) &&
                            found.rounded.overflow == right.overflow && found.rounded.underflow == right.underflow &&
                            found.rounded.invalid == (right.invalid || signalling) &&
                            found.divide_by_zero == right.divide_by_zero;
    if (same && same_flags) return {};
    return QString("%1 %2 %3 %4: %5, right is %6%7")
        .arg(QString::fromUtf8(operation_id(operation).data()))
        .arg(a)
        .arg(b)
        .arg(QString::fromUtf8(rounding_id(mode).data()))
        .arg(value)
        .arg(right.value)
        .arg(same_flags ? "" : " (flags)");
}

} // namespace

class TestArithmetic : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void every_pair_of_fp8_codes_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("mode");
        for (const char* id : {"e4m3", "e5m2"})
            for (const Rounding mode : {Rounding::NearestEven, Rounding::TowardZero, Rounding::Down})
                QTest::newRow((std::string(id) + " " + std::string(rounding_id(mode))).c_str())
                    << QString(id) << static_cast<int>(mode);
    }
    void every_pair_of_fp8_codes() {
        QFETCH(QString, id);
        QFETCH(int, mode);
        const FloatFormat& target = format(id.toStdString());
        const Oracle oracle(target);
        using enum Operation;
        for (unsigned a = 0; a < 256; ++a) {
            for (unsigned b = 0; b < 256; ++b)
                for (const Operation operation : {Add, Subtract, Multiply, Divide}) {
                    // In the other modes it is enough to see each sum and product once.
                    const bool seen = operation == Subtract || (operation != Divide && b < a);
                    if (seen && static_cast<Rounding>(mode) != Rounding::NearestEven) continue;
                    const QString wrong = compared(target, oracle, operation, a, b, static_cast<Rounding>(mode));
                    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
                }
            const QString wrong = compared(target, oracle, SquareRoot, a, 0, static_cast<Rounding>(mode));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }

    // fp16: codes at and around the borders of its bands, each with each; and random pairs.
    void strata_of_fp16_data() {
        QTest::addColumn<int>("mode");
        for (const Rounding mode :
             {Rounding::NearestEven, Rounding::NearestAway, Rounding::TowardZero, Rounding::Up, Rounding::Down})
            QTest::newRow(rounding_id(mode).data()) << static_cast<int>(mode);
    }
    void strata_of_fp16() {
        QFETCH(int, mode);
        const FloatFormat& fp16 = format("fp16");
        const Oracle oracle(fp16);
        std::vector<unsigned> codes = {0,      1,      2,      3,      0x1ff,  0x200,  0x3fe,  0x3ff,  0x400,  0x401,
                                       0x7ff,  0x800,  0x1c00, 0x3bff, 0x3c00, 0x3c01, 0x3fff, 0x4000, 0x4200, 0x5bff,
                                       0x6800, 0x6801, 0x77ff, 0x7800, 0x7bfe, 0x7bff, 0x7c00, 0x7e00};
        for (std::size_t i = 0, end = codes.size(); i < end; ++i)
            codes.push_back(codes[i] | 0x8000);
        const auto check = [&](unsigned a, unsigned b) {
            using enum Operation;
            for (const Operation operation : {Add, Subtract, Multiply, Divide, SquareRoot}) {
                const QString wrong = compared(fp16, oracle, operation, a, b, static_cast<Rounding>(mode));
                if (!wrong.isEmpty()) return wrong;
            }
            return QString();
        };
        for (const unsigned a : codes)
            for (const unsigned b : codes) {
                const QString wrong = check(a, b);
                QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            }
        std::mt19937 random(5);
        for (int i = 0; i < 4000; ++i) {
            const auto a = static_cast<unsigned>(random() & 0xffff), b = static_cast<unsigned>(random() & 0xffff);
            const QString wrong = check(a, b);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }

    // The processor's own fp32 and fp64, which IEEE 754 binds; x86 decides on tininess after rounding, as we do.
    void agrees_with_the_processor_data() {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("direction");
        QTest::newRow("nearest-even") << static_cast<int>(Rounding::NearestEven) << FE_TONEAREST;
        QTest::newRow("toward-zero") << static_cast<int>(Rounding::TowardZero) << FE_TOWARDZERO;
        QTest::newRow("up") << static_cast<int>(Rounding::Up) << FE_UPWARD;
        QTest::newRow("down") << static_cast<int>(Rounding::Down) << FE_DOWNWARD;
    }
    void agrees_with_the_processor() {
        compare_with_processor<float, std::uint32_t>("fp32", 0x7f80'0000u, 23);
        compare_with_processor<double, std::uint64_t>("fp64", 0x7ff0'0000'0000'0000u, 52);
    }

    void fused_multiply_add_rounds_once() {
        const FloatFormat& fp16 = format("fp16");
        const auto code = [&](const char* text) { return round_to(fp16, parse_expression(text)).code; };
        // (1 + 2^-10)(1 - 2^-10) - 1 = -2^-20: all of it is lost when the product is rounded to 1 first.
        const Code fused[] = {code("1+2^-10"), code("1-2^-10"), code("-1")};
        const Code result = compute(fp16, Operation::FusedMultiplyAdd, fused).rounded.code;
        QVERIFY(decode(fp16, result).rational() == parse_expression("-2^-20").rational());
        const Code product = compute(fp16, Operation::Multiply, std::span(fused).first(2)).rounded.code;
        const Code separate[] = {product, fused[2]};
        QVERIFY(compute(fp16, Operation::Add, separate).rounded.code == 0);
    }

    void says_why_there_is_no_number_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QStringList>("operands");
        QTest::addColumn<QString>("cause");
        const auto row = [](const char* id, QStringList operands, const char* cause) {
            QTest::addRow("%s %s", id, cause) << QString(id) << operands << QString(cause);
        };
        row("subtract", {"inf", "inf"}, "inf-minus-inf");
        row("add", {"inf", "-inf"}, "inf-minus-inf");
        row("multiply", {"0", "inf"}, "zero-times-inf");
        row("fma", {"inf", "0", "1"}, "zero-times-inf");
        row("fma", {"inf", "1", "-inf"}, "inf-minus-inf");
        row("divide", {"0", "-0"}, "zero-over-zero");
        row("divide", {"inf", "inf"}, "inf-over-inf");
        row("sqrt", {"-1"}, "sqrt-of-negative");
        row("add", {"nan", "1"}, "nan-operand");
        row("add", {"fp16:0x7c01", "1"}, "signalling-operand");
        row("sqrt", {"-0"}, "");
        row("divide", {"1", "0"}, "");
    }
    void says_why_there_is_no_number() {
        QFETCH(QString, id);
        QFETCH(QStringList, operands);
        QFETCH(QString, cause);
        const FloatFormat& fp16 = format("fp16");
        std::vector<Code> codes;
        for (const auto& text : operands) {
            // A code is taken as it stands: rounding would make a signalling NaN quiet.
            const QStringList parts = text.split(":0x");
            codes.push_back(parts.size() == 2 ? Code(parts[1].toUInt(nullptr, 16))
                                              : round_to(fp16, parse_expression(text.toStdString())).code);
        }
        const Computed found = compute(fp16, *find_operation(id.toStdString()), codes);
        QCOMPARE(QString::fromUtf8(found.nan_cause.data(), static_cast<qsizetype>(found.nan_cause.size())), cause);
        QCOMPARE(fp16.is_nan(found.rounded.code), !cause.isEmpty());
        QCOMPARE(found.rounded.invalid, !cause.isEmpty() && cause != "nan-operand");
        QVERIFY(text::find_entry(reason_of(fp16, found).id));
    }

    void chains_end_in_nan() {
        for (const auto& chain : named_chains()) {
            const auto steps = run_chain(chain, format(chain.format));
            QCOMPARE(steps.size(), chain.steps.size());
            QVERIFY2(format(chain.format).is_nan(steps.back().computed.rounded.code), chain.id.data());
            // In fp32 all of them go well.
            const auto wide = run_chain(chain, format("fp32"));
            QVERIFY2(!format("fp32").is_nan(wide.back().computed.rounded.code), chain.id.data());
            // What is said of a step is said of its own format only.
            QVERIFY2(std::ranges::all_of(steps, &ChainResult::as_written), chain.id.data());
            QVERIFY2(!wide.back().as_written, chain.id.data());
        }
        const auto steps = run_chain(*find_chain("overflow-to-nan"), format("fp16"));
        QCOMPARE(steps[1].computed.flags(), (std::vector<std::string>{"inexact", "overflow"}));
        QCOMPARE(steps[2].computed.flags(), std::vector<std::string>{"invalid"});
        QCOMPARE(steps[3].computed.nan_cause, std::string_view("zero-times-inf"));
        QVERIFY(!find_chain("none"));
        // The larger of two stored numbers is one of them: no rounding, no flags.
        QVERIFY(run_chain(*find_chain("masked-softmax"), format("fp16"))[1].computed.flags().empty());
    }

    // The sums that stick: 1 is half a step at 2048 in fp16 and at 256 in bf16, and the tie goes down.
    void a_sum_of_ones_sticks() {
        const auto sum = [](const char* id, int count) {
            const FloatFormat& target = format(id);
            const Code one = round_to(target, ExactValue::finite(Rational(1))).code;
            Code total = 0;
            for (int i = 0; i < count; ++i) {
                const Code operands[] = {total, one};
                total = compute(target, Operation::Add, operands).rounded.code;
            }
            return to_double(decode(target, total));
        };
        QCOMPARE(sum("fp16", 4096), 2048.0);
        QCOMPARE(sum("bf16", 1024), 256.0);
    }

    void subnormal_operands_count_as_zero_when_asked_for() {
        RoundingOptions options;
        options.zero_subnormal_operands = true;
        const Code operands[] = {Code(1), Code(0x3c00)};
        QCOMPARE(compute(format("fp16"), Operation::Add, operands, options).flags(), std::vector<std::string>{});
        QVERIFY(compute(format("fp16"), Operation::Add, operands, options).rounded.code == 0x3c00);
        const Code negative[] = {Code(0x8001), Code(0x3c00)};
        QVERIFY(compute(format("fp16"), Operation::Multiply, negative, options).rounded.code == 0x8000);
    }

    void operations_are_found_by_id_and_sign() {
        for (const char* id : {"add", "subtract", "multiply", "divide", "fma", "sqrt"})
            QCOMPARE(operation_id(*find_operation(id)), std::string_view(id));
        QVERIFY(find_operation("x") == Operation::Multiply && find_operation("÷") == Operation::Divide);
        QVERIFY(!find_operation("mod"));
        const Code one[] = {Code(1)};
        QVERIFY_THROWS_EXCEPTION(std::logic_error, compute(format("fp16"), Operation::Add, one));
    }

  private:
    template <typename Float, typename Bits>
    static void compare_with_processor(const char* id, Bits infinity, int mantissa_bits);
};

// volatile: each operation happens where it stands, in the rounding mode that is set then.
template <typename Float>
static Float by_processor(Operation operation, Float left, Float right, Float third) {
    volatile Float a = left, b = right, c = third, result = 0;
    switch (operation) {
    case Operation::Add: result = a + b; break;
    case Operation::Subtract: result = a - b; break;
    case Operation::Multiply: result = a * b; break;
    case Operation::Divide: result = a / b; break;
    case Operation::SquareRoot: result = std::sqrt(a); break;
    case Operation::FusedMultiplyAdd: result = std::fma(a, b, c); break;
    }
    return result;
}

template <typename Float, typename Bits>
void TestArithmetic::compare_with_processor(const char* id, Bits infinity, int mantissa_bits) {
    QFETCH(int, mode);
    QFETCH(int, direction);
    const FloatFormat& target = format(id);
    const Bits one = Bits(1);
    const Bits sign = one << (sizeof(Bits) * 8 - 1), least_normal = one << mantissa_bits;
    const Bits strata[] = {
        0, 1, least_normal - 1, least_normal, least_normal + 1, infinity - 1, infinity, infinity | (least_normal >> 1)};
    std::mt19937_64 random(11);
    const auto operand = [&](Bits near) {
        const auto kind = random() % 8;
        if (kind == 0) return static_cast<Bits>(strata[random() % std::size(strata)] | (random() % 2 ? sign : 0));
        // Near the other operand's exponent, so that sums and products are not all absorbed or out of range.
        const auto noise = static_cast<Bits>(random() % (static_cast<std::uint64_t>(least_normal) << 3));
        if (kind < 4) return static_cast<Bits>((near ^ noise) ^ (random() % 2 ? sign : 0));
        return static_cast<Bits>(random());
    };
    using enum Operation;
    for (int i = 0; i < 12'000; ++i) {
        const Operation operation = std::array{Add, Subtract, Multiply, Divide, SquareRoot, FusedMultiplyAdd}[i % 6];
        const Bits a = operand(static_cast<Bits>(random())), b = operand(a), c = operand(b);
        const Code operands[] = {Code(a), Code(b), Code(c)};
        RoundingOptions options;
        options.mode = static_cast<Rounding>(mode);
        const Computed found = compute(target, operation, std::span(operands, operand_count(operation)), options);
        std::fesetround(direction);
        std::feclearexcept(FE_ALL_EXCEPT);
        const Float result =
            by_processor(operation, std::bit_cast<Float>(a), std::bit_cast<Float>(b), std::bit_cast<Float>(c));
        const int raised = std::fetestexcept(FE_ALL_EXCEPT);
        std::fesetround(FE_TONEAREST);
        const auto bits = std::bit_cast<Bits>(result);
        const bool same = std::isnan(result) ? target.is_nan(found.rounded.code) : found.rounded.code == Code(bits);
        const auto flag = [&](int which) { return (raised & which) != 0; };
        const bool same_flags = found.rounded.inexact == flag(FE_INEXACT) &&
                                found.rounded.overflow == flag(FE_OVERFLOW) &&
                                found.rounded.underflow == flag(FE_UNDERFLOW) &&
                                found.rounded.invalid == flag(FE_INVALID) && found.divide_by_zero == flag(FE_DIVBYZERO);
        QVERIFY2(same && same_flags,
                 qPrintable(QString("%1 %2 %3 %4 %5: processor %6, flags %7; ours %8 %9")
                                .arg(id, QString::fromUtf8(operation_id(operation).data()))
                                .arg(a, 0, 16)
                                .arg(b, 0, 16)
                                .arg(c, 0, 16)
                                .arg(bits, 0, 16)
                                .arg(raised)
                                .arg(QString::fromStdString(Integer(found.rounded.code).str(0, std::ios_base::hex)))
                                .arg(QString::fromStdString(found.flags().empty() ? "-" : found.flags()[0]))));
    }
}

QTEST_GUILESS_MAIN(TestArithmetic)
#include "test_arithmetic.moc"
