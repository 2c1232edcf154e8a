// bench steps, memory, library: what a step of training takes, what it keeps, and what keeping a run costs.
#include <algorithm>
#include <filesystem>

#include "app/cli/bench.h"
#include "app/cli/bench_folder.h"
#include "core/hardware/step_time.h"
#include "core/io/file.h"
#include "core/io/numbers.h"
#include "core/memory/bytes.h"
#include "core/memory/model.h"
#include "core/record/store/comparison.h"
#include "core/record/store/run_store.h"

namespace ampscope::cli {
namespace {

scenario::Scenario scenario_with(scenario::ModelSize size, scenario::Precision precision, bool is_recorded) {
    scenario::Scenario scenario;
    scenario.length.steps = 1'000'000;
    scenario.model.size = size;
    scenario.precision = precision;
    if (!is_recorded) scenario.record.level = scenario::RecordLevel::None;
    return scenario;
}

// Median wall time of a step of each; their steps alternate, so that a slow moment hits all of them.
std::vector<double> step_times(BenchRun& run, const std::vector<scenario::Scenario>& scenarios, int rounds) {
    std::vector<std::vector<double>> times(scenarios.size());
    run.context.with_engine([&](train::Engine& engine) {
        std::vector<std::unique_ptr<train::Trainer>> trainers;
        for (const auto& scenario : scenarios)
            trainers.push_back(engine.make_trainer(scenario));
        record::RunRecord ignored;
        constexpr int kWarmUp = 3;
        for (int round = 0; round < rounds + kWarmUp && !run.is_stopped(); ++round)
            for (std::size_t i = 0; i < trainers.size(); ++i) {
                const double ms = milliseconds_of([&] { trainers[i]->step(ignored, {}); });
                if (round >= kWarmUp) times[i].push_back(ms);
            }
    });
    std::vector<double> medians;
    for (const auto& each : times)
        medians.push_back(record::spread(each).median);
    return medians;
}

} // namespace

double product_operations(const scenario::Scenario& scenario) {
    return hardware::step_work(scenario, memory::model_of(scenario)).operations();
}

void bench_steps(BenchRun& run) {
    using enum scenario::Precision;
    const auto nano = [](auto precision) { return scenario_with(scenario::ModelSize::Nano, precision, false); };
    const auto small = step_times(run, {nano(Fp32), nano(Bf16), nano(Fp16)}, run.rounds(60));
    if (run.is_stopped()) return;
    const double operations = product_operations(nano(Fp32)), limit = run.limits.ms_of_operations(operations);
    run.rows.push_back(
        {"steps.nano.fp32", small[0], {}, limit, io::to_text(operations / 1e6, 3) + " million operations"});
    run.rows.push_back(
        {"steps.nano.bf16", small[1], small[1] / small[0], run.limits.ms_of_bf16_operations(operations)});
    run.rows.push_back({"steps.nano.fp16", small[2], small[2] / small[0], limit});

    const auto micro = [](bool is_recorded) { return scenario_with(scenario::ModelSize::Micro, Fp32, is_recorded); };
    const auto large = step_times(run, {micro(false), micro(true)}, run.rounds(40));
    if (run.is_stopped()) return;
    run.rows.push_back(
        {"steps.micro.fp32", large[0], {}, run.limits.ms_of_operations(product_operations(micro(false)))});
    const double bytes = 8.0 * static_cast<double>(memory::model_of(micro(true)).parameters); // fp32, both
    run.rows.push_back(
        {"steps.micro.recorded", large[1], large[1] / large[0], large[0] + run.limits.ms_of_bytes(bytes)});
}

void bench_memory(BenchRun& run) {
    const auto scenario = scenario_with(scenario::ModelSize::Nano, scenario::Precision::Fp32, true);
    record::RunRecord record(scenario, {});
    run.context.with_engine([&](train::Engine& engine) { engine.make_trainer(scenario)->step(record, {}); });
    const double held = record.samples().back()[record::Column::BytesActivations];
    const double formula = memory::activations_by_formula(scenario, memory::model_of(scenario).vocabulary);
    run.rows.push_back({"memory.activations", held / 1e6, std::max(held / formula, formula / held), formula / 1e6});
}

void bench_library(BenchRun& run) {
    constexpr int kSteps = 100; // a second at 10 ms each
    const auto scenario = scenario_with(scenario::ModelSize::Nano, scenario::Precision::Fp32, true);
    record::RunRecord record(scenario, {});
    run.context.with_engine([&](train::Engine& engine) {
        const auto trainer = engine.make_trainer(scenario);
        for (int step = 0; step < kSteps && !run.is_stopped(); ++step)
            trainer->step(record, {});
    });
    const BenchFolder folder;
    const std::string file = folder.file("runs.sqlite");
    const int rounds = run.rounds(16);
    std::vector<double> kept, plain;
    {
        record::RunStore store(file);
        for (int round = 0; round < rounds && !run.is_stopped(); ++round) {
            const auto begun = store.begin(scenario, {});
            for (const auto& sample : record.samples())
                begun.sink->sample(sample);
            for (const auto& detail : record.details())
                begun.sink->detail(detail);
            // The fact that ends a run is written, with all that waits, before fact() returns.
            kept.push_back(milliseconds_of([&] { begun.sink->fact({kSteps - 1, "finished", {}}); }));
        }
    }
    const auto bytes = std::filesystem::file_size(file) / static_cast<std::uintmax_t>(rounds);
    const std::string text(bytes, 'x');
    for (int round = 0; round < rounds && !run.is_stopped(); ++round)
        plain.push_back(milliseconds_of([&] { io::write_file(folder.file("plain"), text); }));
    if (!run.is_stopped())
        run.rows.push_back({"library.second",
                            record::spread(kept).median,
                            {},
                            record::spread(plain).median,
                            io::to_text(static_cast<double>(bytes) / 1e3, 3) + " kB"});
}

} // namespace ampscope::cli
