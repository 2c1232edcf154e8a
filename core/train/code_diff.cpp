#include "core/train/code_diff.h"

#include <algorithm>

namespace ampscope::train {

std::vector<DiffRow> code_diff(const std::vector<CodeLine>& left, const std::vector<CodeLine>& right) {
    // shared[i][j]: how many lines left from i on and right from j on can share.
    std::vector<std::vector<std::size_t>> shared(left.size() + 1, std::vector<std::size_t>(right.size() + 1, 0));
    for (std::size_t i = left.size(); i-- > 0;)
        for (std::size_t j = right.size(); j-- > 0;)
            shared[i][j] =
                left[i].text == right[j].text ? shared[i + 1][j + 1] + 1 : std::max(shared[i + 1][j], shared[i][j + 1]);
    std::vector<DiffRow> rows;
    std::size_t i = 0, j = 0, left_only = 0, right_only = 0; // since the last shared line
    const auto pair_up = [&] {
        for (std::size_t k = 0; k < std::max(left_only, right_only); ++k) {
            DiffRow row;
            if (k < left_only) row.left = left[i - left_only + k].text;
            if (k < right_only) row.right = right[j - right_only + k].text;
            rows.push_back(std::move(row));
        }
        left_only = right_only = 0;
    };
    while (i < left.size() || j < right.size()) {
        if (i < left.size() && j < right.size() && left[i].text == right[j].text) {
            pair_up();
            rows.push_back({left[i].text, right[j].text});
            ++i, ++j;
        } else if (j == right.size() || (i < left.size() && shared[i + 1][j] >= shared[i][j + 1])) {
            ++i, ++left_only;
        } else {
            ++j, ++right_only;
        }
    }
    pair_up();
    return rows;
}

} // namespace ampscope::train
