// bench arrays: what rounding a whole array costs, one thread.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numbers>

#include "app/cli/bench.h"
#include "core/numeric/random.h"
#include "core/numeric/statistics.h"

namespace ampscope::cli {
namespace {

using namespace numeric;

constexpr std::size_t kValues = 1u << 22; // 16 MiB of fp32
constexpr int kRounds = 25;

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

// Each piece of work once per round, so that a slow moment hits all of them; the best time of each. Work of this kind
// is only ever made slower by what else the machine does.
std::vector<double> best_times(const std::vector<std::function<void()>>& works) {
    std::vector<double> best(works.size(), std::numeric_limits<double>::infinity());
    for (int round = 0; round < kRounds; ++round)
        for (std::size_t i = 0; i < works.size(); ++i)
            best[i] = std::min(best[i], milliseconds_of(works[i]));
    return best;
}

template <typename Out>
void add_format(train::Engine& engine, const char* id, const std::vector<float>& in, const std::string& data,
                std::vector<BenchRow>& rows) {
    std::vector<float> copy(in.size());
    std::vector<Out> theirs(in.size()), ours(in.size());
    // LibTorch's policy, so that both do the same work.
    const RoundingOptions nearest{.mode = Rounding::NearestEven, .overflow = Overflow::Torch};
    const RoundingOptions stochastic{.mode = Rounding::Stochastic, .overflow = Overflow::Torch};
    const ArrayQuantiser to_nearest(format(id), nearest), by_chance(format(id), stochastic, 1);
    const auto best = best_times({
        [&] { std::memcpy(copy.data(), in.data(), in.size() * sizeof(float)); },
        [&] { engine.cast_array(in, id, std::as_writable_bytes(std::span(theirs))); },
        [&] { to_nearest.codes(in, std::span<Out>(ours)); },
        [&] { by_chance.codes(in, std::span<Out>(ours)); },
        [&] {
            QuantiseCounts counts;
            to_nearest.codes(in, std::span<Out>(ours), 0, &counts);
        },
    });
    const std::string from = "fp32 to " + std::string(id) + ", " + data;
    const std::string torch = from + ", LibTorch", nearest_row = from + ", nearest-even";
    const std::string copy_row = "memory copy of the same fp32 values";
    rows.push_back({torch, best[1], copy_row, best[1] / best[0]});
    rows.push_back({nearest_row, best[2], torch, best[2] / best[1]});
    rows.push_back({nearest_row, best[2], copy_row, best[2] / best[0]});
    rows.push_back({from + ", stochastic", best[3], nearest_row, best[3] / best[2]});
    rows.push_back({from + ", nearest-even with counts", best[4], nearest_row, best[4] / best[2]});
}

void add_statistics(std::vector<BenchRow>& rows) {
    constexpr int kRepeats = 6; // 6 times 2^24 are 100.7 million; 64 MiB do not stay in a cache
    const std::vector<float> in = normal_values(std::size_t(1) << 24, 1e-4);
    std::vector<float> copy(in.size());
    const auto again = [&](auto work) {
        return [work] {
            for (int i = 0; i < kRepeats; ++i)
                work();
        };
    };
    double times[4] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (int round = 0; round < 3; ++round) {
        ArrayStatistics statistics;
        ScaledBands scaled(format("fp16"));
        const std::function<void()> works[] = {
            again([&] { std::memcpy(copy.data(), in.data(), in.size() * sizeof(float)); }),
            again([&] { statistics.add(in); }),
            again([&] { scaled.add(in); }),
            again([&] { bands(format("fp16"), in, 1000); }),
        };
        for (std::size_t i = 0; i < 4; ++i)
            times[i] = std::min(times[i], milliseconds_of(works[i]));
    }
    const std::string copy_row = "memory copy of the same values";
    rows.push_back({"statistics of 100 million fp32 values", times[1], copy_row, times[1] / times[0]});
    rows.push_back({"their bands in fp16 at every power of two", times[2], copy_row, times[2] / times[0]});
    rows.push_back({"their bands in fp16 at one scale", times[3], copy_row, times[3] / times[0]});
}

} // namespace

std::vector<BenchRow> array_rows(train::Engine& engine) {
    std::vector<BenchRow> rows;
    for (const bool small : {false, true}) {
        const std::vector<float> in = normal_values(kValues, small ? 1e-4 : 1.0);
        const std::string data = small ? "1e-4 N(0, 1)" : "N(0, 1)";
        for (const char* id : {"fp16", "bf16"})
            add_format<std::uint16_t>(engine, id, in, data, rows);
        for (const char* id : {"e4m3", "e5m2"})
            add_format<std::uint8_t>(engine, id, in, data, rows);
    }
    add_statistics(rows);
    return rows;
}

} // namespace ampscope::cli
