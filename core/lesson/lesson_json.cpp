// lesson.json and the scenarios that it names.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/lesson/folder.h"
#include "core/lesson/lesson.h"
#include "core/lesson/placeholders.h"
#include "core/lesson/scanner.h"
#include "core/lesson/settings.h"
#include "core/lesson/text_check.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"

namespace ampscope::lesson {

using io::Json;
using scenario::Scenario;

namespace {

constexpr io::JsonLimits kLimits{kMaxFileBytes, 16};

/// Reads an object member by member; what nobody asked for is kept as a warning.
class ObjectReader {
  public:
    ObjectReader(const Json& object, std::vector<text::Error>& warnings) : m_object(object), m_warnings(warnings) {
        object.members(); // throws unless it is an object
    }
    ~ObjectReader() = default;
    ObjectReader(const ObjectReader&) = delete;
    ObjectReader& operator=(const ObjectReader&) = delete;

    const Json* find(std::string_view name) {
        m_asked.insert(name);
        return m_object.find(name);
    }
    const Json& at(std::string_view name) {
        m_asked.insert(name);
        return m_object.at(name);
    }
    void finish() {
        for (const auto& member : m_object.members())
            if (!m_asked.contains(member.name))
                m_warnings.push_back(
                    text::bad_input("lesson.unknown_key", {{"key", printable(member.name)}}, member.name_location));
    }

  private:
    const Json& m_object;
    std::vector<text::Error>& m_warnings;
    std::set<std::string_view> m_asked;
};

std::string plain_name(const Json& json) {
    const std::string& name = json.as_string();
    if (!is_plain_name(name)) throw json.error("lesson.bad_name", {{"found", printable(name)}});
    return name;
}

std::string text_or_nothing(const Json* json) {
    return json ? json->as_string() : std::string();
}

std::vector<std::string> texts(const Json* json) {
    std::vector<std::string> found;
    if (json)
        for (const auto& item : json->items())
            found.push_back(item.as_string());
    return found;
}

std::vector<std::string> plain_names(const Json* json) {
    std::vector<std::string> found;
    if (json)
        for (const auto& item : json->items())
            found.push_back(plain_name(item));
    return found;
}

int integer_between(const Json& json, std::int64_t least, std::int64_t most) {
    const std::int64_t found = json.as_integer();
    if (found < least || found > most)
        throw json.error(
            "lesson.out_of_range",
            {{"least", std::to_string(least)}, {"most", std::to_string(most)}, {"found", std::to_string(found)}});
    return static_cast<int>(found);
}

/// A bound of a range or a goal: NaN compares with nothing.
double bound(const Json& json, bool may_be_infinite) {
    const double value = json.as_real();
    if (std::isnan(value) || (std::isinf(value) && !may_be_infinite))
        throw json.error("lesson.bad_bound", {{"found", json.raw()}});
    return value;
}

text::Location inside_of(const Json& string) { // after the quotation mark
    text::Location place = string.location();
    ++place.column;
    return place;
}

class LessonReader {
  public:
    explicit LessonReader(const std::string& folder) { m_lesson.folder = folder; }

    Lesson read() {
        const std::string file = m_lesson.folder + "/lesson.json";
        const Json json = io::parse_json(read_file_of(m_lesson.folder, "lesson.json"), file, kLimits);
        ObjectReader reader(json, m_lesson.warnings);
        read_head(reader);
        if (const Json* scenarios = reader.find("scenarios"))
            for (const auto& member : scenarios->members())
                read_scenario(member);
        const Json& steps = reader.at("steps");
        if (steps.items().empty()) throw steps.error("lesson.no_steps");
        for (const auto& step : steps.items())
            read_step(step);
        reader.finish();
        return std::move(m_lesson);
    }

  private:
    // --- the head

    void read_head(ObjectReader& reader) {
        const Json& schema = reader.at("schema");
        if (schema.as_integer() > kSchema)
            throw schema.error("lesson.newer_schema", {{"found", schema.raw()}, {"known", std::to_string(kSchema)}});
        integer_between(schema, 1, kSchema);
        const Json& id = reader.at("id");
        m_lesson.id = plain_name(id);
        if (const auto name = folder_name(m_lesson.folder); name != m_lesson.id)
            throw id.error("lesson.id_is_not_folder", {{"id", m_lesson.id}, {"folder", printable(name)}});
        m_lesson.chapter = text_or_nothing(reader.find("chapter"));
        m_lesson.section = text_or_nothing(reader.find("section"));
        m_lesson.seed_lines = texts(reader.find("seed_lines"));
        if (const Json* minutes = reader.find("minutes")) m_lesson.minutes = integer_between(*minutes, 0, 600);
        m_lesson.needs = plain_names(reader.find("needs"));
        m_lesson.claims = plain_names(reader.find("claims"));
    }

    // --- scenarios

    void read_scenario(const Json::Member& member) {
        if (!is_plain_name(member.name))
            throw text::bad_input("lesson.bad_name", {{"found", printable(member.name)}}, member.name_location);
        ObjectReader reader(member.value, m_lesson.warnings);
        const Json *file = reader.find("file"), *base = reader.find("base"), *changes = reader.find("set");
        if (file && base) throw base->error("lesson.file_and_base");
        Scenario scenario = file ? scenario_of_file(*file) : base ? scenario_of_name(*base) : Scenario{};
        scenario.name = member.name; // not that of its base: plots tell runs apart by it
        if (changes) apply(scenario, *changes);
        require_runnable(scenario, member.value);
        reader.finish();
        m_lesson.scenarios.emplace_back(member.name, std::move(scenario));
    }

    Scenario scenario_of_file(const Json& file) {
        const std::string& name = file.as_string();
        if (!is_inside(m_lesson.folder, name)) throw file.error("lesson.outside", {{"found", printable(name)}});
        const std::string content = read_file_of(m_lesson.folder, name);
        return scenario::read_scenario(io::parse_json(content, m_lesson.folder + "/" + name, kLimits));
    }

    // One that stands further up, or a preset: so there can be no circle.
    Scenario scenario_of_name(const Json& base) {
        if (const Scenario* earlier = m_lesson.find_scenario(base.as_string())) return *earlier;
        if (const auto* preset = scenario::find_preset(base.as_string())) return scenario::make(*preset);
        throw base.error("lesson.unknown_base", {{"found", printable(base.as_string())}});
    }

    static Changes apply(Scenario& scenario, const Json& changes) {
        Changes texts;
        for (const auto& [path, value, place] : changes.members()) {
            const auto* field = scenario::find_field(path);
            if (!field) throw scenario::unknown_field(printable(path), place);
            set(scenario, *field, value);
            texts.emplace_back(path, scenario::to_text(field->get(scenario)));
        }
        return texts;
    }

    // As in a scenario's JSON; a string may also be what --set takes: "2^24".
    static void set(Scenario& scenario, const scenario::Field& field, const Json& value) {
        if (!value.is_string()) return scenario::set_field(scenario, field, value);
        try {
            scenario::set_field(scenario, field.path, value.as_string());
        } catch (const text::Error& error) {
            throw text::Error(error.kind(), error.message(), value.location());
        }
    }

    static void require_runnable(const Scenario& scenario, const Json& place) {
        try {
            scenario::require_runnable(scenario);
        } catch (const text::Error& error) {
            throw text::Error(error.kind(), error.message(), place.location());
        }
    }

    // --- steps

    void read_step(const Json& json) {
        ObjectReader reader(json, m_lesson.warnings);
        Step step;
        step.location = json.location();
        const Json& id = reader.at("id");
        step.id = plain_name(id);
        if (const Step* twin = m_lesson.find_step(step.id))
            throw id.error("lesson.repeated_step", {{"id", step.id}, {"line", std::to_string(twin->location.line)}});
        step.kind = kind(reader.at("kind"));
        if (const Json* run = reader.find("run")) step.runs = run_names(*run);
        if (const Json* scenario = reader.find("scenario")) step.scenario = run_name(*scenario);
        step.stage = plain_names(reader.find("stage"));
        step.controls = texts(reader.find("controls"));
        if (const Json* set = reader.find("set"))
            for (const auto& member : set->members())
                step.settings.push_back(setting(member));
        if (const Json* code = reader.find("code")) step.code = plain_name(*code);
        read_kind(step, reader);
        reader.finish();
        m_lesson.steps.push_back(std::move(step));
    }

    static std::pair<std::string, std::string> setting(const Json::Member& member) {
        const std::string& value = member.value.as_string();
        try {
            require_setting(member.name, value);
        } catch (const text::Error& error) {
            throw text::Error(error.kind(), error.message(), member.value.location());
        }
        return {member.name, value};
    }

    static StepKind kind(const Json& json) {
        if (const auto kind = parse_step_kind(json.as_string())) return *kind;
        throw json.error("lesson.unknown_kind", {{"found", printable(json.as_string())}});
    }

    // Members that another kind of step has are left for the warning.
    void read_kind(Step& step, ObjectReader& reader) {
        switch (step.kind) {
        case StepKind::Play: break;
        case StepKind::Run: reader.at("run"); break;
        case StepKind::Predict:
            if (const Json* options = reader.find("choices")) {
                if (const Json* both = reader.find("question")) throw both->error("lesson.question_and_choices");
                step.choices = choices(*options);
            } else {
                step.question = question(reader.at("question"));
            }
            break;
        case StepKind::Reveal: step.of = predict_step(reader.at("of")); break;
        case StepKind::Notice: step.point = point_question(reader.at("ask")); break;
        case StepKind::Explain: step.choices = choices(reader.at("choices")); break;
        case StepKind::Try:
        case StepKind::Exercise: read_try(step, reader); break;
        case StepKind::Recap:
            step.terms = plain_names(reader.find("terms"));
            if (const Json* next = reader.find("next")) step.next = plain_name(*next);
            break;
        }
    }

    std::string run_name(const Json& json) const {
        if (!m_lesson.find_scenario(json.as_string()))
            throw json.error("lesson.unknown_run", {{"found", printable(json.as_string())}});
        return json.as_string();
    }

    std::vector<std::string> run_names(const Json& json) const {
        if (json.is_string()) return {run_name(json)};
        std::vector<std::string> names;
        for (const auto& item : json.items())
            names.push_back(run_name(item));
        return names;
    }

    Value value(const Json& json) const {
        try {
            Value parsed = Value::parse(json.as_string());
            require_runs(parsed);
            return parsed;
        } catch (const text::Error& error) {
            throw json.is_string() ? moved(error, inside_of(json)) : error;
        }
    }

    void require_runs(const Value& value) const {
        for (const auto& run : value.runs())
            if (!m_lesson.find_scenario(run)) throw text::bad_input("lesson.unknown_run", {{"found", run}});
    }

    Statement statement(const Json& json) const {
        try {
            TextCondition condition = parse_condition(json.as_string());
            if (!condition.value) throw text::bad_input("lesson.no_statement");
            require_runs(*condition.value);
            return {std::move(*condition.value), condition.comparison, condition.number, json.as_string()};
        } catch (const text::Error& error) {
            throw json.is_string() ? moved(error, inside_of(json)) : error;
        }
    }

    static void require_type(ObjectReader& reader, std::string_view type) {
        const Json* found = reader.find("type");
        if (found && found->as_string() != type)
            throw found->error("lesson.unknown_type",
                               {{"found", printable(found->as_string())}, {"expected", std::string(type)}});
    }

    Question question(const Json& json) {
        ObjectReader reader(json, m_lesson.warnings);
        require_type(reader, "choice");
        Question question{value(reader.at("value")), {}};
        const Json& options = reader.at("options");
        for (const auto& option : options.items()) {
            if (option.items().size() != 2) throw option.error("lesson.bad_range");
            const std::pair range(bound(option.items()[0], true), bound(option.items()[1], true));
            const bool overlaps = !question.options.empty() && range.first < question.options.back().second;
            if (range.first > range.second || overlaps) throw option.error("lesson.bad_range");
            question.options.push_back(range);
        }
        if (question.options.size() < 2) throw options.error("lesson.too_few_options");
        reader.finish();
        return question;
    }

    std::string predict_step(const Json& json) const {
        const Step* step = m_lesson.find_step(json.as_string()); // only the steps before this one are there
        if (!step || step->kind != StepKind::Predict)
            throw json.error("lesson.no_prediction", {{"found", printable(json.as_string())}});
        return step->id;
    }

    PointQuestion point_question(const Json& json) {
        ObjectReader reader(json, m_lesson.warnings);
        require_type(reader, "point");
        PointQuestion question{plain_name(reader.at("instrument")), value(reader.at("correct"))};
        if (!question.correct.is_measured()) throw reader.at("correct").error("lesson.no_steps_to_point_at");
        reader.finish();
        return question;
    }

    std::vector<Choice> choices(const Json& json) {
        std::vector<Choice> found;
        for (const auto& item : json.items()) {
            ObjectReader reader(item, m_lesson.warnings);
            Choice choice{plain_name(reader.at("id")), false, std::nullopt};
            if (std::ranges::find(found, choice.id, &Choice::id) != found.end())
                throw reader.at("id").error("lesson.repeated_option", {{"key", choice.id}});
            if (const Json* correct = reader.find("correct")) choice.correct = correct->as_boolean();
            if (const Json* true_if = reader.find("true_if")) choice.true_if = statement(*true_if);
            reader.finish();
            found.push_back(std::move(choice));
        }
        if (found.size() < 2) throw json.error("lesson.too_few_options");
        return found;
    }

    void read_try(Step& step, ObjectReader& reader) {
        step.scenario = run_name(reader.at("scenario"));
        ObjectReader goal(reader.at("goal"), m_lesson.warnings);
        const Json& conditions = goal.at("all");
        for (const auto& item : conditions.items())
            step.goal.push_back(condition(item));
        if (step.goal.empty()) throw conditions.error("lesson.no_goal");
        goal.finish();
        if (const Json* hints = reader.find("hints")) step.hints = integer_between(*hints, 0, 20);
        step.reference = settings(step, reader.find("reference"));
        step.wrong = settings(step, reader.find("wrong"));
        if (const Json* seeds = reader.find("seeds")) step.seeds = integer_between(*seeds, 1, 100);
    }

    Condition condition(const Json& json) {
        ObjectReader reader(json, m_lesson.warnings);
        Condition condition{};
        condition.value = value(reader.at("value"));
        int bounds = 0;
        const auto read_bound = [&](std::string_view name, std::optional<double>& target) {
            const Json* found = reader.find(name);
            if (!found) return;
            target = bound(*found, false);
            ++bounds;
        };
        read_bound("at_most", condition.at_most);
        read_bound("at_least", condition.at_least);
        read_bound("below", condition.below);
        read_bound("above", condition.above);
        if (bounds != 1) throw json.error("lesson.one_bound");
        reader.finish();
        return condition;
    }

    std::vector<Changes> settings(const Step& step, const Json* json) const {
        std::vector<Changes> found;
        if (!json) return found;
        for (const auto& item : json->items()) {
            Scenario scenario = *m_lesson.find_scenario(step.scenario);
            found.push_back(apply(scenario, item));
            require_runnable(scenario, item);
        }
        return found;
    }

    Lesson m_lesson;
};

} // namespace

Lesson load_lesson(const std::string& folder) {
    Lesson lesson = LessonReader(folder).read();
    constexpr std::array kTexts = {std::pair(text::Language::Korean, "ko.md"),
                                   std::pair(text::Language::English, "en.md")};
    for (const auto& [language, name] : kTexts) {
        const std::string path = folder + "/" + name;
        if (!exists(path)) continue;
        LessonText parsed = parse_lesson_text(read_file_of(folder, name), path);
        require_consistent(lesson, parsed, path);
        lesson.texts.emplace(language, std::move(parsed));
    }
    if (lesson.texts.empty()) throw text::bad_input("lesson.no_text", {}, {folder});
    return lesson;
}

} // namespace ampscope::lesson
