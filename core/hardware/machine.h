// This machine as a device: what the system tells, and what was measured here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/hardware/device.h"

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
Machine read_machine();

/// Decimal bytes of main memory; 0 where the system does not tell.
std::int64_t main_memory_bytes();

/// One matrix product that was timed here.
struct MeasuredRate {
    std::string format;    ///< "fp32", "bf16", "fp16"
    std::int64_t size = 0; ///< rows and columns of the square matrices
    double gflops = 0;     ///< 10^9 operations per second, a multiplication and an addition counted as two
};

/// What a benchmark found on this machine; the caller fills it. Empty: nothing was measured.
struct MeasuredRates {
    std::vector<MeasuredRate> products;
    double copy_gb_s = 0; ///< 10^9 bytes per second, read and written bytes both counted; 0: not measured
    int threads = 1;
    std::string environment; ///< "LibTorch 2.15.0, AVX2"
};

/// The machine as a row of the catalogue: id kThisMachine, rates the fastest of each format's sizes. Support rules and
/// notes are those of the catalogue's CPU with the same instructions. Measured rates that are not above 0 are left out.
Device machine_device(const Machine& machine, const MeasuredRates& measured, const Catalogue& catalogue);

} // namespace ampscope::hardware
