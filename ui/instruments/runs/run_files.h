// What a kept run is exported as.
#pragma once

#include <QString>

#include "core/record/store/run_store.h"

namespace ampscope::ui {

enum class RunFile {
    Record,   ///< record.json: everything
    Trace,    ///< trace.csv: a line for each step
    Settings, ///< scenario.json
};

/// "json" or "csv".
QString endingOf(RunFile kind);
/// A file's name made from the run's, with its id: what no file system minds.
QString suggestedName(const record::RunEntry& entry, RunFile kind);
/// For the library's thread; throws text::Error.
std::string contentOf(record::RunStore& store, const std::string& id, RunFile kind);

} // namespace ampscope::ui
