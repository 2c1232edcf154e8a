// What number formats would make of a tensor: where its sizes lie, what is lost, what overflows, which scale fits.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/numeric/format.h"
#include "core/tensorfile/tensor_file.h"

namespace ampscope::tensorfile {

constexpr std::size_t kMaxFormats = 8;

struct InspectOptions {
    /// At most kMaxFormats, each at most as wide as fp32 (numeric::Quantiser::covers); empty: fp16, bf16, e4m3, e5m2.
    std::vector<numeric::FloatFormat> formats;
    /// Every value is multiplied by it before it is rounded, as a loss scale does; > 0 and finite. A power of two
    /// multiplies exactly, others round to double once.
    double scale = 1;
    std::size_t worst = 5; ///< elements in each list of worst ones
    std::stop_token stop;  ///< asks to end: "tensorfile.stopped" is thrown
    /// Values done and to do; called now and then on the calling thread.
    std::function<void(std::uint64_t done, std::uint64_t all)> progress;
};

/// fp16, bf16, e4m3, e5m2
std::vector<numeric::FloatFormat> default_inspect_formats();
/// By ids, separated by commas; throws for unknown, too wide and too many ones.
std::vector<numeric::FloatFormat> inspect_formats(const std::vector<std::string>& ids);

/// Values whose magnitude lies in [2^exponent, 2^(exponent + 1)). Those of the formats by their number.
struct Binade {
    int exponent = 0;
    std::int64_t count = 0;
    std::int64_t powers = 0;                       ///< exactly 2^exponent
    std::array<std::int64_t, kMaxFormats> over{};  ///< so large in this power of two that rounding passes the format's
                                                   ///< end, where this is the last one
    std::array<std::int64_t, kMaxFormats> upper{}; ///< that rounding reaches the least normal number, just below it
    double typical = 0;                            ///< one of the values, near 1.5 * 2^exponent
    std::uint64_t typical_place = 0;
};

/// Counts of values that are not zero and finite.
struct Shares {
    std::int64_t lost = 0;       ///< become zero
    std::int64_t subnormal = 0;  ///< become subnormal numbers
    std::int64_t overflowed = 0; ///< pass the largest number
    bool operator==(const Shares&) const = default;
};

/// One element of a tensor, and what a format makes of it (at the scale that was asked for).
struct Element {
    std::size_t tensor = 0;
    std::uint64_t place = 0; ///< in the order of the file; see index_of()
    double value = 0;        ///< as the file has it
    double stored = 0;       ///< of value * scale in the format, over the scale
    double relative_error = 0;
};

/// The element's value as exact text: from the file where a double may not hold it, which is in 64-bit integers.
std::string exact_text(const TensorFile& file, const Element& element);

struct FormatReport {
    numeric::FloatFormat format;
    Shares shares;
    std::int64_t changed = 0; ///< finite values that are not stored exactly, the lost and overflowed ones included
    /// sqrt(sum of squared errors / sum of squares) over the values that stay finite. NaN where there is none.
    double relative_rms = 0;
    double max_relative = 0; ///< largest relative error of the values that are neither lost nor overflow
    /// The best power of two as a scale: none overflows, then the fewest are lost, then the fewest are subnormal; of
    /// several such the one nearest to 2^0. None where all values are zero or not finite.
    std::optional<int> best_log2_scale;
    Shares at_best;
    std::vector<Element> worst; ///< by relative error, largest first; neither lost nor overflowed ones
    std::vector<Element> lost;  ///< by size, largest first
};

struct TensorReport {
    std::size_t tensor = 0;
    std::int64_t total = 0, zero = 0, infinite = 0, nan = 0, negative = 0;
    double min = 0, max = 0;             ///< of the finite values; NaN where there is none
    double least = 0, largest = 0;       ///< of their magnitudes above zero; 0 where there is none
    std::vector<FormatReport> formats;   ///< in the order of the options
    std::vector<Element> largest_values; ///< by size, largest first
    std::vector<Element> not_finite;     ///< the first ones
    std::vector<Binade> binades;         ///< without gaps, from the lowest exponent to the highest that has a value

    std::int64_t finite() const { return total - infinite - nan; }
    std::int64_t sizes() const { return finite() - zero; } ///< finite and not zero
    /// What a format (by number) would make of the values at 2^log2_scale: exact, from the counts alone.
    Shares shares_at(std::size_t format, int log2_scale) const;
};

/// Reads the tensor once.
TensorReport inspect(const TensorFile& file, std::size_t tensor, const InspectOptions& options = {});

struct FileReport {
    std::vector<TensorReport> tensors; ///< one for each that can be read, without binades
    TensorReport all;                  ///< of all of them together; elements name their tensor
    std::vector<std::size_t> skipped;  ///< tensors of types that cannot be read
};
/// Reads every tensor once.
FileReport inspect_all(const TensorFile& file, const InspectOptions& options = {});

} // namespace ampscope::tensorfile
