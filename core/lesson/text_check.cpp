#include "core/lesson/text_check.h"

#include <algorithm>
#include <set>

#include "core/lesson/placeholders.h"
#include "core/lesson/scanner.h"

namespace ampscope::lesson {
namespace {

using Kind = TextBlock::Kind;

class ConsistencyCheck {
  public:
    ConsistencyCheck(const Lesson& lesson, const LessonText& text) : m_lesson(lesson), m_text(text) {}

    void check(const std::string& source) {
        for (const auto& [id, text] : m_text.steps)
            if (!m_lesson.find_step(id)) throw text::bad_input("lesson.unknown_section", {{"id", id}}, text.location);
        for (const auto& step : m_lesson.steps) {
            const auto found = m_text.steps.find(step.id);
            if (found == m_text.steps.end())
                throw text::bad_input("lesson.missing_section", {{"id", step.id}}, {source});
            check_step(step, found->second);
        }
    }

  private:
    void check_step(const Step& step, const StepText& text) {
        check_placeholders(text.heading, text.location, Kind::Paragraph);
        const auto keys = step.answer_keys();
        std::set<std::string> seen;
        for (const auto& block : text.blocks) {
            check_placeholders(block.markdown, block.location, block.kind);
            if (!block.condition.empty()) check_condition(block);
            if (block.kind != Kind::Option) continue;
            if (std::ranges::find(keys, block.key) == keys.end())
                throw text::bad_input("lesson.unknown_option", {{"key", printable(block.key)}, {"step", step.id}},
                                      block.location);
            if (!seen.insert(block.key).second)
                throw text::bad_input("lesson.repeated_option", {{"key", block.key}}, block.location);
        }
    }

    void check_placeholders(std::string_view markdown, const text::Location& place, Kind kind) {
        std::vector<Placeholder> found;
        try {
            found = find_placeholders(markdown);
        } catch (const text::Error& error) {
            throw moved(error, place);
        }
        for (const auto& placeholder : found) {
            const auto here = location_in(place, markdown, placeholder.begin);
            if (placeholder.value) {
                require_runs(*placeholder.value, here);
                continue;
            }
            // An option that names an answer could name itself.
            if (kind == Kind::Option) throw text::bad_input("lesson.answer_in_option", {}, here);
            const Step& step = answer_step(placeholder.answer_step, here);
            if (step.answer_keys().empty() || (placeholder.form == Placeholder::Form::Range && !step.question))
                throw text::bad_input("lesson.no_answer_text", {{"step", step.id}}, here);
        }
    }

    void check_condition(const TextBlock& block) {
        TextCondition condition;
        try {
            condition = parse_condition(block.condition);
        } catch (const text::Error& error) {
            throw moved(error, block.condition_location);
        }
        if (condition.value) return require_runs(*condition.value, block.condition_location);
        const Step& step = answer_step(condition.answer_step, block.condition_location);
        if (condition.kind == TextCondition::Kind::Judged && !step.exercise)
            throw text::bad_input("exercise.none_there", {{"step", step.id}}, block.condition_location);
        const auto keys = step.answer_keys();
        if (condition.kind == TextCondition::Kind::Chosen && std::ranges::find(keys, condition.key) == keys.end())
            throw text::bad_input("lesson.unknown_option", {{"key", printable(condition.key)}, {"step", step.id}},
                                  block.condition_location);
    }

    void require_runs(const Value& value, const text::Location& place) {
        for (const auto& run : value.runs())
            if (!m_lesson.find_scenario(run)) throw text::bad_input("lesson.unknown_run", {{"found", run}}, place);
    }

    const Step& answer_step(const std::string& id, const text::Location& place) {
        const Step* step = m_lesson.find_step(id);
        if (!step || (step->answer_keys().empty() && !step->point))
            throw text::bad_input("lesson.no_answer_step", {{"found", printable(id)}}, place);
        return *step;
    }

    const Lesson& m_lesson;
    const LessonText& m_text;
};

} // namespace

void require_consistent(const Lesson& lesson, const LessonText& text, const std::string& source) {
    ConsistencyCheck(lesson, text).check(source);
}

} // namespace ampscope::lesson
