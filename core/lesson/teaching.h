// What a teacher needs beside a lesson: timing, what a class will believe, when to ask for hands; and whole classes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/lesson/lesson.h"

namespace ampscope::lesson {

/// One text in both languages.
struct Bilingual {
    std::string korean, english;
    const std::string& in(text::Language language) const {
        return language == text::Language::Korean ? korean : english;
    }
};

struct TeacherNotes {
    std::vector<std::pair<std::string, double>> timing; ///< minutes of each step, in the lesson's order
    std::string hands_step;                             ///< where to ask for hands
    Bilingual hands;
    std::vector<Bilingual> expect;                  ///< what learners will believe, and what to point at
    double minutes_of(std::string_view step) const; ///< 0 for a step without
};

/// Reads teacher.json beside a lesson's lesson.json; nullopt where there is none. Throws a BadInput error with line and
/// column: steps that the lesson does not have or that are not all named, minutes that are not above 0 or do not add up
/// to the lesson's.
std::optional<TeacherNotes> load_teacher_notes(const Lesson& lesson);

/// A path through lessons for one class.
struct ClassPlan {
    std::string id;
    int minutes = 0;
    Bilingual title, text;
    std::vector<std::string> lessons, homework; ///< lesson ids
};
/// Reads classes.json of a folder of lessons; none where there is no such file. Throws a BadInput error with line and
/// column, also for lessons that take more minutes than the class has.
std::vector<ClassPlan> load_classes(const LessonShelf& shelf, const std::string& folder);

} // namespace ampscope::lesson
