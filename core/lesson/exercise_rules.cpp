#include "core/lesson/exercise_rules.h"

#include <algorithm>

#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/text/words.h"

namespace ampscope::lesson {

using record::RunRecord;
using scenario::Scenario;
using text::Message;

namespace {

struct Named {
    std::string slot;
    const RunRecord* run;
};

std::vector<Named> runs_of(const Requirement& requirement, const Evidence& evidence) {
    std::vector<Named> all;
    for (const auto& slot : requirement.slot_list)
        for (const auto* run : evidence.find(slot)->second)
            all.push_back({slot, run});
    return all;
}

std::string seeds_of(const std::vector<const RunRecord*>& runs) {
    return text::joined(runs, [](const RunRecord* run) { return std::to_string(run->scenario().seed); });
}

RuleVerdict same_seeds(const Requirement& requirement, const Evidence& evidence) {
    const std::string& first = requirement.slot_list.front();
    const std::string wanted = seeds_of(evidence.find(first)->second);
    for (const auto& slot : requirement.slot_list)
        if (const std::string found = seeds_of(evidence.find(slot)->second); found != wanted)
            return {false,
                    {"exercise.other_seeds", {{"a", first}, {"seeds_a", wanted}, {"b", slot}, {"seeds_b", found}}}};
    return {true, {"exercise.same_seeds", {{"seeds", wanted}}}};
}

// What never changes a result: a run's name, and how much of it is written down.
bool is_idle(std::string_view path) {
    return path == "name" || path.starts_with("record.");
}

RuleVerdict only_differ(const Requirement& requirement, const Evidence& evidence) {
    const std::string fields = text::joined(requirement.fields);
    const auto all = runs_of(requirement, evidence);
    for (const auto& [slot, run] : all) {
        if (const auto changed = run->facts_of("setting_changed"); !changed.empty())
            return {false,
                    {"exercise.changed_on_its_way", {{"slot", slot}, {"field", changed.front()->text("field")}}}};
        Scenario like = all.front().run->scenario();
        like.seed = run->scenario().seed; // same_seeds sees to these
        for (const auto& path : scenario::differing_fields(like, run->scenario())) {
            if (is_idle(path) || std::ranges::find(requirement.fields, path) != requirement.fields.end()) continue;
            const auto* field = scenario::find_field(path);
            return {false,
                    {"exercise.differs_too",
                     {{"fields", fields},
                      {"field", path},
                      {"a", all.front().slot},
                      {"value_a", scenario::to_text(field->get(like))},
                      {"b", slot},
                      {"value_b", scenario::to_text(field->get(run->scenario()))}}}};
        }
    }
    return {true, {"exercise.only_differ", {{"fields", fields}}}};
}

RuleVerdict steps_at_least(const Requirement& requirement, const Evidence& evidence,
                           std::optional<std::int64_t> instead) {
    const std::int64_t wanted = instead.value_or(requirement.number);
    const auto all = runs_of(requirement, evidence);
    const auto shortest =
        std::ranges::min_element(all, {}, [](const Named& named) { return named.run->samples().size(); });
    const auto found = static_cast<std::int64_t>(shortest->run->samples().size());
    return {found >= wanted,
            {"exercise.steps_at_least",
             {{"wanted", text::grouped(wanted)}, {"found", text::grouped(found)}, {"slot", shortest->slot}}}};
}

RuleVerdict same_steps(const Requirement& requirement, const Evidence& evidence) {
    const auto all = runs_of(requirement, evidence);
    const auto wanted = all.front().run->samples().size();
    for (const auto& [slot, run] : all)
        if (run->samples().size() != wanted)
            return {false,
                    {"exercise.other_steps",
                     {{"a", all.front().slot},
                      {"steps_a", text::grouped(static_cast<std::int64_t>(wanted))},
                      {"b", slot},
                      {"steps_b", text::grouped(static_cast<std::int64_t>(run->samples().size()))}}}};
    return {true, {"exercise.same_steps", {{"steps", text::grouped(static_cast<std::int64_t>(wanted))}}}};
}

RuleVerdict whole_epochs(const Requirement& requirement, const Evidence& evidence) {
    const std::string wanted = std::to_string(requirement.number);
    for (const auto& [slot, run] : runs_of(requirement, evidence)) {
        const std::int64_t found = run->scenario().length.epochs;
        if (found != requirement.number)
            return {false,
                    {"exercise.other_epochs", {{"slot", slot}, {"wanted", wanted}, {"found", std::to_string(found)}}}};
    }
    return {true, {"exercise.whole_epochs", {{"wanted", wanted}}}};
}

RuleVerdict effective_batch(const Requirement& requirement, const Evidence& evidence) {
    for (const auto& [slot, run] : runs_of(requirement, evidence)) {
        const Scenario& scenario = run->scenario();
        const std::int64_t found = scenario.micro_batch() * scenario.accumulation_steps;
        if (found != requirement.number)
            return {false,
                    {"exercise.other_batch",
                     {{"slot", slot},
                      {"micro", std::to_string(scenario.micro_batch())},
                      {"slices", std::to_string(scenario.accumulation_steps)},
                      {"found", std::to_string(found)},
                      {"wanted", std::to_string(requirement.number)}}}};
    }
    return {true, {"exercise.effective_batch", {{"wanted", std::to_string(requirement.number)}}}};
}

// Seeds aside (same_seeds sees to these), what decides which text comes at which step.
RuleVerdict same_data(const Requirement& requirement, const Evidence& evidence) {
    const auto all = runs_of(requirement, evidence);
    const Scenario& like = all.front().run->scenario();
    const auto batch = [](const Scenario& scenario) { return scenario.micro_batch() * scenario.accumulation_steps; };
    for (const auto& [slot, run] : all) {
        const Scenario& scenario = run->scenario();
        for (const auto& path : scenario::differing_fields(like, scenario))
            if (path.starts_with("data.") || path == "sequence_length")
                return {false, {"exercise.other_data", {{"a", all.front().slot}, {"b", slot}, {"what", path}}}};
        if (batch(scenario) != batch(like))
            return {false,
                    {"exercise.other_data", {{"a", all.front().slot}, {"b", slot}, {"what", "micro_batch_size"}}}};
    }
    return {true, {"exercise.same_data", {}}};
}

RuleVerdict same_machine(const Requirement& requirement, const Evidence& evidence) {
    const auto all = runs_of(requirement, evidence);
    const RunRecord& like = *all.front().run;
    const auto threads = [](const RunRecord& run) { return run.environment_integer("threads").value_or(0); };
    for (const auto& [slot, run] : all)
        for (const char* name : {"libtorch", "cpu", "device", "threads"}) {
            const bool same = std::string_view(name) == "threads"
                                  ? threads(*run) == threads(like)
                                  : run->environment_text(name) == like.environment_text(name);
            if (!same)
                return {false, {"exercise.other_machine", {{"a", all.front().slot}, {"b", slot}, {"what", name}}}};
        }
    return {true, {"exercise.same_machine", {{"cpu", like.environment_text("cpu")}}}};
}

} // namespace

RuleVerdict judge_requirement(const Requirement& requirement, const Evidence& evidence,
                              std::optional<std::int64_t> steps) {
    using enum Requirement::Rule;
    switch (requirement.rule) {
    case SameSeeds: return same_seeds(requirement, evidence);
    case OnlyDiffer: return only_differ(requirement, evidence);
    case StepsAtLeast: return steps_at_least(requirement, evidence, steps);
    case SameSteps: return same_steps(requirement, evidence);
    case WholeEpochs: return whole_epochs(requirement, evidence);
    case EffectiveBatch: return effective_batch(requirement, evidence);
    case SameData: return same_data(requirement, evidence);
    case SameMachine: return same_machine(requirement, evidence);
    }
    return {false, {}};
}

} // namespace ampscope::lesson
