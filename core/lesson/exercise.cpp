#include "core/lesson/exercise.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "core/lesson/exercise_rules.h"
#include "core/lesson/lesson.h"
#include "core/lesson/player.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"

namespace ampscope::lesson {

using record::Column;
using record::RunRecord;
using text::Message;

static constexpr std::array<std::string_view, 3> kOutcomes = {"pass", "not_yet", "inconclusive"};

std::string_view outcome_id(Outcome outcome) {
    return kOutcomes[static_cast<std::size_t>(outcome)];
}

std::optional<Outcome> parse_outcome(std::string_view id) {
    const auto found = std::ranges::find(kOutcomes, id);
    if (found == kOutcomes.end()) return std::nullopt;
    return static_cast<Outcome>(found - kOutcomes.begin());
}

scenario::Scenario scenario_of(const Lesson& lesson, const Slot& slot, std::size_t index) {
    scenario::Scenario scenario = *lesson.find_scenario(slot.scenario);
    if (slot.repeats == Slot::Repeats::Seeds) scenario.seed += static_cast<std::int64_t>(index);
    return scenario;
}

bool is_open(const Slot& slot, std::string_view field) {
    return std::ranges::none_of(
        slot.where, [&](const auto& condition) { return condition.first == field && condition.second.size() == 1; });
}

std::optional<Message> unfit(const Slot& slot, const RunRecord& run) {
    if (!run.is_finished() || run.has_failed()) return Message{"exercise.not_finished", {{"slot", slot.name}}};
    for (const auto& [path, wanted] : slot.where) {
        const std::string found = scenario::to_text(scenario::find_field(path)->get(run.scenario()));
        if (std::ranges::find(wanted, found) != wanted.end()) continue;
        std::string list;
        for (const auto& item : wanted)
            list.append(list.empty() ? "" : ", ").append(item.empty() ? "-" : item);
        return Message{
            "exercise.other_setting",
            {{"slot", slot.name}, {"field", path}, {"wanted", list}, {"found", found.empty() ? "-" : found}}};
    }
    return std::nullopt;
}

namespace {

// One run put forward twice: as a file and from the library, say. Equal times tell it from a repeat.
bool is_same_run(const RunRecord& a, const RunRecord& b) {
    if (&a == &b) return true;
    if (a.samples().size() != b.samples().size()) return false;
    for (const auto& path : scenario::differing_fields(a.scenario(), b.scenario()))
        if (path != "name") return false;
    for (std::size_t i = 0; i < a.samples().size(); ++i)
        if (std::bit_cast<std::uint64_t>(a.samples()[i][Column::Ms]) !=
            std::bit_cast<std::uint64_t>(b.samples()[i][Column::Ms]))
            return false;
    return record::differences(a, b).empty();
}

class Judge {
  public:
    Judge(const Lesson& lesson, const Exercise& exercise, const Evidence& evidence,
          std::optional<std::int64_t> steps_at_least)
        : m_lesson(lesson), m_exercise(exercise), m_steps_at_least(steps_at_least) {
        for (const auto& slot : exercise.slot_list) {
            auto& runs = m_evidence[slot];
            if (const auto found = evidence.find(slot); found != evidence.end()) runs = found->second;
            std::ranges::stable_sort(runs, {}, [](const RunRecord* run) { return run->scenario().seed; });
        }
    }

    Judgement judge(std::string_view conclusion) {
        judge_evidence();
        if (all_hold()) judge_requirements();
        if (all_hold()) judge_relations();
        if (all_hold()) judge_conclusion(conclusion);
        add_remarks();
        return std::move(m_judgement);
    }

  private:
    using Part = Judgement::Part;

    bool all_hold() const { return std::ranges::all_of(m_judgement.lines, &Judgement::Line::holds); }
    void add(Part part, bool holds, Message message, std::string slot = {}, std::string instrument = {}) {
        m_judgement.lines.push_back({part, holds, std::move(message), std::move(slot), std::move(instrument)});
    }

    void judge_evidence() {
        std::vector<std::pair<std::string, const RunRecord*>> seen;
        for (const auto& name : m_exercise.slot_list) {
            const Slot& slot = *m_lesson.find_slot(name);
            const auto& runs = m_evidence.at(name);
            add(Part::Slots, runs.size() >= slot.runs,
                {"exercise.runs_found",
                 {{"slot", name}, {"found", std::to_string(runs.size())}, {"wanted", std::to_string(slot.runs)}}},
                name);
            std::set<std::int64_t> seeds;
            for (const auto* run : runs) {
                if (auto problem = unfit(slot, *run)) add(Part::Slots, false, std::move(*problem), name);
                for (const auto& [other, earlier] : seen)
                    if (is_same_run(*run, *earlier))
                        add(Part::Slots, false, {"exercise.same_run_twice", {{"slot", name}, {"other", other}}}, name);
                seen.emplace_back(name, run);
                seeds.insert(run->scenario().seed);
            }
            const bool by_seed = slot.repeats == Slot::Repeats::Seeds;
            if (runs.size() > 1 && by_seed && seeds.size() < runs.size())
                add(Part::Slots, false, {"exercise.seeds_repeat", {{"slot", name}}}, name);
            if (!by_seed && seeds.size() > 1)
                add(Part::Slots, false, {"exercise.seeds_differ", {{"slot", name}}}, name);
        }
    }

    void judge_requirements() {
        for (const auto& requirement : m_exercise.requirements) {
            auto verdict = judge_requirement(requirement, m_evidence, m_steps_at_least);
            add(Part::Rules, verdict.holds, std::move(verdict.message));
        }
    }

    bool add_relation(Part part, const Relation& relation) {
        const bool holds = relation.holds(m_evidence).value_or(false);
        add(part, holds, relation.words(m_evidence), {}, relation.instrument());
        return holds;
    }

    void judge_relations() {
        for (const auto& relation : m_exercise.show)
            add_relation(Part::Figures, relation);
    }

    void judge_conclusion(std::string_view chosen) {
        const auto is_so = [&](const Relation& relation) { return relation.holds(m_evidence).value_or(false); };
        for (const auto& conclusion : m_exercise.conclusions)
            if (std::ranges::all_of(conclusion.true_if, is_so)) m_judgement.borne_out.push_back(conclusion.id);
        const auto found = std::ranges::find(m_exercise.conclusions, chosen, &Conclusion::id);
        if (found == m_exercise.conclusions.end()) return add(Part::Answer, false, {"exercise.no_conclusion", {}});
        for (const auto& relation : found->true_if)
            add_relation(Part::Answer, relation);
        const bool holds = std::ranges::find(m_judgement.borne_out, chosen) != m_judgement.borne_out.end();
        if (!holds) return add(Part::Answer, false, {"exercise.conclusion_fails", {}});
        add(Part::Answer, true, {"exercise.conclusion_holds", {}});
        m_judgement.outcome = found->is_inconclusive ? Outcome::Inconclusive : Outcome::Pass;
    }

    void add_remarks() {
        for (const auto& [name, runs] : m_evidence)
            for (const auto* run : runs) {
                if (const auto skipped = run->facts_of("step_skipped"); !skipped.empty())
                    m_judgement.remarks.push_back({"exercise.first_skip",
                                                   {{"slot", name},
                                                    {"seed", std::to_string(run->scenario().seed)},
                                                    {"step", std::to_string(skipped.front()->step)},
                                                    {"count", std::to_string(skipped.size())},
                                                    {"parameter", skipped.front()->text("parameter")}}});
                if (const auto lost = run->facts_of("loss_nonfinite"); !lost.empty())
                    m_judgement.remarks.push_back(
                        {"exercise.first_lost_loss",
                         {{"slot", name},
                          {"seed", std::to_string(run->scenario().seed)},
                          {"step", std::to_string(lost.front()->step)},
                          {"value", number_text(lost.front()->number("value").value_or(record::kMissing))}}});
            }
    }

    const Lesson& m_lesson;
    const Exercise& m_exercise;
    Evidence m_evidence; // runs in the order of their seeds
    std::optional<std::int64_t> m_steps_at_least;
    Judgement m_judgement;
};

} // namespace

Judgement judge(const Lesson& lesson, const Step& step, const Evidence& evidence, std::string_view conclusion,
                std::optional<std::int64_t> steps_at_least) {
    return Judge(lesson, *step.exercise, evidence, steps_at_least).judge(conclusion);
}

} // namespace ampscope::lesson
