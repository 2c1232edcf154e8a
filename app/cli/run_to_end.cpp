#include "app/cli/run_to_end.h"

namespace ampscope::cli {

EndedRun run_to_end(Context& context, const scenario::Scenario& scenario, const InterruptScope* interrupts,
                    const train::SessionOptions& options, const std::function<void(train::Session&)>& look_on) {
    train::Session session(context.compute(), scenario, options);
    while (!session.wait(std::chrono::milliseconds(50))) {
        if (interrupts && interrupts->requested()) session.stop();
        if (look_on) look_on(session);
    }
    if (look_on) look_on(session);
    while (const auto notice = session.take_notice())
        context.warn(notice->text(context.language));
    return {session.record(), session.error()};
}

record::RunRecord record_to_end(Context& context, const scenario::Scenario& scenario,
                                const InterruptScope* interrupts) {
    EndedRun run = run_to_end(context, scenario, interrupts);
    if (run.error) throw *run.error;
    return std::move(run.record);
}

} // namespace ampscope::cli
