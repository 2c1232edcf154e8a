#include "core/lesson/exercise_json.h"

#include <algorithm>

#include "core/lesson/exercise_rules.h"
#include "core/lesson/scanner.h"
#include "core/scenario/fields.h"

namespace ampscope::lesson {

using io::Json;
using scenario::Scenario;

namespace {

constexpr std::int64_t kMostRuns = 20;
constexpr std::int64_t kMostSteps = 1'000'000'000;

// A field's value as to_text() writes it.
std::string field_text(const scenario::Field& field, const Json& json) {
    Scenario scenario;
    try {
        if (json.is_string())
            scenario::set_field(scenario, field.path, json.as_string());
        else
            scenario::set_field(scenario, field, json);
    } catch (const text::Error& error) {
        throw text::Error(error.kind(), error.message(), json.location());
    }
    return scenario::to_text(field.get(scenario));
}

std::string scenario_name(const Json& json, const FindScenario& scenarios) {
    if (!scenarios(json.as_string())) throw json.error("lesson.unknown_run", {{"found", printable(json.as_string())}});
    return json.as_string();
}

class ExerciseReader {
  public:
    explicit ExerciseReader(Lesson& lesson) : m_lesson(lesson) {}

    Exercise read(ObjectReader& reader) {
        Exercise exercise;
        const Json& slot_list = reader.at("evidence");
        for (const auto& item : few_items(slot_list))
            exercise.slot_list.push_back(slot_name(item));
        if (exercise.slot_list.empty()) throw slot_list.error("exercise.no_slots");
        m_slots = exercise.slot_list;
        if (const Json* rules = reader.find("require"))
            for (const auto& item : rules->items())
                exercise.requirements.push_back(requirement(item));
        if (const Json* show = reader.find("show")) exercise.show = relations(*show);
        const Json& conclusions = reader.at("conclusions");
        for (const auto& item : few_items(conclusions))
            exercise.conclusions.push_back(conclusion(item, exercise));
        if (exercise.conclusions.size() < 2) throw conclusions.error("lesson.too_few_options");
        if (const Json* steps = reader.find("check_steps"))
            exercise.check_steps = integer_between(*steps, 1, kMostSteps);
        m_exercise = &exercise;
        exercise.reference = attempts(reader.find("reference"));
        exercise.wrong = attempts(reader.find("wrong"));
        return exercise;
    }

  private:
    std::string slot_name(const Json& json) const {
        if (!m_lesson.find_slot(json.as_string()))
            throw json.error("exercise.unknown_slot", {{"found", printable(json.as_string())}});
        return json.as_string();
    }
    void require_among(const std::string& slot, const text::Location& place) const {
        if (std::ranges::find(m_slots, slot) == m_slots.end())
            throw text::bad_input("exercise.unknown_slot", {{"found", printable(slot)}}, place);
    }

    Requirement requirement(const Json& json) {
        ObjectReader reader(json, m_lesson.warnings);
        Requirement requirement;
        const Json* found = nullptr;
        for (std::size_t i = 0; i < kRules.size(); ++i) {
            const Json* rule = reader.find(kRules[i]);
            if (!rule) continue;
            if (found) throw json.error("exercise.one_rule");
            found = rule;
            requirement.rule = static_cast<Requirement::Rule>(i);
        }
        if (!found) throw json.error("exercise.one_rule");
        read_rule(requirement, *found);
        if (const Json* slot_list = reader.find("slots"))
            for (const auto& item : slot_list->items()) {
                requirement.slot_list.push_back(slot_name(item));
                require_among(requirement.slot_list.back(), item.location());
            }
        if (requirement.slot_list.empty()) requirement.slot_list = m_slots;
        reader.finish();
        return requirement;
    }

    static void read_rule(Requirement& requirement, const Json& json) {
        using enum Requirement::Rule;
        switch (requirement.rule) {
        case OnlyDiffer:
            for (const auto& item : json.items()) {
                if (!scenario::find_field(item.as_string()))
                    throw scenario::unknown_field(printable(item.as_string()), item.location());
                requirement.fields.push_back(item.as_string());
            }
            break;
        case StepsAtLeast:
        case WholeEpochs:
        case EffectiveBatch: requirement.number = integer_between(json, 1, kMostSteps); break;
        default:
            if (!json.as_boolean()) throw json.error("exercise.only_true");
        }
    }

    std::vector<Relation> relations(const Json& json) const {
        std::vector<Relation> found;
        for (const auto& item : json.items())
            found.push_back(relation(item));
        return found;
    }

    Relation relation(const Json& json) const {
        const std::string& written = json.as_string();
        try {
            Relation relation = Relation::parse(written);
            for (const auto& slot : relation.slot_list())
                require_among(slot, {"", 1, 1});
            return relation;
        } catch (const text::Error& error) {
            throw moved(error, inside_of(json));
        }
    }

    Conclusion conclusion(const Json& json, const Exercise& exercise) {
        ObjectReader reader(json, m_lesson.warnings);
        const Json& id = reader.at("id");
        Conclusion conclusion{plain_name(id), {}, false};
        if (conclusion.id == kMeasured ||
            std::ranges::find(exercise.conclusions, conclusion.id, &Conclusion::id) != exercise.conclusions.end())
            throw id.error("lesson.repeated_option", {{"key", conclusion.id}});
        const Json& true_if = reader.at("true_if");
        conclusion.true_if = relations(true_if);
        if (conclusion.true_if.empty()) throw true_if.error("exercise.no_relation");
        if (const Json* outcome = reader.find("outcome")) {
            const auto parsed = parse_outcome(outcome->as_string());
            if (!parsed || *parsed == Outcome::NotYet)
                throw outcome->error("exercise.unknown_outcome", {{"found", printable(outcome->as_string())}});
            conclusion.is_inconclusive = *parsed == Outcome::Inconclusive;
        }
        reader.finish();
        return conclusion;
    }

    std::vector<Attempt> attempts(const Json* json) {
        std::vector<Attempt> found;
        if (json)
            for (const auto& item : json->items())
                found.push_back(attempt(item));
        return found;
    }

    Attempt attempt(const Json& json) {
        ObjectReader reader(json, m_lesson.warnings);
        Attempt attempt;
        const Json& conclusion = reader.at("conclusion");
        attempt.conclusion = conclusion.as_string();
        if (attempt.conclusion != kMeasured && std::ranges::find(m_exercise->conclusions, attempt.conclusion,
                                                                 &Conclusion::id) == m_exercise->conclusions.end())
            throw conclusion.error("lesson.unknown_option",
                                   {{"key", printable(attempt.conclusion)}, {"step", "conclusions"}});
        if (const Json* parts = reader.find("evidence"))
            for (const auto& member : parts->members())
                attempt.parts.push_back(part(member));
        reader.finish();
        return attempt;
    }

    Attempt::Part part(const Json::Member& member) {
        require_among(member.name, member.name_location);
        ObjectReader reader(member.value, m_lesson.warnings);
        Attempt::Part part;
        part.slot = member.name;
        if (const Json* runs = reader.find("runs"))
            part.runs = static_cast<std::size_t>(integer_between(*runs, 0, kMostRuns));
        const auto find = [&](std::string_view name) { return m_lesson.find_scenario(name); };
        part.scenario = m_lesson.find_slot(member.name)->scenario;
        if (const Json* scenario = reader.find("scenario")) part.scenario = scenario_name(*scenario, find);
        if (const Json* set = reader.find("set")) {
            Scenario scenario = *m_lesson.find_scenario(part.scenario);
            part.set = apply_changes(scenario, *set);
            require_runnable_at(scenario, *set);
        }
        if (const Json* same = reader.find("same_as")) {
            part.same_as = same->as_string();
            require_among(part.same_as, same->location());
        }
        reader.finish();
        return part;
    }

    Lesson& m_lesson;
    std::vector<std::string> m_slots;
    const Exercise* m_exercise = nullptr;
};

} // namespace

Slot read_slot(const Json::Member& member, const FindScenario& scenarios, std::vector<text::Error>& warnings) {
    if (!is_plain_name(member.name))
        throw text::bad_input("lesson.bad_name", {{"found", printable(member.name)}}, member.name_location);
    ObjectReader reader(member.value, warnings);
    Slot slot;
    slot.name = member.name;
    slot.location = member.name_location;
    slot.scenario = scenario_name(reader.at("scenario"), scenarios);
    if (const Json* runs = reader.find("runs"))
        slot.runs = static_cast<std::size_t>(integer_between(*runs, 1, kMostRuns));
    if (const Json* repeats = reader.find("repeats")) {
        const bool times = repeats->as_string() == "times";
        if (!times && repeats->as_string() != "seeds")
            throw repeats->error("exercise.unknown_repeats", {{"found", printable(repeats->as_string())}});
        if (times) slot.repeats = Slot::Repeats::Times;
    }
    if (const Json* where = reader.find("where"))
        for (const auto& [path, value, place] : where->members()) {
            const auto* field = scenario::find_field(path);
            if (!field) throw scenario::unknown_field(printable(path), place);
            std::vector<std::string> allowed;
            // A list of allowed values; of fields that are lists themselves there is one value only.
            const bool is_choice = field->type != scenario::FieldType::RealPair &&
                                   field->type != scenario::FieldType::TextList && value.is_array();
            if (is_choice)
                for (const auto& item : value.items())
                    allowed.push_back(field_text(*field, item));
            else
                allowed.push_back(field_text(*field, value));
            slot.where.emplace_back(path, std::move(allowed));
        }
    reader.finish();
    return slot;
}

Exercise read_exercise(ObjectReader& reader, Lesson& lesson) {
    return ExerciseReader(lesson).read(reader);
}

} // namespace ampscope::lesson
