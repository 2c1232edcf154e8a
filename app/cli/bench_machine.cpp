// Matrix products of this machine by format and size, as ratios to fp32.
#include "app/cli/bench.h"
#include "core/train/machine_rates.h"

namespace ampscope::cli {

std::vector<BenchRow> machine_rows(train::Engine& engine) {
    train::RatePlan plan;
    plan.models.clear();
    plan.copy_bytes = 0;
    const auto rates = train::measure_rates(engine, plan);
    std::vector<BenchRow> rows;
    const auto milliseconds = [](const hardware::MeasuredRate& product) {
        const auto n = static_cast<double>(product.size);
        return 2 * n * n * n / product.gflops / 1e6;
    };
    const auto name = [](std::string_view format, std::int64_t size) {
        return std::string("product ").append(std::to_string(size)).append(", ").append(format);
    };
    for (const auto& product : rates->products) {
        const auto plain = rates->product("fp32", product.size);
        const bool is_plain = product.format == "fp32";
        rows.push_back({name(product.format, product.size), milliseconds(product),
                        is_plain || !plain ? "" : name("fp32", product.size), plain ? *plain / product.gflops : 1});
    }
    return rows;
}

} // namespace ampscope::cli
