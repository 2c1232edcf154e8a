// "Did you mean …?"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ampscope::text {

/// How many letters must be put in, taken out or replaced to make one of the other (Levenshtein). For short ASCII
/// names.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The same to that beginning of `name` which is nearest: what is typed may go on.
std::size_t edit_distance_to_beginning(std::string_view typed, std::string_view name);

/// The names most like `word`, nearest first, at most `most`: those that are a slip of the keyboard away, and those
/// that hold the word. Empty when none is near.
std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names, std::size_t most);

} // namespace ampscope::text
