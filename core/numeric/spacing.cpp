#include "core/numeric/spacing.h"

#include <algorithm>

namespace ampscope::numeric {

static SpacingBinade binade(const FloatFormat& format, int exponent) {
    const int least = format.min_exponent();
    return {exponent, std::max(exponent, least) - format.mantissa_bits, exponent < least};
}

static int lowest(const FloatFormat& format, Underflow underflow) {
    return format.min_exponent() - (underflow == Underflow::Gradual ? format.mantissa_bits : 0);
}

std::vector<SpacingBinade> spacing(const FloatFormat& format, Underflow underflow) {
    std::vector<SpacingBinade> binades;
    for (int exponent = lowest(format, underflow); exponent <= format.max_exponent(); ++exponent)
        binades.push_back(binade(format, exponent));
    return binades;
}

std::optional<SpacingBinade> spacing_at(const FloatFormat& format, const Rational& magnitude, Underflow underflow) {
    if (magnitude <= 0) return std::nullopt;
    const int exponent = floor_log2(magnitude);
    if (exponent < lowest(format, underflow) || exponent > format.max_exponent()) return std::nullopt;
    return binade(format, exponent);
}

int dynamic_range(const FloatFormat& format, Underflow underflow) {
    return format.max_exponent() - lowest(format, underflow) + 1;
}

} // namespace ampscope::numeric
