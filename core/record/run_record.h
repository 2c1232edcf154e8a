// One result: everything that a run said, in order, with the scenario it ran and the machine it ran on.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/file.h"
#include "core/io/json.h"
#include "core/record/events.h"
#include "core/scenario/scenario.h"

namespace ampscope::record {

constexpr int kSchema = 1;

/// What a run ran on: names and values in the order in which they are shown.
using Environment = std::vector<std::pair<std::string, FactValue>>;

/// Append-only but for going back (the fact went_back); a sink for the trainer's events. Not for use by two threads at
/// once.
class RunRecord : public EventSink {
  public:
    RunRecord() = default;
    RunRecord(scenario::Scenario run, Environment where)
        : m_scenario(std::move(run)), m_environment(std::move(where)) {}

    void sample(const Sample& sample) override { m_samples.push_back(sample); }
    void fact(const Fact& fact) override;
    /// Details stand in the order of their steps; one of the same kind and step takes the place of the older one.
    void detail(const Detail& detail) override;

    const scenario::Scenario& scenario() const { return m_scenario; }
    const Environment& environment() const { return m_environment; }
    const std::vector<Sample>& samples() const { return m_samples; }
    const std::vector<Fact>& facts() const { return m_facts; }
    const std::vector<Detail>& details() const { return m_details; }

    /// One column of all samples.
    std::vector<double> values(Column column) const;
    /// Facts of one kind, oldest first.
    std::vector<const Fact*> facts_of(std::string_view kind) const;
    /// The newest gradient histogram taken at or before `step`, with its step; nullptr before the first.
    const Detail* histogram_at(std::int64_t step) const;
    /// The newest detail of one kind (a payload of Detail) taken at or before `step`; nullptr before the first.
    template <typename Payload>
    const Payload* detail_at(std::int64_t step) const {
        const Payload* newest = nullptr;
        for (const auto& detail : m_details) {
            if (detail.step > step) break;
            if (const auto* payload = std::get_if<Payload>(&detail.payload)) newest = payload;
        }
        return newest;
    }
    /// The detail of one kind taken at exactly that step; nullptr without one.
    template <typename Payload>
    const Payload* detail_of(std::int64_t step) const {
        for (const auto& detail : m_details)
            if (const auto* payload = std::get_if<Payload>(&detail.payload); payload && detail.step == step)
                return payload;
        return nullptr;
    }
    /// A value of the environment as text, or "".
    std::string environment_text(std::string_view name) const;
    std::optional<std::int64_t> environment_integer(std::string_view name) const;
    /// How many steps the run was to have, for runs of epochs, too.
    std::int64_t planned_steps() const;
    bool is_finished() const { return !facts_of("finished").empty(); }
    bool has_failed() const { return !facts_of("failed").empty(); }

  private:
    void drop_from(std::int64_t step);

    scenario::Scenario m_scenario;
    Environment m_environment;
    std::vector<Sample> m_samples;
    std::vector<Fact> m_facts;
    std::vector<Detail> m_details;
};

/// Counted from the samples.
struct Summary {
    std::int64_t steps_run = 0;
    std::int64_t steps_skipped = 0;
    double final_loss = kMissing;
    double steps_per_second = kMissing; ///< 1000 / median ms
};
Summary summarize(const RunRecord& record);

/// record.json: schema, scenario, environment, samples by column, facts, details, summary.
std::string record_text(const RunRecord& record);
/// trace.csv: one line per sample; RFC 4180, names in the first line, missing values empty.
std::string trace_csv(const RunRecord& record);

/// Reads record.json. Everything is read back bit for bit. Errors carry line and column.
RunRecord read_record(const io::Json& json);
/// The same from a file; the journal of a run that was killed is read, too (see load_journal()).
RunRecord load_record(const std::string& path);

/// Names of the reproducible columns whose values differ, and "facts" or "details" where those do. Empty: the same run.
/// Values are compared bit for bit; every NaN equals every NaN.
std::vector<std::string> differences(const RunRecord& a, const RunRecord& b);

/// Writes events to a file as they come, one JSON line each, at most a second behind. A killed run leaves everything up
/// to that second.
class Journal : public EventSink {
  public:
    /// Creates or empties the file and writes scenario and environment. Throws when the disk does not take it, as every
    /// event does.
    Journal(const std::string& path, const scenario::Scenario& scenario, const Environment& environment);
    void sample(const Sample& sample) override;
    void fact(const Fact& fact) override;
    void detail(const Detail& detail) override;
    void sync() { m_file.sync(); }

  private:
    io::AppendFile m_file;
};

/// What a journal holds. A last line that was cut off or torn is passed over; a broken line before it is an error.
RunRecord load_journal(const std::string& path);

} // namespace ampscope::record
