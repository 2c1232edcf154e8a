// What a class sees of a lesson's step: one sentence, and the choices it raises hands for. No window.
#pragma once

#include "core/lesson/class_session.h"

namespace ampscope::lesson {

/// Markdown as one line of plain words: marks of emphasis and code are gone, a link is its text.
std::string plain_words(std::string_view markdown);

/// The sentence that stands above the stage: the question of the card where there is one (the last that ends with a
/// question mark), or the heading that asks one; of a Reveal what came out; else the first sentence, or the heading.
std::string class_sentence(const Card& card, StepKind kind);

/// The choices that are on the wall.
struct ClassQuestion {
    struct Option {
        std::string key, words;
        int hands = 0;
        bool chosen = false; ///< what the class committed to
        bool right = false;  ///< meaningful once `is_decided`
    };
    std::string step; ///< of whose options these are
    std::vector<Option> options;
    bool is_open = false;         ///< hands and an answer are taken at this step
    bool commits = false;         ///< the answer is a prediction: it stands once it is given
    bool is_decided = false;      ///< it is measured which are right
    std::string measured;         ///< the value that decides, in words; "" before, and where there is no single one
    std::optional<double> median; ///< of the numbers called out
};

/// Of the player's current step: a Predict or Explain has its own, a Reveal those of its prediction, as measured by
/// the runs that are over. nullopt for other kinds.
std::optional<ClassQuestion> class_question(const Player& player, const Records& records, const ClassSession& session,
                                            text::Language language);

} // namespace ampscope::lesson
