// runs show, compare, diff: what works on runs of the library and on record files alike.
#pragma once

#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "core/io/json_writer.h"
#include "core/record/store/run_store.h"

namespace ampscope::cli {

/// Each run is named by its id, name or the beginning of one of them, or by the file of a record or journal.
int show_run(Context& context, const std::vector<std::string>& runs);
int compare_runs(Context& context, const std::vector<std::string>& runs);
/// kAnswerIsNo when the two differ.
int diff_runs(Context& context, const std::vector<std::string>& runs);

/// The line of the list of runs as members of the object that is open.
void write_entry(io::JsonWriter& writer, const record::RunEntry& entry);
/// "finished", "마침", …
std::string state_label(const Context& context, record::StoredState state);
/// "2026-03-01 14:02" in this machine's zone.
std::string local_time(std::int64_t milliseconds);

} // namespace ampscope::cli
