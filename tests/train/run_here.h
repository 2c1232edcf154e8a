// Runs of the real engine on the calling thread, which thereby is the compute thread.
#pragma once

#include <functional>

#include "core/train/engine.h"

namespace ampscope::train {

/// The whole run. `before_step` may look at the step that comes, and write what it finds into the record.
inline record::RunRecord run_here(
    const scenario::Scenario& scenario,
    const std::function<void(Trainer&, record::RunRecord&)>& before_step = [](Trainer&, record::RunRecord&) {}) {
    const auto trainer = open_engine().make_trainer(scenario);
    record::RunRecord record(scenario, trainer->environment());
    while (!trainer->is_finished()) {
        before_step(*trainer, record);
        trainer->step(record, {});
    }
    return record;
}

} // namespace ampscope::train
