#include "ui/bridge/run_group.h"

#include <QScopedValueRollback>
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
        connect(run, &RunModel::wentBack, this, [this, run](std::int64_t step) { followBack(run, step); });
        m_all << run;
    }
    return m_all[place];
}

// The first `count` are those of the group from here on.
void RunGroup::take(int count) {
    for (int place = count; place < m_all.size(); ++place)
        m_all[place]->clear();
    m_runs.clear();
    for (int place = 0; place < count; ++place)
        m_runs << at(place);
    for (auto* run : m_all)
        run->setCompanions(m_runs.contains(run) ? m_runs : QList<RunModel*>());
}

void RunGroup::start(const std::vector<scenario::Scenario>& scenarios, std::optional<std::int64_t> pauseAt) {
    take(static_cast<int>(scenarios.size()));
    for (int place = 0; place < m_runs.size(); ++place)
        m_runs[place]->start(scenarios[static_cast<std::size_t>(place)], false, pauseAt);
    Q_EMIT stateChanged();
}

void RunGroup::show(std::vector<record::RunRecord> records) {
    take(static_cast<int>(records.size()));
    for (int place = 0; place < m_runs.size(); ++place)
        m_runs[place]->showRecord(std::move(records[static_cast<std::size_t>(place)]));
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
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const auto* run : m_runs)
        if (run->isActive()) least = std::min(least, run->newestStep());
    for (auto* run : m_runs) {
        run->select(std::nullopt); // look at the step that comes
        if (run->isActive() && run->newestStep() == least) run->stepOnce();
    }
}

bool RunGroup::isRunning() const {
    return std::ranges::any_of(m_runs, &RunModel::isRunning);
}

bool RunGroup::isActive() const {
    return std::ranges::any_of(m_runs, &RunModel::isActive);
}

void RunGroup::followSelection(RunModel* chosen) {
    if (!m_runs.contains(chosen)) return;
    for (auto* run : m_runs) {
        if (run == chosen) continue;
        run->select(chosen->selection());
        run->selectParameter(chosen->selectedParameter());
        run->selectBin(chosen->selectedBin());
    }
}

void RunGroup::followBack(RunModel* first, std::int64_t step) {
    if (m_goesBack || !m_runs.contains(first)) return;
    const QScopedValueRollback guard(m_goesBack, true);
    for (auto* run : m_runs)
        if (run != first && run->newestStep() >= step) run->goBack(step);
}

} // namespace ampscope::ui
