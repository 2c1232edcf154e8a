#include "core/lesson/class_view.h"

#include <algorithm>

#include "core/lesson/player.h"
#include "core/lesson/scanner.h"

namespace ampscope::lesson {

std::string plain_words(std::string_view markdown) {
    std::string plain;
    bool in_code = false;
    for (std::size_t i = 0; i < markdown.size(); ++i) {
        const char c = markdown[i];
        if (c == '`') {
            in_code = !in_code;
        } else if (!in_code && c == '*') {
            continue;
        } else if (!in_code && c == '\\' && i + 1 < markdown.size()) {
            plain += markdown[++i];
        } else if (!in_code && c == '[') { // [text](target): the text
            const auto close = markdown.find("](", i);
            const auto end = close == std::string_view::npos ? close : markdown.find(')', close);
            if (end == std::string_view::npos) {
                plain += c;
                continue;
            }
            plain += plain_words(markdown.substr(i + 1, close - i - 1));
            i = end;
        } else if (c == '\n' || c == ' ' || c == '\t') {
            if (!plain.empty() && plain.back() != ' ') plain += ' ';
        } else {
            plain += c;
        }
    }
    while (!plain.empty() && plain.back() == ' ')
        plain.pop_back();
    return plain;
}

// A sentence ends with . ? or ! before a space: not within 0.5, scaler.step or the dots of "…".
static std::vector<std::string> sentences_of(const std::string& plain) {
    std::vector<std::string> sentences;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const bool is_end =
            (plain[i] == '.' || plain[i] == '?' || plain[i] == '!') && (i + 1 == plain.size() || plain[i + 1] == ' ');
        if (!is_end && i + 1 != plain.size()) continue;
        sentences.emplace_back(trimmed(std::string_view(plain).substr(begin, i + 1 - begin)));
        begin = i + 1;
    }
    return sentences;
}

std::string class_sentence(const Card& card, StepKind kind) {
    std::string first, question;
    for (const auto& paragraph : card.paragraphs) {
        if (paragraph.starts_with("```") || paragraph.starts_with("|") || paragraph.starts_with("![")) continue;
        for (auto& sentence : sentences_of(plain_words(paragraph))) {
            if (first.empty()) first = sentence;
            if (sentence.ends_with('?')) question = std::move(sentence);
        }
    }
    const std::string heading = plain_words(card.heading);
    if (kind == StepKind::Reveal && !first.empty()) return first;
    if (question.empty() && heading.ends_with('?')) question = heading;
    return !question.empty() ? question : first.empty() ? heading : first;
}

// As the cards say such values: shares in percent, bytes in decimal MB.
static std::string measured_text(const Value& value, double found, text::Language language) {
    if (value.parts().empty() && value.name().ends_with("_share"))
        return number_text(found * 100) + (language == text::Language::Korean ? "%" : " %");
    if (value.parts().empty() && value.name().starts_with("bytes_")) return megabytes_text(found);
    return number_text(found);
}

static const Step* asked_at(const Player& player) {
    const Step& step = player.step();
    if (step.kind == StepKind::Reveal) return player.lesson().find_step(step.of);
    return step.kind == StepKind::Predict || step.kind == StepKind::Explain ? &step : nullptr;
}

std::optional<ClassQuestion> class_question(const Player& player, const Records& records, const ClassSession& session,
                                            text::Language language) {
    const Step* asked = asked_at(player);
    if (!asked || asked->answer_keys().empty()) return std::nullopt;
    const Lesson& lesson = player.lesson();
    const auto hands = session.hands.find(place_of(lesson.id, asked->id));
    const Hands none, &raised = hands == session.hands.end() ? none : hands->second;
    const auto counts = hands_by_option(*asked, raised);
    const auto keys = asked->answer_keys();
    const Answer* answer = player.find_answer(asked->id);
    const Records over = finished_runs(records);

    ClassQuestion question;
    question.step = asked->id;
    question.median = median(raised.guesses);
    question.is_open = &player.step() == asked && (!answer || asked->kind != StepKind::Predict);
    question.commits = question.is_open && asked->kind == StepKind::Predict;
    // The answer is out at the reveal, not before; reasons are judged once one is chosen.
    const bool may_tell = asked->kind == StepKind::Explain ? answer != nullptr : &player.step() != asked;
    const auto right = asked->question ? right_option(*asked->question, over) : std::nullopt;
    if (may_tell && asked->question) {
        const double found = asked->question->value.evaluate(over);
        question.is_decided = !record::is_missing(found);
        if (question.is_decided) question.measured = measured_text(asked->question->value, found, language);
    }
    const text::Language shown = lesson.text_language(language);
    const auto& texts = lesson.text(language).steps;
    const auto text = texts.find(asked->id);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        ClassQuestion::Option option;
        option.key = keys[i];
        option.hands = counts[i];
        option.chosen = answer && answer->key == keys[i];
        if (asked->question) {
            option.right = may_tell && right == i;
        } else if (may_tell) {
            const auto choice = std::ranges::find(asked->choices, keys[i], &Choice::id);
            const auto is_right = choice == asked->choices.end() ? std::nullopt : choice->is_right(over);
            question.is_decided = question.is_decided || is_right.has_value();
            option.right = is_right.value_or(false);
        }
        if (text != texts.end())
            for (const auto& block : text->second.blocks)
                if (block.kind == TextBlock::Kind::Option && block.key == keys[i])
                    option.words = plain_words(fill_values(block.markdown, player, records, shown));
        question.options.push_back(std::move(option));
    }
    return question;
}

} // namespace ampscope::lesson
