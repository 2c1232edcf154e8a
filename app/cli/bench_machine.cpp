// bench machine: matrix products and a copy as LibTorch does them, one thread.
#include <algorithm>

#include "app/cli/bench.h"
#include "core/io/numbers.h"
#include "core/train/machine_rates.h"

namespace ampscope::cli {

void bench_machine(BenchRun& run) {
    train::RatePlan plan;
    plan.models.clear();
    if (run.quick) plan.sizes = {64, 256, 1024};
    std::stop_source stop;
    const auto look = [&](const train::RateProgress&) {
        if (run.is_stopped()) stop.request_stop();
    };
    std::optional<hardware::MeasuredRates> rates;
    run.context.with_engine(
        [&](train::Engine& engine) { rates = train::measure_rates(engine, plan, look, stop.get_token()); });
    if (!rates) return;
    double plain = 0;
    for (const auto format : plan.formats) {
        double best = 0;
        std::string sizes;
        for (const auto& product : rates->products) {
            if (product.format != format) continue;
            best = std::max(best, product.gflops);
            sizes += (sizes.empty() ? "" : ", ") + std::to_string(product.size) + ": " + io::to_text(product.gflops, 3);
        }
        const bool is_plain = format == "fp32";
        if (is_plain) plain = best;
        const bool is_bf16 = format.starts_with("bf16");
        run.rows.push_back({std::string("machine.").append(format), best,
                            is_plain ? std::nullopt : std::optional(best / plain),
                            is_bf16 ? run.limits.gflops_bf16 : run.limits.gflops, sizes});
    }
    run.rows.push_back({"machine.copy", rates->copy_gb_s, {}, run.limits.copy_gb_s});
}

} // namespace ampscope::cli
