// A real training run in each precision: it learns, it is reproducible, and a high loss scale makes steps skip.
#include <cmath>

#include "core/scenario/fields.h"
#include "core/train/preflight.h"
#include "core/train/session.h"
#include "tests/headless/check.h"

using namespace ampscope;

static record::RunRecord run(train::ComputeThread& thread,
                             std::initializer_list<std::pair<const char*, const char*>> changes) {
    scenario::Scenario scenario;
    scenario.length.steps = 30;
    for (const auto& [field, value] : changes)
        scenario::set_field(scenario, field, value);
    train::Session session(thread, scenario);
    CHECK(session.wait(std::chrono::seconds(120)));
    if (const auto error = session.error()) {
        std::fprintf(stderr, "%s\n", error->what());
        CHECK(!"the run failed");
    }
    return session.record();
}

// The same run on the GPU, where there is one: the same weights to begin with, the same numbers but for the order of
// sums.
static void check_gpu(train::ComputeThread& thread) {
    scenario::Scenario on_gpu;
    on_gpu.device = scenario::Device::Cuda;
    try {
        train::preflight(on_gpu);
    } catch (const text::Error& error) {
        std::printf("skipped on the GPU: %s\n", error.what());
        CHECK(error.kind() == text::ErrorKind::CouldNot && error.message().id.starts_with("cuda."));
        train::Session refused(thread, on_gpu); // fails with the same sentence, and the CPU goes on
        CHECK(refused.wait(std::chrono::seconds(120)));
        CHECK(refused.error() && refused.error()->message().id == error.message().id);
        CHECK(run(thread, {{"length.steps", "2"}}).samples().size() == 2);
        return;
    }
    // A loss near 4 is a mean over sums of 64 products: fp32 leaves about 1e-5 of it open, bf16's 8 bits 4 * 2^-8.
    const std::pair<const char*, double> tolerances[] = {{"fp32", 1e-4}, {"bf16", 0.016}, {"fp16", 0.002}};
    for (const auto& [precision, tolerance] : tolerances) {
        const auto cpu = run(thread, {{"precision", precision}});
        const auto gpu = run(thread, {{"precision", precision}, {"device", "cuda"}});
        CHECK(gpu.samples().size() == 30 && cpu.samples().size() == 30);
        const auto loss = [](const record::RunRecord& record, std::size_t step) {
            return record.samples()[step][record::Column::Loss];
        };
        std::printf("%s on %s: loss %.6f, on the CPU %.6f; at the end %.4f and %.4f\n", precision,
                    gpu.environment_text("gpu").c_str(), loss(gpu, 0), loss(cpu, 0), loss(gpu, 29), loss(cpu, 29));
        CHECK(std::fabs(loss(gpu, 0) - loss(cpu, 0)) < tolerance);
        CHECK(loss(gpu, 29) < 3.5);
        CHECK(gpu.samples()[5][record::Column::BytesActivations] > 0);
        CHECK(gpu.samples()[5][record::Column::BytesEmulation] == 0);
        CHECK(std::fabs(gpu.samples()[0][record::Column::WeightsMovedShare] -
                        cpu.samples()[0][record::Column::WeightsMovedShare]) < 0.01);
        CHECK(gpu.environment_text("autocast_rules") == "cuda, on the GPU");
        CHECK(!gpu.details().empty());
    }
    for (const auto& changes :
         {std::initializer_list<std::pair<const char*, const char*>>{
              {"checkpointing.kind", "block"}, {"model.dropout", "0.1"}, {"precision", "fp16"}},
          {{"model.attention", "fused"}, {"precision", "bf16"}},
          {{"precision", "fp16-master"}, {"optimizer.kind", "sgd"}},
          {{"autocast.island", "attention"}, {"autocast.fp32_ops", "gelu"}, {"precision", "bf16"}},
          {{"model.kind", "linear"}, {"precision", "fp16"}},
          {{"record.level", "full"}, {"precision", "fp16"}, {"scaler.init_scale", "2^24"}}}) {
        scenario::Scenario scenario;
        scenario.length.steps = 6;
        scenario.device = scenario::Device::Cuda;
        for (const auto& [field, value] : changes)
            scenario::set_field(scenario, field, value);
        train::Session session(thread, scenario);
        CHECK(session.wait(std::chrono::seconds(120)));
        if (const auto error = session.error()) std::fprintf(stderr, "%s\n", error->what());
        CHECK(!session.error() && session.record().samples().size() == 6);
    }
    run(thread, {{"precision", "bf16"}}); // the CPU goes on with its own rules and products
}

int main() {
    train::ComputeThread thread;
    for (const char* precision : {"fp32", "bf16", "fp16"}) {
        const auto once = run(thread, {{"precision", precision}});
        CHECK(!once.samples().empty() && once.samples().back()[record::Column::Loss] < 3.5);
        CHECK(record::differences(once, run(thread, {{"precision", precision}})).empty());
    }
    const auto high = run(thread, {{"precision", "fp16"}, {"scaler.init_scale", "2^24"}});
    CHECK(record::summarize(high).steps_skipped >= 3);
    const auto low =
        run(thread,
            {{"precision", "fp16"}, {"scaler.enabled", "false"}, {"loss_multiplier", "1e-5"}, {"length.steps", "2"}});
    CHECK(low.samples()[0][record::Column::GradZeroShare] == 1.0);
    check_gpu(thread);
    return report("check_training");
}
