// lesson.json and the scenarios that it names.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/lesson/exercise_json.h"
#include "core/lesson/folder.h"
#include "core/lesson/json_reader.h"
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

class LessonReader {
  public:
    explicit LessonReader(const std::string& folder) { m_lesson.folder = folder; }

    Lesson read() {
        const std::string file = m_lesson.folder + "/lesson.json";
        const Json json = io::parse_json(read_file_of(m_lesson.folder, "lesson.json"), file, kJsonLimits);
        ObjectReader reader(json, m_lesson.warnings);
        read_head(reader);
        if (const Json* scenarios = reader.find("scenarios"))
            for (const auto& member : few_members(*scenarios))
                read_scenario(member);
        if (const Json* slot_list = reader.find("evidence"))
            for (const auto& member : few_members(*slot_list))
                m_lesson.slot_list.push_back(read_slot(member, scenarios(), m_lesson.warnings));
        const Json& steps = reader.at("steps");
        if (few_items(steps).empty()) throw steps.error("lesson.no_steps");
        for (const auto& step : steps.items())
            read_step(step);
        reader.finish();
        return std::move(m_lesson);
    }

  private:
    // --- the head

    void read_head(ObjectReader& reader) {
        require_schema(reader);
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
        m_lesson.scenarios.push_back(named_scenario(member, m_lesson.folder, scenarios(), m_lesson.warnings));
    }

    FindScenario scenarios() const {
        return [this](std::string_view name) { return m_lesson.find_scenario(name); };
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
        case StepKind::Try: read_try(step, reader); break;
        case StepKind::Exercise:
            step.exercise = read_exercise(reader, m_lesson);
            read_hints_and_seeds(step, reader);
            break;
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

    Value value(const Json& json) const { return value_of(json, scenarios()); }

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
        for (const auto& option : few_items(options)) {
            const auto ends = range(option);
            if (!question.options.empty() && ends.first < question.options.back().second)
                throw option.error("lesson.bad_range");
            question.options.push_back(ends);
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
        for (const auto& item : few_items(json)) {
            ObjectReader reader(item, m_lesson.warnings);
            Choice choice{plain_name(reader.at("id")), false, std::nullopt};
            if (std::ranges::find(found, choice.id, &Choice::id) != found.end())
                throw reader.at("id").error("lesson.repeated_option", {{"key", choice.id}});
            if (const Json* correct = reader.find("correct")) choice.correct = correct->as_boolean();
            if (const Json* true_if = reader.find("true_if")) choice.true_if = statement_of(*true_if, scenarios());
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
        step.reference = settings(step, reader.find("reference"));
        step.wrong = settings(step, reader.find("wrong"));
        read_hints_and_seeds(step, reader);
    }

    static void read_hints_and_seeds(Step& step, ObjectReader& reader) {
        if (const Json* hints = reader.find("hints")) step.hints = integer_between(*hints, 0, 20);
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
            found.push_back(apply_changes(scenario, item));
            require_runnable_at(scenario, item);
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
