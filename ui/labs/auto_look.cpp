#include "ui/labs/auto_look.h"

#include <algorithm>

namespace ampscope::ui {

AutoLook::AutoLook(RunGroup& group, const train::Look& what,
                   std::function<bool(const record::RunRecord&, std::int64_t)> isThere, QObject* parent)
    : QObject(parent), m_group(group), m_what(what), m_isThere(std::move(isThere)) {}

void AutoLook::watch() {
    m_asked.clear();
    for (auto* run : m_group.runs()) {
        disconnect(run, nullptr, this, nullptr);
        for (const auto signal : {&RunModel::stateChanged, &RunModel::selectionChanged, &RunModel::lookingChanged})
            connect(run, signal, this, &AutoLook::lookWhereNeeded);
    }
}

void AutoLook::lookWhereNeeded() {
    m_quiet.start();
    if (m_group.isRunning()) return;
    for (auto* run : m_group.runs()) {
        const std::int64_t step = run->stepToLookInside();
        auto& asked = m_asked[run];
        if (run->looking() || !run->canLookInside(step) || run->record().samples().empty()) continue;
        if (std::ranges::find(asked, step) != asked.end() || m_isThere(run->record(), step)) continue;
        asked.push_back(step);
        run->lookInside(step, m_what);
    }
}

bool AutoLook::isSettled() const {
    constexpr qint64 kDrawn = 120; // milliseconds; instruments collect the changes of runs beside theirs
    return !m_group.isRunning() && (!m_quiet.isValid() || m_quiet.elapsed() > kDrawn) &&
           std::ranges::none_of(m_group.runs(), [](const RunModel* run) { return run->looking().has_value(); });
}

} // namespace ampscope::ui
