// Every fp16, bf16 and fp8 code both ways, and rounding between all neighbours, against ldexp().
#include <cmath>

#include "core/numeric/arithmetic.h"
#include "core/numeric/corner_cases.h"
#include "core/numeric/expression.h"
#include "core/numeric/rounding.h"
#include "core/text/message.h"
#include "tests/headless/check.h"

using namespace ampscope;
using namespace ampscope::numeric;

static double by_definition(const FloatFormat& format, unsigned magnitude) {
    const auto field = static_cast<int>(magnitude >> format.mantissa_bits);
    const auto mantissa = static_cast<int>(magnitude & ((1u << format.mantissa_bits) - 1));
    const int hidden = field == 0 ? 0 : 1 << format.mantissa_bits;
    return std::ldexp(hidden + mantissa, (field == 0 ? 1 : field) - format.bias - format.mantissa_bits);
}

int main() {
    for (const char* id : {"fp16", "bf16", "e4m3", "e5m2"}) {
        const auto& f = format(id);
        const auto last = static_cast<unsigned>(f.max_finite());
        for (unsigned code = 0; code < last; ++code) {
            const double low = by_definition(f, code), high = by_definition(f, code + 1);
            CHECK(to_double(decode(f, code)) == low);
            const Rational middle = (Rational(low) + Rational(high)) / 2;
            CHECK(round_to(f, ExactValue::finite(middle)).code == (code % 2 == 0 ? code : code + 1));
            CHECK(round_to(f, ExactValue::finite((middle + Rational(high)) / 2)).code == code + 1);
        }
    }
    CHECK(round_to(format("fp16"), parse_expression("65519.999999")).code == 0x7bff);
    CHECK(round_to(format("fp16"), parse_expression("1+2^-11+2^-40")).code == 0x3c01);
    // Modes, policies, flush and draws.
    const auto code = [](const char* text, const char* id, const RoundingOptions& options) {
        return round_to(format(id), parse_expression(text), options).code;
    };
    RoundingOptions up, stochastic, saturate, flush;
    up.mode = Rounding::Up;
    stochastic.mode = Rounding::Stochastic;
    saturate.overflow = Overflow::CudaSatfinite;
    flush.flush_subnormals = true;
    CHECK(code("2049", "fp16", up) == 0x6801 && code("-2049", "fp16", up) == 0xe800);
    CHECK(code("1e6", "e4m3", saturate) == 0x7e && code("-nan", "e4m3", saturate) == 0x7f);
    CHECK(code("2^-20", "fp16", flush) == 0);
    CHECK(code("2^-25", "fp16", stochastic) == 1 && code("2", "fp16", stochastic) == 0x4000);
    stochastic.random = std::uint64_t{1} << 63;
    CHECK(code("2^-25", "fp16", stochastic) == 0);

    // Arithmetic, from overflow to NaN; and every corner case.
    const Code operands[] = {0x7bff, 0x7bff};
    const Computed sum = compute(format("fp16"), Operation::Add, operands);
    CHECK(sum.rounded.code == 0x7c00 && sum.rounded.overflow && sum.rounded.inexact);
    const Code infinities[] = {sum.rounded.code, sum.rounded.code};
    CHECK(compute(format("fp16"), Operation::Subtract, infinities).nan_cause == "inf-minus-inf");
    for (const auto& item : corner_cases())
        CHECK(answer(item) == Code(item.code));

    bool refused = false;
    try {
        parse_expression("2^2^2^2^2");
    } catch (const text::Error&) {
        refused = true;
    }
    CHECK(refused);
    return report("check_numbers");
}
