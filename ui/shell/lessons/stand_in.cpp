#include "ui/shell/lessons/stand_in.h"

#include "core/lesson/recordings.h"
#include "core/record/store/codec.h"
#include "ui/bridge/run_library.h"

namespace ampscope::ui {

constexpr int kMostLoaded = 40; ///< runs of the library that are looked into

static std::optional<StandIn> fromLibrary(record::RunStore& store, const scenario::Scenario& scenario) {
    record::RunFilter filter;
    filter.state = record::StoredState::Finished;
    filter.precision = scenario::choice_name(scenario.precision);
    filter.order = record::RunOrder::Created;
    filter.descending = true;
    int loaded = 0;
    for (const auto& entry : store.list(filter)) {
        if (entry.seed.value_or(scenario.seed) != scenario.seed) continue;
        if (++loaded > kMostLoaded) break;
        record::RunRecord record = store.load(entry.id);
        if (!lesson::is_same_run(record.scenario(), scenario) || !record.is_finished()) continue;
        const text::Message where = lesson::recording_message(record, record::utc_text(entry.created).substr(0, 10));
        return StandIn{std::move(record), where};
    }
    return std::nullopt;
}

void findStandIn(const lesson::Lesson& lesson, const scenario::Scenario& scenario, QObject* owner,
                 const std::function<void(std::optional<StandIn>)>& then) {
    const auto shipped = [&lesson, scenario, then] {
        std::optional<StandIn> found;
        try {
            if (auto record = lesson::find_recording(lesson, scenario)) {
                const text::Message where = lesson::recording_message(*record);
                found = StandIn{std::move(*record), where};
            }
        } catch (const text::Error&) {
            found.reset(); // lint tells its author; here there is simply none
        }
        then(std::move(found));
    };
    using Found = std::optional<StandIn>;
    RunLibrary::instance().ask<Found>(
        owner, [scenario](record::RunStore& store) { return fromLibrary(store, scenario); },
        [shipped, then](Found found) { found ? then(std::move(found)) : shipped(); }, shipped);
}

} // namespace ampscope::ui
