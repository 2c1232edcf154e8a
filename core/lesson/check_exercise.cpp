#include "core/lesson/check_exercise.h"

#include <algorithm>
#include <limits>

#include "core/scenario/fields.h"
#include "core/text/words.h"

namespace ampscope::lesson {
namespace {

using scenario::Scenario;
using Severity = Finding::Severity;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNear = 3; ///< as for tries: closer to a bound it may come out otherwise on another machine

class ExerciseChecker {
  public:
    ExerciseChecker(const Lesson& lesson, const Step& step, const RecordOf& record_of)
        : m_lesson(lesson), m_step(step), m_exercise(*step.exercise), m_record_of(record_of) {}

    std::vector<Finding> check() {
        std::size_t number = 0;
        for (const auto& attempt : m_exercise.reference)
            check_reference(attempt, ++number);
        number = 0;
        for (const auto& attempt : m_exercise.wrong)
            check_wrong(attempt, ++number);
        return std::move(m_findings);
    }

  private:
    void add(Severity severity, std::string id, std::size_t number, int shift,
             std::vector<text::Argument> arguments = {}) {
        arguments.insert(arguments.begin(),
                         {{"step", m_step.id}, {"number", std::to_string(number)}, {"shift", std::to_string(shift)}});
        m_findings.push_back({severity, m_lesson.id, {std::move(id), std::move(arguments)}, m_step.location});
    }

    // --- evidence

    std::vector<const record::RunRecord*> runs_of(const Attempt& attempt, const std::string& slot_name, int shift) {
        const Slot& slot = *m_lesson.find_slot(slot_name);
        const auto part = std::ranges::find(attempt.parts, slot_name, &Attempt::Part::slot);
        const bool changed = part != attempt.parts.end();
        if (changed && !part->same_as.empty()) return runs_of(attempt, part->same_as, shift);
        Slot source = slot;
        if (changed) source.scenario = part->scenario;
        std::vector<const record::RunRecord*> runs;
        const std::size_t count = changed ? part->runs.value_or(slot.runs) : slot.runs;
        for (std::size_t i = 0; i < count; ++i) {
            Scenario scenario = scenario_of(m_lesson, source, i);
            scenario.seed += shift;
            if (m_exercise.check_steps && !scenario.runs_epochs())
                scenario.length.steps = std::min(scenario.length.steps, *m_exercise.check_steps);
            if (changed)
                for (const auto& [path, value] : part->set)
                    scenario::set_field(scenario, path, value);
            runs.push_back(&m_record_of(scenario, slot.repeats == Slot::Repeats::Times ? i : 0));
        }
        return runs;
    }

    Evidence evidence_of(const Attempt& attempt, int shift) {
        Evidence evidence;
        for (const auto& slot : m_exercise.slot_list)
            evidence[slot] = runs_of(attempt, slot, shift);
        return evidence;
    }

    Judgement judged(const Evidence& evidence, const std::string& conclusion) const {
        return judge(m_lesson, m_step, evidence, conclusion, m_exercise.check_steps);
    }

    static text::Message first_failure(const Judgement& judgement) {
        const auto line = std::ranges::find(judgement.lines, false, &Judgement::Line::holds);
        return line == judgement.lines.end() ? text::Message{} : line->message;
    }

    // What an attempt concludes; where it says kMeasured, all that the evidence bears out.
    std::vector<std::string> conclusions_of(const Attempt& attempt, const Evidence& evidence) const {
        if (attempt.conclusion != kMeasured) return {attempt.conclusion};
        return judged(evidence, "").borne_out;
    }

    // --- references

    void check_reference(const Attempt& attempt, std::size_t number) {
        double nearest = kInfinity;
        int where = 0;
        text::Message what;
        for (int shift = 0; shift < m_step.seeds; ++shift) {
            const Evidence evidence = evidence_of(attempt, shift);
            const std::vector<std::string> conclusions = conclusions_of(attempt, evidence);
            if (conclusions.size() > 1)
                return add(Severity::Error, "exercise.not_one_conclusion", number, shift,
                           {{"found", text::joined(conclusions)}});
            const std::string chosen = conclusions.empty() ? "" : conclusions[0];
            const Judgement judgement = judged(evidence, chosen);
            if (judgement.outcome == Outcome::NotYet)
                return add(Severity::Error, "exercise.reference_fails", number, shift,
                           {{"reason", first_failure(judgement)}});
            for (const auto* relation : relations_of(attempt.conclusion)) {
                if (relation->distance(evidence) >= nearest) continue;
                nearest = relation->distance(evidence);
                where = shift;
                what = relation->words(evidence);
            }
        }
        if (nearest < kNear) add(Severity::Warning, "exercise.reference_near", number, where, {{"reason", what}});
    }

    // What decides; of "measured" any conclusion is right, and its borders are no limits.
    std::vector<const Relation*> relations_of(const std::string& conclusion) const {
        std::vector<const Relation*> all;
        for (const auto& relation : m_exercise.show)
            all.push_back(&relation);
        for (const auto& candidate : m_exercise.conclusions)
            if (candidate.id == conclusion)
                for (const auto& relation : candidate.true_if)
                    all.push_back(&relation);
        return all;
    }

    // --- wrong solutions

    void check_wrong(const Attempt& attempt, std::size_t number) {
        double nearest = kInfinity;
        int where = 0;
        text::Message what;
        for (int shift = 0; shift < m_step.seeds; ++shift) {
            const Evidence evidence = evidence_of(attempt, shift);
            const std::vector<std::string> conclusions = conclusions_of(attempt, evidence);
            const std::string chosen = conclusions.empty() ? "" : conclusions[0];
            const Judgement judgement = judged(evidence, chosen);
            if (judgement.outcome != Outcome::NotYet)
                return add(Severity::Error, "exercise.wrong_passes", number, shift, {{"conclusion", chosen}});
            const auto failed = std::ranges::find(judgement.lines, false, &Judgement::Line::holds);
            if (failed->part == Judgement::Part::Slots || failed->part == Judgement::Part::Rules) continue;
            double clearest = 0;
            text::Message by;
            for (const auto* relation : relations_of(chosen)) {
                if (relation->holds(evidence).value_or(false) || relation->distance(evidence) <= clearest) continue;
                clearest = relation->distance(evidence);
                by = relation->words(evidence);
            }
            if (clearest < nearest) nearest = clearest, where = shift, what = by;
        }
        if (nearest < kNear) add(Severity::Warning, "exercise.wrong_near", number, where, {{"reason", what}});
    }

    const Lesson& m_lesson;
    const Step& m_step;
    const Exercise& m_exercise;
    const RecordOf& m_record_of;
    std::vector<Finding> m_findings;
};

} // namespace

std::vector<Finding> check_exercise(const Lesson& lesson, const Step& step, const RecordOf& record_of) {
    return ExerciseChecker(lesson, step, record_of).check();
}

} // namespace ampscope::lesson
