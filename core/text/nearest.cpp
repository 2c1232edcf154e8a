#include "core/text/nearest.h"

#include <algorithm>

namespace ampscope::text {

namespace {

// The distances of `a` to every beginning of `b`, the empty one first.
std::vector<std::size_t> distances(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row;
}

} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    return distances(a, b).back();
}

std::size_t edit_distance_to_beginning(std::string_view typed, std::string_view name) {
    return std::ranges::min(distances(typed, name));
}

std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names, std::size_t most) {
    constexpr std::size_t kLongest = 64; // nothing longer is a slip
    if (word.empty() || word.size() > kLongest) return {};
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const auto& name : names) {
        const std::size_t distance = edit_distance(word, name);
        const bool holds = word.size() >= 3 && name.find(word) != std::string::npos;
        if (holds || distance <= 1 + word.size() / 4) near.emplace_back(distance, name);
    }
    std::ranges::sort(near);
    std::vector<std::string> result;
    for (const auto& [distance, name] : near)
        if (result.size() < most && std::ranges::find(result, name) == result.end()) result.push_back(name);
    return result;
}

} // namespace ampscope::text
