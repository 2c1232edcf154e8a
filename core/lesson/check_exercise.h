// Trying the reference and wrong solutions of an exercise. Internal to core/lesson.
#pragma once

#include <functional>

#include "core/lesson/check.h"

namespace ampscope::lesson {

/// The record of a scenario; `repeat` counts runs of the very same one, each with times of its own.
using RecordOf = std::function<const record::RunRecord&(const scenario::Scenario& scenario, std::size_t repeat)>;

/// On step.seeds seeds: references must pass or be inconclusive, wrong ones must not; "measured" must name exactly one
/// conclusion. Warnings where a relation decides within a factor of 3 (see check()).
std::vector<Finding> check_exercise(const Lesson& lesson, const Step& step, const RecordOf& record_of);

} // namespace ampscope::lesson
