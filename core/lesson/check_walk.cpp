#include "core/lesson/check_walk.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "core/lesson/placeholders.h"
#include "core/lesson/scanner.h"

namespace ampscope::lesson {
namespace {

constexpr std::size_t kOutcomes = 3; // of an exercise

class Walker {
  public:
    Walker(const Lesson& lesson, const Records& records) : m_lesson(lesson), m_records(records), m_player(lesson) {}

    std::vector<Finding> walk() {
        std::size_t most = 0; // answers that a step offers
        for (const auto& step : m_lesson.steps)
            most = std::max(most,
                            step.exercise ? std::max(kOutcomes, step.answer_keys().size()) : step.answer_keys().size());
        for (const auto& [language, text] : m_lesson.texts) {
            m_language = language;
            there_and_back(std::nullopt);
            for (std::size_t answer = 0; answer < most; ++answer)
                there_and_back(answer);
        }
        return std::move(m_findings);
    }

  private:
    // Every step gets its answer number `answer`, or its last where it offers fewer.
    void there_and_back(std::optional<std::size_t> answer) {
        const std::size_t count = m_lesson.steps.size();
        m_player.restart();
        for (std::size_t i = 0; i < count; ++i, m_player.next()) {
            inspect();
            if (answer) give(*answer);
            for (int hint = 0; hint < m_player.step().hints; ++hint)
                m_player.ask_for_hint();
            inspect();
        }
        for (std::size_t i = 0; i < count; ++i, m_player.back())
            inspect();
        // Back and forth in growing leaps: every step is reached from another one than its neighbours.
        for (std::size_t i = 0; i < count; ++i) {
            m_player.go_to(i % 2 == 0 ? i / 2 : count - 1 - i / 2);
            inspect();
        }
    }

    void give(std::size_t answer) {
        const Step& step = m_player.step();
        const auto keys = step.answer_keys();
        if (!keys.empty()) m_player.answer(step.id, {keys[std::min(answer, keys.size() - 1)], std::nullopt});
        if (step.exercise) m_player.judged(step.id, static_cast<Outcome>(answer % kOutcomes));
        if (step.point) m_player.answer(step.id, {"", static_cast<std::int64_t>(answer)});
    }

    void inspect() {
        const Step& step = m_player.step();
        const auto& text = m_lesson.texts.at(m_language).steps.at(step.id);
        const Card card = m_player.card(m_language, m_records);
        if (card.paragraphs.empty() && card.options.empty())
            error("lesson.empty_card", {{"step", step.id}}, text.location);
        require_values(text.heading, text.location);
        for (const auto& block : text.blocks)
            if (block.condition.empty() || condition_holds(block.condition, m_player, m_records))
                require_values(block.markdown, block.location);
    }

    void require_values(const std::string& markdown, const text::Location& place) {
        for (const auto& placeholder : find_placeholders(markdown)) {
            const auto here = location_in(place, markdown, placeholder.begin);
            if (placeholder.value && record::is_missing(placeholder.value->evaluate(m_records)))
                error("lesson.value_missing", {{"value", placeholder.value->text()}}, here);
            if (!placeholder.value && !m_player.find_answer(placeholder.answer_step))
                error("lesson.answer_missing", {{"step", placeholder.answer_step}}, here);
        }
    }

    // The walk comes by the same card many times.
    void error(std::string id, std::vector<text::Argument> arguments, const text::Location& place) {
        if (m_said.insert({id, place.source, place.line, place.column}).second)
            m_findings.push_back({Finding::Severity::Error, m_lesson.id, {std::move(id), std::move(arguments)}, place});
    }

    const Lesson& m_lesson;
    const Records& m_records;
    Player m_player;
    text::Language m_language = text::Language::Korean;
    std::vector<Finding> m_findings;
    std::set<std::tuple<std::string, std::string, int, int>> m_said;
};

} // namespace

std::vector<Finding> walk(const Lesson& lesson, const Records& records) {
    return Walker(lesson, records).walk();
}

} // namespace ampscope::lesson
