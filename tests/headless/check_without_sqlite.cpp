// A program built without SQLite: the run library says that it is missing, and leaves nothing behind. Linked with
// database_missing.cpp, whose definitions come before those of the library.
#include <filesystem>

#include "core/record/store/comparison.h"
#include "core/record/store/run_store.h"
#include "tests/headless/check.h"

using namespace ampscope;

int main() {
    const auto folder = std::filesystem::temp_directory_path() / "ampscope-check-without-sqlite";
    std::string id;
    try {
        const record::RunStore store((folder / "runs.sqlite").string());
    } catch (const text::Error& error) {
        id = error.message().id;
        CHECK(error.kind() == text::ErrorKind::CouldNot);
        CHECK(error.text(text::Language::Korean).find("SQLite") != std::string::npos);
    }
    CHECK(id == "store.not_built");
    CHECK(!std::filesystem::exists(folder));
    CHECK(record::diff({}, {}).same()); // what needs no library works
    return report("check_without_sqlite");
}
