// What a card's text may hold besides Markdown: {{placeholders}} and [if: conditions]. Internal to core/lesson.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/value.h"

namespace ampscope::lesson {

/// "{{" subject { "|" form } [ ":" particle ] "}}" where the subject is a value or "answer.STEP".
struct Placeholder {
    enum class Form { Plain, Range, Percent, Megabytes };
    std::size_t begin = 0, end = 0; ///< offsets in the Markdown, braces included
    std::optional<Value> value;     ///< or:
    std::string answer_step;
    Form form = Form::Plain;
    std::string particle; ///< "을/를", or ""
    bool particle_only = false;
};

/// In the order of the text. Throws a BadInput error, located in the text, for what is not closed or cannot be read.
std::vector<Placeholder> find_placeholders(std::string_view markdown);

struct TextCondition {
    enum class Kind { Given, Missing, Chosen, Judged, Compare };
    Kind kind = Kind::Given;
    std::string answer_step; ///< all but Compare
    std::string key;         ///< Chosen: of the option; Judged: outcome_id()
    std::optional<Value> value;
    Value::Comparison comparison = Value::Comparison::Equal;
    double number = 0;
};

/// "answer.STEP given", "answer.STEP missing", "answer.STEP = KEY", "verdict.STEP = pass" (or not_yet, or inconclusive)
/// or "VALUE < number". Throws a BadInput error with
/// the column for anything else.
TextCondition parse_condition(std::string_view text);

} // namespace ampscope::lesson
