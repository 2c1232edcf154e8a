#include "core/numeric/magnitudes.h"

#include <bit>
#include <cmath>
#include <numeric>

namespace ampscope::numeric {

void Magnitudes::add(std::span<const float> values, float divisor) {
    for (const float given : values) {
        const float value = given / divisor;
        const auto bits = std::bit_cast<std::uint32_t>(value) & 0x7fff'ffffu;
        if (bits == 0) {
            ++zero;
        } else if (bits >= 0x7f80'0000u) {
            ++(bits == 0x7f80'0000u ? infinite : nan);
        } else {
            const auto field = bits >> 23;
            const auto exponent =
                field != 0 ? static_cast<int>(field) - 127 : std::bit_width(bits) - 1 + kLowestExponent;
            ++exponents[static_cast<std::size_t>(exponent - kLowestExponent)];
        }
    }
}

std::int64_t Magnitudes::total() const {
    return std::accumulate(exponents.begin(), exponents.end(), zero + infinite + nan);
}

void SpecialCounts::add(std::span<const float> values) {
    // Bit tests on whole lanes, without branches, so that the compiler vectorises the loop; 32-bit counters per block.
    constexpr std::size_t kBlock = 1u << 16;
    for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
        const auto block = values.subspan(begin, std::min(kBlock, values.size() - begin));
        std::uint32_t zeros = 0, specials = 0;
        for (const float value : block) {
            const auto bits = std::bit_cast<std::uint32_t>(value) & 0x7fff'ffffu;
            zeros += bits == 0 ? 1u : 0u;
            specials += bits >= 0x7f80'0000u ? 1u : 0u;
        }
        zero += zeros;
        nonfinite += specials;
    }
}

std::int64_t count_tiny(std::span<const float> values, double limit) {
    std::int64_t count = 0;
    for (const float value : values) {
        const double magnitude = std::fabs(static_cast<double>(value));
        count += magnitude > 0 && magnitude <= limit ? 1 : 0;
    }
    return count;
}

} // namespace ampscope::numeric
