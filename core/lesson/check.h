// Lessons as tests: lint reads them, check runs them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/lesson/lesson.h"
#include "core/record/run_record.h"

namespace ampscope::lesson {

struct Finding {
    enum class Severity { Warning, Error };
    Severity severity;
    std::string lesson;
    text::Message message;
    text::Location location;
};

/// The most words of a card: its paragraphs and options, at its fullest.
constexpr int kMaxWords = 90;

/// Without running anything: both languages are there and have the same options, hints, values and conditions (that
/// these resolve is seen to by load_lesson); instruments and controls are known and stand on the stage; options match
/// the question; a try has reference and wrong settings within its controls; cards have at most kMaxWords words; images
/// lie in the folder, links go to http(s) or a lesson; what can be computed without a run is so; the chapter is the one
/// of order.json; recordings are of the runs that the lesson has. Warnings: what load_lesson passed over; `next`,
/// `needs` and links to lessons that are not written yet; a lesson that order.json does not name; a value that no run
/// up to its card measures; a prediction whose runs were all shown before, or whose right choice has no statement that
/// proves it.
std::vector<Finding> lint(const Lesson& lesson, const LessonShelf& shelf);
/// The same for what stands beside the lessons of a folder: glossary, teacher's notes, classes, chapter checks. Files
/// that are not there are passed over.
std::vector<Finding> lint_learning(const LessonShelf& shelf, const std::string& folder);

/// Runs a scenario and gives its record; the same scenario is asked for once per check. Repeats of one whose times are
/// compared are asked for under names of their own.
using RunScenario = std::function<record::RunRecord(const scenario::Scenario&)>;

/// Runs every scenario and every Try with its reference and wrong settings on `seeds` seeds: references must reach the
/// goal, wrong ones and the scenario as it stands must not; predictions must have an answer among their options,
/// choices with a statement be marked as it comes out, points have at least one right step; exercises pass with their
/// reference and fail with their wrong solutions, on `seeds` seeds, too; and walks the cards
/// forward, backward and with jumps, in both languages and with every answer: each must say something and have all its
/// values. A warning where a reference comes within a factor of 3 of a bound, or a wrong setting misses none of them by
/// as much. What `run` throws is passed on.
std::vector<Finding> check(const Lesson& lesson, const RunScenario& run);

/// Ids that a lesson may put on the stage.
const std::vector<std::string>& known_instruments();

/// Warnings alone are none.
bool has_errors(const std::vector<Finding>& findings);

} // namespace ampscope::lesson
