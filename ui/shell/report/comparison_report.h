// Runs side by side as a report.
#pragma once

#include <QStringList>
#include <functional>
#include <vector>

#include "core/io/file.h"
#include "core/record/run_record.h"
#include "core/text/message.h"

namespace ampscope::ui {

/// What differs, the figures that sum the runs up, plots, and what made them: report.html, report.pdf, and of each run
/// its scenario and its trace. Up to kMostCompared records (record_figures.h). `names`: of the runs; else those of
/// their scenarios. `goesOn` is asked between two plots: false ends it, and nothing comes back. Throws text::Error.
/// GUI thread.
std::vector<io::FileContent> comparisonReport(const std::vector<record::RunRecord>& records, const QStringList& names,
                                              const QString& folder, text::Language language,
                                              const std::function<bool(int done, int all)>& goesOn = {});

/// Writes them, all or none, and gives their paths.
QStringList writeComparisonReport(const std::vector<record::RunRecord>& records, const QString& folder,
                                  text::Language language, const QStringList& names = {});

} // namespace ampscope::ui
