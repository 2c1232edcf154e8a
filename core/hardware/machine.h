// This machine as a device: what the system tells, and what was measured here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/hardware/device.h"
#include "core/scenario/scenario.h"

namespace ampscope::hardware {

/// The id under which this machine is asked for.
inline constexpr std::string_view kThisMachine = "this";

/// What the operating system says. Empty and 0 where it does not tell.
struct Machine {
    std::string cpu;               ///< "AMD EPYC …"
    int cores = 1;                 ///< that this process may use at once
    std::int64_t memory_bytes = 0; ///< decimal bytes of main memory
    /// The best of "amx_bf16", "avx512_bf16", "avx512f", "avx2", "neon"; "" when the system does not tell.
    std::string instructions;
};
/// Asks the system at each call; any thread.
Machine read_machine();

/// Decimal bytes of main memory; 0 where the system does not tell.
std::int64_t main_memory_bytes();

/// One matrix product that was timed here.
struct MeasuredRate {
    std::string format;    ///< "fp32", "bf16", "fp16"; "fp16-native" for LibTorch's own kernels
    std::int64_t size = 0; ///< rows and columns of the square matrices
    double gflops = 0;     ///< 10^9 operations per second, a multiplication and an addition counted as two
};

/// One optimizer step of a model of this program, as it ran here: the default scenario with that model and precision.
struct MeasuredStep {
    std::string model;     ///< "micro"
    std::string precision; ///< "fp32", "bf16", "fp16"
    double ms = 0;
};

/// What such a step runs: the default scenario, nothing recorded. Throws a BadInput error for a model or a precision
/// that does not exist.
scenario::Scenario scenario_of(const MeasuredStep& step, int threads);

/// What a benchmark found on this machine; the caller fills it. Empty: nothing was measured.
struct MeasuredRates {
    std::vector<MeasuredRate> products;
    std::vector<MeasuredStep> steps;
    double copy_gb_s = 0; ///< 10^9 bytes per second, read and written bytes both counted; 0: not measured
    int threads = 1;
    std::string environment; ///< "LibTorch 2.15.0, AVX2"

    bool empty() const { return products.empty(); }
    /// 10^9 operations per second; nullopt where that product was not measured.
    std::optional<double> product(std::string_view format, std::int64_t size) const;
    /// Milliseconds; nullopt where that step was not measured.
    std::optional<double> step_ms(std::string_view model, std::string_view precision) const;
};

/// The machine as a row of the catalogue: id kThisMachine, rates the fastest of each format's sizes. Support rules and
/// notes are those of the catalogue's CPU with the same instructions. Measured rates that are not above 0 are left out.
Device machine_device(const Machine& machine, const MeasuredRates& measured, const Catalogue& catalogue);

} // namespace ampscope::hardware
