// exercise: the verdict on runs that are put forward as evidence
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <list>

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "app/cli/keep_runs.h"
#include "core/io/json_writer.h"
#include "core/lesson/player.h"
#include "core/text/words.h"

namespace ampscope::cli {
namespace {

using lesson::Judgement;
using lesson::Lesson;
using lesson::Outcome;
using Layout = io::JsonWriter::Layout;

struct ExerciseOptions {
    std::string id, folder;
    std::vector<std::string> evidence, conclusions;
};

bool has_exercise(const Lesson& lesson) {
    return std::ranges::any_of(lesson.steps, [](const lesson::Step& step) { return step.exercise.has_value(); });
}

// The lesson; throws where it is not there or asks for nothing.
Lesson find_lesson(const ExerciseOptions& options) {
    const std::string folder = options.folder.empty() ? lesson::lessons_folder() : options.folder;
    const auto shelf = lesson::load_lessons(folder);
    std::vector<std::string> with, all;
    for (const auto& lesson : shelf.lessons) {
        all.push_back(lesson.id);
        if (has_exercise(lesson)) with.push_back(lesson.id);
    }
    const Lesson* found = shelf.find(options.id);
    if (!found) {
        for (const auto& error : shelf.errors) // the lesson that is asked for cannot be read
            if (error.location().source.find("/" + options.id + "/") != std::string::npos) throw error;
        throw text::bad_input("lesson.unknown_id",
                              {{"id", options.id}, {"folder", folder}, {"known", text::joined(all)}});
    }
    if (!has_exercise(*found))
        throw text::bad_input("exercise.no_exercise", {{"id", options.id}, {"known", text::joined(with)}});
    return *found;
}

// "name=rest"; throws `complaint` for what is not so.
std::pair<std::string, std::string> split(const std::string& text, const char* complaint) {
    const auto mark = text.find('=');
    if (mark == std::string::npos || mark == 0 || mark + 1 == text.size())
        throw text::bad_input(complaint, {{"found", text}});
    return {text.substr(0, mark), text.substr(mark + 1)};
}

/// Runs by slot, and the records that they point to.
struct PutForward {
    std::list<record::RunRecord> records;
    lesson::Evidence evidence;
};

PutForward put_forward(Context& context, const Lesson& lesson, const ExerciseOptions& options) {
    PutForward result;
    std::unique_ptr<record::RunStore> library;
    for (const auto& item : options.evidence) {
        const auto [slot, runs] = split(item, "exercise.bad_evidence");
        if (!lesson.find_slot(slot))
            throw text::bad_input(
                "exercise.no_such_slot",
                {{"found", slot}, {"id", lesson.id}, {"known", text::joined(lesson.slot_list, &lesson::Slot::name)}});
        for (const auto& run : comma_separated("--evidence", runs)) {
            std::error_code ignored;
            if (std::filesystem::is_regular_file(std::filesystem::u8path(run), ignored)) {
                result.records.push_back(record::load_record(run));
            } else {
                if (!library) library = open_library(context);
                result.records.push_back(library->load(library->find(run)));
            }
            result.evidence[slot].push_back(&result.records.back());
        }
    }
    return result;
}

std::map<std::string, std::string> conclusions_of(const Lesson& lesson, const ExerciseOptions& options) {
    std::map<std::string, std::string> chosen;
    for (const auto& item : options.conclusions) {
        const auto [step_id, key] = split(item, "exercise.bad_choice");
        const lesson::Step* step = lesson.find_step(step_id);
        if (!step || !step->exercise) {
            std::vector<std::string> known;
            for (const auto& other : lesson.steps)
                if (other.exercise) known.push_back(other.id);
            throw text::bad_input("exercise.no_such_step",
                                  {{"found", step_id}, {"id", lesson.id}, {"known", text::joined(known)}});
        }
        const auto keys = step->answer_keys();
        if (std::ranges::find(keys, key) == keys.end())
            throw text::bad_input("exercise.no_such_conclusion",
                                  {{"found", key}, {"step", step_id}, {"known", text::joined(keys)}});
        chosen[step_id] = key;
    }
    return chosen;
}

std::string outcome_text(const Context& context, Outcome outcome) {
    return context.say(outcome == Outcome::Pass     ? "exercise.pass"
                       : outcome == Outcome::NotYet ? "exercise.not_yet"
                                                    : "exercise.inconclusive");
}

const char* part_id(Judgement::Part part) {
    switch (part) {
    case Judgement::Part::Slots: return "exercise.part_evidence";
    case Judgement::Part::Rules: return "exercise.part_requirement";
    case Judgement::Part::Figures: return "exercise.part_relation";
    case Judgement::Part::Answer: break;
    }
    return "exercise.part_conclusion";
}

struct Judged {
    const lesson::Step* step;
    std::string heading, conclusion;
    Judgement judgement;
};

std::vector<Judged> judge_all(const Context& context, const Lesson& lesson, const ExerciseOptions& options,
                              const lesson::Evidence& evidence) {
    const auto chosen = conclusions_of(lesson, options);
    lesson::Player player(lesson);
    std::vector<Judged> all;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const auto& step = lesson.steps[i];
        if (!step.exercise) continue;
        player.go_to(i);
        const auto found = chosen.find(step.id);
        const std::string conclusion = found == chosen.end() ? "" : found->second;
        all.push_back({&step, player.card(context.language, {}).heading, conclusion,
                       lesson::judge(lesson, step, evidence, conclusion)});
    }
    return all;
}

void print_slots(Context& context, const Lesson& lesson) {
    for (const auto& slot : lesson.slot_list) {
        const bool seeds = slot.repeats == lesson::Slot::Repeats::Seeds;
        context.out << context.say("exercise.slot_is",
                                   {{"slot", slot.name},
                                    {"runs", std::to_string(slot.runs)},
                                    {"scenario", slot.scenario},
                                    {"repeats", context.say(seeds ? "exercise.by_seeds" : "exercise.by_times")}})
                    << '\n';
        for (const auto& [field, allowed] : slot.where)
            context.out << "    " << field << " = " << text::joined(allowed) << '\n';
    }
    context.out << '\n';
}

void print(Context& context, const Judged& judged) {
    context.out << judged.step->id << ": " << judged.heading << "\n  "
                << outcome_text(context, judged.judgement.outcome) << '\n';
    for (const auto& line : judged.judgement.lines)
        context.out << "  " << (line.holds ? "✓" : "✗") << ' ' << context.say(part_id(line.part)) << ": "
                    << context.say(line.message) << '\n';
    for (const auto& remark : judged.judgement.remarks)
        context.out << "  · " << context.say(remark) << '\n';
    if (judged.conclusion.empty())
        context.out << "  "
                    << context.say("exercise.conclusions_are", {{"known", text::joined(judged.step->answer_keys())}})
                    << '\n';
}

void write(io::JsonWriter& writer, const Context& context, const Judged& judged) {
    writer.begin_object();
    writer.member("step", judged.step->id);
    writer.member("heading", judged.heading);
    writer.member("outcome", lesson::outcome_id(judged.judgement.outcome));
    writer.member("conclusion", judged.conclusion);
    writer.list_member("conclusions", judged.step->answer_keys(), Layout::OneLine);
    writer.begin_array("lines");
    for (const auto& line : judged.judgement.lines) {
        writer.begin_object(Layout::OneLine);
        writer.member("part", std::string(part_id(line.part)).substr(std::string_view("exercise.part_").size()));
        writer.member("holds", line.holds);
        writer.member("id", line.message.id);
        writer.member("message", context.say(line.message));
        writer.member("slot", line.slot);
        writer.member("instrument", line.instrument);
        writer.end();
    }
    writer.end();
    writer.list_member("remarks", judged.judgement.remarks, [&](const auto& remark) { return context.say(remark); });
    writer.end();
}

int judge_exercise(Context& context, const ExerciseOptions& options) {
    const Lesson lesson = find_lesson(options);
    const PutForward evidence = put_forward(context, lesson, options);
    const auto all = judge_all(context, lesson, options, evidence.evidence);
    const auto is = [&](Outcome outcome) {
        return [outcome](const Judged& judged) { return judged.judgement.outcome == outcome; };
    };
    const Outcome outcome = std::ranges::all_of(all, is(Outcome::Pass))     ? Outcome::Pass
                            : std::ranges::any_of(all, is(Outcome::NotYet)) ? Outcome::NotYet
                                                                            : Outcome::Inconclusive;
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        writer.member("lesson", lesson.id);
        writer.member("outcome", lesson::outcome_id(outcome));
        writer.begin_array("steps");
        for (const auto& judged : all)
            write(writer, context, judged);
        writer.end();
        writer.end();
        context.out << writer.text();
    } else {
        context.out << lesson.text(context.language).title << "\n\n";
        if (options.evidence.empty()) print_slots(context, lesson);
        for (const auto& judged : all)
            print(context, judged);
    }
    return outcome == Outcome::Pass ? kDone : kAnswerIsNo;
}

} // namespace

void add_exercise_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand("exercise", "The verdict on runs that are put forward for an exercise");
    auto options = std::make_shared<ExerciseOptions>();
    command->add_option("ID", options->id, "The lesson of the exercise: xb1, …")->required();
    command->add_option("--evidence", options->evidence,
                        "SLOT=RUN,RUN…: runs of the library (id or name) or record.json files; once for each slot");
    command->add_option("--conclude", options->conclusions, "STEP=CONCLUSION: what follows; once for each step");
    command->add_option("--folder", options->folder,
                        "Where the lessons lie; else AMPSCOPE_LESSONS, else the program's");
    command->footer("Without --evidence: what is asked for. Exit status 1: not yet, or inconclusive on this machine "
                    "(--json says which).");
    command->callback(
        [&chosen, options] { chosen = [options](Context& context) { return judge_exercise(context, *options); }; });
}

} // namespace ampscope::cli
