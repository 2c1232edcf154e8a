// A thin cover over SQLite: results become text::Error, values are always bound, never written into the SQL.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace ampscope::record {

/// Throws "store.not_built" in a program without SQLite.
void require_sqlite();
/// Of the library that is in use, "3.40.1"; "" in a program without SQLite.
std::string sqlite_version();

/// The bytes of a value that is no text. Only looked at while the statement is bound: it does not own them.
struct Bytes {
    std::string_view content;
};
using Value = std::variant<std::nullptr_t, std::int64_t, std::string, Bytes>;

class Database;

/// One prepared statement. Columns count from 0.
class Statement {
  public:
    /// Prepares it and binds `values` to its question marks. For whoever holds the database's mutex. Throws what
    /// Database::fail() throws, as step() does.
    Statement(Database& database, std::string_view sql, std::initializer_list<Value> values);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    /// The next row; false after the last.
    bool step();
    std::int64_t integer(int column) const;
    std::string text(int column) const; ///< also of a blob
    bool is_null(int column) const;

  private:
    // Unused without SQLite.
    [[maybe_unused]] Database& m_database;
    [[maybe_unused]] sqlite3_stmt* m_statement = nullptr;
};

/// One connection. Every use takes `mutex` first, so that threads may share it; transactions hold it to their end.
class Database {
  public:
    /// Opens the file, or creates it unless `read_only`. Throws "store.cannot_open".
    Database(std::string path, bool read_only);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// Carries out one statement; rows are passed over.
    void run(std::string_view sql, std::initializer_list<Value> values = {});
    /// The first value of the first row; nullopt without a row.
    std::optional<std::string> text_of(std::string_view sql, std::initializer_list<Value> values = {});
    std::int64_t integer_of(std::string_view sql, std::initializer_list<Value> values = {});
    /// Rows that the last statement changed.
    std::int64_t changes() const;
    bool is_read_only() const;

    enum class Access { Read, Write };
    /// `work` as one transaction: all of it, or, when it throws, nothing.
    void transaction(Access access, const std::function<void()>& work);

    /// Throws what a result of SQLite means, with this file as the place: store.damaged, store.full, store.read_only,
    /// store.busy, store.cannot_open, store.cannot_write. Damage is remembered in a file beside this one, so that the
    /// next opening looks at every page.
    [[noreturn]] void fail(int result);

    const std::string& path() const { return m_path; }
    std::recursive_mutex& mutex() { return m_mutex; }

  private:
    friend class Statement;
    std::string m_path;
    [[maybe_unused]] bool m_read_only;
    [[maybe_unused]] sqlite3* m_connection = nullptr;
    std::recursive_mutex m_mutex;
};

/// Name of the file that says that `path` was found damaged while it was in use.
std::string suspicion_path(const std::string& path);

} // namespace ampscope::record
