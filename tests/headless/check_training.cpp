// A real training run in each precision: it learns, it is reproducible, and a high loss scale makes steps skip.
#include "core/scenario/fields.h"
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
    return report("check_training");
}
