// The run library: every run kept in one SQLite file, written while it goes on, found again by id or name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/run_record.h"

namespace ampscope::record {

class Database;

enum class StoredState {
    Running,
    Finished,
    Stopped,
    Failed,
    Interrupted, ///< its process ended without saying so: killed, or the machine lost power
};
/// "running", "finished", …
std::string_view state_name(StoredState state);
std::optional<StoredState> find_state(std::string_view name);

/// Where a run comes from.
struct RunOrigin {
    std::string page; ///< of the window: "a6-gradscaler", "train"; "" for the command line and for imported runs
    /// Begun by the window itself, say because a setting was changed, and neither named nor asked for: see
    /// drop_automatic() and trim_automatic().
    bool automatic = false;
};

/// One line of the list of runs.
struct RunEntry {
    std::string id; ///< eight hexadecimal digits; never changes
    std::string name;
    StoredState state = StoredState::Interrupted;
    std::int64_t created = 0; ///< milliseconds since 1970, UTC
    std::string precision;
    std::int64_t steps_run = 0;
    std::int64_t steps_skipped = 0;
    double final_loss = kMissing;
    bool pinned = false;
    bool deleted = false;
    std::optional<std::int64_t> seed = {}; ///< none for runs that an older program began
    std::int64_t planned = 0;              ///< steps that the run was to have; 0 when that is not known
    RunOrigin origin = {};
};

/// By what a list of runs is sorted.
enum class RunOrder {
    Shelf, ///< pinned runs first, then the newest first; always in this direction
    Name,
    Created,
    Precision,
    StepsRun,
    StepsSkipped,
    FinalLoss, ///< NaN is larger than everything; runs without a loss come last in either direction
    State,
    Pinned,
    Seed,
    Page, ///< where they were started
};

/// Which runs to list. What is left empty lets everything pass.
struct RunFilter {
    std::string text; ///< part of the name, whatever the case of its Latin letters, or beginning of the id
    std::optional<StoredState> state = {};
    std::string precision = {};
    std::int64_t limit = -1; ///< at most so many; below 0: all
    bool deleted = false;    ///< the deleted ones instead
    bool pinned = false;     ///< only those
    std::string page = {};   ///< only those that were started on this page
    RunOrder order = RunOrder::Shelf;
    bool descending = false;
    std::int64_t offset = 0; ///< so many are passed over
};

/// A run that has just begun, and where to write what it says.
struct BegunRun {
    std::string id;
    std::string name;
    /// Keeps events in memory and writes them in one transaction 0.8 s after the first of them, on a thread of its own:
    /// a kill loses at most that second, and the compute thread never waits for the disk. A fact that ends the run is
    /// written before fact() returns. When a write fails, the next event throws it, and nothing more is written.
    /// Outlives the store if need be.
    std::unique_ptr<EventSink> sink;
};

/// All functions may be called from any thread, and any number of processes may have the same file open. Every function
/// throws text::Error: BadInput for what the caller asked, CouldNot for what the disk did.
class RunStore {
  public:
    /// runs.sqlite in data_folder(); "" when there is no such folder.
    static std::string default_path();

    /// Opens the library, creates it where there is none, and marks runs whose process is gone as interrupted. A
    /// damaged file is moved aside, with a new one begun and every run that can still be read copied into it: see
    /// notice().
    explicit RunStore(const std::string& path = default_path());
    ~RunStore();
    RunStore(const RunStore&) = delete;
    RunStore& operator=(const RunStore&) = delete;

    /// What the user should know about the opening: that a damaged file was moved aside.
    const std::optional<text::Message>& notice() const { return m_notice; }

    /// Begins a run. An empty name takes the scenario's.
    BegunRun begin(const scenario::Scenario& scenario, const Environment& environment, std::string_view name = {},
                   const RunOrigin& origin = {});
    /// Adds a whole record; its last fact decides on the state. `created` 0: now. The new run's id.
    std::string add(const RunRecord& record, std::string_view name = {}, std::int64_t created = 0,
                    const RunOrigin& origin = {});

    /// What the run has said so far, bit for bit.
    RunRecord load(const std::string& id) const;
    RunEntry entry(const std::string& id) const;
    std::vector<RunEntry> list(const RunFilter& filter = {}) const;
    /// How many runs pass the filter, whatever its limit and offset.
    std::int64_t count(const RunFilter& filter = {}) const;
    /// Pages of the window that runs in the list come from.
    std::vector<std::string> pages() const;
    /// The id of the run that is meant: by its id, its exact name, or the beginning of its id or name, in this order.
    /// When several fit, the error lists them.
    std::string find(const std::string& text, bool deleted = false) const;

    /// A run with a name of somebody's own is no longer automatic.
    void rename(const std::string& id, std::string_view name);
    void pin(const std::string& id, bool pinned);
    /// Takes a run out of the list; undo_remove() brings it back. Refused for pinned runs and those that go on.
    void remove(const std::string& id);
    /// Brings back that run, or, for "", the one removed last. Its id.
    std::string undo_remove(const std::string& id = {});
    /// Deletes removed runs for good and gives their space back. How many there were.
    std::int64_t purge();
    /// Deletes a run for good, unless it goes on, is pinned, or is not automatic. Whether it was.
    bool drop_automatic(const std::string& id);
    /// The same for all automatic runs but the newest `most`, and for those that were interrupted before they had made
    /// `few_steps`. How many there were.
    std::int64_t trim_automatic(std::int64_t most, std::int64_t few_steps);
    /// Another text after every change of the file, by this process or another.
    std::string change_mark() const;

    /// record.json with the run's name and time of beginning added.
    std::string export_text(const std::string& id) const;
    void export_run(const std::string& id, const std::string& path) const;
    /// Reads what export_run() or `run --out` wrote, record.json or a journal (.jsonl). Errors carry line and column;
    /// nothing is kept then. The new run's id.
    std::string import_run(const std::string& path);

    const std::string& path() const;

  private:
    void mark_interrupted() const;
    std::int64_t number_of(const std::string& id) const;
    std::int64_t insert(const RunEntry& entry, const scenario::Scenario& scenario, const Environment& environment);
    std::int64_t keep_readable(const std::string& damaged_path);

    std::shared_ptr<Database> m_database;
    std::optional<text::Message> m_notice;
};

/// A name fit for lists and files: valid UTF-8 on one line, without letters that turn the direction of writing, at most
/// 200 characters. "" when nothing is left.
std::string clean_name(std::string_view name);

} // namespace ampscope::record
