// The preconditions of an exercise, one by one. Internal to core/lesson.
#pragma once

#include <array>
#include <string_view>

#include "core/lesson/exercise.h"

namespace ampscope::lesson {

/// In the order of Requirement::Rule, as lesson.json writes them.
inline constexpr std::array<std::string_view, 8> kRules = {"same_seeds", "only_differ",  "steps_at_least",
                                                           "same_steps", "whole_epochs", "effective_batch",
                                                           "same_data",  "same_machine"};

struct RuleVerdict {
    bool holds;
    text::Message message; ///< what was asked, and what was found
};

/// Runs stand in the order of their seeds, and each slot has all that it wants.
RuleVerdict judge_requirement(const Requirement& requirement, const Evidence& evidence,
                              std::optional<std::int64_t> steps_at_least);

} // namespace ampscope::lesson
