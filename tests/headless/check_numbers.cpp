// Every fp16, bf16 and fp8 code both ways, and rounding between all neighbours, against ldexp().
#include <cmath>

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
    bool refused = false;
    try {
        parse_expression("2^2^2^2^2");
    } catch (const text::Error&) {
        refused = true;
    }
    CHECK(refused);
    return report("check_numbers");
}
