// The loop that measures this machine: matrix products by format and size, a copy, and steps of the program's own
// models.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/hardware/machine.h"
#include "core/scenario/scenario.h"
#include "core/train/engine.h"

namespace ampscope::train {

/// With this ending a format's products are LibTorch's own kernels for this CPU, which may add up in 16 bits; without
/// it they are what a run here does by default: exact products, fp32 sums, one rounding.
inline constexpr std::string_view kNativeEnding = "-native";
inline constexpr std::array<std::string_view, 5> kProductFormats = {"fp32", "bf16", "fp16", "bf16-native",
                                                                    "fp16-native"};
inline constexpr std::int64_t kLargestProduct = 8192;

struct RatePlan {
    std::vector<std::string_view> formats = {kProductFormats.begin(), kProductFormats.end()};
    /// Rising. What would take longer than `longest_product` is left out.
    std::vector<std::int64_t> sizes = {64, 128, 256, 512, 1024, 2048, 4096};
    double longest_product = 0.4; ///< seconds for one, judged by the size before it
    std::int64_t copy_bytes = 128'000'000;
    /// Steps of these are timed in fp32, bf16 and fp16.
    std::vector<scenario::ModelSize> models = {scenario::ModelSize::Nano, scenario::ModelSize::Micro};
    std::int64_t threads = 1;
};

struct RateProgress {
    int done = 0, all = 1; ///< measurements
    std::string what;      ///< the one that comes now: "bf16 1024", "copy", "micro fp16"
};

/// Measures what is planned, a few seconds of work. On the compute thread; `progress` is called there. nullopt when a
/// stop was asked for, which is looked at between two measurements and two steps. Throws what the engine throws.
std::optional<hardware::MeasuredRates> measure_rates(Engine& engine, const RatePlan& plan = {},
                                                     const std::function<void(const RateProgress&)>& progress = {},
                                                     const std::stop_token& stop = {});

/// "LibTorch 2.15.0, AVX2": rates go with it, and are measured again where it is another one.
std::string rates_environment(const EngineInfo& info);

} // namespace ampscope::train
