#include "ui/bridge/run_group.h"

#include <algorithm>
#include <limits>

namespace ampscope::ui {

RunGroup::RunGroup(train::ComputeThread& thread, QObject* parent) : QObject(parent), m_thread(thread) {}

RunModel* RunGroup::at(int place) {
    while (m_all.size() <= place) {
        auto* run = new RunModel(m_thread, this);
        connect(run, &RunModel::stateChanged, this, &RunGroup::stateChanged);
        connect(run, &RunModel::noticed, this, &RunGroup::noticed);
        connect(run, &RunModel::selectionChanged, this, [this, run] { followSelection(run); });
        m_all << run;
    }
    return m_all[place];
}

void RunGroup::start(const std::vector<scenario::Scenario>& scenarios, std::optional<std::int64_t> pauseAt) {
    const int count = static_cast<int>(scenarios.size());
    for (int place = count; place < m_all.size(); ++place)
        m_all[place]->clear();
    m_runs.clear();
    for (int place = 0; place < count; ++place) {
        m_runs << at(place);
        m_runs.back()->start(scenarios[static_cast<std::size_t>(place)], false, pauseAt);
    }
    Q_EMIT stateChanged();
}

void RunGroup::pause() {
    for (auto* run : m_runs)
        run->pause();
}

void RunGroup::resume() {
    for (auto* run : m_runs)
        run->resume();
}

void RunGroup::stepOnce() {
    const auto newest = [](const RunModel* run) {
        return run->record().samples().empty() ? std::int64_t{-1} : run->record().samples().back().step();
    };
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const auto* run : m_runs)
        if (run->isActive()) least = std::min(least, newest(run));
    for (auto* run : m_runs) {
        run->select(std::nullopt); // look at the step that comes
        if (run->isActive() && newest(run) == least) run->stepOnce();
    }
}

bool RunGroup::isRunning() const {
    return std::ranges::any_of(m_runs, &RunModel::isRunning);
}

bool RunGroup::isActive() const {
    return std::ranges::any_of(m_runs, &RunModel::isActive);
}

void RunGroup::followSelection(RunModel* chosen) {
    for (auto* run : m_runs)
        if (run != chosen) run->select(chosen->selection());
}

} // namespace ampscope::ui
