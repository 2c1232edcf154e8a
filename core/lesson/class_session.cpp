#include "core/lesson/class_session.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/io/numbers.h"

namespace ampscope::lesson {

void Hands::add(const std::string& key, int by) {
    const auto found = counts.find(key);
    set(key, (found == counts.end() ? 0 : found->second) + std::clamp(by, -kMostHands, kMostHands));
}

void Hands::set(const std::string& key, int count) {
    count = std::clamp(count, 0, kMostHands);
    if (count == 0)
        counts.erase(key);
    else
        counts[key] = count;
}

std::vector<double> parse_guesses(std::string_view text) {
    std::vector<double> numbers;
    while (true) {
        const auto begin = text.find_first_not_of(" ,;\t\r\n");
        if (begin == std::string_view::npos) return numbers;
        text.remove_prefix(begin);
        const auto word = text.substr(0, text.find_first_of(" ,;\t\r\n"));
        const auto number = io::parse_double(word);
        if (!number || std::isnan(*number))
            throw text::bad_input("class.no_number", {{"found", text::one_line(word, 40)}});
        if (numbers.size() == kMostGuesses)
            throw text::bad_input("class.too_many_numbers", {{"most", text::grouped(kMostGuesses)}});
        numbers.push_back(*number);
        text.remove_prefix(word.size());
    }
}

std::optional<double> median(std::vector<double> numbers) {
    if (numbers.empty()) return std::nullopt;
    std::ranges::sort(numbers);
    const std::size_t middle = numbers.size() / 2;
    if (numbers.size() % 2 == 1) return numbers[middle];
    return std::midpoint(numbers[middle - 1], numbers[middle]);
}

std::vector<int> hands_by_option(const Step& step, const Hands& hands) {
    const auto keys = step.answer_keys();
    std::vector<int> found(keys.size(), 0);
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (const auto count = hands.counts.find(keys[i]); count != hands.counts.end()) found[i] = count->second;
    if (!step.question) return found;
    for (const double guess : hands.guesses)
        for (std::size_t i = 0; i < step.question->options.size(); ++i) {
            const auto& [least, most] = step.question->options[i];
            if (least > guess || guess > most) continue;
            ++found[i];
            break;
        }
    return found;
}

int total(const std::vector<int>& hands) {
    return std::accumulate(hands.begin(), hands.end(), 0);
}

std::optional<std::string> majority(const Step& step, const Hands& hands) {
    const auto counts = hands_by_option(step, hands);
    const auto most = std::ranges::max_element(counts);
    if (most == counts.end() || *most == 0 || std::ranges::count(counts, *most) > 1) return std::nullopt;
    return step.answer_keys()[static_cast<std::size_t>(most - counts.begin())];
}

std::string place_of(std::string_view lesson, std::string_view step) {
    return std::string(lesson).append("/").append(step);
}

// --- the clock

void ClassClock::settle(std::int64_t now) {
    if (!m_since) return;
    m_spent[m_place] += std::max<std::int64_t>(0, now - *m_since);
    m_since = now;
}

void ClassClock::start(std::int64_t now) {
    if (!m_since) m_since = now;
}

void ClassClock::pause(std::int64_t now) {
    settle(now);
    m_since.reset();
}

void ClassClock::reset(std::int64_t now) {
    m_spent.clear();
    if (m_since) m_since = now;
}

void ClassClock::enter(const std::string& place, std::int64_t now) {
    settle(now);
    m_place = place;
}

std::map<std::string, std::int64_t, std::less<>> ClassClock::spent(std::int64_t now) const {
    ClassClock copy = *this;
    copy.settle(now);
    return std::move(copy.m_spent);
}

std::int64_t ClassClock::elapsed(std::int64_t now) const {
    std::int64_t sum = 0;
    for (const auto& [place, time] : spent(now))
        sum += time;
    return sum;
}

std::int64_t ClassClock::at(std::string_view place, std::int64_t now) const {
    const auto all = spent(now);
    const auto found = all.find(place);
    return found == all.end() ? 0 : found->second;
}

std::int64_t ClassClock::in(std::string_view lesson, std::int64_t now) const {
    const std::string begin = place_of(lesson, "");
    std::int64_t sum = 0;
    for (const auto& [place, time] : spent(now))
        if (place.starts_with(begin)) sum += time;
    return sum;
}

void ClassClock::restore(std::map<std::string, std::int64_t, std::less<>> spent) {
    m_spent = std::move(spent);
    m_place.clear();
    m_since.reset();
}

} // namespace ampscope::lesson
