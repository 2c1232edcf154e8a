// An exercise: the learner puts runs forward as evidence and says what follows; the verdict is read from the records.
//
// In lesson.json a lesson names its slots once, so that several steps can look at the same runs:
//
//     "evidence": { SLOT: { "scenario": NAME,                 what the window's button runs
//                           "runs": 3,                        how many at least; default 1
//                           "repeats": "seeds" | "times",     they differ in the seed, or in nothing; default seeds
//                           "where": { FIELD: TEXT or [TEXT, …] } } }    what each run's scenario must say
//
// and a step of kind "exercise" judges some of them:
//
//     "evidence":    [SLOT, …]
//     "require":     [ { RULE, "slots": [SLOT, …] }, … ]      preconditions; all slots of the step where none is named
//     "show":        [RELATION, …]                            what must be so whatever is concluded (figure.h)
//     "conclusions": [ { "id": KEY, "true_if": [RELATION, …], "outcome": "inconclusive" }, … ]
//     "check_steps": 40                                       what `lessons check` is content with in place of
//                                                             steps_at_least; its runs are that long
//     "reference", "wrong": [ { "conclusion": KEY or "measured", "evidence": { SLOT: { "runs": N, "scenario": NAME,
//                           "set": SETTINGS, "same_as": SLOT } } }, … ]
//
//     RULE = "same_seeds": true           the slots hold runs of the same seeds
//          | "only_differ": [FIELD, …]    runs of the same seed differ in nothing else, and none was changed on its way
//          | "steps_at_least": N          optimizer steps, skipped ones included
//          | "same_steps": true           as many in each run
//          | "whole_epochs": N            so many epochs, to their end
//          | "effective_batch": N         sequences per optimizer step
//          | "same_data": true            with same_seeds the same text in the same order: data, sequence
//                                          length, batch
//          | "same_machine": true         same LibTorch, processor and threads: times can be compared
//
// That a run is finished, and is put forward once only, is always asked. "outcome": "inconclusive" marks a conclusion
// that is right and still does not settle the question on this machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/lesson/figure.h"
#include "core/text/message.h"

namespace ampscope::lesson {

struct Lesson;
struct Step;

struct Slot {
    enum class Repeats { Seeds, Times };
    std::string name, scenario;
    std::size_t runs = 1;
    Repeats repeats = Repeats::Seeds;
    /// Field path, and the texts of which its value must be one.
    std::vector<std::pair<std::string, std::vector<std::string>>> where;
    text::Location location;
};

struct Requirement {
    enum class Rule {
        SameSeeds,
        OnlyDiffer,
        StepsAtLeast,
        SameSteps,
        WholeEpochs,
        EffectiveBatch,
        SameData,
        SameMachine
    };
    Rule rule = Rule::SameSeeds;
    std::vector<std::string> slot_list; ///< as resolved: never empty
    std::vector<std::string> fields;
    std::int64_t number = 0;
};

struct Conclusion {
    std::string id;
    std::vector<Relation> true_if; ///< all must hold
    bool is_inconclusive = false;
};

/// A solution that `lessons check` tries.
struct Attempt {
    struct Part {
        std::string slot;
        std::optional<std::size_t> runs;                      ///< else as many as the slot wants
        std::string scenario;                                 ///< else the slot's
        std::vector<std::pair<std::string, std::string>> set; ///< on top of it
        std::string same_as;                                  ///< the runs of that slot, put forward again
    };
    std::string conclusion; ///< kMeasured: whichever came out
    std::vector<Part> parts;
};
inline constexpr std::string_view kMeasured = "measured";

struct Exercise {
    std::vector<std::string> slot_list;
    std::vector<Requirement> requirements;
    std::vector<Relation> show;
    std::vector<Conclusion> conclusions;
    std::optional<std::int64_t> check_steps;
    std::vector<Attempt> reference, wrong;
};

enum class Outcome { Pass, NotYet, Inconclusive };
std::string_view outcome_id(Outcome outcome);              ///< "pass", "not_yet", "inconclusive"
std::optional<Outcome> parse_outcome(std::string_view id); ///< nullopt for anything else

/// A verdict, line by line: what was asked for, in the order in which it is asked. What comes behind a part that fails
/// is not judged.
struct Judgement {
    enum class Part { Slots, Rules, Figures, Answer };
    struct Line {
        Part part;
        bool holds;
        text::Message message;
        std::string slot;       ///< Slots: of which it speaks
        std::string instrument; ///< that shows it; ""
    };
    Outcome outcome = Outcome::NotYet;
    std::vector<Line> lines;
    /// What the records say besides: the first skipped step and its parameter, the first loss that is no number.
    std::vector<text::Message> remarks;
    /// The conclusions that the evidence bears out; empty while it is incomplete.
    std::vector<std::string> borne_out;
};

/// Judges what was put forward for a step of kind exercise. `conclusion`: the learner's choice, "" for none.
/// `steps_at_least`: in place of the exercise's own number (lessons check). Runs of a slot may stand in any order.
Judgement judge(const Lesson& lesson, const Step& step, const Evidence& evidence, std::string_view conclusion,
                std::optional<std::int64_t> steps_at_least = std::nullopt);

/// What is wrong with one run for a slot, or nullopt: whoever picks runs can be told at once.
std::optional<text::Message> unfit(const Slot& slot, const record::RunRecord& run);

/// Does the slot leave a field to the learner? Where it names one value only, it does not.
bool is_open(const Slot& slot, std::string_view field);

/// The scenario that run number `index` of a slot starts from: its own, with the seed moved on where seeds differ.
scenario::Scenario scenario_of(const Lesson& lesson, const Slot& slot, std::size_t index);

} // namespace ampscope::lesson
