#include "core/train/machine_rates.h"

#include <algorithm>
#include <chrono>

#include "core/record/run_record.h"

namespace ampscope::train {

namespace {

// A run's first steps make the optimizer's state and warm the caches; the one in the middle of the others is reported.
std::optional<double> step_milliseconds(Engine& engine, const scenario::Scenario& scenario,
                                        const std::stop_token& stop) {
    constexpr int kWarmUp = 2, kTimed = 5;
    const auto trainer = engine.make_trainer(scenario);
    record::RunRecord ignored;
    std::vector<double> times;
    for (int i = 0; i < kWarmUp + kTimed; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        if (trainer->step(ignored, stop).kind == StepOutcome::Kind::Stopped) return std::nullopt;
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        if (i >= kWarmUp) times.push_back(took.count());
    }
    std::ranges::nth_element(times, times.begin() + kTimed / 2);
    return times[kTimed / 2];
}

} // namespace

std::string rates_environment(const EngineInfo& info) {
    return std::string("LibTorch ").append(info.libtorch).append(", ").append(info.cpu);
}

std::optional<hardware::MeasuredRates> measure_rates(Engine& engine, const RatePlan& plan,
                                                     const std::function<void(const RateProgress&)>& progress,
                                                     const std::stop_token& stop) {
    constexpr std::array kStepPrecisions = {scenario::Precision::Fp32, scenario::Precision::Bf16,
                                            scenario::Precision::Fp16};
    RateProgress now;
    now.all = static_cast<int>(plan.formats.size() * plan.sizes.size() + plan.models.size() * kStepPrecisions.size()) +
              (plan.copy_bytes > 0 ? 1 : 0);
    const auto next = [&](std::string what) {
        now.what = std::move(what);
        if (progress) progress(now);
        ++now.done;
    };

    hardware::MeasuredRates rates;
    rates.threads = static_cast<int>(plan.threads);
    rates.environment = rates_environment(engine.info());
    for (const auto format : plan.formats) {
        double seconds = 0, before = 0; // of the last size, and that size
        for (const auto size : plan.sizes) {
            if (stop.stop_requested()) return std::nullopt;
            next(std::string(format).append(" ").append(std::to_string(size)));
            const auto n = static_cast<double>(size);
            if (before > 0 && seconds * (n / before) * (n / before) * (n / before) > plan.longest_product) continue;
            const double gflops = engine.product_rate(format, size, plan.threads);
            rates.products.push_back({std::string(format), size, gflops});
            seconds = 2 * n * n * n / (1e9 * gflops);
            before = n;
        }
    }
    if (plan.copy_bytes > 0) {
        if (stop.stop_requested()) return std::nullopt;
        next("copy");
        rates.copy_gb_s = engine.copy_rate(plan.copy_bytes, plan.threads);
    }
    for (const auto size : plan.models)
        for (const auto precision : kStepPrecisions) {
            if (stop.stop_requested()) return std::nullopt;
            hardware::MeasuredStep step{std::string(scenario::choice_name(size)),
                                        std::string(scenario::choice_name(precision)), 0};
            next(std::string(step.model).append(" ").append(step.precision));
            const auto ms = step_milliseconds(engine, hardware::scenario_of(step, rates.threads), stop);
            if (!ms) return std::nullopt;
            step.ms = *ms;
            rates.steps.push_back(std::move(step));
        }
    return rates;
}

} // namespace ampscope::train
