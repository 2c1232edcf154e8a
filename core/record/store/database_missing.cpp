// database.cpp in a program that was built without SQLite: there is no file, and nothing else is ever called.
#include "core/record/store/database.h"
#include "core/text/message.h"

namespace ampscope::record {

namespace {

[[noreturn]] void not_built() {
    throw text::could_not("store.not_built");
}

} // namespace

void require_sqlite() {
    not_built();
}

std::string sqlite_version() {
    return "";
}

std::string suspicion_path(const std::string& path) {
    return path;
}

Statement::Statement(Database& database, std::string_view, std::initializer_list<Value>) : m_database(database) {
    not_built();
}
Statement::~Statement() = default;
bool Statement::step() {
    not_built();
}
std::int64_t Statement::integer(int) const {
    not_built();
}
std::string Statement::text(int) const {
    not_built();
}
bool Statement::is_null(int) const {
    not_built();
}

Database::Database(std::string, bool read_only) : m_read_only(read_only) {
    not_built();
}
Database::~Database() = default;
void Database::run(std::string_view, std::initializer_list<Value>) {
    not_built();
}
std::optional<std::string> Database::text_of(std::string_view, std::initializer_list<Value>) {
    not_built();
}
std::int64_t Database::integer_of(std::string_view, std::initializer_list<Value>) {
    not_built();
}
std::int64_t Database::changes() const {
    not_built();
}
bool Database::is_read_only() const {
    not_built();
}
void Database::transaction(Access, const std::function<void()>&) {
    not_built();
}
void Database::fail(int) {
    not_built();
}

} // namespace ampscope::record
