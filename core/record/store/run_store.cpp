#include "core/record/store/run_store.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <random>

#include "core/io/file.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/record/store/codec.h"
#include "core/record/store/comparison.h"
#include "core/record/store/data_folder.h"
#include "core/record/store/process.h"
#include "core/record/store/store_file.h"
#include "core/record/store/store_sink.h"
#include "core/scenario/scenario_json.h"
#include "core/text/utf8.h"

namespace ampscope::record {

using Access = Database::Access;
using io::Json;

namespace {

constexpr std::array<std::string_view, 5> kStateNames = {"running", "finished", "stopped", "failed", "interrupted"};
constexpr std::size_t kMaxName = 200;  // characters
constexpr std::size_t kCandidates = 8; // that an error about an ambiguous name lists
// A run of another machine on a shared disk, whose process cannot be asked: given up after a day of silence.
constexpr std::int64_t kForeignSilence = 24LL * 60 * 60 * 1000;

// The columns of `runs` in the order in which read_entry() takes them. A damaged file may have the first of them only.
#define AMPSCOPE_FIRST_COLUMNS                                                                                         \
    "id, name, state, created, precision, steps_run, steps_skipped, final_loss, pinned, deleted IS NOT NULL"
#define AMPSCOPE_ENTRY_COLUMNS AMPSCOPE_FIRST_COLUMNS ", seed, planned, page, automatic"

RunEntry read_first_columns(const Statement& row) {
    RunEntry entry;
    entry.id = row.text(0);
    entry.name = row.text(1);
    entry.state = find_state(row.text(2)).value_or(StoredState::Interrupted);
    entry.created = row.integer(3);
    entry.precision = row.text(4);
    entry.steps_run = row.integer(5);
    entry.steps_skipped = row.integer(6);
    if (!row.is_null(7)) entry.final_loss = io::parse_double(row.text(7)).value_or(kMissing);
    entry.pinned = row.integer(8) != 0;
    entry.deleted = row.integer(9) != 0;
    return entry;
}

RunEntry read_entry(const Statement& row) {
    RunEntry entry = read_first_columns(row);
    if (!row.is_null(10)) entry.seed = row.integer(10);
    entry.planned = row.integer(11);
    entry.origin = {row.text(12), row.integer(13) != 0};
    return entry;
}

constexpr std::string_view kFiltered =
    " FROM runs WHERE (?1 = '' OR instr(lower(name), lower(?1)) > 0 OR substr(id, 1, length(?1)) = ?1) "
    "AND (?2 = '' OR state = ?2) AND (?3 = '' OR precision = ?3) AND (deleted IS NOT NULL) = ?4 "
    "AND (?5 = 0 OR pinned = 1) AND (?6 = '' OR page = ?6)";

std::string order_text(const RunFilter& filter) {
    const char* direction = filter.descending ? " DESC" : "";
    const auto by = [&](std::string_view column) { return std::string(column).append(direction); };
    switch (filter.order) {
    case RunOrder::Shelf: break;
    case RunOrder::Name: return by("lower(name)");
    case RunOrder::Created: return by("created");
    case RunOrder::Precision: return by("precision");
    case RunOrder::StepsRun: return by("steps_run + steps_skipped");
    case RunOrder::StepsSkipped: return by("steps_skipped");
    case RunOrder::FinalLoss: // kept as text: see loss_value()
        return by("final_loss IS NULL, final_loss = 'nan'")
            .append(by(", CASE final_loss WHEN 'inf' THEN 9e999 WHEN '-inf' THEN -9e999 ELSE CAST(final_loss AS REAL) "
                       "END"));
    case RunOrder::State: return by("state");
    case RunOrder::Pinned: return by("pinned");
    case RunOrder::Page: return by("page");
    case RunOrder::Seed: return by("seed IS NULL, seed");
    }
    return "pinned DESC";
}

std::string new_id(Database& database) {
    std::random_device random;
    for (;;) {
        char digits[16];
        std::snprintf(digits, sizeof digits, "%08x", static_cast<unsigned>(random()) & 0xFFFFFFFFU);
        if (database.integer_of("SELECT count(*) FROM runs WHERE id = ?1", {std::string(digits)}) == 0) return digits;
    }
}

std::string name_or(std::string_view name, const scenario::Scenario& scenario) {
    std::string clean = clean_name(name);
    if (clean.empty()) clean = clean_name(scenario.name);
    return clean.empty() ? "run" : clean;
}

RunRecord load_from(Database& database, std::int64_t number) {
    RunRecord record;
    database.transaction(Access::Read, [&] {
        Statement description(database, "SELECT scenario, environment, columns FROM descriptions WHERE run = ?1",
                              {number});
        if (!description.step()) throw text::could_not("store.damaged", {}, {database.path()});
        record = RunRecord(scenario::read_scenario(io::parse_json(description.text(0), database.path())),
                           decode_environment(description.text(1)));
        const auto columns = decode_columns(description.text(2));
        Statement chunk(database,
                        "SELECT samples, facts, details, sequence FROM chunks WHERE run = ?1 ORDER BY sequence",
                        {number});
        for (std::int64_t before = -1; chunk.step(); before = chunk.integer(3)) {
            // In a damaged file pages may lead back to themselves.
            if (chunk.integer(3) <= before) throw text::could_not("store.damaged", {}, {database.path()});
            decode_samples(chunk.text(0), columns, record);
            for (const auto& fact : decode_facts(chunk.text(1)))
                record.fact(fact);
            for (const auto& detail : decode_details(chunk.text(2)))
                record.detail(detail);
        }
    });
    return record;
}

// Steps are counted upwards from 0: everything that draws or replays a run relies on it.
void require_steps_in_order(const Json& record) {
    const Json& samples = record.at("samples");
    if (samples.members().empty()) return;
    std::int64_t before = -1;
    for (const auto& step : samples.at("step").items()) {
        const std::int64_t number = step.as_integer();
        if (number <= before) throw step.error("store.step_order", {{"found", step.raw()}});
        before = number;
    }
}

} // namespace

std::string_view state_name(StoredState state) {
    return kStateNames[static_cast<std::size_t>(state)];
}

std::optional<StoredState> find_state(std::string_view name) {
    const auto found = std::ranges::find(kStateNames, name);
    if (found == kStateNames.end()) return std::nullopt;
    return static_cast<StoredState>(found - kStateNames.begin());
}

std::string clean_name(std::string_view name) {
    std::string clean;
    std::size_t length = 0;
    for (const char32_t c : text::decode_utf8(name)) {
        const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
        const bool turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
        if (turns || (clean.empty() && (control || c == ' '))) continue;
        if (++length > kMaxName) break;
        clean += control ? " " : text::encode_utf8(c);
    }
    clean.erase(clean.find_last_not_of(' ') + 1);
    return clean;
}

std::string RunStore::default_path() {
    const std::string folder = data_folder();
    return folder.empty() ? "" : folder + "/runs.sqlite";
}

RunStore::RunStore(const std::string& path) {
    OpenedStore opened = open_store_file(path);
    m_database = std::move(opened.database);
    if (!opened.moved_aside.empty()) {
        const std::int64_t kept = keep_readable(opened.moved_aside);
        m_notice = text::Message{"store.moved_aside",
                                 {{"path", path}, {"file", opened.moved_aside}, {"kept", std::to_string(kept)}}};
    }
    mark_interrupted();
}

RunStore::~RunStore() = default;

const std::string& RunStore::path() const {
    return m_database->path();
}

// Copies every run that a damaged file still yields, with its id, and says how many. What cannot be read stays behind
// in that file.
std::int64_t RunStore::keep_readable(const std::string& damaged_path) {
    std::int64_t kept = 0;
    try {
        const auto damaged = open_damaged(damaged_path);
        Statement row(*damaged, "SELECT " AMPSCOPE_FIRST_COLUMNS ", number FROM runs ORDER BY number", {});
        for (std::int64_t before = 0; row.step() && row.integer(10) > before; before = row.integer(10)) { // no circles
            try {
                RunEntry entry = read_first_columns(row);
                if (entry.state == StoredState::Running) entry.state = StoredState::Interrupted;
                const RunRecord record = load_from(*damaged, row.integer(10));
                m_database->transaction(Access::Write, [&] {
                    const std::int64_t number = insert(entry, record.scenario(), record.environment());
                    insert_chunk(*m_database, number, 0, record.samples(), record.facts(), record.details());
                });
                ++kept;
            } catch (const text::Error&) {
                continue;
            }
        }
    } catch (const text::Error&) {
        // The list itself ends here.
    }
    // What reading has left beside it; a log with something in it belongs to the file and stays.
    const auto beside = [&](const char* ending) { return std::filesystem::u8path(damaged_path + ending); };
    std::error_code ignored;
    std::filesystem::remove(beside("-shm"), ignored);
    if (std::filesystem::file_size(beside("-wal"), ignored) == 0) std::filesystem::remove(beside("-wal"), ignored);
    return kept;
}

void RunStore::mark_interrupted() const {
    struct Owner {
        std::int64_t number, changed;
        ProcessIdentity process;
    };
    std::vector<Owner> owners;
    {
        const std::scoped_lock lock(m_database->mutex());
        Statement row(*m_database,
                      "SELECT number, changed, owner_host, owner_process, owner_started FROM runs WHERE state = ?1",
                      {std::string(state_name(StoredState::Running))});
        while (row.step())
            owners.push_back({row.integer(0), row.integer(1), {row.text(2), row.integer(3), row.integer(4)}});
    }
    for (const auto& owner : owners) {
        const Liveness life = liveness(owner.process);
        if (life == Liveness::Alive) continue;
        if (life == Liveness::Unknown && now_milliseconds() - owner.changed < kForeignSilence) continue;
        // Unless it has ended properly in the meantime.
        m_database->run("UPDATE runs SET state = ?2 WHERE number = ?1 AND state = ?3",
                        {owner.number, std::string(state_name(StoredState::Interrupted)),
                         std::string(state_name(StoredState::Running))});
    }
}

std::int64_t RunStore::number_of(const std::string& id) const {
    const std::int64_t number = m_database->integer_of("SELECT number FROM runs WHERE id = ?1", {id});
    if (number == 0) throw text::bad_input("store.unknown_run", {{"text", id}});
    return number;
}

// Inside a transaction.
std::int64_t RunStore::insert(const RunEntry& entry, const scenario::Scenario& scenario,
                              const Environment& environment) {
    const ProcessIdentity owner = this_process();
    m_database->run("INSERT INTO runs (id, name, state, created, changed, precision, steps_run, steps_skipped, "
                    "final_loss, pinned, deleted, owner_host, owner_process, owner_started, seed, planned, page, "
                    "automatic) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, "
                    "?18)",
                    {entry.id, entry.name, std::string(state_name(entry.state)), entry.created, now_milliseconds(),
                     entry.precision, entry.steps_run, entry.steps_skipped, loss_value(entry.final_loss),
                     std::int64_t{entry.pinned}, entry.deleted ? Value(now_milliseconds()) : Value(nullptr), owner.host,
                     owner.process, owner.started, scenario.seed, RunRecord(scenario, environment).planned_steps(),
                     entry.origin.page, std::int64_t{entry.origin.automatic}});
    const std::int64_t number = m_database->integer_of("SELECT number FROM runs WHERE id = ?1", {entry.id});
    m_database->run("INSERT INTO descriptions (run, scenario, environment, columns) VALUES (?1, ?2, ?3, ?4)",
                    {number, scenario::scenario_text(scenario), encode_environment(environment), encode_columns()});
    return number;
}

BegunRun RunStore::begin(const scenario::Scenario& scenario, const Environment& environment, std::string_view name,
                         const RunOrigin& origin) {
    RunEntry entry;
    entry.origin = origin;
    entry.name = name_or(name, scenario);
    entry.state = StoredState::Running;
    entry.created = now_milliseconds();
    entry.precision = scenario::choice_name(scenario.precision);
    std::int64_t number = 0;
    m_database->transaction(Access::Write, [&] {
        entry.id = new_id(*m_database);
        number = insert(entry, scenario, environment);
    });
    return {entry.id, entry.name, std::make_unique<StoreSink>(m_database, number)};
}

std::string RunStore::add(const RunRecord& record, std::string_view name, std::int64_t created,
                          const RunOrigin& origin) {
    const RunFigures sums = figures(record);
    RunEntry entry;
    entry.origin = origin;
    entry.name = name_or(name, record.scenario());
    entry.created = created != 0 ? created : now_milliseconds();
    entry.precision = scenario::choice_name(record.scenario().precision);
    entry.steps_run = static_cast<std::int64_t>(sums.steps_run);
    entry.steps_skipped = static_cast<std::int64_t>(sums.steps_skipped);
    entry.final_loss = sums.final_loss;
    for (const auto& fact : record.facts())
        entry.state = final_state(fact).value_or(entry.state);
    m_database->transaction(Access::Write, [&] {
        entry.id = new_id(*m_database);
        const std::int64_t number = insert(entry, record.scenario(), record.environment());
        insert_chunk(*m_database, number, 0, record.samples(), record.facts(), record.details());
    });
    return entry.id;
}

RunRecord RunStore::load(const std::string& id) const {
    return load_from(*m_database, number_of(id));
}

RunEntry RunStore::entry(const std::string& id) const {
    const std::scoped_lock lock(m_database->mutex());
    Statement row(*m_database, "SELECT " AMPSCOPE_ENTRY_COLUMNS " FROM runs WHERE id = ?1", {id});
    if (!row.step()) throw text::bad_input("store.unknown_run", {{"text", id}});
    return read_entry(row);
}

std::vector<RunEntry> RunStore::list(const RunFilter& filter) const {
    mark_interrupted(); // another process may have died since this one opened the file
    const std::scoped_lock lock(m_database->mutex());
    std::string sql("SELECT " AMPSCOPE_ENTRY_COLUMNS);
    sql.append(kFiltered).append(" ORDER BY ").append(order_text(filter)).append(", number DESC LIMIT ?7 OFFSET ?8");
    Statement row(*m_database, sql,
                  {filter.text, filter.state ? std::string(state_name(*filter.state)) : std::string(), filter.precision,
                   std::int64_t{filter.deleted}, std::int64_t{filter.pinned}, filter.page, filter.limit,
                   filter.offset});
    std::vector<RunEntry> entries;
    while (row.step())
        entries.push_back(read_entry(row));
    return entries;
}

std::int64_t RunStore::count(const RunFilter& filter) const {
    return m_database->integer_of(std::string("SELECT count(*)").append(kFiltered),
                                  {filter.text, filter.state ? std::string(state_name(*filter.state)) : std::string(),
                                   filter.precision, std::int64_t{filter.deleted}, std::int64_t{filter.pinned},
                                   filter.page});
}

std::vector<std::string> RunStore::pages() const {
    const std::scoped_lock lock(m_database->mutex());
    Statement row(*m_database, "SELECT DISTINCT page FROM runs WHERE page <> '' AND deleted IS NULL ORDER BY page", {});
    std::vector<std::string> pages;
    while (row.step())
        pages.push_back(row.text(0));
    return pages;
}

std::string RunStore::find(const std::string& text, bool deleted) const {
    const std::scoped_lock lock(m_database->mutex());
    const auto matching = [&](std::string_view sql) {
        Statement row(*m_database, sql, {text, std::int64_t{deleted}});
        std::vector<RunEntry> entries;
        while (row.step())
            entries.push_back(read_entry(row));
        return entries;
    };
    auto found = matching("SELECT " AMPSCOPE_ENTRY_COLUMNS " FROM runs WHERE id = ?1 AND (deleted IS NOT NULL) = ?2");
    if (found.empty())
        found = matching("SELECT " AMPSCOPE_ENTRY_COLUMNS
                         " FROM runs WHERE name = ?1 AND (deleted IS NOT NULL) = ?2 ORDER BY number DESC");
    if (found.empty() && !text.empty())
        found = matching("SELECT " AMPSCOPE_ENTRY_COLUMNS
                         " FROM runs WHERE (substr(id, 1, length(?1)) = lower(?1) OR substr(name, 1, length(?1)) = ?1) "
                         "AND (deleted IS NOT NULL) = ?2 ORDER BY number DESC");
    if (found.empty()) throw text::bad_input("store.unknown_run", {{"text", text}});
    if (found.size() == 1) return found[0].id;
    std::string candidates;
    for (std::size_t i = 0; i < std::min(found.size(), kCandidates); ++i)
        candidates += (i ? ", " : "") + found[i].id + " (" + found[i].name + ", " +
                      utc_text(found[i].created).substr(0, 16) + "Z)";
    if (found.size() > kCandidates) candidates += ", …";
    throw text::bad_input("store.ambiguous",
                          {{"text", text}, {"count", std::to_string(found.size())}, {"candidates", candidates}});
}

void RunStore::rename(const std::string& id, std::string_view name) {
    const std::string clean = clean_name(name);
    if (clean.empty()) throw text::bad_input("store.empty_name");
    m_database->run("UPDATE runs SET name = ?2, automatic = 0 WHERE number = ?1", {number_of(id), clean});
}

void RunStore::pin(const std::string& id, bool pinned) {
    m_database->run("UPDATE runs SET pinned = ?2 WHERE number = ?1", {number_of(id), std::int64_t{pinned}});
}

void RunStore::remove(const std::string& id) {
    mark_interrupted();
    const RunEntry found = entry(id);
    if (found.deleted) throw text::bad_input("store.unknown_run", {{"text", id}});
    if (found.pinned) throw text::bad_input("store.pinned", {{"name", found.name}});
    if (found.state == StoredState::Running) throw text::bad_input("store.goes_on", {{"name", found.name}});
    m_database->run("UPDATE runs SET deleted = ?2 WHERE number = ?1", {number_of(id), now_milliseconds()});
}

std::string RunStore::undo_remove(const std::string& id) {
    std::string removed = id;
    if (id.empty()) {
        const auto last = m_database->text_of(
            "SELECT id FROM runs WHERE deleted IS NOT NULL ORDER BY deleted DESC, number DESC LIMIT 1");
        if (!last) throw text::bad_input("store.nothing_removed");
        removed = *last;
    }
    m_database->run("UPDATE runs SET deleted = NULL WHERE number = ?1", {number_of(removed)});
    return removed;
}

std::int64_t RunStore::purge() {
    std::int64_t count = 0;
    m_database->transaction(Access::Write, [&] {
        m_database->run("DELETE FROM runs WHERE deleted IS NOT NULL");
        count = m_database->changes();
    });
    m_database->run("PRAGMA incremental_vacuum");
    return count;
}

bool RunStore::drop_automatic(const std::string& id) {
    const std::scoped_lock lock(m_database->mutex()); // or changes() is another thread's
    m_database->run("DELETE FROM runs WHERE id = ?1 AND automatic = 1 AND pinned = 0 AND state <> 'running'", {id});
    return m_database->changes() > 0;
}

std::int64_t RunStore::trim_automatic(std::int64_t most, std::int64_t few_steps) {
    mark_interrupted();
    const std::scoped_lock lock(m_database->mutex());
    m_database->run("DELETE FROM runs WHERE automatic = 1 AND pinned = 0 AND deleted IS NULL AND state = 'interrupted' "
                    "AND steps_run + steps_skipped < ?1",
                    {few_steps});
    const std::int64_t cut_off = m_database->changes();
    m_database->run("DELETE FROM runs WHERE automatic = 1 AND pinned = 0 AND deleted IS NULL AND state <> 'running' "
                    "AND number NOT IN (SELECT number FROM runs WHERE automatic = 1 AND pinned = 0 "
                    "AND deleted IS NULL ORDER BY number DESC LIMIT ?1)",
                    {most});
    return cut_off + m_database->changes();
}

std::string RunStore::change_mark() const {
    const std::scoped_lock lock(m_database->mutex());
    // The first moves with other connections' changes, the second with those of this one.
    return m_database->text_of("PRAGMA data_version").value_or("") + " " +
           m_database->text_of("SELECT total_changes()").value_or("");
}

std::string RunStore::export_text(const std::string& id) const {
    const RunEntry found = entry(id);
    std::string content = record_text(load(id));
    const std::string head = "\n  \"name\": " + io::JsonWriter::quoted(found.name) + ",\n  \"created\": \"" +
                             utc_text(found.created) + "\",";
    content.insert(content.find('{') + 1, head);
    return content;
}

void RunStore::export_run(const std::string& id, const std::string& path) const {
    io::write_file(path, export_text(id));
}

std::string RunStore::import_run(const std::string& path) {
    if (path.ends_with(".jsonl")) return add(load_journal(path));
    const Json json = io::read_json_file(path);
    const RunRecord record = read_record(json);
    require_steps_in_order(json);
    std::string name;
    if (const Json* found = json.find("name")) name = found->as_string();
    std::int64_t created = 0;
    if (const Json* found = json.find("created")) {
        const auto time = parse_utc(found->as_string());
        if (!time) throw found->error("store.bad_time", {{"found", found->raw()}});
        created = *time;
    }
    return add(record, name, created);
}

} // namespace ampscope::record
