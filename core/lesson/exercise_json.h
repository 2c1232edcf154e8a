// "evidence" of a lesson and the members of a step of kind exercise. Internal to core/lesson.
#pragma once

#include "core/lesson/json_reader.h"
#include "core/lesson/lesson.h"

namespace ampscope::lesson {

/// One member of the lesson's "evidence".
Slot read_slot(const io::Json::Member& member, const FindScenario& scenarios, std::vector<text::Error>& warnings);

/// The members that exercise.h lists. `lesson`: as far as it is read; its slots and scenarios are.
Exercise read_exercise(ObjectReader& reader, Lesson& lesson);

} // namespace ampscope::lesson
