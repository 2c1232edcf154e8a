#include "core/record/store/database.h"

#include <sqlite3.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/io/file.h"
#include "core/text/message.h"

namespace ampscope::record {

namespace {

// How long a writer waits for another process. Transactions take milliseconds; a disk that syncs slowly takes longer.
constexpr int kBusyMilliseconds = 10'000;

// The next opening looks at every page; where this cannot be written, it meets the damage again.
void mark_suspicion(const std::string& path) {
    try {
        io::write_file(suspicion_path(path), "");
    } catch (const text::Error&) {
    }
}

} // namespace

void require_sqlite() {}

std::string sqlite_version() {
    return sqlite3_libversion();
}

std::string suspicion_path(const std::string& path) {
    return path + "-damaged";
}

Statement::Statement(Database& database, std::string_view sql, std::initializer_list<Value> values)
    : m_database(database) {
    int result =
        sqlite3_prepare_v2(database.m_connection, sql.data(), static_cast<int>(sql.size()), &m_statement, nullptr);
    int index = 1;
    for (const auto& value : values) {
        if (result != SQLITE_OK) break;
        if (const auto* integer = std::get_if<std::int64_t>(&value))
            result = sqlite3_bind_int64(m_statement, index, *integer);
        else if (const auto* text = std::get_if<std::string>(&value))
            result = sqlite3_bind_text64(m_statement, index, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
        else if (const auto* bytes = std::get_if<Bytes>(&value))
            result =
                sqlite3_bind_blob64(m_statement, index, bytes->content.data(), bytes->content.size(), SQLITE_TRANSIENT);
        else
            result = sqlite3_bind_null(m_statement, index);
        ++index;
    }
    if (result == SQLITE_OK) return;
    sqlite3_finalize(m_statement); // no destructor after a constructor that throws
    database.fail(result);
}

Statement::~Statement() {
    sqlite3_finalize(m_statement);
}

bool Statement::step() {
    const int result = sqlite3_step(m_statement);
    if (result == SQLITE_ROW) return true;
    if (result == SQLITE_DONE) return false;
    m_database.fail(result);
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(m_statement, column);
}

std::string Statement::text(int column) const {
    // The pointer first: asking for it may convert, and the size is that of what it points to.
    const void* bytes = sqlite3_column_blob(m_statement, column);
    const int size = sqlite3_column_bytes(m_statement, column);
    return bytes ? std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size)) : std::string();
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

Database::Database(std::string path, bool read_only) : m_path(std::move(path)), m_read_only(read_only) {
    const int flags = read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    // NOMUTEX: m_mutex already keeps threads apart.
    const int result = sqlite3_open_v2(m_path.c_str(), &m_connection, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    if (result == SQLITE_OK) {
        sqlite3_extended_result_codes(m_connection, 1);
        sqlite3_busy_timeout(m_connection, kBusyMilliseconds);
        return;
    }
    try {
        fail(result);
    } catch (...) {
        sqlite3_close_v2(m_connection);
        throw;
    }
}

Database::~Database() {
    sqlite3_close_v2(m_connection);
}

void Database::run(std::string_view sql, std::initializer_list<Value> values) {
    const std::scoped_lock lock(m_mutex);
    Statement statement(*this, sql, values);
    while (statement.step())
        ;
}

std::optional<std::string> Database::text_of(std::string_view sql, std::initializer_list<Value> values) {
    const std::scoped_lock lock(m_mutex);
    Statement statement(*this, sql, values);
    if (!statement.step()) return std::nullopt;
    return statement.text(0);
}

std::int64_t Database::integer_of(std::string_view sql, std::initializer_list<Value> values) {
    const std::scoped_lock lock(m_mutex);
    Statement statement(*this, sql, values);
    return statement.step() ? statement.integer(0) : 0;
}

std::int64_t Database::changes() const {
    return sqlite3_changes64(m_connection);
}

bool Database::is_read_only() const {
    return sqlite3_db_readonly(m_connection, "main") != 0;
}

void Database::transaction(Access access, const std::function<void()>& work) {
    const std::scoped_lock lock(m_mutex);
    // IMMEDIATE waits for other writers here, where nothing has been read yet that could be out of date by then.
    run(access == Access::Write ? "BEGIN IMMEDIATE" : "BEGIN");
    try {
        work();
        run("COMMIT");
    } catch (...) {
        // Some failures (a full disk) have rolled back already.
        if (!sqlite3_get_autocommit(m_connection)) sqlite3_exec(m_connection, "ROLLBACK", nullptr, nullptr, nullptr);
        throw;
    }
}

void Database::fail(int result) {
    const int system_error = m_connection ? sqlite3_system_errno(m_connection) : 0;
    const auto could_not = [&](std::string id, std::vector<text::Argument> arguments = {}) {
        return text::could_not(std::move(id), std::move(arguments), {m_path});
    };
    const std::string reason =
        system_error != 0 ? std::generic_category().message(system_error) : sqlite3_errstr(result & 0xFF);
    switch (result & 0xFF) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        if (!m_read_only) mark_suspicion(m_path);
        throw could_not("store.damaged");
    case SQLITE_FULL: throw could_not("store.full");
    case SQLITE_READONLY: throw could_not("store.read_only");
    case SQLITE_BUSY: throw could_not("store.busy");
    case SQLITE_NOMEM: throw could_not("train.out_of_memory");
    case SQLITE_CONSTRAINT: throw could_not("store.run_is_gone");
    case SQLITE_CANTOPEN:
    case SQLITE_AUTH:
    case SQLITE_PERM: throw could_not("store.cannot_open", {{"reason", reason}});
    default:
        if (system_error == ENOSPC || system_error == EDQUOT) throw could_not("store.full");
        throw could_not("store.cannot_write", {{"reason", reason}});
    }
}

} // namespace ampscope::record
