// Walking a lesson's cards, as a learner might. Internal to core/lesson.
#pragma once

#include <vector>

#include "core/lesson/check.h"
#include "core/lesson/player.h"

namespace ampscope::lesson {

/// Forward, backward and with jumps, in every language of the lesson, without an answer and with every answer that the
/// steps offer. Finds cards that say nothing, and values that the runs do not hold.
std::vector<Finding> walk(const Lesson& lesson, const Records& records);

} // namespace ampscope::lesson
