// Looking at the words of a card. Internal to core/lesson.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/lesson.h"

namespace ampscope::lesson {

/// Words of a card at its fullest: paragraphs and options; of paragraphs that exclude each other by an answer, those of
/// the longest case. A {{value}} is one word.
int count_words(const StepText& text);

/// Everything between {{ }} and in [if: ], in one spelling, without forms and particles: equal in all languages.
std::set<std::string> names_in(const StepText& text);

/// A link or image of the Markdown: [text](target) or ![text](target).
struct Link {
    bool is_image = false;
    std::string text;
    std::string target;
    text::Location location;
};
std::vector<Link> find_links(const TextBlock& block);

} // namespace ampscope::lesson
