// Runs beside each other: the figures that sum up a run, what differs between scenarios, where two records part.
// Pure functions over records; no database.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/run_record.h"

namespace ampscope::record {

/// The figures by which runs are compared, counted from the samples. kMissing where the record does not hold them; NaN
/// and infinities are results.
struct RunFigures {
    double final_loss = kMissing;
    double min_loss = kMissing;          ///< the least that is a number; NaN when every loss is NaN
    double mean_last_10_loss = kMissing; ///< of the last 10 attempted steps that have a loss, or as many as there are
    double steps_run = 0;
    double steps_skipped = 0;
    double steps_per_second = kMissing; ///< 1000 / median ms
    double peak_bytes = kMissing;       ///< highest of bytes_peak
};
RunFigures figures(const RunRecord& record);

/// One row of a table of figures.
struct FigureInfo {
    std::string_view name; ///< as in JSON
    const char* label;     ///< id of the message that names it
    double RunFigures::*member;
    ColumnKind kind;
    bool bytes = false;
};
std::span<const FigureInfo> figure_infos();

/// Median, least and most of some values. NaN counts as larger than everything, so that it is never lost; missing
/// values are left out, and of none all three are missing. The median of an even number is the mean of the middle two.
struct Spread {
    double median = kMissing, least = kMissing, most = kMissing;
};
Spread spread(std::vector<double> values);

/// A field of the scenario in which the runs of a comparison differ, with its value in each.
struct FieldRow {
    std::string path;
    std::vector<std::string> values;
};

struct Comparison {
    std::vector<FieldRow> fields; ///< in the order of the field table; the scenario's name is left out
    std::vector<RunFigures> figures;
};
/// Runs side by side, in the order given.
Comparison compare(std::span<const RunRecord* const> runs);

/// Where a column of two records parts for the first time.
struct FirstDifference {
    std::string column;
    std::int64_t step = 0;
    std::optional<double> a, b; ///< nullopt: that record has no such row
};

struct RecordDiff {
    std::vector<std::string> fields;      ///< scenario fields that differ; they alone do not make the records differ
    std::vector<std::string> differing;   ///< record::differences()
    std::vector<FirstDifference> columns; ///< for each column among them, the earliest first
    /// Columns among them that one of the two never recorded (record.level): nothing can be compared there.
    std::vector<std::string> recorded_by_one;
    /// Step of the first fact or detail that is not the same; set when `differing` names them.
    std::optional<std::int64_t> fact_step, detail_step;

    bool same() const { return differing.empty(); }
};
/// What differs between two records and where it begins. Timing columns are never compared.
RecordDiff diff(const RunRecord& a, const RunRecord& b);

} // namespace ampscope::record
