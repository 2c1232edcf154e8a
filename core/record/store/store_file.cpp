#include "core/record/store/store_file.h"

#include <chrono>
#include <filesystem>

#include "core/io/file.h"
#include "core/io/set_aside.h"
#include "core/record/store/process.h"

namespace ampscope::record {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kApplicationId = 0x616D7073; // "amps": tells our files from other programs'

// Up to this size every page is looked at on opening (tens of milliseconds); beyond, only after damage has been met.
constexpr std::uintmax_t kCheckedBytes = 64u << 20;

constexpr const char* kTables[] = {
    // One line of the list of runs. What takes room stands in the other two tables: the list is read often.
    R"(CREATE TABLE runs (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
        created INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        precision TEXT NOT NULL,
        steps_run INTEGER NOT NULL,
        steps_skipped INTEGER NOT NULL,
        final_loss TEXT,
        pinned INTEGER NOT NULL DEFAULT 0,
        deleted INTEGER,
        owner_host TEXT NOT NULL,
        owner_process INTEGER NOT NULL,
        owner_started INTEGER NOT NULL,
        seed INTEGER,
        planned INTEGER NOT NULL DEFAULT 0,
        page TEXT NOT NULL DEFAULT '',
        automatic INTEGER NOT NULL DEFAULT 0))",
    R"(CREATE TABLE descriptions (
        run INTEGER PRIMARY KEY REFERENCES runs(number) ON DELETE CASCADE,
        scenario TEXT NOT NULL,
        environment TEXT NOT NULL,
        columns TEXT NOT NULL))",
    // What a run said within one second, in codec.h's forms.
    R"(CREATE TABLE chunks (
        run INTEGER NOT NULL REFERENCES runs(number) ON DELETE CASCADE,
        sequence INTEGER NOT NULL,
        samples BLOB NOT NULL,
        facts TEXT NOT NULL,
        details TEXT NOT NULL,
        UNIQUE (run, sequence)))",
};

// Columns that came later. A program that does not know them goes on with the file, so the version stays.
constexpr const char* kLaterColumns[] = {
    "ALTER TABLE runs ADD COLUMN seed INTEGER",
    "ALTER TABLE runs ADD COLUMN planned INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE runs ADD COLUMN page TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE runs ADD COLUMN automatic INTEGER NOT NULL DEFAULT 0",
    // What is no JSON is left for the reader of that run to complain about.
    ("UPDATE runs SET seed = (SELECT CASE WHEN json_valid(scenario) THEN json_extract(scenario, '$.seed') END "
     "FROM descriptions WHERE run = runs.number)"),
};

void add_later_columns(Database& database) {
    constexpr const char* kHasThem = "SELECT count(*) FROM pragma_table_info('runs') WHERE name = 'automatic'";
    if (database.integer_of(kHasThem) != 0) return;
    database.transaction(Database::Access::Write, [&] {
        for (const char* change : kLaterColumns)
            database.run(change);
    });
}

bool is_damage(const text::Error& error) {
    return error.message().id == "store.damaged";
}

std::shared_ptr<Database> open_checked(const std::string& path) {
    std::error_code ignored;
    const bool suspected = fs::exists(fs::u8path(suspicion_path(path)), ignored);
    auto database = std::make_shared<Database>(path, false);
    const auto failed = [&](std::string id, std::vector<text::Argument> arguments = {}) {
        return text::could_not(std::move(id), std::move(arguments), {path});
    };
    // Before anything is read: a file that cannot be written has no log beside it, and reading would only say that.
    if (database->is_read_only()) throw failed("store.read_only");
    const std::int64_t schema = database->integer_of("PRAGMA user_version");
    const std::int64_t application = database->integer_of("PRAGMA application_id");
    const bool is_new = application == 0 && database->integer_of("SELECT count(*) FROM sqlite_master") == 0;
    if (!is_new && application != kApplicationId) throw failed("store.foreign");
    if (schema > kStoreSchema)
        throw failed("store.newer_schema",
                     {{"found", std::to_string(schema)}, {"known", std::to_string(kStoreSchema)}});

    if (is_new) database->run("PRAGMA auto_vacuum = INCREMENTAL"); // before the first table, or never
    database->run("PRAGMA journal_mode = WAL");
    // A commit is on the disk when it returns: once a second, and never on the compute thread.
    database->run("PRAGMA synchronous = FULL");
    database->run("PRAGMA foreign_keys = ON");
    database->run("PRAGMA trusted_schema = OFF");
    database->run("PRAGMA cell_size_check = ON");
    if (is_new) {
        database->transaction(Database::Access::Write, [&] {
            for (const char* table : kTables)
                database->run(table);
            database->run("PRAGMA application_id = 1634562163"); // kApplicationId; a PRAGMA takes no bound value
            database->run("PRAGMA user_version = 1");            // kStoreSchema
        });
    } else if (suspected || fs::file_size(fs::u8path(path), ignored) <= kCheckedBytes) {
        if (database->text_of("PRAGMA quick_check(1)") != "ok") throw failed("store.damaged");
    }
    if (!is_new) add_later_columns(*database);
    if (suspected) fs::remove(fs::u8path(suspicion_path(path)), ignored);
    return database;
}

static_assert(kApplicationId == 1634562163 && kStoreSchema == 1);

void move_aside(const std::string& path, const std::string& aside) {
    std::error_code error, ignored;
    fs::rename(fs::u8path(path), fs::u8path(aside), error);
    if (error) throw text::could_not("store.cannot_write", {{"reason", error.message()}}, {path});
    // The log belongs to that file; beside a new one it would be taken for the new one's.
    fs::rename(fs::u8path(path + "-wal"), fs::u8path(aside + "-wal"), ignored);
    fs::remove(fs::u8path(path + "-shm"), ignored);
    fs::remove(fs::u8path(suspicion_path(path)), ignored);
}

} // namespace

OpenedStore open_store_file(const std::string& path) {
    require_sqlite(); // before a folder is made for nothing
    if (path.empty()) throw text::could_not("store.no_place");
    const std::string folder = fs::u8path(path).parent_path().string();
    if (!folder.empty()) io::make_folder(folder);
    // Two processes that begin or mend the same file at once would each undo what the other did.
    const FileLock lock(path + "-lock");
    if (lock.is_read_only()) throw text::could_not("store.read_only", {}, {path});
    try {
        return {open_checked(path), ""};
    } catch (const text::Error& error) {
        if (!is_damage(error)) throw;
    }
    const std::string aside = io::aside_name(path);
    move_aside(path, aside);
    return {open_checked(path), aside};
}

std::shared_ptr<Database> open_damaged(const std::string& path) {
    auto database = std::make_shared<Database>(path, true);
    database->run("PRAGMA writable_schema = ON"); // else a file that was cut short is refused as a whole
    database->run("PRAGMA trusted_schema = OFF");
    if (database->integer_of("PRAGMA application_id") != kApplicationId ||
        database->integer_of("PRAGMA user_version") > kStoreSchema)
        throw text::could_not("store.damaged", {}, {path});
    return database;
}

} // namespace ampscope::record
