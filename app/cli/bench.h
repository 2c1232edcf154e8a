// What the files of benches share.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/train/engine.h"

namespace ampscope::cli {

struct BenchRow {
    std::string name;
    double milliseconds;
    std::string against; ///< the row that the ratio is to; "" for none
    double ratio;
};

double milliseconds_of(auto&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

/// Rounding and statistics of arrays with one thread, beside LibTorch's own cast and a memory copy of the same values.
/// On the compute thread.
std::vector<BenchRow> array_rows(train::Engine& engine);

/// Matrix products by format and size, with one thread. On the compute thread.
std::vector<BenchRow> machine_rows(train::Engine& engine);

} // namespace ampscope::cli
