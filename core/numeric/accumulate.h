// A race of sums: the same numbers added up one by one in several ways, with every addition looked at.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/numeric/exact.h"

namespace ampscope::numeric {

/// How a sum is kept. Every result is rounded to the chosen format once per operation, to nearest even unless said.
enum class SumMethod {
    Naive,    ///< the sum is stored in the format after every addition
    Fp32,     ///< the sum is kept in fp32 and rounded to the format once, at the end: what a Tensor Core's user gets
    Kahan,    ///< naive, with what each addition lost carried along: y = x - c, t = s + y, c = (t - s) - y, s = t
    Pairwise, ///< blocks of 1, 2, 4, 8 … numbers are added to their like; what is left over at the end, smallest first
    Stochastic, ///< naive, but rounded up or down by chance, in proportion to what is cut off
};
std::string_view sum_method_id(SumMethod method); ///< "naive", "fp32", "kahan", "pairwise", "stochastic"
std::optional<SumMethod> find_sum_method(std::string_view id);
/// All of them, in that order.
std::span<const SumMethod> sum_methods();

/// Most numbers that are added up.
constexpr std::int64_t kMaxAdditions = 10'000'000;
/// A trace holds at most this many points.
constexpr std::int64_t kMaxTracePoints = 2'000;

/// From 0 to `count`, evenly thinned to at most kMaxTracePoints places.
std::vector<std::int64_t> trace_places(std::int64_t count);

/// The numbers to add up. Each is rounded to the format (nearest even) before it is added, as a tensor of that format
/// would hold it.
struct Stream {
    enum class Kind {
        Constant, ///< `value`, again and again
        Uniform,  ///< `value` times a number from [0, 1): the upper 53 bits of splitmix64(seed, i)
        /// `value` times a number of mean 0 and deviation 1: twelve 32-bit numbers, the upper and lower halves of
        /// splitmix64(seed, 6 i) … splitmix64(seed, 6 i + 5), added up, less 6 * 2^32, over 2^32. It stays within ±6.
        Normal,
        List, ///< `list`, which then says how many
    } kind = Kind::Constant;
    ExactValue value = ExactValue::finite(1); ///< finite. For Uniform and Normal the double nearest to it is used
    std::int64_t count = 1;
    std::uint64_t seed = 0;
    std::vector<double> list;
};
std::string_view stream_id(Stream::Kind kind); ///< "constant", "uniform", "normal", "list"
std::optional<Stream::Kind> find_stream(std::string_view id);

/// What became of the sum by one method.
struct SumResult {
    SumMethod method = SumMethod::Naive;
    double final_value = 0; ///< a number of the format; infinite or NaN when it passed its range
    /// final - exact sum of the stored numbers; none where the final value is infinite or NaN. Relative: none for an
    /// exact sum of 0.
    std::optional<Rational> error, error_relative, error_ulp;
    /// The addition, counted from 1, from which on nothing ever changes: neither the largest nor the smallest number of
    /// the stream can move the sum any more. Rounding is monotonic, so nothing between them can, either. None for
    /// pairwise sums, which have no running sum, and for stochastic ones, where every addition has its chance.
    std::optional<std::int64_t> sticks_at;
    double sticks_value = 0; ///< the sum from there on
    /// The addition that made the sum infinite or NaN; later ones are not counted below. None where only the last
    /// rounding of an fp32 sum leaves the format's range.
    std::optional<std::int64_t> overflows_at;
    std::int64_t additions = 0;       ///< performed: the count, and one less for pairwise
    std::int64_t changed_nothing = 0; ///< something other than 0 was added, and the sum stayed what it was
    std::int64_t lost_bits = 0;       ///< the stored result is not the exact sum of the two numbers (of the sum and
                                      ///< the corrected number, for Kahan)
    /// The sum after SumRace::at additions; for Fp32 the fp32 sum, for pairwise that of the numbers up to there.
    std::vector<double> trace;
};

struct SumRace {
    FloatFormat format;
    std::vector<std::int64_t> at;        ///< numbers added so far, from 0 to the count, evenly thinned
    std::vector<double> exact;           ///< exact sums of the stored numbers there, as the nearest double
    Rational exact_sum;                  ///< of the numbers as the format stores them
    std::optional<Rational> entered_sum; ///< of the numbers as they were given, for a constant stream
    double least = 0, greatest = 0;      ///< of the stored numbers
    std::vector<SumResult> results;      ///< in the order asked for
};

/// Runs the race. Any thread; takes about 40 ns per addition and method. `progress` counts numbers added, over all
/// methods. nullopt when it was stopped.
///
/// Throws a BadInput error for a count outside 1 … kMaxAdditions, for a value that is no finite number or whose stream
/// would pass the format's largest number, and for a format of more than 24 bits of precision (fp64), whose sums double
/// could not carry.
std::optional<SumRace> accumulate(const FloatFormat& format, const Stream& stream, std::span<const SumMethod> methods,
                                  std::stop_token stop = {}, std::atomic<std::int64_t>* progress = nullptr);

} // namespace ampscope::numeric
