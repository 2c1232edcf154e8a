#include "core/text/message.h"

#include "core/text/catalogue.h"
#include "core/text/particles.h"

#include <algorithm>

namespace ampscope::text {

std::string_view language_code(Language language) {
    return language == Language::Korean ? "ko" : "en";
}

Language parse_language(std::string_view code, Language fallback) {
    if (code.starts_with("ko")) return Language::Korean;
    if (code.starts_with("en")) return Language::English;
    return fallback;
}

static std::string render(const Argument& argument, Language language) {
    if (const auto* message = std::get_if<Message>(&argument.value)) return render(*message, language);
    return std::get<std::string>(argument.value);
}

std::string fill(std::string_view pattern, const std::vector<Argument>& arguments, Language language) {
    std::string result;
    std::size_t position = 0;
    while (position < pattern.size()) {
        const auto open = pattern.find('{', position);
        const auto close = open == std::string_view::npos ? open : pattern.find('}', open);
        if (close == std::string_view::npos) break;
        const auto inside = pattern.substr(open + 1, close - open - 1);
        const auto mark = inside.find_first_of("|:");
        const auto name = inside.substr(0, mark);
        const auto found = std::ranges::find(arguments, name, &Argument::name);
        if (found == arguments.end()) {
            result += pattern.substr(position, close + 1 - position);
        } else {
            result += pattern.substr(position, open - position);
            const auto value = render(*found, language);
            const bool particle_only = mark != std::string_view::npos && inside[mark] == ':';
            if (!particle_only) result += value;
            if (mark != std::string_view::npos) result += particle(value, inside.substr(mark + 1));
        }
        position = close + 1;
    }
    result += pattern.substr(position);
    return result;
}

std::string render(const Message& message, Language language) {
    if (const auto* entry = find_entry(message.id))
        return fill(language == Language::Korean ? entry->korean : entry->english, message.arguments, language);
    std::string result = message.id;
    for (const auto& argument : message.arguments)
        result += " " + argument.name + "=" + render(argument, language);
    return result;
}

std::string grouped(std::int64_t number) {
    std::string digits = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    if (digits.size() - first <= 4) return digits;
    for (std::size_t place = digits.size() - 3; place > first && place < digits.size(); place -= 3)
        digits.insert(place, ",");
    return digits;
}

std::string render(const Location& location, Language language) {
    std::string result;
    if (!location.source.empty()) {
        result = location.source;
        if (location.line > 0) result += ":" + std::to_string(location.line) + ":" + std::to_string(location.column);
        return result + ": ";
    }
    if (location.line > 1) // a text of several lines without a name
        return render(
            {"io.line_column", {{"line", std::to_string(location.line)}, {"column", std::to_string(location.column)}}},
            language);
    if (location.column > 0) return render({"io.column", {{"column", std::to_string(location.column)}}}, language);
    return result;
}

Error::Error(ErrorKind kind, Message message, Location location)
    : std::runtime_error(render(location, Language::English) + render(message, Language::English)),
      m_kind(kind),
      m_message(std::move(message)),
      m_location(std::move(location)) {}

std::string Error::text(Language language) const {
    return render(m_location, language) + render(m_message, language);
}

Error Error::with_source(std::string source) const {
    Location location = m_location;
    location.source = std::move(source);
    return {m_kind, m_message, location};
}

Error bad_input(std::string id, std::vector<Argument> arguments, Location location) {
    return {ErrorKind::BadInput, {std::move(id), std::move(arguments)}, std::move(location)};
}

Error could_not(std::string id, std::vector<Argument> arguments, Location location) {
    return {ErrorKind::CouldNot, {std::move(id), std::move(arguments)}, std::move(location)};
}

} // namespace ampscope::text
