// Bytes as figures: the rows chapter, formula and run; the schemes of bytes per parameter; one step from allocation to
// allocation. Functions of records and formulas alone.
#pragma once

#include <optional>
#include <vector>

#include "core/hardware/memory_budget.h"
#include "core/memory/schemes.h"
#include "ui/instruments/memory/memory_parts.h"

namespace ampscope::ui {

/// What the rows are about: a run, or settings that nobody has run.
struct MemorySubject {
    QString name; ///< "" where there is one only
    scenario::Scenario scenario;
    memory::Model model;
    const record::RunRecord* run = nullptr; ///< of this very model; nullptr: formulas only
    bool isRecorded = false;                ///< the run was made elsewhere
};

/// Rows of bytes by part. `step`: the sample shown is the last one at or before it.
Figure memoryBarsFigure(const std::vector<MemorySubject>& subjects, std::int64_t step,
                        const std::optional<hardware::Budget>& budget);
/// What the rows differ by, and why; in one paragraph. "" without a run.
QString gapWords(const MemorySubject& subject, std::int64_t step);
/// Does it fit, by how much, and with which batch?
QString budgetWords(const MemorySubject& subject, const hardware::Budget& budget);

/// The ten ways of counting bytes per parameter, for a model of that many. `own`: the one that the run trains by.
Figure schemesFigure(const memory::Model& model, const memory::Scheme* own, int selected,
                     const std::optional<hardware::Budget>& budget);
/// The schemes of schemesFigure(), row by row.
std::vector<const memory::Scheme*> shownSchemes();

/// Live bytes inside the step that was looked into last, at or before `step`. `cursor`: a value of the x axis.
Figure memoryTimelineFigure(const record::RunRecord& run, std::int64_t step, std::optional<double> cursor);
/// The point of a timeline at a value of the x axis; 0 before the first.
std::size_t pointAt(const record::MemoryTimeline& timeline, double x);
/// The mark that a point belongs to; nullptr before the first.
const record::MemoryTimeline::Mark* markAt(const record::MemoryTimeline& timeline, std::size_t point);
/// "forward", "backward" … in the window's language; others as they are.
QString phaseName(const std::string& phase);
/// One point in words: where it is, and its bytes by part.
QString timelineWords(const record::MemoryTimeline& timeline, std::size_t point);

} // namespace ampscope::ui
