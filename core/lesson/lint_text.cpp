#include "core/lesson/lint_text.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/io/numbers.h"
#include "core/lesson/placeholders.h"
#include "core/lesson/scanner.h"

namespace ampscope::lesson {
namespace {

using Kind = TextBlock::Kind;

int words_of(std::string_view markdown) {
    // Placeholders hold spaces, but show one word.
    std::string shown;
    std::size_t position = 0;
    for (const auto& placeholder : find_placeholders(markdown)) {
        shown += std::string(markdown.substr(position, placeholder.begin - position)) + "x";
        position = placeholder.end;
    }
    shown += markdown.substr(position);
    int words = 0;
    bool in_word = false;
    for (const char c : shown) {
        const bool is_space = c == ' ' || c == '\t' || c == '\n';
        if (!is_space && !in_word) ++words;
        in_word = !is_space;
    }
    return words;
}

// Does a condition about an answer hold when that answer is `key` (nullopt: not given)?
bool holds(const TextCondition& condition, const std::optional<std::string>& key) {
    switch (condition.kind) {
    case TextCondition::Kind::Given: return key.has_value();
    case TextCondition::Kind::Missing: return !key.has_value();
    default: return key == condition.key;
    }
}

using Conditional = std::pair<TextCondition, int>; // its words

// All paragraphs that depend on one answer: the most words over its cases.
int most_words(const std::vector<Conditional>& paragraphs) {
    std::vector<std::optional<std::string>> cases = {std::nullopt, "another"};
    for (const auto& [condition, words] : paragraphs)
        if (condition.kind == TextCondition::Kind::Chosen || condition.kind == TextCondition::Kind::Judged)
            cases.emplace_back(condition.key);
    int most = 0;
    for (const auto& answer : cases) {
        int sum = 0;
        for (const auto& [condition, words] : paragraphs)
            if (holds(condition, answer)) sum += words;
        most = std::max(most, sum);
    }
    return most;
}

std::string name_of(const TextCondition& condition) {
    const std::string answer = "answer." + condition.answer_step;
    switch (condition.kind) {
    case TextCondition::Kind::Given: return answer + " given";
    case TextCondition::Kind::Missing: return answer + " missing";
    case TextCondition::Kind::Chosen: return answer + " = " + condition.key;
    case TextCondition::Kind::Judged: return "verdict." + condition.answer_step + " = " + condition.key;
    case TextCondition::Kind::Compare: break;
    }
    return condition.value->text() + " " + std::to_string(static_cast<int>(condition.comparison)) + " " +
           io::to_text(condition.number);
}

// Offset of the bracket that closes the one at `open`, or npos.
std::size_t closing(std::string_view text, std::size_t open, char opening, char closing) {
    constexpr std::size_t kFarthest = 4096; // nothing that is meant as a link is longer
    int depth = 0;
    for (std::size_t i = open; i < std::min(text.size(), open + kFarthest); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == opening) {
            ++depth;
        } else if (text[i] == closing && --depth == 0) {
            return i;
        }
    }
    return std::string_view::npos;
}

// The address of "(address "title")".
std::string target_of(std::string_view inside) {
    auto target = trimmed(inside);
    target = target.substr(0, target.find_first_of(" \t\n"));
    if (target.starts_with('<') && target.ends_with('>')) target = target.substr(1, target.size() - 2);
    return std::string(target);
}

// Passes over `code`, whose backticks may be several.
std::size_t after_code(std::string_view text, std::size_t open) {
    const std::size_t length = std::min(text.find_first_not_of('`', open), text.size()) - open;
    const std::string ticks(length, '`');
    const auto end = text.find(ticks, open + length);
    return end == std::string_view::npos ? open + length : end + length;
}

} // namespace

int count_words(const StepText& text) {
    int words = 0;
    std::map<std::string, std::vector<Conditional>> by_answer;
    std::map<std::string, int> by_value; // conditions on one value mostly exclude each other: the longest
    for (const auto& block : text.blocks) {
        if (block.kind == Kind::Hint) continue;
        const int here = words_of(block.markdown);
        if (block.condition.empty()) {
            words += here;
            continue;
        }
        TextCondition condition = parse_condition(block.condition);
        if (condition.value)
            by_value[condition.value->text()] = std::max(by_value[condition.value->text()], here);
        else
            by_answer[(condition.kind == TextCondition::Kind::Judged ? "verdict." : "answer.") + condition.answer_step]
                .emplace_back(std::move(condition), here);
    }
    for (const auto& [answer, paragraphs] : by_answer)
        words += most_words(paragraphs);
    for (const auto& [value, most] : by_value)
        words += most;
    return words;
}

std::set<std::string> names_in(const StepText& text) {
    std::set<std::string> names;
    const auto add = [&](std::string_view markdown) {
        for (const auto& placeholder : find_placeholders(markdown))
            names.insert(placeholder.value ? placeholder.value->text() : "answer." + placeholder.answer_step);
    };
    add(text.heading);
    for (const auto& block : text.blocks) {
        add(block.markdown);
        if (!block.condition.empty()) names.insert(name_of(parse_condition(block.condition)));
    }
    return names;
}

std::vector<Link> find_links(const TextBlock& block) {
    const std::string_view text = block.markdown;
    std::vector<Link> links;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '\\') {
            i += 2;
        } else if (text[i] == '`') {
            i = after_code(text, i);
        } else if (text[i] == '[') {
            const auto close = closing(text, i, '[', ']');
            const bool has_target = close != std::string_view::npos && text.substr(close + 1).starts_with('(');
            const bool is_definition = close != std::string_view::npos && text.substr(close + 1).starts_with(':') &&
                                       (i == 0 || text[i - 1] == '\n');
            const auto end = has_target      ? closing(text, close + 1, '(', ')')
                             : is_definition ? std::min(text.find('\n', close), text.size())
                                             : std::string_view::npos;
            if (end != std::string_view::npos)
                links.push_back({i > 0 && text[i - 1] == '!', std::string(text.substr(i + 1, close - i - 1)),
                                 target_of(text.substr(close + 2, end - close - 2)),
                                 location_in(block.location, text, i)});
            ++i; // images inside links are found, too
        } else {
            ++i;
        }
    }
    return links;
}

} // namespace ampscope::lesson
