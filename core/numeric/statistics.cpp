#include "core/numeric/statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace ampscope::numeric {
namespace {

constexpr std::uint32_t kMagnitude = 0x7fff'ffffu, kInfinity = 0x7f80'0000u, kHidden = 0x0080'0000u;
constexpr double kMantissas = 0x1p23;

// Where nearest-even changes its answer.
struct Thresholds {
    double lost;      ///< up to this, to zero: half of the least number, a tie with the even zero
    double normal;    ///< from this on, to a normal number: a tie with an even code
    double over;      ///< from this on, over the end ...
    bool over_itself; ///< ... this itself included: the tie leaves an odd largest number
};

Thresholds thresholds(const FloatFormat& format) {
    if (!Quantiser::covers(format)) throw std::logic_error("statistics: format " + format.id + " is too wide");
    const double least = std::ldexp(1.0, format.min_exponent() - format.mantissa_bits);
    const double top_ulp = std::ldexp(1.0, format.max_exponent() - format.mantissa_bits);
    const Quantiser quantiser(format);
    const auto largest = static_cast<std::uint32_t>(format.max_finite());
    return {least / 2, std::ldexp(1.0, format.min_exponent()) - least / 2, quantiser.decode(largest) + top_ulp / 2,
            (largest & 1) != 0};
}

// The part of a threshold's mantissa behind the point, in units of fp32's last bit, rounded up.
std::uint32_t mantissa_bound(double threshold, bool itself) {
    const double scaled = (std::ldexp(threshold, -std::ilogb(threshold)) - 1) * kMantissas;
    return static_cast<std::uint32_t>(itself ? std::ceil(scaled) : std::floor(scaled) + 1);
}

} // namespace

void ArrayStatistics::add(std::span<const float> values, InstructionSet set) {
    const ArrayKernels& kernels = kernels_for(set);
    for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
        const auto block = values.subspan(begin, std::min(kBlock, values.size() - begin));
        magnitudes.add(block);
        BlockStatistics found;
        std::ranges::fill(found.min_less_one, ~0u);
        kernels.statistics(block.data(), block.size(), found);
        for (std::size_t width = kSumLanes / 2; width > 0; width /= 2)
            for (std::size_t lane = 0; lane < width; ++lane)
                found.sum[lane] += found.sum[lane + width];
        sum += found.sum[0];
        max_magnitude = std::max(max_magnitude, std::bit_cast<float>(*std::ranges::max_element(found.max_finite)));
        const float least = std::bit_cast<float>(*std::ranges::min_element(found.min_less_one) + 1);
        if (least > 0 && (min_nonzero_magnitude == 0 || least < min_nonzero_magnitude)) min_nonzero_magnitude = least;
    }
}

ScaledBands::ScaledBands(const FloatFormat& format) {
    const Thresholds limits = thresholds(format);
    const std::uint32_t over = mantissa_bound(limits.over, limits.over_itself);
    const std::uint32_t normal = mantissa_bound(limits.normal, true);
    m_bounds[0] = std::min(over, normal);
    m_bounds[1] = std::max(over, normal);
    m_over_class = over < normal ? 2 : 3;
    m_normal_class = over < normal ? 3 : 2;
    m_least_exponent = std::ilogb(limits.lost);
    m_normal_exponent = std::ilogb(limits.normal);
    m_top_exponent = format.max_exponent();
}

void ScaledBands::add(std::span<const float> values) {
    for (std::size_t begin = 0; begin < values.size(); begin += 1u << 20) {
        const auto block = values.subspan(begin, std::min<std::size_t>(1u << 20, values.size() - begin));
        // Two sets of counters: equal neighbours do not wait for one another's store.
        std::uint32_t counts[2][Magnitudes::kBins * kClasses] = {};
        const auto place = [&](std::uint32_t exponent_bin, std::uint32_t mantissa) {
            return exponent_bin * kClasses + (mantissa > 0 ? 1u : 0u) + (mantissa >= m_bounds[0] ? 1u : 0u) +
                   (mantissa >= m_bounds[1] ? 1u : 0u);
        };
        for (std::size_t i = 0; i < block.size(); ++i) {
            const std::uint32_t size = std::bit_cast<std::uint32_t>(block[i]) & kMagnitude;
            if (size - kHidden < kInfinity - kHidden) {
                ++counts[i & 1][place((size >> 23) - 127 - kLowest, size & (kHidden - 1))];
            } else if (size == 0) {
                ++m_zero;
            } else if (size >= kInfinity) {
                ++(size == kInfinity ? m_infinite : m_nan);
            } else { // a subnormal number of fp32, with its leading bit moved to where a normal one's would be
                const auto width = static_cast<std::uint32_t>(std::bit_width(size));
                ++counts[0][place(width - 1, (size << (24 - width)) & (kHidden - 1))];
            }
        }
        for (std::size_t bin = 0; bin < m_counts.size(); ++bin)
            m_counts[bin] += static_cast<std::int64_t>(counts[0][bin]) + counts[1][bin];
    }
}

std::int64_t ScaledBands::count(int exponent, std::size_t from_class) const {
    const auto bin = static_cast<std::size_t>(exponent - kLowest) * kClasses;
    std::int64_t result = 0;
    for (std::size_t i = from_class; i < kClasses; ++i)
        result += m_counts[bin + i];
    return result;
}

Bands ScaledBands::at(int log2_scale) const {
    Bands result;
    result.zero = m_zero;
    result.infinite = m_infinite;
    result.nan = m_nan;
    for (int exponent = kLowest; exponent < kLowest + static_cast<int>(Magnitudes::kBins); ++exponent) {
        const std::int64_t all = count(exponent, 0);
        if (all == 0) continue;
        const std::int64_t scaled = std::int64_t(exponent) + log2_scale;
        const std::int64_t over = scaled > m_top_exponent    ? all
                                  : scaled == m_top_exponent ? count(exponent, m_over_class)
                                                             : 0;
        const std::int64_t lost = scaled < m_least_exponent    ? all
                                  : scaled == m_least_exponent ? all - count(exponent, 1)
                                                               : 0;
        const std::int64_t below_normal = scaled < m_normal_exponent    ? all
                                          : scaled == m_normal_exponent ? all - count(exponent, m_normal_class)
                                                                        : 0;
        result.overflowed += over;
        result.lost += lost;
        result.subnormal += below_normal - lost;
        result.normal += all - over - below_normal;
    }
    return result;
}

std::optional<int> ScaledBands::largest_without_overflow() const {
    for (int exponent = kLowest + static_cast<int>(Magnitudes::kBins) - 1; exponent >= kLowest; --exponent)
        if (count(exponent, 0) > 0) return m_top_exponent - exponent - (count(exponent, m_over_class) > 0 ? 1 : 0);
    return std::nullopt;
}

int ScaledBands::fewest_spoiled() const {
    if (!largest_without_overflow()) return 0;
    // Beyond these scales all values are lost, or all overflow.
    const int lowest = m_least_exponent - 128, highest = m_top_exponent - kLowest + 1;
    int best = 0;
    std::int64_t fewest = -1;
    for (int scale = lowest; scale <= highest; ++scale) {
        const Bands bands = at(scale);
        const std::int64_t spoiled = bands.lost + bands.overflowed;
        if (fewest < 0 || spoiled < fewest || (spoiled == fewest && std::abs(scale) <= std::abs(best)))
            fewest = spoiled, best = scale;
    }
    return best;
}

Bands bands(const FloatFormat& format, std::span<const float> values, double scale) {
    if (!(scale > 0) || !std::isfinite(scale)) throw std::logic_error("bands: the scale is a positive number");
    const Thresholds limits = thresholds(format);
    Bands result;
    for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
        const auto block = values.subspan(begin, std::min(kBlock, values.size() - begin));
        std::uint32_t zero = 0, finite = 0, infinite = 0, lost = 0, below_normal = 0, over = 0;
        for (const float value : block) { // without branches, so that it is vectorised
            const std::uint32_t size = std::bit_cast<std::uint32_t>(value) & kMagnitude;
            const double scaled = static_cast<double>(std::bit_cast<float>(size)) * scale;
            const bool is_finite = size < kInfinity;
            finite += is_finite ? 1u : 0u;
            zero += size == 0 ? 1u : 0u;
            infinite += size == kInfinity ? 1u : 0u;
            lost += scaled <= limits.lost ? 1u : 0u; // NaN compares false
            below_normal += scaled < limits.normal ? 1u : 0u;
            over += is_finite && (scaled > limits.over || (limits.over_itself && scaled == limits.over)) ? 1u : 0u;
        }
        result.zero += zero;
        result.lost += lost - zero;
        result.subnormal += below_normal - lost;
        result.normal += static_cast<std::int64_t>(finite) - below_normal - over;
        result.overflowed += over;
        result.infinite += infinite;
        result.nan += static_cast<std::int64_t>(block.size()) - finite - infinite;
    }
    return result;
}

} // namespace ampscope::numeric
