#include "app/cli/run_folder.h"

#include <filesystem>

#include "core/io/file.h"
#include "core/scenario/scenario_json.h"

namespace ampscope::cli {

namespace fs = std::filesystem;

static bool exists(const std::string& path) {
    std::error_code ignored;
    return fs::exists(fs::u8path(path), ignored);
}

static const std::string& made(const std::string& folder) {
    io::make_folder(folder);
    return folder;
}

RunFolder::RunFolder(Context& context, std::string folder) : m_folder(std::move(folder)), m_lock(made(m_folder)) {
    for (const char* name : {"scenario.json", "record.json", "trace.csv", "journal.jsonl"})
        io::require_writable_place(at(name));
    if (exists(journal())) recover(context);
}

// stem.json, else stem-2.json, stem-3.json …
std::string RunFolder::free_name(const std::string& stem, const std::string& ending) const {
    std::string name = stem + ending;
    for (int i = 2; exists(at(name)); ++i)
        name = stem + "-" + std::to_string(i) + ending;
    return name;
}

void RunFolder::recover(Context& context) {
    const auto tell = [&](std::string id, std::vector<text::Argument> arguments) {
        context.warn(context.say(std::move(id), std::move(arguments)));
    };
    std::error_code error;
    try {
        const record::RunRecord left = record::load_journal(journal());
        if (left.samples().empty()) {
            tell("cli.run_left_nothing", {});
        } else {
            const std::string name = free_name("record-recovered", ".json");
            io::write_file(at(name), record::record_text(left));
            tell("cli.run_recovered", {{"steps", std::to_string(left.samples().size())}, {"file", at(name)}});
        }
        fs::remove(fs::u8path(journal()), error);
    } catch (const text::Error& failure) {
        if (failure.kind() == text::ErrorKind::CouldNot) throw; // the record could not be written: the journal stays
        const std::string name = free_name("journal-unreadable", ".jsonl");
        fs::rename(fs::u8path(journal()), fs::u8path(at(name)), error);
        if (error) throw;
        tell("cli.run_unreadable", {{"reason", failure.text(context.language)}, {"file", at(name)}});
    }
}

bool RunFolder::finish(Context& context, const record::RunRecord& record) {
    std::error_code ignored;
    const bool keeps_older = record.samples().empty() && exists(at("record.json"));
    if (keeps_older)
        context.warn(context.say("cli.run_kept_older", {{"folder", m_folder}}));
    else
        io::write_files({{at("scenario.json"), scenario::scenario_text(record.scenario())},
                         {at("record.json"), record::record_text(record)},
                         {at("trace.csv"), record::trace_csv(record)}});
    fs::remove(fs::u8path(journal()), ignored); // everything in it now stands in record.json
    return !keeps_older;
}

} // namespace ampscope::cli
