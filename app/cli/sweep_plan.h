// What a sweep will run, and what came out, as tables and files. Nothing in here runs anything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/record/store/comparison.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario.h"

namespace ampscope::cli {

/// The most runs that one sweep may have.
constexpr std::int64_t kMaxSweepRuns = 500;

/// One field and the values that it takes, as they were typed.
struct SweepAxis {
    std::string field;
    std::vector<std::string> values;
};
/// Reads "field=a,b,c". Fields whose values hold commas themselves have theirs parted by semicolons:
/// "optimizer.betas=0.9,0.95;0.8,0.9". Throws BadInput errors.
SweepAxis parse_over(const std::string& text);
/// Throws a BadInput error when a field that varies is also set for all runs: its set value would be used by none.
void refuse_double_settings(const std::vector<std::string>& sets, const std::vector<std::string>& overs);

struct PlannedRun {
    std::size_t combination = 0;
    scenario::Scenario scenario; ///< with its seed
};

struct SweepPlan {
    std::vector<SweepAxis> axes;
    std::vector<std::vector<std::string>> combinations; ///< a value for each axis; the last axis runs fastest
    std::int64_t seeds = 1;
    /// One seed after another, all combinations with each: what is done after an interruption is still a comparison.
    std::vector<PlannedRun> runs;

    /// "precision=fp16, scaler.init_scale=2^24"; "" without axes.
    std::string label(std::size_t combination) const;
};
/// All combinations of all values with `seeds` seeds from the scenario's own upwards. Throws BadInput errors: for
/// unknown fields and values, a field or a value that is there twice, more than kMaxSweepRuns runs.
SweepPlan plan_sweep(const scenario::Scenario& base, const std::vector<std::string>& overs, std::int64_t seeds);

/// What became of one planned run.
struct SweepResult {
    std::string state; ///< "finished", "failed", "stopped" (interrupted by the user), "" (not begun)
    std::string error; ///< failed
    std::string id;    ///< in the run library, or ""
    std::string file;  ///< its record in the folder of the sweep, or ""
    double seconds = 0;
    record::RunFigures figures;
    std::vector<std::pair<std::string_view, std::vector<double>>> columns; ///< those asked for, step by step
};

/// A figure of a sweep: those that its table has.
struct SweepFigure {
    std::string_view name;
    double record::RunFigures::*member;
    bool bytes = false;
};
std::span<const SweepFigure> sweep_figures();

/// Over the finished runs of one combination. `results` belong to plan.runs, place by place.
struct SweepRow {
    std::int64_t finished = 0, failed = 0;
    std::vector<record::Spread> spreads; ///< one for each of sweep_figures()
};
std::vector<SweepRow> summarize_sweep(const SweepPlan& plan, const std::vector<SweepResult>& results);

/// One line per run that has begun; RFC 4180, texts that a spreadsheet could take for formulas in quotes.
std::string sweep_csv(const SweepPlan& plan, const std::vector<SweepResult>& results);
/// Axes, one object per combination with median, least and most, and one per run that has begun.
std::string sweep_json(const SweepPlan& plan, const std::vector<SweepResult>& results);

/// "003-precision=fp16-seed=1338.json": a name for the record of that run which every file system takes.
std::string record_file_name(const SweepPlan& plan, std::size_t run);

} // namespace ampscope::cli
