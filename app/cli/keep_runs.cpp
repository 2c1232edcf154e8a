#include "app/cli/keep_runs.h"

#include "core/scenario/scenario_name.h"

namespace ampscope::cli {

using record::RunStore;
using record::StoredState;

std::unique_ptr<RunStore> open_library(Context& context) {
    auto store = std::make_unique<RunStore>();
    if (store->notice()) context.warn(context.say(*store->notice()));
    return store;
}

RunKeeper::RunKeeper(Context& context, bool wanted) : m_language(context.language) {
    if (!wanted) return;
    try {
        m_store = open_library(context);
    } catch (const text::Error& error) {
        context.warn(context.say("runs.not_kept", {{"reason", error.text(context.language)}}));
    }
}

std::function<std::unique_ptr<record::EventSink>(const record::Environment&)>
RunKeeper::sink_for(const scenario::Scenario& scenario, const std::string& name) {
    m_last.clear();
    if (!m_store) return {};
    // English names stand in the scenarios; in another language a preset goes by its title.
    const bool is_told = name.empty() && m_language != text::Language::English;
    const std::string called = is_told ? scenario::shown_name(scenario, m_language) : name;
    return [this, scenario, called](const record::Environment& environment) {
        record::BegunRun run = m_store->begin(scenario, environment, called);
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
