// What the files of `bench` share: the figures that issues asked for, and what is measured for them.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/cli.h"
#include "core/train/engine.h"

namespace ampscope::cli {

/// What an issue asks of a figure.
struct Asked {
    enum class Relation {
        AtMost,
        AtLeast,
        Reported, ///< no bound: the figure is to be known
    };
    Relation relation;
    double bound;
    bool of_ratio;     ///< the bound is one for the ratio, else for the value
    const char* where; ///< "issue 5"
};

/// One row of the table: what is measured, what was asked, and the physical limit beside it.
struct Figure {
    const char* id; ///< "steps.nano.fp32"; the group stands before the first dot
    const char* what;
    const char* unit;
    const char* ratio_is; ///< to what, in the same run; "" where there is no ratio
    Asked asked;
    const char* limit_is; ///< how the limit, a number in the figure's unit, is measured or derived in the same run
    const char* why;      ///< what keeps the figure from it
    bool more_is_better = false;

    std::string_view group() const { return std::string_view(id).substr(0, std::string_view(id).find('.')); }
};
/// In the order of the table.
std::span<const Figure> bench_figures();

/// What was found for a figure.
struct Measured {
    std::string id;
    double value; ///< in the figure's unit, as is the limit
    std::optional<double> ratio;
    double limit;
    std::string remark = {};
};

/// What this machine gives at most, found before everything else.
struct MachineLimits {
    double gflops = 0;      ///< of one core's multiply-add units in fp32, a multiply-add counted as two
    double gflops_bf16 = 0; ///< the same of bf16 products added in fp32: tiles or vectors where there are any
    double copy_gb_s = 0;   ///< of a memory copy with one thread, read and written bytes both counted

    double ms_of_operations(double operations) const { return operations / gflops / 1e6; }
    double ms_of_bf16_operations(double operations) const { return operations / gflops_bf16 / 1e6; }
    double ms_of_bytes(double bytes) const { return bytes / copy_gb_s / 1e6; }
};
/// Measures on the calling thread.
MachineLimits measure_limits();

/// Operations of a step's matrix products, forward and backward.
double product_operations(const scenario::Scenario& scenario);

/// One run of `bench`.
struct BenchRun {
    Context& context;
    MachineLimits limits;
    bool quick = false;                 ///< fewer rounds
    std::vector<std::string> peer = {}; ///< Python, and the script that measures beside it
    std::function<bool()> is_stopped = [] { return false; };
    std::vector<Measured> rows = {};
    std::string qt = {}; ///< version that the window runs with

    int rounds(int usual) const { return quick ? std::max(3, usual / 8) : usual; }
};

/// By the steady clock.
double milliseconds_of(auto&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}
/// Each piece of work once per round, so that a slow moment hits all of them: the best time of each, in milliseconds.
/// Work of this kind is only ever made slower by what else the machine does. Ends early when the run is stopped.
std::vector<double> best_times(const BenchRun& run, int rounds, const std::vector<std::function<void()>>& works);

// Each measures one group and adds its rows; what a stop left unfinished is not added. They throw text::Error where
// something is missing (LibTorch, the window's program, Python).
void bench_steps(BenchRun& run);
void bench_memory(BenchRun& run);
void bench_number(BenchRun& run);
void bench_arrays(BenchRun& run);
void bench_machine(BenchRun& run);
void bench_library(BenchRun& run);
void bench_window(BenchRun& run);
void bench_python(BenchRun& run);
/// In the folder of the sources: a clean clone of them is set up, built and tested.
void bench_suite(BenchRun& run);

/// The rows that another program printed as JSON: {"rows": [{"id", "value", "ratio", "limit", "remark"}]}, the last
/// three optional. Throws where it is no such text.
std::vector<Measured> read_measured(std::string_view json);

/// Where and when: names and values, in the order in which they are printed.
using BenchEnvironment = std::vector<std::pair<std::string, std::string>>;
/// What could not be measured, and why.
struct LeftOut {
    std::string group, reason;
};
struct BenchReport {
    BenchEnvironment environment;
    std::vector<Measured> rows;
    std::vector<LeftOut> left_out;
    bool stopped = false; ///< by Ctrl+C: rows are missing
};
/// Whether what was asked holds; nullopt where no bound was named.
std::optional<bool> is_met(const Figure& figure, const Measured& measured);
/// How far from the limit: 1 is at it, 2 is twice as slow or large, or half as much where more is better.
double times_limit(const Figure& figure, const Measured& measured);

/// The report as `bench --json` prints it, as tables for the README, and as lines for the terminal.
std::string bench_json(const BenchReport& report);
std::string bench_markdown(const BenchReport& report);
void print_bench(Context& context, const BenchReport& report);

} // namespace ampscope::cli
