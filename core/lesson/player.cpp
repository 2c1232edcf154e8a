#include "core/lesson/player.h"

#include <algorithm>

#include "core/io/numbers.h"
#include "core/lesson/scanner.h"

namespace ampscope::lesson {

using Kind = TextBlock::Kind;

bool GoalState::reached() const {
    return is_final && !parts.empty() && std::ranges::all_of(parts, &Part::holds);
}

Records finished_runs(const Records& records) {
    Records over;
    for (const auto& [name, run] : records)
        if (run && (run->is_finished() || run->has_failed() || !run->facts_of("stopped").empty()))
            over.emplace(name, run);
    return over;
}

std::optional<std::size_t> right_option(const Question& question, const Records& records) {
    const double found = question.value.evaluate(records);
    for (std::size_t i = 0; i < question.options.size(); ++i)
        if (question.options[i].first <= found && found <= question.options[i].second) return i;
    return std::nullopt;
}

Player::Player(const Lesson& lesson) : m_lesson(&lesson) {}

void Player::go_to(std::size_t position) {
    m_position = std::min(position, m_lesson->steps.size() - 1);
}

void Player::answer(const std::string& step_id, Answer answer) {
    const Step* step = m_lesson->find_step(step_id);
    const bool points = step && step->point;
    if (!step || (!points && step->answer_keys().empty()))
        throw text::bad_input("lesson.no_answer_step", {{"found", printable(step_id)}});
    const auto keys = step->answer_keys();
    if (points ? !answer.pointed_step : std::ranges::find(keys, answer.key) == keys.end())
        throw text::bad_input("lesson.unknown_option", {{"key", printable(answer.key)}, {"step", step_id}});
    if (step->kind == StepKind::Predict)
        m_answers.try_emplace(step_id, std::move(answer));
    else
        m_answers.insert_or_assign(step_id, std::move(answer));
}

const Answer* Player::find_answer(std::string_view step_id) const {
    const auto found = m_answers.find(step_id);
    return found == m_answers.end() ? nullptr : &found->second;
}

std::optional<Outcome> Player::find_outcome(std::string_view step_id) const {
    const auto found = m_outcomes.find(step_id);
    if (found == m_outcomes.end()) return std::nullopt;
    return found->second;
}

std::string Player::sentence(std::string_view step_id) const {
    const auto found = m_sentences.find(step_id);
    return found == m_sentences.end() ? std::string() : found->second;
}

void Player::ask_for_hint() {
    int& asked = m_hints[step().id];
    asked = std::min(asked + 1, step().hints);
}

void Player::restart() {
    m_answers.clear();
    m_hints.clear();
    m_outcomes.clear();
    m_sentences.clear();
    m_position = 0;
}

static std::optional<bool> choice_is_right(const Step& step, const std::string& key, const Records& records) {
    const auto choice = std::ranges::find(step.choices, key, &Choice::id);
    return choice == step.choices.end() ? false : choice->is_right(records);
}

static Verdict of(bool is_right) {
    return is_right ? Verdict::Right : Verdict::Wrong;
}

Verdict Player::verdict(const Step& step, const Records& all_records) const {
    if (step.kind == StepKind::Reveal) {
        const Step* prediction = m_lesson->find_step(step.of);
        return prediction ? verdict(*prediction, all_records) : Verdict::Open;
    }
    if (step.has_goal()) {
        const GoalState state = goal(step, all_records);
        const auto is_missing = [](const GoalState::Part& part) { return record::is_missing(part.found); };
        if (!state.is_final || std::ranges::any_of(state.parts, is_missing)) return Verdict::Unmeasured;
        return of(state.reached());
    }
    const Answer* answer = find_answer(step.id);
    if (!answer) return Verdict::Open;
    if (step.exercise) {
        const auto outcome = find_outcome(step.id);
        return outcome && *outcome != Outcome::NotYet ? Verdict::Right : Verdict::Unmeasured;
    }
    const Records records = finished_runs(all_records);
    if (step.question) {
        if (record::is_missing(step.question->value.evaluate(records))) return Verdict::Unmeasured;
        const auto right = right_option(*step.question, records);
        return of(right && std::to_string(*right) == answer->key);
    }
    if (step.point) {
        if (!records.contains(step.point->correct.run())) return Verdict::Unmeasured;
        const auto steps = step.point->correct.steps(records);
        return of(std::ranges::find(steps, answer->pointed_step.value_or(-1)) != steps.end());
    }
    const auto right = choice_is_right(step, answer->key, records);
    return right ? of(*right) : Verdict::Unmeasured;
}

GoalState Player::goal(const Step& step, const Records& records) const {
    GoalState state;
    const Records over = finished_runs(records);
    state.is_final = true;
    for (const auto& condition : step.goal) {
        const double found = condition.value.evaluate(records);
        state.parts.push_back({condition, found, condition.holds(found)});
        for (const auto& run : condition.value.runs())
            state.is_final = state.is_final && over.contains(run);
    }
    return state;
}

// Is that option the right one, as far as the records tell?
static bool is_right(const Step& step, const std::string& key, const Records& records) {
    if (step.question) {
        const auto right = right_option(*step.question, records);
        return right && std::to_string(*right) == key;
    }
    return choice_is_right(step, key, records).value_or(false);
}

Card Player::card(text::Language language, const Records& records) const {
    const Step& now = step();
    const text::Language shown = m_lesson->text_language(language);
    const auto& texts = m_lesson->text(language).steps;
    const auto found = texts.find(now.id);
    Card card;
    card.verdict = verdict(now, records);
    const Step* asked_before = m_lesson->find_step(now.of);
    if (asked_before && asked_before->question) card.origin = origin_of(asked_before->question->value);
    const Answer* given = find_answer(now.id);
    const bool may_repeat = now.exercise || (now.kind != StepKind::Predict && card.verdict == Verdict::Wrong);
    card.can_commit = (now.point || !now.answer_keys().empty()) && (!given || may_repeat);
    if (found == texts.end()) return card;

    const Records over = finished_runs(records);
    const auto filled = [&](std::string_view markdown) { return fill_values(markdown, *this, records, shown); };
    card.heading = filled(found->second.heading);
    const auto asked = m_hints.find(now.id);
    const auto hints = static_cast<std::size_t>(asked == m_hints.end() ? 0 : asked->second);
    for (const auto& block : found->second.blocks) {
        if (block.kind == Kind::Paragraph) {
            if (!block.condition.empty() && !condition_holds(block.condition, *this, records)) continue;
            const bool is_remark = trimmed(block.condition).starts_with("verdict.");
            (is_remark ? card.remarks : card.paragraphs).push_back(filled(block.markdown));
        } else if (block.kind == Kind::Option) {
            const bool is_chosen = given && given->key == block.key;
            const bool is_proven = now.exercise && is_chosen && card.verdict == Verdict::Right;
            card.options.push_back(
                {block.key, filled(block.markdown), is_chosen, is_proven || is_right(now, block.key, over)});
        } else if (card.hints.size() < hints) {
            card.hints.push_back(filled(block.markdown));
        } else {
            // Whoever has passed needs none.
            card.has_more_hints =
                hints < static_cast<std::size_t>(now.hints) && !(now.exercise && card.verdict == Verdict::Right);
        }
    }
    return card;
}

} // namespace ampscope::lesson
