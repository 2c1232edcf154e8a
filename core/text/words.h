// Small things that are done to words: lists with commas, letters without case.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace ampscope::text {

/// "fp16, bf16, e4m3": what `projection` makes of each item (a string, a view or a literal), with commas between.
template <typename List, typename Projection = std::identity>
std::string joined(const List& list, Projection projection = {}) {
    std::string text;
    for (const auto& item : list) {
        if (!text.empty()) text.append(", ");
        text.append(std::string_view(std::invoke(projection, item)));
    }
    return text;
}

/// A to Z as a to z; all other bytes as they are.
std::string lower_case(std::string_view text);
/// Whether `text` ends with `ending`, which is in lower case, whatever the case of its own letters.
bool has_ending(std::string_view text, std::string_view ending);

} // namespace ampscope::text
