#include "core/numeric/magnitudes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace ampscope::numeric {

namespace {

constexpr std::uint32_t kMagnitude = 0x7fff'ffffu, kInfinity = 0x7f80'0000u, kHidden = 0x0080'0000u;
constexpr std::size_t kBlock = 4096; // 16 KiB, which stay in the first cache

std::uint32_t magnitude_bits(float value) {
    return std::bit_cast<std::uint32_t>(value) & kMagnitude;
}

void add_block(std::span<const float> values, Magnitudes& into) {
    // Four histograms of exponent fields side by side: equal neighbours do not wait for one another's store.
    std::uint16_t fields[4][256] = {};
    const auto field = [&](std::size_t i) { return magnitude_bits(values[i]) >> 23; };
    std::size_t i = 0;
    for (; i + 4 <= values.size(); i += 4) {
        ++fields[0][field(i)];
        ++fields[1][field(i + 1)];
        ++fields[2][field(i + 2)];
        ++fields[3][field(i + 3)];
    }
    for (; i < values.size(); ++i)
        ++fields[0][field(i)];
    const auto total = [&](std::size_t which) {
        return std::int64_t(fields[0][which]) + fields[1][which] + fields[2][which] + fields[3][which];
    };
    constexpr std::size_t kFirstNormal = 22; // field 1 is 2^-126, bin 23
    for (std::size_t which = 1; which < 255; ++which)
        into.exponents[kFirstNormal + which] += total(which);
    // The fields at both ends mean several things; few arrays have many of them.
    if (total(0) > 0)
        for (const float value : values) {
            const std::uint32_t bits = magnitude_bits(value);
            if (bits == 0)
                ++into.zero;
            else if (bits < kHidden)
                ++into.exponents[static_cast<std::size_t>(std::bit_width(bits)) - 1];
        }
    if (total(255) > 0)
        for (const float value : values) {
            const std::uint32_t bits = magnitude_bits(value);
            into.infinite += bits == kInfinity ? 1 : 0;
            into.nan += bits > kInfinity ? 1 : 0;
        }
}

} // namespace

void Magnitudes::add(std::span<const float> values, float divisor) {
    float quotients[kBlock];
    for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
        const auto block = values.subspan(begin, std::min(kBlock, values.size() - begin));
        if (divisor == 1.0f) {
            add_block(block, *this);
            continue;
        }
        for (std::size_t i = 0; i < block.size(); ++i)
            quotients[i] = block[i] / divisor;
        add_block(std::span(quotients, block.size()), *this);
    }
}

void Magnitudes::add(const Magnitudes& other) {
    zero += other.zero;
    infinite += other.infinite;
    nan += other.nan;
    for (std::size_t bin = 0; bin < exponents.size(); ++bin)
        exponents[bin] += other.exponents[bin];
}

std::int64_t Magnitudes::total() const {
    return std::accumulate(exponents.begin(), exponents.end(), zero + infinite + nan);
}

void SpecialCounts::add(std::span<const float> values) {
    // Bit tests on whole lanes, without branches, so that the compiler vectorises the loop; 32-bit counters per block.
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
