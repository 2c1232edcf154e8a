#include <algorithm>
#include <set>

#include "core/io/numbers.h"
#include "core/lesson/check_walk.h"
#include "core/lesson/folder.h"
#include "core/lesson/lint_text.h"
#include "core/lesson/placeholders.h"
#include "core/lesson/recordings.h"
#include "core/lesson/scanner.h"
#include "core/scenario/fields.h"

namespace ampscope::lesson {
namespace {

using Severity = Finding::Severity;
using Kind = TextBlock::Kind;

constexpr std::size_t kMaxStage = 4;

bool is_known_instrument(std::string_view id) {
    return std::ranges::find(known_instruments(), id) != known_instruments().end();
}

bool contains(const std::vector<std::string>& list, std::string_view item) {
    return std::ranges::find(list, item) != list.end();
}

std::set<std::string> option_keys(const StepText& text) {
    std::set<std::string> keys;
    for (const auto& block : text.blocks)
        if (block.kind == Kind::Option) keys.insert(block.key);
    return keys;
}

int hint_count(const StepText& text) {
    return static_cast<int>(std::ranges::count(text.blocks, Kind::Hint, &TextBlock::kind));
}

class Linter {
  public:
    Linter(const Lesson& lesson, const LessonShelf& shelf) : m_lesson(lesson), m_shelf(shelf) {}

    std::vector<Finding> lint() {
        for (const auto& warning : m_lesson.warnings)
            m_findings.push_back({Severity::Warning, m_lesson.id, warning.message(), warning.location()});
        const text::Location file{m_lesson.folder + "/lesson.json"};
        for (const auto& needed : m_lesson.needs)
            require_lesson(needed, file);
        lint_order(file);
        for (const auto language : {text::Language::Korean, text::Language::English})
            if (!m_lesson.texts.contains(language))
                error("lesson.missing_language", {{"file", std::string(text::language_code(language)) + ".md"}}, file);
        for (const auto& step : m_lesson.steps)
            lint_step(step);
        return std::move(m_findings);
    }

  private:
    // --- findings

    void add(Severity severity, std::string id, std::vector<text::Argument> arguments, text::Location place) {
        m_findings.push_back({severity, m_lesson.id, {std::move(id), std::move(arguments)}, std::move(place)});
    }
    void error(std::string id, std::vector<text::Argument> arguments, text::Location place) {
        add(Severity::Error, std::move(id), std::move(arguments), std::move(place));
    }
    void warning(std::string id, std::vector<text::Argument> arguments, text::Location place) {
        add(Severity::Warning, std::move(id), std::move(arguments), std::move(place));
    }

    void require_lesson(const std::string& id, const text::Location& place) {
        if (!m_shelf.find(id)) warning("lesson.unwritten", {{"id", id}}, place);
    }

    // A folder of somebody's own lessons needs no order.
    void lint_order(const text::Location& file) {
        if (m_shelf.order.empty()) return;
        for (const auto& [chapter, ids] : m_shelf.order) {
            if (!contains(ids, m_lesson.id)) continue;
            if (chapter != m_lesson.chapter)
                error("lesson.other_chapter", {{"chapter", m_lesson.chapter}, {"ordered", chapter}}, file);
            return;
        }
        warning("lesson.not_in_order", {{"id", m_lesson.id}}, file);
    }

    // --- lesson.json

    void lint_step(const Step& step) {
        if (!step.stage.empty()) m_stage = step.stage;
        lint_stage(step);
        for (const auto& control : step.controls)
            lint_control(step, control);
        if (step.kind == StepKind::Predict) lint_prediction(step);
        // From here on these runs are there: a card of this step may speak of them.
        m_shown.insert(step.runs.begin(), step.runs.end());
        if (step.has_goal()) m_shown.insert(step.scenario), lint_try(step);
        if (!step.choices.empty()) lint_choices(step);
        if (step.exercise) lint_exercise(step);
        if (!step.next.empty()) require_lesson(step.next, step.location);
        for (const auto& [language, text] : m_lesson.texts)
            lint_text(step, text.steps.at(step.id), language);
        compare_languages(step);
    }

    void lint_stage(const Step& step) {
        if (m_stage.empty()) error("lesson.no_stage", {{"step", step.id}}, step.location);
        if (step.stage.size() > kMaxStage)
            error("lesson.crowded_stage", {{"step", step.id}, {"most", std::to_string(kMaxStage)}}, step.location);
        for (const auto& instrument : step.stage) {
            if (!is_known_instrument(instrument))
                error("lesson.unknown_instrument", {{"found", instrument}}, step.location);
            if (std::ranges::count(step.stage, instrument) > 1)
                error("lesson.repeated_instrument", {{"found", instrument}}, step.location);
        }
        if (step.point && !contains(m_stage, step.point->instrument))
            error("lesson.not_on_stage", {{"found", step.point->instrument}}, step.location);
    }

    // A field of the scenario, or instrument.control of an instrument that stands on the stage.
    void lint_control(const Step& step, const std::string& control) {
        if (scenario::find_field(control)) return;
        const std::string instrument = control.substr(0, control.find('.'));
        const bool has_name = control.size() > instrument.size() + 1;
        if (!is_known_instrument(instrument) || !has_name)
            error("lesson.unknown_control", {{"found", printable(control)}}, step.location);
        else if (!contains(m_stage, instrument))
            error("lesson.not_on_stage", {{"found", instrument}}, step.location);
    }

    // A computed number names no run: it can be asked about at any time.
    void lint_prediction(const Step& step) {
        std::set<std::string> runs;
        const auto add = [&](const Value& value) {
            for (const auto& run : value.runs())
                runs.insert(run);
        };
        if (step.question) add(step.question->value);
        for (const auto& choice : step.choices) {
            if (choice.true_if) add(choice.true_if->value);
            if (choice.correct && !choice.true_if)
                warning("lesson.unproven", {{"key", choice.id}, {"step", step.id}}, step.location);
        }
        if (!runs.empty() && std::ranges::all_of(runs, [&](const auto& run) { return m_shown.contains(run); }))
            warning("lesson.given_away", {{"run", *runs.begin()}, {"step", step.id}}, step.location);
        for (const auto& run : runs) {
            const bool is_run = std::ranges::any_of(m_lesson.steps, [&](const Step& later) {
                return contains(later.runs, run) || (later.has_goal() && later.scenario == run);
            });
            if (!is_run) error("lesson.never_run", {{"run", run}, {"step", step.id}}, step.location);
        }
        if (step.question && !step.question->value.needs_run()) lint_computed(step);
    }

    // The right answer to a question about a computed number is known without running anything.
    void lint_computed(const Step& step) {
        const double found = planned(step.question->value);
        if (std::ranges::none_of(step.question->options,
                                 [&](const auto& option) { return option.first <= found && found <= option.second; }))
            error("lesson.no_right_option",
                  {{"step", step.id}, {"value", step.question->value.text()}, {"found", io::to_text(found)}},
                  step.location);
    }

    double planned(const Value& value) const {
        return value.planned([&](std::string_view run) { return m_lesson.find_scenario(run); });
    }

    void lint_try(const Step& step) {
        if (step.reference.empty()) error("lesson.no_reference", {{"step", step.id}}, step.location);
        if (step.wrong.empty()) error("lesson.no_wrong", {{"step", step.id}}, step.location);
        for (const auto* settings : {&step.reference, &step.wrong})
            for (const auto& changes : *settings)
                for (const auto& [path, value] : changes)
                    if (!contains(step.controls, path))
                        error("lesson.no_such_control", {{"field", path}, {"step", step.id}}, step.location);
    }

    // A reference is what a learner can do: change what the step lets them change.
    void lint_exercise(const Step& step) {
        if (step.exercise->reference.empty()) error("lesson.no_reference", {{"step", step.id}}, step.location);
        if (step.exercise->wrong.empty()) error("lesson.no_wrong", {{"step", step.id}}, step.location);
        for (const auto& attempt : step.exercise->reference)
            for (const auto& part : attempt.parts)
                for (const auto& [path, value] : part.set)
                    if (!contains(step.controls, path))
                        error("lesson.no_such_control", {{"field", path}, {"step", step.id}}, step.location);
    }

    void lint_choices(const Step& step) {
        const auto right = std::ranges::count_if(step.choices, &Choice::correct);
        if (right == 0 || right == static_cast<std::ptrdiff_t>(step.choices.size()))
            error("lesson.no_choice", {{"step", step.id}}, step.location);
        for (const auto& choice : step.choices) {
            if (!choice.true_if || choice.true_if->value.needs_run()) continue; // check() measures it
            const double found = planned(choice.true_if->value);
            if (Value::compare(found, choice.true_if->comparison, choice.true_if->number) != choice.correct)
                error("lesson.wrong_mark", wrong_mark(step, choice, found), step.location);
        }
    }

    // --- the texts

    void lint_text(const Step& step, const StepText& text, text::Language language) {
        const auto found = option_keys(text);
        for (const auto& key : step.answer_keys())
            if (!found.contains(key)) error("lesson.missing_option", {{"key", key}, {"step", step.id}}, text.location);
        if (hint_count(text) != step.hints)
            error("lesson.hint_count",
                  {{"found", std::to_string(hint_count(text))}, {"expected", std::to_string(step.hints)}},
                  text.location);
        if (text.blocks.empty()) error("lesson.empty_section", {{"step", step.id}}, text.location);
        if (const int words = count_words(text); words > kMaxWords)
            error("lesson.too_long", {{"words", std::to_string(words)}, {"most", std::to_string(kMaxWords)}},
                  text.location);
        lint_placeholders(text.heading, text.location, language);
        for (const auto& block : text.blocks) {
            for (const auto& link : find_links(block))
                link.is_image ? lint_image(link) : lint_link(link);
            lint_placeholders(block.markdown, block.location, language);
        }
    }

    void lint_placeholders(const std::string& markdown, const text::Location& place, text::Language language) {
        for (const auto& placeholder : find_placeholders(markdown)) {
            const auto here = location_in(place, markdown, placeholder.begin);
            if (!placeholder.particle.empty() && language == text::Language::English)
                error("lesson.english_particle", {{"found", placeholder.particle}}, here);
            // "at" a field needs no run: the lesson's scenario says it.
            if (!placeholder.value || !placeholder.value->needs_run()) continue;
            for (const auto& run : placeholder.value->runs())
                if (!m_shown.contains(run)) warning("lesson.not_run_yet", {{"run", run}}, here);
        }
    }

    void lint_image(const Link& link) {
        if (!is_inside(m_lesson.folder, link.target))
            return error("lesson.image_outside", {{"found", printable(link.target)}}, link.location);
        if (!is_plain_file(m_lesson.folder + "/" + link.target))
            error("lesson.no_image", {{"found", printable(link.target)}}, link.location);
        if (trimmed(link.text).empty())
            warning("lesson.no_image_text", {{"found", printable(link.target)}}, link.location);
    }

    void lint_link(const Link& link) {
        if (link.target.starts_with("https://") || link.target.starts_with("http://")) return;
        if (!is_plain_name(link.target))
            return error("lesson.bad_link", {{"found", printable(link.target)}}, link.location);
        require_lesson(link.target, link.location);
    }

    // What one language names and the other does not. Options are compared with the question above.
    void compare_languages(const Step& step) {
        if (m_lesson.texts.size() < 2) return;
        const auto& first = m_lesson.texts.begin()->second.steps.at(step.id);
        const auto& second = m_lesson.texts.rbegin()->second.steps.at(step.id);
        const auto missing = [&](const StepText& here, const StepText& there) {
            const auto names = names_in(here);
            for (const auto& name : names_in(there))
                if (!names.contains(name)) error("lesson.other_language", {{"name", name}}, here.location);
        };
        missing(first, second);
        missing(second, first);
    }

    const Lesson& m_lesson;
    const LessonShelf& m_shelf;
    std::vector<Finding> m_findings;
    std::vector<std::string> m_stage; // as it stands in the step under way
    std::set<std::string> m_shown;    // runs of the steps so far
};

} // namespace

const std::vector<std::string>& known_instruments() {
    static const std::vector<std::string> kAll = {"bits",
                                                  "number-line",
                                                  "rounding",
                                                  "cast-chain",
                                                  "code-table",
                                                  "accumulator",
                                                  "update",
                                                  "histogram",
                                                  "scale-trace",
                                                  "scaler-state",
                                                  "loss",
                                                  "throughput",
                                                  "micro-batches",
                                                  "weights",
                                                  "memory-bars",
                                                  "memory-timeline",
                                                  "memory-strip",
                                                  "saved-tensors",
                                                  "op-flow",
                                                  "layers",
                                                  "shadow-error",
                                                  "autocast-table",
                                                  "parts-table",
                                                  "checkpoint-map",
                                                  "hardware",
                                                  "roofline",
                                                  "speed-parts",
                                                  "advisor",
                                                  "nonfinite",
                                                  "columns",
                                                  "code",
                                                  "claims",
                                                  "runs",
                                                  "lanes",
                                                  "loss-difference",
                                                  "spacing",
                                                  "arithmetic",
                                                  "nan-chain",
                                                  "number-card",
                                                  "overflow-policies",
                                                  "run-differences"};
    return kAll;
}

bool has_errors(const std::vector<Finding>& findings) {
    return std::ranges::find(findings, Severity::Error, &Finding::severity) != findings.end();
}

std::vector<Finding> lint(const Lesson& lesson, const LessonShelf& shelf) {
    auto findings = Linter(lesson, shelf).lint();
    std::ranges::copy(lint_recordings(lesson), std::back_inserter(findings));
    return findings;
}

} // namespace ampscope::lesson
