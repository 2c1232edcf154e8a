// A lesson as data: `lesson.json` (a state machine of steps) and one Markdown file per language. No code, no scripts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/lesson/exercise.h"
#include "core/lesson/value.h"
#include "core/scenario/scenario.h"
#include "core/text/message.h"

namespace ampscope::lesson {

constexpr int kSchema = 1;
constexpr std::size_t kMaxFileBytes = 1u << 20;

enum class StepKind { Play, Predict, Run, Reveal, Notice, Explain, Try, Exercise, Recap };
/// By what lesson.json writes: "play", "predict", …; nullopt for anything else.
std::optional<StepKind> parse_step_kind(std::string_view id);

/// Predict: which of several ranges will a value fall into, measured by a run or computed?
struct Question {
    Value value;
    /// Inclusive ranges in rising order, none overlapping another; at a common border the first one counts. Options of
    /// the Markdown carry their index as key: "- [0] none".
    std::vector<std::pair<double, double>> options;
};

/// A comparison that is true or not: "to(fp16, 65520) = inf".
struct Statement {
    Value value;
    Value::Comparison comparison = Value::Comparison::Equal;
    double number = 0;
    std::string text; ///< as it was written
    /// nullopt while it is not measured.
    std::optional<bool> holds(const Records& records) const;
};

/// Explain: pick the reason. Predict: pick what will be so. Options of the Markdown carry the id as key.
struct Choice {
    std::string id;
    bool correct = false;             ///< what lesson.json says; lint and check compare it with the statement
    std::optional<Statement> true_if; ///< where there is one, it decides
    /// nullopt while the statement is not measured.
    std::optional<bool> is_right(const Records& records) const;
};

/// Notice: point at a step in an instrument. Any step where `correct` holds is right.
struct PointQuestion {
    std::string instrument;
    Value correct;
};

/// Try: one relation that must hold. Exactly one bound is set.
struct Condition {
    Value value;
    std::optional<double> at_most, at_least, below, above;
    bool holds(double found) const; ///< NaN never holds
};

/// Settings by field path, as --set takes them.
using Changes = std::vector<std::pair<std::string, std::string>>;

struct Step {
    std::string id;
    StepKind kind = StepKind::Play;
    std::vector<std::string> runs;     ///< names of scenarios that are run here
    std::string scenario;              ///< Predict, Try: the scenario that is asked about
    std::vector<std::string> stage;    ///< instrument ids, one to four; empty: see Lesson::stage_at()
    std::vector<std::string> controls; ///< what the learner may change: field paths, or instrument.control
    Changes settings;                  ///< "set": what the instruments look at: settings.h
    std::string code; ///< the listing that the code panel shows, "" for the scenario's own lines; "none": no panel
    std::string of;   ///< Reveal: the Predict step before it whose answer is looked at
    std::optional<Question> question; ///< Predict: this or choices
    std::optional<PointQuestion> point;
    std::vector<Choice> choices;
    std::optional<Exercise> exercise; ///< Exercise
    std::vector<Condition> goal;      ///< Try: all must hold
    int hints = 0;
    std::vector<Changes> reference, wrong; ///< Try: settings that must pass, and that must fail
    int seeds = 1;                         ///< on how many seeds they are tried by `lessons check`
    std::vector<std::string> terms;        ///< Recap: glossary ids
    std::string next;                      ///< Recap: the lesson that comes next
    text::Location location;

    bool hides_code() const { return code == "none"; }
    bool has_goal() const { return kind == StepKind::Try; }
    /// Keys that an answer may have: indices of the ranges, or ids of the choices or conclusions.
    std::vector<std::string> answer_keys() const;
};

/// A piece of a card's text.
struct TextBlock {
    enum class Kind { Paragraph, Option, Hint };
    Kind kind = Kind::Paragraph;
    std::string key;         ///< Option: its key
    std::string condition;   ///< Paragraph: the text between "[if: " and "]", or ""
    std::string markdown;    ///< with {{values}} still in it
    text::Location location; ///< of the Markdown's first character
    text::Location condition_location;
};

struct StepText {
    std::string heading; ///< may hold {{values}}, too
    std::vector<TextBlock> blocks;
    text::Location location; ///< of the heading
};

/// One language of a lesson.
struct LessonText {
    std::string title;
    std::map<std::string, StepText> steps; ///< by step id
};

struct Lesson {
    std::string id, chapter, section;
    std::vector<std::string> seed_lines;
    int minutes = 0;
    std::vector<std::string> needs, claims;
    /// In the order of the file; "base" and "set" are resolved.
    std::vector<std::pair<std::string, scenario::Scenario>> scenarios;
    std::vector<Slot> slot_list; ///< "evidence": what its exercises ask for
    std::vector<Step> steps;
    std::map<text::Language, LessonText> texts;
    std::vector<text::Error> warnings; ///< unknown keys and the like: kept, not fatal
    std::string folder;

    // nullptr when there is none.
    const scenario::Scenario* find_scenario(std::string_view name) const;
    const Step* find_step(std::string_view id) const;
    const Slot* find_slot(std::string_view name) const;
    /// The instruments that stand on the stage at a step: its own, else those of the last step before it that has some.
    /// So the stage stays as it was, and is the same for those who jump there.
    const std::vector<std::string>& stage_at(std::size_t position) const;
    const LessonText& text(text::Language language) const;       ///< the other language where one is missing
    text::Language text_language(text::Language language) const; ///< the language that text() gives
};

/// Reads a lesson folder: lesson.json and the scenarios, ko.md and en.md beside it. A scenario of lesson.json is
/// { "file": one beside it } or { "base": one further up, or a preset }, changed by { "set": field paths and values, as
/// in a scenario or as --set takes them ("2^24") }. Throws a BadInput error with file, line and column for anything
/// that cannot be used: bad JSON, unknown kinds, run names that no scenario has, an id that does not match the folder
/// or is no plain name, a file outside the folder, a Markdown step that lesson.json does not have (and the other way
/// round), options that the question does not have, values and conditions that do not parse or name no run, no step. A
/// lesson that was read can be played without an error. One language alone is enough here; lint wants both.
Lesson load_lesson(const std::string& folder);

/// Reads one Markdown file: "# title", then "## {#id} heading" sections. In a section "- [key] option", "- [hint] text"
/// and "[if: condition] text" take one line each; all other lines are Markdown, and an empty line ends a paragraph.
/// Lines inside ``` fences are left alone. Refused are headings above 400 bytes, paragraphs above 4,000 and sections
/// above 16,000: Markdown of more than a card can keep the window busy for minutes. `source` names it in errors.
LessonText parse_lesson_text(std::string_view markdown, const std::string& source);

/// The lessons below a folder, in the order of its order.json, those that it does not name behind the others of their
/// chapter, by id: { "A": [lesson ids], "B": [lesson ids] }, chapters in their order. Without that file by chapter and
/// id. Lessons in it need not be written yet. Folders that cannot be read are listed in `errors` and left out; of two
/// lessons with one id the first by path is kept, and an error names both. Folders may be grouped, at most three deep.
struct LessonShelf {
    std::vector<Lesson> lessons;
    std::vector<text::Error> errors;
    /// Of order.json: chapter and ids; empty without one.
    std::vector<std::pair<std::string, std::vector<std::string>>> order;
    const Lesson* find(std::string_view id) const;
};
LessonShelf load_lessons(const std::string& folder);

/// Where the lessons are: the environment's AMPSCOPE_LESSONS; else `lessons` of the source tree that the program was
/// built in; else share/ampscope/lessons of the installation. The folder need not exist.
std::string lessons_folder();

} // namespace ampscope::lesson
