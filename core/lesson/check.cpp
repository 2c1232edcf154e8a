#include "core/lesson/check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/io/numbers.h"
#include "core/lesson/check_exercise.h"
#include "core/lesson/check_walk.h"
#include "core/lesson/player.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"

namespace ampscope::lesson {
namespace {

using record::RunRecord;
using scenario::Scenario;
using Severity = Finding::Severity;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNear = 3; ///< closer to a bound than this factor may come out otherwise on another machine

double bound_of(const Condition& condition) {
    for (const auto* bound : {&condition.at_most, &condition.at_least, &condition.below, &condition.above})
        if (*bound) return **bound;
    return 0;
}

std::string bound_text(const Condition& condition) {
    const char* sign = condition.at_most ? " <= " : condition.at_least ? " >= " : condition.below ? " < " : " > ";
    return condition.value.text() + sign + io::to_text(bound_of(condition));
}

/// By what factor a found value lies off the bound; infinite where there is no factor (zero, other sign, NaN), 0 for a
/// value that is not measured: it proves nothing.
double distance(const GoalState::Part& part) {
    if (record::is_missing(part.found)) return 0;
    using enum Value::Function;
    const auto function = part.condition.value.function();
    if (function == Any || function == Equal) return kInfinity; // yes or no
    const double ratio = std::fabs(part.found / bound_of(part.condition));
    const bool other_sign = (part.found < 0) != (bound_of(part.condition) < 0);
    if (std::isnan(ratio) || ratio == 0 || other_sign) return kInfinity;
    return std::max(ratio, 1 / ratio);
}

std::string changes_text(const Changes& changes) {
    std::string text;
    for (const auto& [path, value] : changes)
        text += (text.empty() ? "" : ", ") + path + "=" + value;
    return text.empty() ? "-" : text;
}

} // namespace

std::vector<text::Argument> wrong_mark(const Step& step, const Choice& choice, double found) {
    return {{"step", step.id},
            {"key", choice.id},
            {"statement", choice.true_if->text},
            {"value", choice.true_if->value.text()},
            {"found", io::to_text(found)}};
}

namespace {

class Checker {
  public:
    Checker(const Lesson& lesson, const RunScenario& run) : m_lesson(lesson), m_run(run), m_player(lesson) {}

    std::vector<Finding> check() {
        for (const auto& [name, scenario] : m_lesson.scenarios) {
            if (is_for_evidence_only(name)) continue; // the exercises run it as their attempts say
            const RunRecord& record = record_of(scenario);
            m_records.emplace(name, &record);
            for (const auto* failure : record.facts_of("failed"))
                error("lesson.run_failed", {{"run", name}, {"reason", failure->text("text")}}, file());
        }
        for (const auto& step : m_lesson.steps) {
            if (step.question) check_prediction(step);
            for (const auto& choice : step.choices)
                if (choice.true_if && choice.true_if->value.needs_run()) check_statement(step, choice);
            if (step.point) check_point(step);
            if (step.has_goal()) check_try(step);
            if (step.exercise)
                for (auto& finding : check_exercise(
                         m_lesson, step, [&](const Scenario&scenario, std::size_t repeat) -> const RunRecord& {
                             return record_of(scenario, repeat);
                         }))
                    m_findings.push_back(std::move(finding));
        }
        for (auto& finding : walk(m_lesson, m_records))
            m_findings.push_back(std::move(finding));
        return std::move(m_findings);
    }

  private:
    void add(Severity severity, std::string id, std::vector<text::Argument> arguments, text::Location place) {
        m_findings.push_back({severity, m_lesson.id, {std::move(id), std::move(arguments)}, std::move(place)});
    }
    void error(std::string id, std::vector<text::Argument> arguments, text::Location place) {
        add(Severity::Error, std::move(id), std::move(arguments), std::move(place));
    }
    text::Location file() const { return {m_lesson.folder + "/lesson.json"}; }

    bool is_for_evidence_only(const std::string& name) const {
        const auto is_shown = [&](const Step& step) {
            return step.scenario == name || std::ranges::find(step.runs, name) != step.runs.end();
        };
        return std::ranges::find(m_lesson.slot_list, name, &Slot::scenario) != m_lesson.slot_list.end() &&
               std::ranges::none_of(m_lesson.steps, is_shown);
    }

    const RunRecord& record_of(const Scenario& scenario, std::size_t repeat = 0) {
        Scenario unnamed = scenario; // a name changes nothing in the run, but tells a repeat from the run before it
        unnamed.name = repeat > 0 ? "repeat " + std::to_string(repeat) : std::string();
        const std::string key = scenario::scenario_text(unnamed);
        const auto found = m_cache.find(key);
        return found == m_cache.end() ? m_cache.emplace(key, m_run(unnamed)).first->second : found->second;
    }

    // --- questions

    void check_prediction(const Step& step) {
        const double found = step.question->value.evaluate(m_records);
        if (record::is_missing(found))
            error("lesson.question_unmeasured", {{"step", step.id}, {"value", step.question->value.text()}},
                  step.location);
        else if (!right_option(*step.question, m_records))
            error("lesson.no_right_option",
                  {{"step", step.id}, {"value", step.question->value.text()}, {"found", io::to_text(found)}},
                  step.location);
    }

    void check_point(const Step& step) {
        if (step.point->correct.steps(m_records).empty())
            error("lesson.no_right_step", {{"step", step.id}, {"value", step.point->correct.text()}}, step.location);
    }

    void check_statement(const Step& step, const Choice& choice) {
        const double found = choice.true_if->value.evaluate(m_records);
        if (record::is_missing(found))
            error("lesson.question_unmeasured", {{"step", step.id}, {"value", choice.true_if->value.text()}},
                  step.location);
        else if (choice.is_right(m_records) != choice.correct)
            error("lesson.wrong_mark", wrong_mark(step, choice, found), step.location);
    }

    // --- tries

    // A try with one setting on one seed.
    GoalState state_of(const Step& step, const Changes& changes, int seed) {
        Scenario scenario = *m_lesson.find_scenario(step.scenario);
        for (const auto& [path, value] : changes)
            scenario::set_field(scenario, path, value);
        scenario.seed += seed;
        Records records = m_records;
        records[step.scenario] = &record_of(scenario);
        return m_player.goal(step, records);
    }

    void check_try(const Step& step) {
        if (state_of(step, {}, 0).reached()) error("lesson.goal_from_start", {{"step", step.id}}, step.location);
        for (const auto& changes : step.reference)
            check_reference(step, changes);
        for (const auto& changes : step.wrong)
            check_wrong(step, changes);
    }

    // What a finding about a setting says: which, on which seed, and the part of the goal that it is about.
    static std::vector<text::Argument> setting(const Step& step, const Changes& changes, std::int64_t seed,
                                               const GoalState::Part& part) {
        return {{"step", step.id},
                {"settings", changes_text(changes)},
                {"seed", std::to_string(seed)},
                {"goal", bound_text(part.condition)},
                {"found", number_text(part.found)}};
    }

    std::int64_t seed_of(const Step& step, int seed) const {
        return m_lesson.find_scenario(step.scenario)->seed + seed;
    }

    // The first seed on which it fails, else the seed on which it comes closest to a bound.
    void check_reference(const Step& step, const Changes& changes) {
        double nearest = kInfinity;
        std::vector<text::Argument> where;
        for (int seed = 0; seed < step.seeds; ++seed) {
            for (const auto& part : state_of(step, changes, seed).parts) {
                if (!part.holds)
                    return error("lesson.reference_fails", setting(step, changes, seed_of(step, seed), part),
                                 step.location);
                if (distance(part) >= nearest) continue;
                nearest = distance(part);
                where = setting(step, changes, seed_of(step, seed), part);
            }
        }
        if (nearest < kNear) add(Severity::Warning, "lesson.reference_near", where, step.location);
    }

    // It must miss a bound clearly on every seed; which one may differ.
    void check_wrong(const Step& step, const Changes& changes) {
        double nearest = kInfinity;
        std::vector<text::Argument> where;
        for (int seed = 0; seed < step.seeds; ++seed) {
            const GoalState state = state_of(step, changes, seed);
            const GoalState::Part* clearest = nullptr;
            for (const auto& part : state.parts)
                if (!part.holds && (!clearest || distance(part) > distance(*clearest))) clearest = &part;
            if (!clearest)
                return error("lesson.wrong_passes", setting(step, changes, seed_of(step, seed), state.parts.front()),
                             step.location);
            if (record::is_missing(clearest->found))
                return error("lesson.goal_unmeasured", setting(step, changes, seed_of(step, seed), *clearest),
                             step.location);
            if (distance(*clearest) >= nearest) continue;
            nearest = distance(*clearest);
            where = setting(step, changes, seed_of(step, seed), *clearest);
        }
        if (nearest < kNear) add(Severity::Warning, "lesson.wrong_near", where, step.location);
    }

    const Lesson& m_lesson;
    const RunScenario& m_run;
    Player m_player;
    std::map<std::string, RunRecord> m_cache; ///< by the scenario's text
    Records m_records;                        ///< the lesson's scenarios as they stand
    std::vector<Finding> m_findings;
};

} // namespace

std::vector<Finding> check(const Lesson& lesson, const RunScenario& run) {
    return Checker(lesson, run).check();
}

} // namespace ampscope::lesson
