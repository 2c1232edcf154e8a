// lessons list, lint, check
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>

#include "app/cli/cli.h"
#include "app/cli/run_to_end.h"
#include "app/cli/table.h"
#include "core/hardware/machine.h"
#include "core/io/file.h"
#include "core/io/json_writer.h"
#include "core/lesson/check.h"
#include "core/lesson/recordings.h"
#include "core/lesson/seed_lines.h"
#include "core/record/store/codec.h"
#include "core/scenario/scenario_json.h"

namespace ampscope::cli {
namespace {

using lesson::Finding;
using lesson::Lesson;

struct LessonOptions {
    std::string folder, out;
    std::vector<std::string> ids;
};

struct Selection {
    lesson::LessonShelf shelf;
    std::vector<const Lesson*> lessons; ///< of the shelf: all, or those asked for
    std::vector<Finding> broken;        ///< lessons among them that could not be read
};

// The folder of a lesson that could not be read: the one that holds the file complained about, or one above it.
bool is_below(const std::string& file, const std::string& id) {
    const auto path = std::filesystem::u8path(file);
    return std::ranges::any_of(path, [&](const auto& part) { return part == std::filesystem::u8path(id); });
}

std::string known_ids(const lesson::LessonShelf& shelf) {
    std::string ids;
    for (const auto& lesson : shelf.lessons)
        ids += (ids.empty() ? "" : ", ") + lesson.id;
    return ids.empty() ? "-" : ids;
}

std::string folder_of(const LessonOptions& options) {
    return options.folder.empty() ? lesson::lessons_folder() : options.folder;
}

Selection select(const LessonOptions& options) {
    const std::string folder = folder_of(options);
    Selection selection;
    selection.shelf = lesson::load_lessons(folder);
    const auto& shelf = selection.shelf;
    // Nothing to look at is no finding about a lesson.
    if (shelf.lessons.empty() && shelf.errors.size() == 1 && shelf.errors[0].location().source == folder)
        throw shelf.errors[0];
    if (shelf.lessons.empty() && shelf.errors.empty()) throw text::bad_input("lesson.none_here", {{"folder", folder}});
    const auto add_broken = [&](const text::Error& error) {
        selection.broken.push_back({Finding::Severity::Error, "", error.message(), error.location()});
    };
    if (options.ids.empty()) {
        for (const auto& lesson : shelf.lessons)
            selection.lessons.push_back(&lesson);
        std::ranges::for_each(shelf.errors, add_broken);
    }
    for (const auto& id : options.ids) {
        const Lesson* found = shelf.find(id);
        if (found) selection.lessons.push_back(found);
        bool is_broken = false;
        for (const auto& error : shelf.errors)
            if (is_below(error.location().source, id)) add_broken(error), is_broken = true;
        if (!found && !is_broken)
            throw text::bad_input("lesson.unknown_id", {{"id", id}, {"folder", folder}, {"known", known_ids(shelf)}});
    }
    return selection;
}

std::string severity_id(Finding::Severity severity) {
    return severity == Finding::Severity::Error ? "error" : "warning";
}

void write_findings(io::JsonWriter& writer, const Context& context, const std::vector<Finding>& findings) {
    writer.begin_array("findings");
    for (const auto& finding : findings) {
        writer.begin_object(io::JsonWriter::Layout::OneLine);
        writer.member("severity", severity_id(finding.severity));
        writer.member("lesson", finding.lesson);
        writer.member("id", finding.message.id);
        writer.member("message", context.say(finding.message));
        writer.member("file", finding.location.source);
        writer.member("line", finding.location.line);
        writer.member("column", finding.location.column);
        writer.end();
    }
    writer.end();
}

void print_findings(const Context& context, std::ostream& out, const std::vector<Finding>& findings) {
    for (const auto& finding : findings)
        out << text::render(finding.location, context.language)
            << context.say("lesson.severity_" + severity_id(finding.severity)) << ": " << context.say(finding.message)
            << '\n';
}

int status_of(const std::vector<Finding>& findings) {
    return lesson::has_errors(findings) ? kAnswerIsNo : kDone;
}

// --- list

int list_lessons(Context& context, const LessonOptions& options) {
    const Selection selection = select(options);
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        writer.begin_array("lessons");
        for (const Lesson* lesson : selection.lessons) {
            writer.begin_object(io::JsonWriter::Layout::OneLine);
            writer.member("id", lesson->id);
            writer.member("chapter", lesson->chapter);
            writer.member("section", lesson->section);
            writer.member("minutes", lesson->minutes);
            writer.member("steps", lesson->steps.size());
            writer.member("title", lesson->text(context.language).title);
            writer.member("folder", lesson->folder);
            writer.end();
        }
        writer.end();
        write_findings(writer, context, selection.broken);
        writer.end();
        context.out << writer.text();
        return status_of(selection.broken);
    }
    Table table({context.say("lesson.column_id"), context.say("lesson.column_section"),
                 context.say("lesson.column_minutes"), context.say("lesson.column_steps"),
                 context.say("lesson.column_title")});
    table.align(2, Table::Align::Right);
    table.align(3, Table::Align::Right);
    for (const Lesson* lesson : selection.lessons)
        table.add({lesson->id, lesson->section, std::to_string(lesson->minutes), std::to_string(lesson->steps.size()),
                   lesson->text(context.language).title});
    table.print(context.out);
    print_findings(context, context.err, selection.broken);
    return status_of(selection.broken);
}

// --- lint and check

/// Findings and counts, as text or JSON; the exit status.
int report(Context& context, const Selection& selection, const std::vector<Finding>& findings,
           std::optional<std::size_t> runs) {
    const auto errors = std::ranges::count(findings, Finding::Severity::Error, &Finding::severity);
    const auto warnings = std::ranges::count(findings, Finding::Severity::Warning, &Finding::severity);
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        writer.member("lessons", selection.lessons.size());
        if (runs) writer.member("runs", *runs);
        writer.member("errors", errors);
        writer.member("warnings", warnings);
        write_findings(writer, context, findings);
        writer.end();
        context.out << writer.text();
        return status_of(findings);
    }
    print_findings(context, context.out, findings);
    context.out << context.say(runs ? "lesson.check_summary" : "lesson.lint_summary",
                               {{"lessons", std::to_string(selection.lessons.size())},
                                {"runs", std::to_string(runs.value_or(0))},
                                {"errors", std::to_string(errors)},
                                {"warnings", std::to_string(warnings)}})
                << '\n';
    return status_of(findings);
}

int lint_lessons(Context& context, const LessonOptions& options) {
    const Selection selection = select(options);
    std::vector<Finding> findings = selection.broken;
    for (const Lesson* lesson : selection.lessons)
        std::ranges::copy(lesson::lint(*lesson, selection.shelf), std::back_inserter(findings));
    if (options.ids.empty()) {
        std::ranges::copy(lesson::lint_shelf(selection.shelf, folder_of(options)), std::back_inserter(findings));
        std::ranges::copy(lesson::lint_learning(selection.shelf, folder_of(options)), std::back_inserter(findings));
    }
    return report(context, selection, findings, std::nullopt);
}

int check_lessons(Context& context, const LessonOptions& options) {
    const Selection selection = select(options);
    std::vector<Finding> findings = selection.broken;
    std::map<std::string, record::RunRecord> runs; // by the scenario's text: lessons share some
    const lesson::RunScenario run = [&](const scenario::Scenario& scenario) {
        const std::string key = scenario::scenario_text(scenario);
        const auto found = runs.find(key);
        return found != runs.end() ? found->second : runs.emplace(key, record_to_end(context, scenario)).first->second;
    };
    for (const Lesson* lesson : selection.lessons)
        std::ranges::copy(lesson::check(*lesson, run), std::back_inserter(findings));
    return report(context, selection, findings, runs.size());
}

// --- record

int record_lessons(Context& context, const LessonOptions& options) {
    const Selection selection = select(options);
    if (!selection.broken.empty()) {
        print_findings(context, context.err, selection.broken);
        return kBadInput;
    }
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const std::string day =
        record::utc_text(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()).substr(0, 10);
    const std::string machine = hardware::read_machine().cpu;
    std::size_t count = 0, bytes = 0;
    io::JsonWriter writer;
    writer.begin_object();
    writer.begin_array("recordings");
    for (const Lesson* lesson : selection.lessons)
        for (const auto& run : lesson::runs_to_record(*lesson)) {
            const std::string text = lesson::recording_text(record_to_end(context, run.scenario), day, machine);
            const std::string file = options.out.empty() ? lesson::recording_path(*lesson, run.name)
                                                         : options.out + "/" + lesson->id + "/" + run.name + ".json";
            io::make_folder(std::filesystem::u8path(file).parent_path().string());
            io::write_file(file, text);
            ++count;
            bytes += text.size();
            writer.begin_object(io::JsonWriter::Layout::OneLine);
            writer.member("lesson", lesson->id);
            writer.member("run", run.name);
            writer.member("file", file);
            writer.member("bytes", text.size());
            writer.end();
            if (!context.json)
                context.out << context.say(
                                   "class.recording_written",
                                   {{"file", file}, {"bytes", text::grouped(static_cast<std::int64_t>(text.size()))}})
                            << '\n';
        }
    writer.end();
    writer.member("bytes", bytes);
    writer.end();
    if (context.json)
        context.out << writer.text();
    else
        context.out << context.say("class.recordings_summary",
                                   {{"runs", std::to_string(count)},
                                    {"bytes", text::grouped(static_cast<std::int64_t>(bytes))}})
                    << '\n';
    return kDone;
}

} // namespace

void add_lesson_commands(CLI::App& app, Action& chosen) {
    auto* lessons = app.add_subcommand("lessons", "The lessons: what there is, and whether it is sound");
    lessons->require_subcommand(1);
    auto options = std::make_shared<LessonOptions>();
    lessons->add_option("--folder", options->folder,
                        "Where the lessons lie; else AMPSCOPE_LESSONS, else the program's");
    const auto add = [&](const char* name, const char* help, int (*action)(Context&, const LessonOptions&)) -> auto& {
        auto* command = lessons->add_subcommand(name, help);
        command->add_option("ID", options->ids, "Only these lessons");
        command->callback([&chosen, options, action] {
            chosen = [options, action](Context& context) { return action(context, *options); };
        });
        return *command;
    };
    add("list", "What there is", list_lessons);
    add("lint", "Look at every lesson without running anything", lint_lessons);
    add("check", "Run every scenario, reference and wrong answer, and walk every card", check_lessons);
    add("record", "Run what the lessons show and keep the records, for rooms where a run fails", record_lessons)
        .add_option("--out", options->out, "A folder for <lesson>/<run>.json; else recorded/ of each lesson");
}

} // namespace ampscope::cli
