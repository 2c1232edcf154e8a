// The run library from the command line.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/cli/cli.h"
#include "core/record/store/run_store.h"

namespace ampscope::cli {

/// Opens the run library; what the user should know about that goes to the error stream. Throws text::Error.
std::unique_ptr<record::RunStore> open_library(Context& context);

/// Keeps the runs of one command in the library. A library that cannot be opened is a warning, never a failed run.
class RunKeeper {
  public:
    /// Does nothing at all unless `wanted`.
    RunKeeper(Context& context, bool wanted);
    RunKeeper(const RunKeeper&) = delete;
    RunKeeper& operator=(const RunKeeper&) = delete;

    /// For SessionOptions::extra_sink. The run begins in the library when the function is called. "" takes the
    /// scenario's name, in the command's language where it is a preset's.
    std::function<std::unique_ptr<record::EventSink>(const record::Environment&)>
    sink_for(const scenario::Scenario& scenario, const std::string& name);

    struct Kept {
        std::string id, name;
        bool whole; ///< false: the disk failed while the run went on, and its end is missing
    };
    /// The run that began last; to be asked when that run is over. nullopt when it is not kept.
    std::optional<Kept> last() const;

  private:
    text::Language m_language;
    std::unique_ptr<record::RunStore> m_store;
    std::string m_last;
};

} // namespace ampscope::cli
