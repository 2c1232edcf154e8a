#include "core/tensorfile/inspection.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/io/numbers.h"
#include "core/numeric/quantise.h"

namespace ampscope::tensorfile {

namespace {

using numeric::FloatFormat;
using numeric::Quantiser;

constexpr int kLowest = -1074, kHighest = 1023; // powers of two of double
constexpr std::size_t kAll = static_cast<std::size_t>(kHighest - kLowest + 1);
constexpr std::uint64_t kMantissa = (std::uint64_t(1) << 52) - 1;

// A magnitude above zero as mantissa * 2^exponent, the mantissa in [1, 2).
struct Parts {
    int exponent;
    std::uint64_t mantissa; ///< the 52 bits behind the point
    double significand() const { return std::bit_cast<double>(mantissa | std::uint64_t(1023) << 52); }
};
Parts parts_of(double magnitude) {
    const auto bits = std::bit_cast<std::uint64_t>(magnitude);
    if (const auto field = static_cast<int>(bits >> 52); field != 0) return {field - 1023, bits & kMantissa};
    const int exponent = std::ilogb(magnitude); // subnormal
    return {exponent, std::bit_cast<std::uint64_t>(std::ldexp(magnitude, -exponent)) & kMantissa};
}

// A format with the places inside a power of two at which its fate turns.
struct Target {
    FloatFormat format;
    Quantiser quantiser;
    int top, normal, lost;     ///< exponents: of the largest number; of the power of two below the least normal one;
                               ///< of half the least number
    std::uint64_t over, upper; ///< mantissas: the first that overflows in `top`; the first that reaches normal numbers

    explicit Target(const FloatFormat& given)
        : format(given),
          quantiser(given),
          top(given.max_exponent()),
          normal(given.min_exponent() - 1),
          lost(given.min_exponent() - given.mantissa_bits - 1),
          over(first([&](double x) { return quantiser.overflows(x); }, top)),
          upper(first([&](double x) { return !quantiser.is_subnormal(quantiser.code(x)); }, normal)) {}

    // The least mantissa in the power of two for which `holds`; past the last one where none does. Monotone.
    template <typename Holds>
    static std::uint64_t first(Holds holds, int exponent) {
        std::uint64_t low = 0, high = kMantissa + 1;
        while (low < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            if (holds(std::ldexp(1.0 + std::ldexp(static_cast<double>(middle), -52), exponent)))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }
};

// The largest few by a measure; of equal ones, those that came first.
class Top {
  public:
    explicit Top(std::size_t size) : m_size(size) {}
    /// What does not exceed it will not be kept.
    double bar() const {
        if (m_size == 0) return std::numeric_limits<double>::infinity();
        return m_kept.size() < m_size ? -1 : m_kept.back().first;
    }
    void add(double measure, const Element& element) {
        if (measure <= bar()) return;
        const auto place =
            std::ranges::upper_bound(m_kept, measure, std::greater<>(), [](const auto& kept) { return kept.first; });
        m_kept.insert(place, {measure, element});
        if (m_kept.size() > m_size) m_kept.pop_back();
    }
    void add(const Top& other) {
        for (const auto& [measure, element] : other.m_kept)
            add(measure, element);
    }
    void clear() { m_kept.clear(); }
    std::vector<Element> elements() const {
        std::vector<Element> elements;
        for (const auto& kept : m_kept)
            elements.push_back(kept.second);
        return elements;
    }

  private:
    std::size_t m_size;
    std::vector<std::pair<double, Element>> m_kept;
};

// Squares relative to their power of two, so that none overflows or vanishes.
struct Squares {
    std::array<double, kMaxFormats> of_errors{}, of_values{};
};

struct FormatCounts {
    Shares shares;
    std::int64_t changed = 0;
    double max_relative = 0;
    Top worst, lost;
    explicit FormatCounts(std::size_t size) : worst(size), lost(size) {}
};

class Collector {
  public:
    Collector(const std::vector<FloatFormat>& formats, double scale, std::size_t worst)
        : m_scale(scale), m_worst(worst), m_largest(worst), m_binades(kAll), m_distances(kAll), m_squares(kAll) {
        for (const auto& format : formats) {
            m_targets.emplace_back(format);
            m_formats.emplace_back(worst);
        }
    }

    void add(std::size_t tensor, std::span<const double> values, std::uint64_t first) {
        for (std::size_t i = 0; i < values.size(); ++i)
            add(values[i], Element{tensor, first + i, values[i], 0, 0});
    }

    TensorReport report(std::size_t tensor) const {
        TensorReport result = m_report;
        result.tensor = tensor;
        if (result.finite() == 0) result.min = result.max = std::nan("");
        result.largest_values = m_largest.elements();
        for (std::size_t i = m_begin; i < m_end; ++i) {
            result.binades.push_back(m_binades[i]);
            result.binades.back().exponent = kLowest + static_cast<int>(i);
        }
        for (std::size_t f = 0; f < m_targets.size(); ++f) {
            FormatReport format;
            format.format = m_targets[f].format;
            format.shares = m_formats[f].shares;
            format.changed = m_formats[f].changed;
            format.max_relative = m_formats[f].max_relative;
            format.relative_rms = relative_rms(f);
            format.worst = m_formats[f].worst.elements();
            format.lost = m_formats[f].lost.elements();
            result.formats.push_back(std::move(format));
        }
        for (std::size_t f = 0; f < m_targets.size(); ++f)
            find_best_scale(result, f);
        return result;
    }

    /// Counts what another one has counted with the same formats and scale.
    void add(const Collector& other) {
        const TensorReport& theirs = other.m_report;
        if (theirs.total == 0) return;
        const bool first = m_report.total == 0;
        m_report.min = first ? theirs.min : std::min(m_report.min, theirs.min);
        m_report.max = first ? theirs.max : std::max(m_report.max, theirs.max);
        if (theirs.least > 0)
            m_report.least = m_report.least == 0 ? theirs.least : std::min(m_report.least, theirs.least);
        m_report.largest = std::max(m_report.largest, theirs.largest);
        for (auto count : {&TensorReport::total, &TensorReport::zero, &TensorReport::infinite, &TensorReport::nan,
                           &TensorReport::negative})
            m_report.*count += theirs.*count;
        for (const auto& element : theirs.not_finite)
            if (m_report.not_finite.size() < m_worst) m_report.not_finite.push_back(element);
        m_largest.add(other.m_largest);
        if (other.m_begin == other.m_end) return; // zeros, and what is not finite
        for (std::size_t i = other.m_begin; i < other.m_end; ++i)
            if (other.m_binades[i].count > 0) add(i, other.m_binades[i], other.m_distances[i]);
        for (std::size_t i = other.m_scaled_begin; i < other.m_scaled_end; ++i)
            for (std::size_t f = 0; f < m_targets.size(); ++f) {
                m_squares[i].of_values[f] += other.m_squares[i].of_values[f];
                m_squares[i].of_errors[f] += other.m_squares[i].of_errors[f];
            }
        widen(m_scaled_begin, m_scaled_end, other.m_scaled_begin, other.m_scaled_end);
        for (std::size_t f = 0; f < m_targets.size(); ++f) {
            FormatCounts& ours = m_formats[f];
            const FormatCounts& added = other.m_formats[f];
            ours.shares.lost += added.shares.lost;
            ours.shares.subnormal += added.shares.subnormal;
            ours.shares.overflowed += added.shares.overflowed;
            ours.changed += added.changed;
            ours.max_relative = std::max(ours.max_relative, added.max_relative);
            ours.worst.add(added.worst);
            ours.lost.add(added.lost);
        }
    }

    /// As new. Takes time for what was counted only.
    void clear() {
        std::fill(m_binades.begin() + index(m_begin), m_binades.begin() + index(m_end), Binade{});
        std::fill(m_squares.begin() + index(m_scaled_begin), m_squares.begin() + index(m_scaled_end), Squares{});
        m_begin = m_end = m_scaled_begin = m_scaled_end = 0;
        m_report = {};
        m_largest.clear();
        for (auto& format : m_formats)
            format = FormatCounts(m_worst);
    }

  private:
    static std::ptrdiff_t index(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

    static void widen(std::size_t& begin, std::size_t& end, std::size_t other_begin, std::size_t other_end) {
        begin = begin == end ? other_begin : std::min(begin, other_begin);
        end = std::max(end, other_end);
    }

    void add(std::size_t i, const Binade& added, std::uint64_t distance) {
        Binade& binade = m_binades[i];
        if (binade.count == 0 || distance < m_distances[i]) {
            m_distances[i] = distance;
            binade.typical = added.typical;
            binade.typical_place = added.typical_place;
        }
        binade.count += added.count;
        binade.powers += added.powers;
        for (std::size_t f = 0; f < m_targets.size(); ++f) {
            binade.over[f] += added.over[f];
            binade.upper[f] += added.upper[f];
        }
        widen(m_begin, m_end, i, i + 1);
    }

    void add(double value, Element element) {
        const double magnitude = std::fabs(value);
        if (m_report.total++ == 0) m_report.min = std::numeric_limits<double>::infinity(), m_report.max = -m_report.min;
        m_report.negative += std::signbit(value) && !std::isnan(value) ? 1 : 0;
        if (!(magnitude < std::numeric_limits<double>::infinity())) {
            ++(std::isnan(value) ? m_report.nan : m_report.infinite);
            if (m_report.not_finite.size() < m_worst) m_report.not_finite.push_back(element);
            return;
        }
        m_report.min = std::min(m_report.min, value);
        m_report.max = std::max(m_report.max, value);
        if (magnitude == 0) {
            ++m_report.zero;
            return;
        }
        m_report.least = m_report.least == 0 ? magnitude : std::min(m_report.least, magnitude);
        m_report.largest = std::max(m_report.largest, magnitude);
        if (magnitude > m_largest.bar()) m_largest.add(magnitude, element);

        const Parts parts = parts_of(magnitude);
        const auto i = static_cast<std::size_t>(parts.exponent - kLowest);
        Binade& binade = m_binades[i];
        const std::uint64_t mantissa = parts.mantissa;
        const std::uint64_t distance = mantissa > kHalf ? mantissa - kHalf : kHalf - mantissa;
        if (binade.count++ == 0 || distance < m_distances[i]) {
            m_distances[i] = distance;
            binade.typical = value;
            binade.typical_place = element.place;
        }
        binade.powers += mantissa == 0 ? 1 : 0;
        widen(m_begin, m_end, i, i + 1);

        // A product may leave double's range at both ends.
        const double scaled = magnitude * m_scale;
        const bool beyond = std::isinf(scaled);
        const Parts scaled_parts = scaled == 0 ? Parts{kLowest, 0}
                                   : beyond    ? Parts{kHighest, kMantissa}
                                               : parts_of(scaled);
        const auto scaled_index = static_cast<std::size_t>(scaled_parts.exponent - kLowest);
        Squares& squares = m_squares[scaled_index];
        widen(m_scaled_begin, m_scaled_end, scaled_index, scaled_index + 1);
        const double significand = scaled_parts.significand();
        for (std::size_t f = 0; f < m_targets.size(); ++f) {
            const Target& target = m_targets[f];
            FormatCounts& counts = m_formats[f];
            binade.over[f] += mantissa >= target.over ? 1 : 0;
            binade.upper[f] += mantissa >= target.upper ? 1 : 0;
            if (beyond || (scaled_parts.exponent >= target.top && target.quantiser.overflows(scaled))) {
                ++counts.shares.overflowed;
                ++counts.changed;
                continue;
            }
            const std::uint32_t code = target.quantiser.code(scaled);
            const double stored = target.quantiser.decode(code);
            const double error = std::fabs(stored - scaled);
            counts.changed += error != 0 ? 1 : 0;
            const double relative = scaled == 0 ? 1 : error / scaled;
            squares.of_values[f] += significand * significand;
            squares.of_errors[f] += relative * significand * (relative * significand);
            if (stored == 0) {
                ++counts.shares.lost;
                if (magnitude > counts.lost.bar()) {
                    element.stored = 0;
                    element.relative_error = 1;
                    counts.lost.add(magnitude, element);
                }
                continue;
            }
            counts.shares.subnormal += target.quantiser.is_subnormal(code) ? 1 : 0;
            counts.max_relative = std::max(counts.max_relative, relative);
            if (relative > counts.worst.bar()) {
                element.stored = std::copysign(stored / m_scale, value);
                element.relative_error = relative;
                counts.worst.add(relative, element);
            }
        }
    }

    static constexpr std::uint64_t kHalf = std::uint64_t(1) << 51;

    double relative_rms(std::size_t f) const {
        // From the largest power of two down; what lies far below adds nothing.
        double values = 0, errors = 0;
        int top = 0;
        for (std::size_t i = m_scaled_end; i-- > m_scaled_begin;) {
            if (m_squares[i].of_values[f] == 0) continue;
            if (values == 0) top = static_cast<int>(i);
            const int below = 2 * (static_cast<int>(i) - top);
            values += std::ldexp(m_squares[i].of_values[f], below);
            errors += std::ldexp(m_squares[i].of_errors[f], below);
        }
        return values == 0 ? std::nan("") : std::sqrt(errors / values);
    }

    static void find_best_scale(TensorReport& report, std::size_t f) {
        if (report.sizes() == 0) return;
        FormatReport& format = report.formats[f];
        int scale = format.format.max_exponent() - report.binades.back().exponent;
        if (report.shares_at(f, scale).overflowed > 0) --scale;
        // A larger scale loses no more than a smaller one, so this is the best already; go back towards 2^0 as long as
        // that costs nothing.
        const Shares best = report.shares_at(f, scale);
        while (scale > 0 && report.shares_at(f, scale - 1) == best)
            --scale;
        format.best_log2_scale = scale;
        format.at_best = best;
    }

    double m_scale;
    std::size_t m_worst;
    std::vector<Target> m_targets;
    std::vector<FormatCounts> m_formats;
    TensorReport m_report;
    Top m_largest;
    std::vector<Binade> m_binades;                                            ///< by exponent, from kLowest on
    std::vector<std::uint64_t> m_distances;                                   ///< of `typical` from the middle
    std::vector<Squares> m_squares;                                           ///< by the exponent of the scaled value
    std::size_t m_begin = 0, m_end = 0, m_scaled_begin = 0, m_scaled_end = 0; ///< what of them is in use
};

std::vector<FloatFormat> checked(const InspectOptions& options) {
    if (!(options.scale > 0) || std::isinf(options.scale)) throw text::bad_input("tensorfile.bad_scale", {});
    const auto formats = options.formats.empty() ? default_inspect_formats() : options.formats;
    if (formats.size() > kMaxFormats)
        throw text::bad_input("tensorfile.many_formats", {{"limit", std::to_string(kMaxFormats)}});
    for (const auto& format : formats)
        if (!Quantiser::covers(format)) throw text::bad_input("tensorfile.wide_format", {{"format", format.name}});
    return formats;
}

} // namespace

std::string exact_text(const TensorFile& file, const Element& element) {
    constexpr double kExactIntegers = 9007199254740992; // 2^53
    if (std::isfinite(element.value) && std::fabs(element.value) >= kExactIntegers)
        return file.element_text(element.tensor, element.place);
    return io::to_text(element.value);
}

Shares TensorReport::shares_at(std::size_t f, int log2_scale) const {
    const FloatFormat& format = formats.at(f).format;
    const int top = format.max_exponent(), least_normal = format.min_exponent();
    const int half_least = least_normal - format.mantissa_bits - 1; // exactly this is a tie, which goes to zero
    Shares shares;
    for (const Binade& binade : binades) {
        const int exponent = binade.exponent + log2_scale;
        if (exponent > top)
            shares.overflowed += binade.count;
        else if (exponent == top)
            shares.overflowed += binade.over[f];
        if (exponent < half_least)
            shares.lost += binade.count;
        else if (exponent == half_least)
            shares.lost += binade.powers, shares.subnormal += binade.count - binade.powers;
        else if (exponent < least_normal - 1)
            shares.subnormal += binade.count;
        else if (exponent == least_normal - 1)
            shares.subnormal += binade.count - binade.upper[f];
    }
    return shares;
}

std::vector<FloatFormat> default_inspect_formats() {
    return {numeric::format("fp16"), numeric::format("bf16"), numeric::format("e4m3"), numeric::format("e5m2")};
}

std::vector<FloatFormat> inspect_formats(const std::vector<std::string>& ids) {
    InspectOptions options;
    for (const auto& id : ids)
        options.formats.push_back(numeric::format_or_throw(id));
    return checked(options);
}

TensorReport inspect(const TensorFile& file, std::size_t tensor, const InspectOptions& options) {
    Collector collector(checked(options), options.scale, options.worst);
    const std::uint64_t all = file.tensors().at(tensor).elements;
    file.read(
        tensor,
        [&](std::span<const double> values, std::uint64_t first) {
            collector.add(tensor, values, first);
            if (options.progress) options.progress(first + values.size(), all);
        },
        options.stop);
    return collector.report(tensor);
}

FileReport inspect_all(const TensorFile& file, const InspectOptions& options) {
    const auto formats = checked(options);
    FileReport report;
    Collector one(formats, options.scale, options.worst), together = one;
    std::uint64_t all = 0, done = 0;
    for (const auto& info : file.tensors())
        all += is_readable(info.dtype) ? info.elements : 0;
    for (std::size_t i = 0; i < file.tensors().size(); ++i) {
        if (!is_readable(file.tensors()[i].dtype)) {
            report.skipped.push_back(i);
            continue;
        }
        one.clear();
        file.read(
            i,
            [&](std::span<const double> values, std::uint64_t first) {
                one.add(i, values, first);
                done += values.size();
                if (options.progress) options.progress(done, all);
            },
            options.stop);
        together.add(one);
        report.tensors.push_back(one.report(i));
        report.tensors.back().binades.clear();
    }
    report.all = together.report(0);
    return report;
}

} // namespace ampscope::tensorfile
