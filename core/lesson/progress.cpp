#include "core/lesson/progress.h"

#include <algorithm>
#include <array>

#include "core/lesson/lesson.h"

namespace ampscope::lesson {

namespace {

constexpr std::array<std::string_view, 4> kSureIds = {"", "guess", "fairly", "certain"};

const Lesson* lesson_of(const std::vector<Lesson>& lessons, std::string_view id) {
    const auto found = std::ranges::find(lessons, id, &Lesson::id);
    return found == lessons.end() ? nullptr : &*found;
}

// The text of an option, in one line.
std::string option_text(const Player& player, const Step& step, std::string_view key, const Records& records,
                        text::Language language) {
    const auto& texts = player.lesson().text(language).steps;
    const auto found = texts.find(step.id);
    if (found == texts.end()) return "";
    for (const auto& block : found->second.blocks)
        if (block.kind == TextBlock::Kind::Option && block.key == key)
            return fill_values(block.markdown, player, records, player.lesson().text_language(language));
    return "";
}

std::string right_key(const Step& step, const Records& records) {
    if (step.question) {
        const auto right = right_option(*step.question, records);
        return right ? std::to_string(*right) : std::string();
    }
    for (const auto& choice : step.choices)
        if (choice.is_right(records).value_or(false)) return choice.id;
    return "";
}

template <typename T>
bool put(T& place, T value) {
    if (place == value) return false;
    place = std::move(value);
    return true;
}

bool take_down_answer(const Player& player, const Step& step, const Answer& answer, const Records& records,
                      text::Language language, Prediction& known) {
    bool is_new = put(known.answer.key, answer.key);
    is_new |= put(known.answer.pointed_step, answer.pointed_step);
    if (is_new || (known.said.empty() && !answer.key.empty()))
        is_new |= put(known.said, option_text(player, step, answer.key, records, language));
    const Verdict verdict = player.verdict(step, records);
    if (verdict != Verdict::Right && verdict != Verdict::Wrong) return is_new; // what was known stays known
    if (!put(known.right, std::optional(verdict == Verdict::Right))) return is_new;
    known.came = option_text(player, step, right_key(step, records), records, language);
    return true;
}

} // namespace

bool take_down(const Player& player, const Records& records, text::Language language, LessonProgress& progress) {
    const Records over = finished_runs(records);
    bool is_new = put(progress.position, player.step().id);
    const bool at_end = player.position() + 1 == player.lesson().steps.size();
    if (at_end) is_new |= put(progress.finished, true);
    for (const auto& step : player.lesson().steps) {
        if (const Answer* answer = player.find_answer(step.id))
            is_new |= take_down_answer(player, step, *answer, over, language, progress.answers[step.id]);
        if (step.kind == StepKind::Try && player.verdict(step, records) == Verdict::Right)
            is_new |= put(progress.verdicts[step.id], std::string("pass"));
    }
    return is_new;
}

void restore(Player& player, const LessonProgress& progress) {
    for (const auto& [id, prediction] : progress.answers) {
        const Step* step = player.lesson().find_step(id);
        if (!step) continue;
        const auto keys = step->answer_keys();
        if (step->point ? prediction.answer.pointed_step.has_value()
                        : std::ranges::find(keys, prediction.answer.key) != keys.end())
            player.answer(id, prediction.answer);
    }
    const auto& steps = player.lesson().steps;
    const auto place = std::ranges::find(steps, progress.position, &Step::id);
    if (place != steps.end() && !progress.finished) player.go_to(static_cast<std::size_t>(place - steps.begin()));
}

std::string_view sure_id(Sure sure) {
    return kSureIds[static_cast<std::size_t>(sure)];
}

text::Message sure_message(Sure sure) {
    switch (sure) {
    case Sure::Unsaid: return {"progress.sure_unsaid", {}};
    case Sure::Guess: return {"progress.sure_guess", {}};
    case Sure::Fairly: return {"progress.sure_fairly", {}};
    case Sure::Certain: return {"progress.sure_certain", {}};
    }
    return {};
}

int remaining_minutes(const std::vector<Lesson>& lessons, const Progress& progress) {
    double minutes = 0;
    for (const auto& lesson : lessons) {
        const auto known = progress.lessons.find(lesson.id);
        if (known == progress.lessons.end()) {
            minutes += lesson.minutes;
        } else if (!known->second.finished) {
            const auto at = std::ranges::find(lesson.steps, known->second.position, &Step::id);
            const auto left =
                at == lesson.steps.end() ? lesson.steps.size() : static_cast<std::size_t>(lesson.steps.end() - at);
            minutes += lesson.minutes * static_cast<double>(left) / static_cast<double>(lesson.steps.size());
        }
    }
    return static_cast<int>(minutes + 0.5);
}

Calibration::Row Calibration::all() const {
    Row sum;
    for (const auto& row : rows) {
        sum.right += row.right, sum.wrong += row.wrong, sum.unmeasured += row.unmeasured;
        sum.by_chance += row.by_chance;
    }
    return sum;
}

Calibration calibration_of(const std::vector<Lesson>& lessons, const Progress& progress) {
    Calibration calibration;
    for (const Sure sure : {Sure::Certain, Sure::Fairly, Sure::Guess, Sure::Unsaid})
        calibration.rows.push_back({sure});
    for (const auto& [id, known] : progress.lessons) {
        const Lesson* lesson = lesson_of(lessons, id);
        for (const auto& [step_id, prediction] : known.answers) {
            const Step* step = lesson ? lesson->find_step(step_id) : nullptr;
            if (!step || step->kind != StepKind::Predict) continue;
            auto& row = *std::ranges::find(calibration.rows, prediction.sure, &Calibration::Row::sure);
            if (!prediction.right) {
                ++row.unmeasured;
                continue;
            }
            ++(*prediction.right ? row.right : row.wrong);
            row.by_chance += 1.0 / static_cast<double>(std::max<std::size_t>(step->answer_keys().size(), 1));
        }
    }
    return calibration;
}

} // namespace ampscope::lesson
