// glossary, teach, progress
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/cli/cli.h"
#include "app/cli/table.h"
#include "core/io/file.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/lesson/chapter_check.h"
#include "core/lesson/glossary.h"
#include "core/lesson/progress.h"
#include "core/lesson/teaching.h"
#include "core/record/store/data_folder.h"
#include "core/text/nearest.h"
#include "core/text/words.h"

namespace ampscope::cli {
namespace {

using io::JsonWriter;
using lesson::Calibration;
using lesson::Lesson;
using Layout = JsonWriter::Layout;

struct LearningOptions {
    std::string folder, id, out, data;
    bool yes = false;
};

std::string lessons_of(const LearningOptions& options) {
    return options.folder.empty() ? lesson::lessons_folder() : options.folder;
}

// --- glossary

int print_glossary(Context& context, const LearningOptions& options) {
    const lesson::Glossary glossary = lesson::load_glossary(lessons_of(options));
    std::vector<const lesson::GlossaryTerm*> shown;
    for (const auto& term : glossary.terms)
        if (options.id.empty() || term.id == options.id) shown.push_back(&term);
    if (shown.empty()) {
        std::vector<std::string> known;
        for (const auto& term : glossary.terms)
            known.push_back(term.id);
        text::Argument nearest{"nearest", std::string()};
        if (const auto names = text::nearest_names(options.id, known, 4); !names.empty())
            nearest.value = text::Message{"cli.did_you_mean", {{"names", text::joined(names)}}};
        throw text::bad_input("cli.unknown_term", {{"found", options.id}, nearest});
    }
    if (context.json) {
        JsonWriter writer;
        writer.begin_array();
        for (const auto* term : shown) {
            writer.begin_object(Layout::OneLine);
            writer.member("id", term->id);
            writer.member("name", term->in(context.language).name);
            writer.member("text", term->in(context.language).text);
            writer.member("lesson", term->lesson);
            writer.list_member("see", term->see);
            writer.end();
        }
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    Table table({context.say("cli.glossary_term"), context.say("cli.glossary_text"), context.say("cli.glossary_lesson"),
                 context.say("cli.glossary_see")});
    for (const auto* term : shown)
        table.add(
            {term->in(context.language).name, term->in(context.language).text, term->lesson, text::joined(term->see)});
    table.print(context.out);
    return kDone;
}

// --- teach

std::string minutes_text(double minutes) {
    return io::to_text(minutes, 3);
}

void print_notes(Context& context, const Lesson& lesson) {
    const auto notes = lesson::load_teacher_notes(lesson);
    context.out << lesson.section << "  " << lesson.text(context.language).title << '\n';
    if (!notes) {
        context.out << context.say("cli.teach_none") << '\n';
        return;
    }
    Table table({context.say("cli.teach_step"), context.say("cli.teach_minutes")});
    table.align(1, Table::Align::Right);
    for (const auto& [step, minutes] : notes->timing)
        table.add({lesson.text(context.language).steps.at(step).heading, minutes_text(minutes)});
    table.print(context.out);
    context.out << context.say("cli.teach_hands",
                               {{"step", lesson.text(context.language).steps.at(notes->hands_step).heading},
                                {"text", notes->hands.in(context.language)}})
                << '\n';
    for (const auto& belief : notes->expect)
        context.out << context.say("cli.teach_expect", {{"text", belief.in(context.language)}}) << '\n';
}

void write_notes(JsonWriter& writer, const Context& context, const Lesson& lesson) {
    writer.begin_object();
    writer.member("lesson", lesson.id);
    writer.member("title", lesson.text(context.language).title);
    if (const auto notes = lesson::load_teacher_notes(lesson)) {
        writer.begin_object("timing", Layout::OneLine);
        for (const auto& [step, minutes] : notes->timing)
            writer.member(step, minutes);
        writer.end();
        writer.member("hands_step", notes->hands_step);
        writer.member("hands", notes->hands.in(context.language));
        writer.list_member("expect", notes->expect, [&](const auto& belief) { return belief.in(context.language); });
    }
    writer.end();
}

void print_class(Context& context, const lesson::LessonShelf& shelf, const lesson::ClassPlan& plan) {
    context.out << context.say("cli.teach_class",
                               {{"title", plan.title.in(context.language)}, {"minutes", std::to_string(plan.minutes)}})
                << '\n'
                << plan.text.in(context.language) << '\n';
    Table table(
        {context.say("lesson.column_id"), context.say("lesson.column_title"), context.say("cli.teach_minutes")});
    table.align(2, Table::Align::Right);
    for (const auto& id : plan.lessons)
        table.add({id, shelf.find(id)->text(context.language).title, std::to_string(shelf.find(id)->minutes)});
    table.print(context.out);
    context.out << context.say("cli.teach_homework", {{"lessons", text::joined(plan.homework)}}) << "\n\n";
}

void write_class(JsonWriter& writer, const Context& context, const lesson::ClassPlan& plan) {
    writer.begin_object(Layout::OneLine);
    writer.member("id", plan.id);
    writer.member("minutes", plan.minutes);
    writer.member("title", plan.title.in(context.language));
    writer.member("text", plan.text.in(context.language));
    for (const auto& [name, ids] : {std::pair{"lessons", &plan.lessons}, {"homework", &plan.homework}}) {
        writer.list_member(name, *ids);
    }
    writer.end();
}

// Without an id the classes; with one the notes of that lesson.
int print_teaching(Context& context, const LearningOptions& options) {
    const std::string folder = lessons_of(options);
    const lesson::LessonShelf shelf = lesson::load_lessons(folder);
    JsonWriter writer;
    if (options.id.empty()) {
        writer.begin_array();
        for (const auto& plan : lesson::load_classes(shelf, folder)) {
            if (context.json)
                write_class(writer, context, plan);
            else
                print_class(context, shelf, plan);
        }
        writer.end();
    } else {
        const Lesson* lesson = shelf.find(options.id);
        if (!lesson)
            throw text::bad_input("lesson.unknown_id",
                                  {{"id", options.id},
                                   {"folder", folder},
                                   {"known", text::joined(shelf.lessons, [](const Lesson& known) -> std::string_view {
                                        return known.id;
                                    })}});
        if (context.json)
            write_notes(writer, context, *lesson);
        else
            print_notes(context, *lesson);
    }
    if (context.json) context.out << writer.text();
    return kDone;
}

// --- progress

std::string share_text(double part, double whole) {
    return whole == 0 ? "-" : std::to_string(static_cast<int>(std::lround(100 * part / whole))) + " %";
}

void write_progress(JsonWriter& writer, const lesson::LessonShelf& shelf, const lesson::ProgressFile& file) {
    const auto& progress = file.progress();
    writer.begin_object();
    writer.member("file", file.path());
    writer.member("remaining_minutes", lesson::remaining_minutes(shelf.lessons, progress));
    writer.member("continue", progress.last_lesson);
    writer.begin_array("calibration");
    for (const auto& row : lesson::calibration_of(shelf.lessons, progress).rows) {
        writer.begin_object(Layout::OneLine);
        writer.member("sure", lesson::sure_id(row.sure));
        writer.member("right", row.right);
        writer.member("wrong", row.wrong);
        writer.member("unmeasured", row.unmeasured);
        writer.member("by_chance", row.by_chance);
        writer.end();
    }
    writer.end();
    writer.begin_member("progress");
    writer.value(io::parse_json(lesson::progress_text(progress), ""));
    writer.end();
}

void print_lessons(Context& context, const lesson::LessonShelf& shelf, const lesson::Progress& progress) {
    Table table({context.say("lesson.column_id"), context.say("progress.state"), context.say("progress.answers")});
    table.align(2, Table::Align::Right);
    for (const auto& lesson : shelf.lessons) {
        const auto known = progress.lessons.find(lesson.id);
        if (known == progress.lessons.end()) continue;
        const auto& entry = known->second;
        table.add(
            {lesson.id,
             entry.finished ? context.say("progress.finished") : context.say("progress.at", {{"step", entry.position}}),
             std::to_string(entry.answers.size())});
    }
    table.print(context.out);
}

int show_progress(Context& context, const LearningOptions& options) {
    const std::string folder = lessons_of(options);
    const lesson::LessonShelf shelf = lesson::load_lessons(folder);
    lesson::ProgressFile file(options.data);
    if (const auto notice = file.take_notice()) throw *notice;
    const auto& progress = file.progress();
    if (context.json) {
        JsonWriter writer;
        write_progress(writer, shelf, file);
        context.out << writer.text();
        return kDone;
    }
    if (progress.lessons.empty() && progress.checks.empty()) {
        context.out << context.say("progress.nothing") << '\n';
        return kDone;
    }
    print_lessons(context, shelf, progress);
    const lesson::ChapterChecks checks = lesson::load_chapter_checks(folder);
    for (const auto& [chapter, given] : progress.checks) {
        const auto questions = checks.find(chapter);
        if (questions == checks.end()) continue;
        const auto right = [&](const std::map<std::string, std::string>& answers) {
            return answers.empty() ? std::string("-") : std::to_string(lesson::count_right(questions->second, answers));
        };
        context.out << context.say("progress.check", {{"chapter", chapter},
                                                      {"before", right(given.before)},
                                                      {"after", right(given.after)},
                                                      {"all", std::to_string(questions->second.size())}})
                    << '\n';
    }
    Table table({context.say("progress.sure"), context.say("progress.right"), context.say("progress.share"),
                 context.say("progress.by_chance")});
    for (std::size_t column = 1; column < 4; ++column)
        table.align(column, Table::Align::Right);
    for (const auto& row : lesson::calibration_of(shelf.lessons, progress).rows)
        if (row.total() > 0)
            table.add({context.say(lesson::sure_message(row.sure)),
                       std::to_string(row.right) + " / " + std::to_string(row.total()),
                       share_text(row.right, row.total()), share_text(row.by_chance, row.total())});
    table.print(context.out);
    context.out << context.say("progress.remaining",
                               {{"minutes", std::to_string(lesson::remaining_minutes(shelf.lessons, progress))}})
                << '\n';
    return kDone;
}

// Without a data folder there is nothing to write into.
void require_folder(const LearningOptions& options) {
    if (options.data.empty()) throw text::could_not("progress.no_folder");
}

int export_progress(Context& context, const LearningOptions& options) {
    lesson::ProgressFile file(options.data);
    if (const auto notice = file.take_notice()) throw *notice;
    io::write_file(options.out, lesson::progress_text(file.progress()));
    context.out << context.say("progress.exported", {{"file", options.out}}) << '\n';
    return kDone;
}

int import_progress(Context& context, const LearningOptions& options) {
    require_folder(options);
    const lesson::Progress read = lesson::load_progress(options.out);
    lesson::ProgressFile file(options.data);
    if (const auto notice = file.take_notice()) throw *notice;
    file.merge(
        read,
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count());
    if (!file.save()) throw *file.take_notice();
    context.out << context.say("progress.imported", {{"lessons", std::to_string(read.lessons.size())}}) << '\n';
    return kDone;
}

int reset_progress(Context& context, const LearningOptions& options) {
    require_folder(options);
    lesson::ProgressFile file(options.data);
    if (const auto notice = file.take_notice()) throw *notice;
    if (!options.id.empty() && !file.progress().lessons.contains(options.id))
        throw text::bad_input("progress.no_lesson", {{"id", options.id}});
    if (options.id.empty() && !options.yes) throw text::bad_input("progress.needs_yes");
    file.reset(options.id);
    if (const auto notice = file.take_notice()) throw *notice;
    if (!file.save()) throw *file.take_notice();
    context.out << context.say("progress.was_reset", {{"file", file.path() + ".before-reset"}}) << '\n';
    return kDone;
}

} // namespace

void add_learning_commands(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<LearningOptions>();
    const auto act = [&chosen, options](CLI::App* command, int (*action)(Context&, const LearningOptions&)) {
        command->callback([&chosen, options, action] {
            if (options->data.empty()) options->data = record::data_folder();
            chosen = [options, action](Context& context) { return action(context, *options); };
        });
    };
    const auto with_folder = [&](CLI::App* command) {
        command->add_option("--folder", options->folder,
                            "Where the lessons lie; else AMPSCOPE_LESSONS, else the program's");
        return command;
    };
    auto* glossary = with_folder(app.add_subcommand("glossary", "What the words mean, and where they are taught"));
    glossary->add_option("TERM", options->id, "Only this one, by its id");
    act(glossary, print_glossary);

    auto* teach = with_folder(app.add_subcommand("teach", "Paths for a class; or, with LESSON, the teacher's notes"));
    teach->add_option("LESSON", options->id, "A lesson's id");
    act(teach, print_teaching);

    auto* progress = app.add_subcommand("progress", "What has been learned on this machine");
    progress->require_subcommand(1);
    progress->add_option("--data", options->data, "The folder of progress.json; else AMPSCOPE_DATA, else the user's");
    act(with_folder(progress->add_subcommand("show", "Lessons, checks, predictions, minutes left")), show_progress);
    auto* out = progress->add_subcommand("export", "Writes a copy");
    out->add_option("FILE", options->out, "Where to")->required();
    act(out, export_progress);
    auto* in = progress->add_subcommand("import", "Adds what a copy holds; of a lesson in both the later one counts");
    in->add_option("FILE", options->out, "A copy")->required();
    act(in, import_progress);
    auto* reset = progress->add_subcommand("reset", "Forgets one lesson, or everything; a copy stays");
    reset->add_option("LESSON", options->id, "A lesson's id");
    reset->add_flag("--yes", options->yes, "Needed to forget everything");
    act(reset, reset_progress);
}

} // namespace ampscope::cli
