// A command's training run, from its beginning to its end.
#pragma once

#include <functional>
#include <optional>

#include "app/cli/cli.h"
#include "app/cli/interrupt.h"
#include "core/train/session.h"

namespace ampscope::cli {

struct EndedRun {
    record::RunRecord record;
    std::optional<text::Error> error; ///< why it failed; none where it did not

    /// Did a signal end it before its time?
    bool was_stopped() const { return !record.facts_of("stopped").empty(); }
};

/// Trains the scenario and waits. The first signal of `interrupts` stops the run between two steps; nullptr: signals
/// are the caller's affair. `look_on` is called on this thread about 20 times a second and once at the end. What the
/// session has to say beside that (a journal or a library that cannot be written) goes to the error stream.
EndedRun run_to_end(Context& context, const scenario::Scenario& scenario, const InterruptScope* interrupts,
                    const train::SessionOptions& options = {},
                    const std::function<void(train::Session&)>& look_on = nullptr);

/// The record of such a run. Throws the error of one that failed.
record::RunRecord record_to_end(Context& context, const scenario::Scenario& scenario,
                                const InterruptScope* interrupts = nullptr);

} // namespace ampscope::cli
