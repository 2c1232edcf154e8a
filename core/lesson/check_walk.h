// Walking a lesson's cards, as a learner might, and what lint and check say alike. Internal to core/lesson.
#pragma once

#include <vector>

#include "core/lesson/check.h"
#include "core/lesson/player.h"

namespace ampscope::lesson {

/// Forward, backward and with jumps, in every language of the lesson, without an answer and with every answer that the
/// steps offer. Finds cards that say nothing, and values that the runs do not hold.
std::vector<Finding> walk(const Lesson& lesson, const Records& records);

/// What the finding "lesson.wrong_mark" says of a choice whose statement came out otherwise.
std::vector<text::Argument> wrong_mark(const Step& step, const Choice& choice, double found);

} // namespace ampscope::lesson
