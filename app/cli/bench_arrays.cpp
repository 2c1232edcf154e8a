// bench arrays: what rounding a whole array costs, one thread, beside LibTorch's own cast and a memory copy.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "app/cli/bench.h"
#include "core/io/numbers.h"
#include "core/numeric/random.h"
#include "core/numeric/statistics.h"

namespace ampscope::cli {
namespace {

using namespace numeric;

constexpr std::size_t kValues = 1u << 22; // 16 MiB of fp32
constexpr int kRounds = 24;
volatile int g_result; ///< so that nothing is read for nobody

// N(0, 1) times `size`, from pairs of uniform numbers (Box and Muller).
std::vector<float> normal_values(std::size_t count, double size) {
    SplitMix64 random(1);
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; i += 2) {
        const double radius = size * std::sqrt(-2 * std::log((static_cast<double>(random.next() >> 11) + 1) * 0x1p-53));
        const double angle = 2 * std::numbers::pi * static_cast<double>(random.next() >> 11) * 0x1p-53;
        values[i] = static_cast<float>(radius * std::cos(angle));
        if (i + 1 < count) values[i + 1] = static_cast<float>(radius * std::sin(angle));
    }
    return values;
}

std::string short_text(double value) {
    return io::to_text(value, 3);
}

// What the four formats have in common; the worst of them is a figure.
struct Worst {
    double ms = 0, ratio = 0, limit = 0;
    std::string remark;
};

// Reads as many bytes as `values` has, as fast as the C library can: half of them, and half of its equal.
void read_once(const std::vector<float>& values, const std::vector<float>& same) {
    g_result = std::memcmp(values.data(), same.data(), values.size() * sizeof(float) / 2);
}

/// Milliseconds.
struct FormatTimes {
    double torch, nearest, stochastic, counted;
    double limit; ///< of reading the numbers and writing the codes
};

template <typename Out>
FormatTimes format_times(const BenchRun& run, train::Engine& engine, const char* id, const std::vector<float>& in) {
    const std::vector<float> same = in;
    std::vector<Out> theirs(in.size()), ours(in.size());
    // LibTorch's policy, so that both do the same work.
    const RoundingOptions nearest{.mode = Rounding::NearestEven, .overflow = Overflow::Torch};
    const RoundingOptions stochastic{.mode = Rounding::Stochastic, .overflow = Overflow::Torch};
    const ArrayQuantiser to_nearest(format(id), nearest), by_chance(format(id), stochastic, 1);
    const auto best = best_times(run, run.rounds(kRounds),
                                 {
                                     [&] { read_once(in, same); },
                                     [&] { std::memset(ours.data(), 1, ours.size() * sizeof(Out)); },
                                     [&] { engine.cast_array(in, id, std::as_writable_bytes(std::span(theirs))); },
                                     [&] { to_nearest.codes(in, std::span<Out>(ours)); },
                                     [&] { by_chance.codes(in, std::span<Out>(ours)); },
                                     [&] {
                                         QuantiseCounts counts;
                                         to_nearest.codes(in, std::span<Out>(ours), 0, &counts);
                                     },
                                 });
    return {best[2], best[3], best[4], best[5], best[0] + best[1]};
}

void add_statistics(BenchRun& run) {
    constexpr int kRepeats = 6; // 6 times 2^24 are 100.7 million; 64 MiB do not stay in a core's own caches
    const std::vector<float> in = normal_values(std::size_t(1) << 24, 1e-4);
    std::vector<float> copy(in.size());
    const auto again = [&](auto work) {
        return [work] {
            for (int i = 0; i < kRepeats; ++i)
                work();
        };
    };
    const auto best = best_times(run, 3,
                                 {
                                     again([&] { std::memcpy(copy.data(), in.data(), in.size() * sizeof(float)); }),
                                     again([&] { ArrayStatistics().add(in); }),
                                     again([&] { ScaledBands(format("fp16")).add(in); }),
                                     again([&] { bands(format("fp16"), in, 1000); }),
                                     again([&] { read_once(in, copy); }),
                                 });
    if (run.is_stopped()) return;
    run.rows.push_back({"arrays.statistics", best[1], best[1] / best[0], best[4],
                        "their bands in fp16 at one scale " + short_text(best[3]) + " ms, at every power of two " +
                            short_text(best[2]) + " ms"});
}

void add_formats(BenchRun& run, train::Engine& engine) {
    struct Named {
        const char* id;
        bool is_byte;
    };
    double nearest_rate = HUGE_VAL, stochastic_rate = HUGE_VAL, rate_limit = HUGE_VAL;
    for (const bool small : {false, true}) {
        const std::vector<float> in = normal_values(kValues, small ? 1e-4 : 1.0);
        const std::string ending = small ? ".small" : "";
        Worst stochastic;
        for (const auto& [id, is_byte] : {Named{"fp16", false}, {"bf16", false}, {"e4m3", true}, {"e5m2", true}}) {
            const FormatTimes times = is_byte ? format_times<std::uint8_t>(run, engine, id, in)
                                              : format_times<std::uint16_t>(run, engine, id, in);
            if (run.is_stopped()) return;
            run.rows.push_back({"arrays." + std::string(id) + ending, times.nearest, times.nearest / times.torch,
                                times.limit, "with counts " + short_text(times.counted / times.nearest) + " times"});
            const double ratio = times.stochastic / times.nearest;
            stochastic.remark += (stochastic.remark.empty() ? "" : ", ") + std::string(id) + " " + short_text(ratio);
            if (ratio > stochastic.ratio) {
                stochastic.ratio = ratio;
                stochastic.ms = times.stochastic;
                stochastic.limit = times.limit;
            }
            const auto rate = [&](double ms) { return static_cast<double>(kValues) / ms / 1e3; };
            nearest_rate = std::min(nearest_rate, rate(times.nearest));
            stochastic_rate = std::min(stochastic_rate, rate(times.stochastic));
            rate_limit = std::min(rate_limit, rate(times.limit));
        }
        run.rows.push_back(
            {"arrays.stochastic" + ending, stochastic.ms, stochastic.ratio, stochastic.limit, stochastic.remark});
    }
    run.rows.push_back({"arrays.rate.nearest", nearest_rate, {}, rate_limit});
    run.rows.push_back({"arrays.rate.stochastic", stochastic_rate, {}, rate_limit});
}

} // namespace

void bench_arrays(BenchRun& run) {
    run.context.with_engine([&](train::Engine& engine) {
        add_formats(run, engine);
        if (!run.is_stopped()) add_statistics(run);
    });
}

} // namespace ampscope::cli
