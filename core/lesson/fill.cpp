// Values in the text of a card.
#include <array>
#include <charconv>
#include <cmath>

#include "core/io/numbers.h"
#include "core/lesson/placeholders.h"
#include "core/lesson/player.h"
#include "core/text/particles.h"

namespace ampscope::lesson {
namespace {

constexpr std::string_view kUnmeasured = "…";
constexpr int kDigits = 4;

std::string superscript(int number) {
    static constexpr std::array<std::string_view, 10> kRaised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string raised;
    for (const char digit : std::to_string(number))
        raised += digit == '-' ? std::string_view("⁻") : kRaised[static_cast<std::size_t>(digit - '0')];
    return raised;
}

// 12345.67 -> 12,350; 0.20782 -> 0.2078; 1.5234e-7 -> 1.523×10⁻⁷
std::string rounded_text(double value) {
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, kDigits - 1)
            .ptr;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const auto mark = text.find('e');
    const bool is_negative = text[mark + 1] == '-';
    const int exponent =
        static_cast<int>(io::parse_integer(text.substr(mark + 2)).value_or(0)) * (is_negative ? -1 : 1);
    if (exponent >= -4 && exponent < kDigits) return io::to_text(value, kDigits);
    const auto digits = io::parse_double(text.substr(0, mark)).value_or(0);
    if (exponent >= kDigits && exponent < 15) return text::grouped(std::llround(digits * std::pow(10.0, exponent)));
    return io::to_text(digits) + "×10" + superscript(exponent);
}

class Filler {
  public:
    Filler(const Player& player, const Records& records, text::Language language)
        : m_player(player), m_records(records), m_over(finished_runs(records)), m_language(language) {}

    std::string fill(std::string_view markdown) const {
        std::string result;
        std::size_t position = 0;
        for (const auto& placeholder : find_placeholders(markdown)) {
            result += markdown.substr(position, placeholder.begin - position);
            const std::string shown = placeholder.value ? value_text(placeholder) : answer_text(placeholder);
            if (!placeholder.particle_only) result += shown;
            if (!placeholder.particle.empty()) result += text::particle(shown, placeholder.particle);
            position = placeholder.end;
        }
        result += markdown.substr(position);
        return result;
    }

  private:
    double value(const Value& value) const {
        const double measured = value.evaluate(m_over);
        if (!record::is_missing(measured)) return measured;
        // A field of the scenario needs no end of the run, and no run.
        return value.planned([&](std::string_view name) {
            const auto run = m_records.find(name);
            return run != m_records.end() && run->second ? &run->second->scenario()
                                                         : m_player.lesson().find_scenario(name);
        });
    }

    std::string value_text(const Placeholder& placeholder) const {
        const double found = value(*placeholder.value);
        if (record::is_missing(found)) return std::string(kUnmeasured);
        switch (placeholder.form) {
        case Placeholder::Form::Percent:
            return number_text(found * 100) + (m_language == text::Language::Korean ? "%" : " %");
        case Placeholder::Form::Megabytes: return megabytes_text(found);
        default: return number_text(found);
        }
    }

    std::string answer_text(const Placeholder& placeholder) const {
        const Answer* answer = m_player.find_answer(placeholder.answer_step);
        const Step* step = m_player.lesson().find_step(placeholder.answer_step);
        if (!answer || !step) return std::string(kUnmeasured);
        if (placeholder.form == Placeholder::Form::Range) return range_text(*step, answer->key);
        return option_text(*step, answer->key);
    }

    std::string option_text(const Step& step, const std::string& key) const {
        const auto& steps = m_player.lesson().text(m_language).steps;
        const auto found = steps.find(step.id);
        if (found != steps.end())
            for (const auto& block : found->second.blocks)
                // Options name values only, so this goes one level deep.
                if (block.kind == TextBlock::Kind::Option && block.key == key) return fill(block.markdown);
        return std::string(kUnmeasured);
    }

    std::string range_text(const Step& step, const std::string& key) const {
        const auto index = static_cast<std::size_t>(io::parse_integer(key).value_or(-1));
        if (!step.question || index >= step.question->options.size()) return std::string(kUnmeasured);
        const auto [least, most] = step.question->options[index];
        const std::vector<text::Argument> ends = {{"least", number_text(least)}, {"most", number_text(most)}};
        if (least == most) return number_text(least);
        const char* id = std::isinf(most)    ? "lesson.range_from"
                         : std::isinf(least) ? "lesson.range_to"
                                             : "lesson.range";
        return text::render({id, ends}, m_language);
    }

    const Player& m_player;
    const Records& m_records;
    const Records m_over;
    text::Language m_language;
};

} // namespace

std::string number_text(double value) {
    constexpr int kFirstPower = 12;
    if (record::is_missing(value)) return std::string(kUnmeasured);
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    int exponent = 0;
    // A power of two is 0.5 x 2^exponent.
    if (std::frexp(value, &exponent) == 0.5 && std::abs(exponent - 1) >= kFirstPower)
        return std::string("2").append(superscript(exponent - 1));
    if (value == std::trunc(value) && std::fabs(value) < 1e15) return text::grouped(static_cast<std::int64_t>(value));
    return rounded_text(value);
}

std::string megabytes_text(double bytes) {
    return number_text(bytes / 1e6).append(" MB");
}

std::string fill_values(std::string_view markdown, const Player& player, const Records& records,
                        text::Language language) {
    return Filler(player, records, language).fill(markdown);
}

bool condition_holds(std::string_view condition, const Player& player, const Records& records) {
    const TextCondition parsed = parse_condition(condition);
    if (parsed.value) {
        const double found = parsed.value->evaluate(finished_runs(records));
        return !record::is_missing(found) && Value::compare(found, parsed.comparison, parsed.number);
    }
    if (parsed.kind == TextCondition::Kind::Judged) {
        const auto outcome = player.find_outcome(parsed.answer_step);
        return outcome && outcome_id(*outcome) == parsed.key;
    }
    const Answer* answer = player.find_answer(parsed.answer_step);
    switch (parsed.kind) {
    case TextCondition::Kind::Given: return answer != nullptr;
    case TextCondition::Kind::Missing: return answer == nullptr;
    default: return answer && answer->key == parsed.key;
    }
}

} // namespace ampscope::lesson
