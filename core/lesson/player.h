// A learner's way through one lesson: where they are, what they answered, and what each card says now. No window, no
// engine: the window and the tests hand in the records and show what comes out.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/lesson/known_numbers.h"
#include "core/lesson/lesson.h"

namespace ampscope::lesson {

/// A commitment of the learner. Kept in the value's own unit.
struct Answer {
    std::string key; ///< Predict: index of the option; Explain, Exercise: id of the choice or conclusion
    std::optional<std::int64_t> pointed_step; ///< Notice
};

enum class Verdict { Open, Right, Wrong, Unmeasured };

/// A card as it is shown: text with its values filled in.
struct Card {
    struct Option {
        std::string key, markdown;
        bool chosen = false;
        bool correct = false; ///< meaningful once `verdict` is not Open
        bool operator==(const Option&) const = default;
    };
    std::string heading;
    std::vector<std::string> paragraphs; ///< Markdown
    std::vector<std::string> remarks;    ///< those that an exercise's verdict brought up
    std::vector<Option> options;
    std::vector<std::string> hints; ///< those asked for so far
    bool has_more_hints = false;
    bool can_commit = false; ///< an answer can be given: none is there, or it may be given again and was not right
    Verdict verdict = Verdict::Open;
    Origin origin = Origin::Measured; ///< Reveal: where the number that was asked for comes from
    bool operator==(const Card&) const = default;
};

/// How a Try stands.
struct GoalState {
    struct Part {
        Condition condition;
        double found; ///< record::kMissing when not measured yet
        bool holds;
    };
    std::vector<Part> parts;
    bool is_final = false; ///< the runs it looks at are over: until then `parts` say how things stand
    bool reached() const;  ///< final, and all hold
};

/// The runs that are over: finished, stopped or failed. What is said of a run waits for its end, else a goal could be
/// "reached" at the first step.
Records finished_runs(const Records& records);

class Player {
  public:
    explicit Player(const Lesson& lesson);

    const Lesson& lesson() const { return *m_lesson; }
    std::size_t position() const { return m_position; }
    const Step& step() const { return m_lesson->steps[m_position]; }
    /// Any step may be gone to at any time; skipped predictions are simply not given.
    void go_to(std::size_t position);
    void next() { go_to(m_position + 1); } ///< stays on the last
    void back() { go_to(m_position == 0 ? 0 : m_position - 1); }

    /// Commits an answer to the step; a prediction can be given once (later ones are passed over), all others again and
    /// again. Throws a BadInput error for a step that takes no answer, or a key that it does not offer.
    void answer(const std::string& step_id, Answer answer);
    const Answer* find_answer(std::string_view step_id) const;
    /// What judge() said of an exercise, for cards that speak of it. The player has no evidence of its own.
    void judged(const std::string& step_id, Outcome outcome) { m_outcomes[step_id] = outcome; }
    std::optional<Outcome> find_outcome(std::string_view step_id) const;
    /// The learner's own sentence about an exercise: kept for the report, never judged.
    void write(const std::string& step_id, std::string sentence) { m_sentences[step_id] = std::move(sentence); }
    std::string sentence(std::string_view step_id) const;
    void ask_for_hint();
    /// Forgets all answers and hints and goes to the start.
    void restart();

    /// Was a prediction, choice or pointed step right, is a goal reached? Unmeasured until the run is there and over.
    /// Exercises as judged() said: inconclusive is right, and what is not yet proven is not wrong.
    /// Reveal gives the verdict of its prediction; kinds that ask nothing stay Open.
    Verdict verdict(const Step& step, const Records& records) const;
    GoalState goal(const Step& step, const Records& records) const;
    /// The current card in one language.
    Card card(text::Language language, const Records& records) const;

  private:
    const Lesson* m_lesson;
    std::size_t m_position = 0;
    std::map<std::string, Answer, std::less<>> m_answers; ///< by step id
    std::map<std::string, int, std::less<>> m_hints;      ///< how many were asked for
    std::map<std::string, Outcome, std::less<>> m_outcomes;
    std::map<std::string, std::string, std::less<>> m_sentences;
};

/// Fills {{…}} in Markdown: {{value}}, {{value|을/를}} (value and particle), {{value:을/를}} (particle alone),
/// {{answer.STEP}} (the text of the chosen option), {{answer.STEP|range}} (its range), {{value|%}} (a share in percent)
/// and {{value|MB}} (bytes in decimal MB), each of them with a particle behind it, too. A value that is not measured
/// yet shows "…"; "at" a field shows the lesson's scenario until that run is there. Throws a BadInput error, located in
/// the Markdown, for what cannot be read; lessons that were read hold no such thing.
std::string fill_values(std::string_view markdown, const Player& player, const Records& records,
                        text::Language language);

/// Numbers as people write them: whole numbers grouped (65,504), others with four significant digits (0.2078,
/// 1.5×10⁻⁵), powers of two as 2¹² from 2^12 on and 2⁻¹² from 2^-12 down; "…" for a missing one.
std::string number_text(double value);
/// Bytes as decimal megabytes, in the same way: "5.51 MB".
std::string megabytes_text(double bytes);

/// The first option whose range holds the measured value; nullopt when it is not measured, NaN, or in none.
std::optional<std::size_t> right_option(const Question& question, const Records& records);

/// Does "answer.high given", "answer.high missing", "answer.high = 3", "verdict.prove = pass" or "VALUE < number" hold?
/// Throws a BadInput error for anything else. What is not measured yet fulfils no comparison.
bool condition_holds(std::string_view condition, const Player& player, const Records& records);

} // namespace ampscope::lesson
