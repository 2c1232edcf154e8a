// Lint of what stands beside the lessons: glossary, teacher's notes, classes, chapter checks.
#include "core/lesson/chapter_check.h"
#include "core/lesson/check.h"
#include "core/lesson/glossary.h"
#include "core/lesson/teaching.h"

namespace ampscope::lesson {

using Severity = Finding::Severity;

namespace {

class LearningLinter {
  public:
    LearningLinter(const LessonShelf& shelf, const std::string& folder) : m_shelf(shelf), m_folder(folder) {}

    std::vector<Finding> lint() {
        attempt("", [&] { lint_glossary(load_glossary(m_folder)); });
        attempt("", [&] { (void)load_classes(m_shelf, m_folder); });
        attempt("", [&] { lint_checks(load_chapter_checks(m_folder)); });
        for (const auto& lesson : m_shelf.lessons)
            attempt(lesson.id, [&] { (void)load_teacher_notes(lesson); });
        return std::move(m_findings);
    }

  private:
    void add(Severity severity, const std::string& lesson, text::Message message, text::Location place) {
        m_findings.push_back({severity, lesson, std::move(message), std::move(place)});
    }

    template <typename Action>
    void attempt(const std::string& lesson, Action action) {
        try {
            action();
        } catch (const text::Error& error) {
            add(Severity::Error, lesson, error.message(), error.location());
        }
    }

    void lint_glossary(const Glossary& glossary) {
        if (glossary.terms.empty()) return; // somebody's own lessons need none
        for (const auto& warning : glossary.warnings)
            add(Severity::Warning, "", warning.message(), warning.location());
        for (const auto& term : glossary.terms)
            if (!m_shelf.find(term.lesson))
                add(Severity::Warning, "", {"lesson.unwritten", {{"id", term.lesson}}}, term.location);
        for (const auto& lesson : m_shelf.lessons)
            for (const auto& step : lesson.steps)
                for (const auto& term : step.terms)
                    if (!glossary.find(term))
                        add(Severity::Error, lesson.id, {"lesson.unknown_term", {{"found", term}}}, step.location);
    }

    void lint_checks(const ChapterChecks& checks) {
        for (const auto& [chapter, questions] : checks)
            for (const auto& question : questions)
                if (!m_shelf.find(question.lesson))
                    add(Severity::Warning, "", {"lesson.unwritten", {{"id", question.lesson}}},
                        {m_folder + "/checks.json"});
    }

    const LessonShelf& m_shelf;
    const std::string& m_folder;
    std::vector<Finding> m_findings;
};

} // namespace

std::vector<Finding> lint_learning(const LessonShelf& shelf, const std::string& folder) {
    return LearningLinter(shelf, folder).lint();
}

} // namespace ampscope::lesson
