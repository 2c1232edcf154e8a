// What a language's text must have in common with lesson.json to be playable at all. Internal to core/lesson.
#pragma once

#include <string>

#include "core/lesson/lesson.h"

namespace ampscope::lesson {

/// Throws a BadInput error at the first thing that the text names and the lesson does not have, or leaves out: steps,
/// options, runs of values, steps of answers. `source` names the text's file.
void require_consistent(const Lesson& lesson, const LessonText& text, const std::string& source);

} // namespace ampscope::lesson
