#include "app/cli/keep_runs.h"

namespace ampscope::cli {

using record::RunStore;
using record::StoredState;

std::unique_ptr<RunStore> open_library(Context& context) {
    auto store = std::make_unique<RunStore>();
    if (store->notice()) context.err << "ampscope-cli: " << context.say(*store->notice()) << '\n';
    return store;
}

RunKeeper::RunKeeper(Context& context, bool wanted) {
    if (!wanted) return;
    try {
        m_store = open_library(context);
    } catch (const text::Error& error) {
        context.err << "ampscope-cli: " << context.say("runs.not_kept", {{"reason", error.text(context.language)}})
                    << '\n';
    }
}

std::function<std::unique_ptr<record::EventSink>(const record::Environment&)>
RunKeeper::sink_for(const scenario::Scenario& scenario, const std::string& name) {
    m_last.clear();
    if (!m_store) return {};
    return [this, scenario, name](const record::Environment& environment) {
        record::BegunRun run = m_store->begin(scenario, environment, name);
        m_last = run.id;
        return std::move(run.sink);
    };
}

std::optional<RunKeeper::Kept> RunKeeper::last() const {
    if (m_last.empty()) return std::nullopt;
    try {
        const record::RunEntry entry = m_store->entry(m_last);
        return Kept{entry.id, entry.name,
                    entry.state != StoredState::Running && entry.state != StoredState::Interrupted};
    } catch (const text::Error&) {
        return std::nullopt; // deleted for good, or the disk is gone
    }
}

} // namespace ampscope::cli
