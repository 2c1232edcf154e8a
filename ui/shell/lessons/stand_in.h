// What a lesson shows when its run cannot be made here: the same run, recorded.
#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "core/lesson/lesson.h"
#include "core/record/run_record.h"

namespace ampscope::ui {

struct StandIn {
    record::RunRecord record;
    text::Message where; ///< on which machine, with which LibTorch, and when
};

/// Looks for a finished run of the same scenario in the run library of this machine, then among the recordings that
/// come with the lesson, and tells `then`, at once or later; nullopt when there is none. Not told when `owner` is gone.
void findStandIn(const lesson::Lesson& lesson, const scenario::Scenario& scenario, QObject* owner,
                 const std::function<void(std::optional<StandIn>)>& then);

} // namespace ampscope::ui
