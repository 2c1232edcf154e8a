#include "ui/shell/lessons/exercise_desk.h"

#include <QPointer>
#include <algorithm>

#include "core/scenario/fields.h"
#include "ui/bridge/language.h"
#include "ui/bridge/run_library.h"

namespace ampscope::ui {

constexpr std::int64_t kMostOffered = 30;
constexpr std::int64_t kMostSearched = 100; // each is read whole

ExerciseDesk::ExerciseDesk(const lesson::Lesson& lesson, train::ComputeThread& thread, QObject* parent)
    : QObject(parent), m_lesson(lesson), m_thread(thread) {}

const std::vector<ExerciseDesk::Item>& ExerciseDesk::items(const std::string& slot) const {
    static const std::vector<Item> kNone;
    const auto found = m_items.find(slot);
    return found == m_items.end() ? kNone : found->second;
}

// --- making runs

// Of slots whose seeds differ: the first seed that no run of the slot has.
std::size_t ExerciseDesk::nextIndex(const std::string& slot_name) const {
    const lesson::Slot& slot = *m_lesson.find_slot(slot_name);
    std::size_t index = 0;
    const auto is_taken = [&](const Item& item) {
        return item.run->record().scenario().seed == lesson::scenario_of(m_lesson, slot, index).seed;
    };
    if (slot.repeats == lesson::Slot::Repeats::Seeds)
        while (std::ranges::any_of(items(slot_name), is_taken))
            ++index;
    return index;
}

scenario::Scenario ExerciseDesk::scenarioOf(const std::string& slot_name) const {
    scenario::Scenario scenario = lesson::scenario_of(m_lesson, *m_lesson.find_slot(slot_name), nextIndex(slot_name));
    if (const auto found = m_settings.find(slot_name); found != m_settings.end())
        for (const auto& [field, value] : found->second)
            scenario::set_field(scenario, field, value);
    return scenario;
}

void ExerciseDesk::set(const std::vector<std::string>& slot_list, const QString& field, const QString& value) {
    for (const auto& name : slot_list) {
        if (!lesson::is_open(*m_lesson.find_slot(name), field.toStdString())) continue;
        auto& settings = m_settings[name];
        std::erase_if(settings, [&](const auto& setting) { return setting.first == field.toStdString(); });
        settings.emplace_back(field.toStdString(), value.toStdString());
    }
    Q_EMIT changed();
}

void ExerciseDesk::runSlot(const std::string& slot) {
    const std::size_t wanted = m_lesson.find_slot(slot)->runs, there = items(slot).size();
    const auto queued = static_cast<std::size_t>(std::ranges::count(m_queue, slot));
    const std::size_t missing = wanted > there + queued ? wanted - there - queued : 1;
    m_queue.insert(m_queue.end(), missing, slot);
    if (!m_active) startNext();
    Q_EMIT changed();
}

ExerciseDesk::Item& ExerciseDesk::add(const std::string& slot, RunModel* run) {
    connect(run, &RunModel::noticed, this, &ExerciseDesk::noticed);
    auto& all = m_items[slot];
    all.push_back({run, {}, {}});
    return all.back();
}

void ExerciseDesk::startNext() {
    if (m_queue.empty()) return;
    m_activeSlot = m_queue.front();
    m_queue.pop_front();
    scenario::Scenario scenario = scenarioOf(m_activeSlot);
    const QString seed = QString::number(scenario.seed);
    scenario.name = m_lesson.id + " " + m_activeSlot + " " + seed.toStdString(); // what plots and the library call it
    m_active = new RunModel(m_thread, this);
    add(m_activeSlot, m_active).label = seed;
    connect(m_active, &RunModel::changed, this, &ExerciseDesk::progressed);
    connect(m_active, &RunModel::stateChanged, this, &ExerciseDesk::runEnded, Qt::QueuedConnection);
    m_active->setAskedFor();
    m_active->start(scenario);
}

void ExerciseDesk::runEnded() {
    if (!m_active || m_active->isActive() || !m_active->state()) return;
    disconnect(m_active, &RunModel::changed, this, &ExerciseDesk::progressed);
    m_active = nullptr;
    startNext();
    Q_EMIT changed();
}

void ExerciseDesk::cancel() {
    m_queue.clear();
    if (m_active) {
        auto& all = m_items[m_activeSlot];
        std::erase_if(all, [&](const Item& item) { return item.run == m_active; });
        m_active->deleteLater();
        m_active->clear();
        m_active = nullptr;
    }
    Q_EMIT changed();
}

void ExerciseDesk::remove(const std::string& slot, std::size_t index) {
    auto& all = m_items[slot];
    if (index >= all.size()) return;
    if (all[index].run == m_active) return cancel();
    all[index].run->deleteLater();
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(index));
    Q_EMIT changed();
}

void ExerciseDesk::clear() {
    cancel();
    for (auto& [slot, all] : m_items)
        for (auto& item : all)
            item.run->deleteLater();
    m_items.clear();
    m_settings.clear();
    Q_EMIT changed();
}

ExerciseDesk::Progress ExerciseDesk::progress() const {
    Progress progress;
    progress.queued = m_queue.size();
    if (!m_active) return progress;
    progress.made = static_cast<std::int64_t>(m_active->record().samples().size());
    progress.planned = m_active->record().planned_steps();
    return progress;
}

// --- the library

namespace {

struct Found {
    std::vector<record::RunEntry> runs;
    std::optional<text::Error> problem; ///< of the last one that cannot be read; the others may fit
};

// For the library's thread.
Found findIn(record::RunStore& store, const lesson::Slot& slot) {
    record::RunFilter filter;
    filter.state = record::StoredState::Finished;
    filter.limit = kMostSearched;
    for (const auto& [field, allowed] : slot.where)
        if (field == "precision" && allowed.size() == 1) filter.precision = allowed[0];
    Found found;
    for (auto& entry : store.list(filter)) {
        try {
            if (lesson::unfit(slot, store.load(entry.id))) continue;
        } catch (const text::Error& error) {
            found.problem = error;
            continue;
        }
        found.runs.push_back(std::move(entry));
        if (static_cast<std::int64_t>(found.runs.size()) == kMostOffered) break;
    }
    return found;
}

} // namespace

void ExerciseDesk::findFitting(const std::string& slot_name, QObject* owner,
                               std::function<void(const std::vector<record::RunEntry>&)> then) {
    const auto tell = [this, asker = QPointer<QObject>(owner), then = std::move(then)](const Found& found) {
        if (found.problem) Q_EMIT noticed(say(*found.problem));
        if (asker) then(found.runs);
    };
    RunLibrary::instance().ask<Found>(
        this, [slot = *m_lesson.find_slot(slot_name)](record::RunStore& store) { return findIn(store, slot); }, tell,
        [tell] { tell({}); });
}

void ExerciseDesk::take(const std::string& slot, const std::string& id) {
    RunLibrary::instance().load(this, QString::fromStdString(id), [this, slot, id](record::RunRecord record) {
        auto* run = new RunModel(m_thread, this);
        Item& item = add(slot, run);
        item.label = QString::number(record.scenario().seed);
        item.taken = QString::fromStdString(id);
        run->showRecord(std::move(record));
        Q_EMIT changed();
    });
}

// --- what there is

lesson::Evidence ExerciseDesk::evidence() const {
    lesson::Evidence evidence;
    for (const auto& [slot, all] : m_items)
        for (const auto& item : all)
            if (item.run != m_active && item.run->hasRun()) evidence[slot].push_back(&item.run->record());
    return evidence;
}

QList<RunModel*> ExerciseDesk::runs(const std::vector<std::string>& slot_list, std::size_t most) const {
    QList<RunModel*> all;
    const std::size_t of_each = std::max<std::size_t>(1, most / std::max<std::size_t>(1, slot_list.size()));
    for (auto slot = slot_list.rbegin(); slot != slot_list.rend(); ++slot) {
        const auto& there = items(*slot);
        for (std::size_t i = 0; i < std::min(of_each, there.size()); ++i)
            all << there[i].run;
    }
    return all;
}

} // namespace ampscope::ui
