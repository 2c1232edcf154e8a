// Five questions before a chapter and the same five after it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/lesson/lesson.h"

namespace ampscope::lesson {

struct CheckQuestion {
    std::string id, lesson;           ///< the lesson that answers it
    std::string correct;              ///< key of the right option
    std::optional<Statement> true_if; ///< computed: must hold for `correct` to be right
    struct Text {
        std::string question;
        std::vector<std::pair<std::string, std::string>> options; ///< key and text, as in the file
    };
    Text korean, english;
    const Text& in(text::Language language) const { return language == text::Language::Korean ? korean : english; }
};

/// Questions by chapter.
using ChapterChecks = std::map<std::string, std::vector<CheckQuestion>>;

/// How many questions a chapter has.
constexpr std::size_t kCheckQuestions = 5;

/// Reads checks.json of a folder of lessons; none where there is no such file. Throws a BadInput error with line and
/// column: not five questions, an answer that is no option, options that differ between the languages, a statement
/// that has to be measured or does not hold.
ChapterChecks load_chapter_checks(const std::string& folder);

/// How many of the answers (by question id) are right.
int count_right(const std::vector<CheckQuestion>& questions, const std::map<std::string, std::string>& answers);

} // namespace ampscope::lesson
