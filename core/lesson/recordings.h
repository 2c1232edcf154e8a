// Runs that come with a lesson, for a room where the live one fails: records of real runs, made by `lessons record`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/lesson/check.h"
#include "core/record/run_record.h"

namespace ampscope::lesson {

/// A run that a lesson shows.
struct RecordedRun {
    std::string name; ///< of the scenario; "small-reference" for a Try's first reference
    scenario::Scenario scenario;
};
/// What is recorded of a lesson: the runs of its steps, each Try as it stands and with its first reference. Exercises
/// have none: there the run is the evidence.
std::vector<RecordedRun> runs_to_record(const Lesson& lesson);

/// <lesson>/recorded/NAME.json
std::string recording_path(const Lesson& lesson, const std::string& name);

/// Do both train the same steps? Names, threads and what is written down make no difference.
bool is_same_run(const scenario::Scenario& a, const scenario::Scenario& b);

/// The recording of this scenario that comes with the lesson; nullopt where there is none. Throws text::Error for a
/// file that cannot be read. One that is not of this scenario, or not of a finished run, does not count.
std::optional<record::RunRecord> find_recording(const Lesson& lesson, const scenario::Scenario& scenario);

/// The record as it is shipped: with the day and the machine's name in its environment.
std::string recording_text(const record::RunRecord& record, const std::string& day, const std::string& machine);
/// "recorded 2026-11-30: LibTorch 2.15.0, AMD …, threads 1": where a recording comes from; `day` where the record
/// itself does not say it.
text::Message recording_message(const record::RunRecord& record, const std::string& day = {});

/// Errors: a file in <lesson>/recorded that belongs to no run of the lesson, cannot be read, is of another scenario
/// (stale), or of a run that did not finish. A missing one is none.
std::vector<Finding> lint_recordings(const Lesson& lesson);

} // namespace ampscope::lesson
