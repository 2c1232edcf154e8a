// Two listings side by side: which lines they share, and which only one of them has.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/train/training_step.h"

namespace ampscope::train {

/// A row of the two listings. A line that stands on one side only, or stands changed, differs.
struct DiffRow {
    std::optional<std::string> left, right;
    bool differs() const { return left != right; }
    bool operator==(const DiffRow&) const = default;
};

/// Shares as many lines as possible; of the others, those at the same place stand beside each other.
std::vector<DiffRow> code_diff(const std::vector<CodeLine>& left, const std::vector<CodeLine>& right);

} // namespace ampscope::train
