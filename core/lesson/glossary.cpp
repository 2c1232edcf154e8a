#include "core/lesson/glossary.h"

#include <algorithm>
#include <cctype>

#include "core/lesson/folder.h"
#include "core/lesson/json_reader.h"
#include "core/lesson/scanner.h"
#include "core/text/words.h"

namespace ampscope::lesson {

using io::Json;

namespace {

Words words_of(const Json& json, std::vector<text::Error>& warnings) {
    ObjectReader reader(json, warnings);
    Words words{reader.at("name").as_string(), reader.at("text").as_string()};
    reader.finish();
    return words;
}

GlossaryTerm term_of(const Json& json, std::vector<text::Error>& warnings) {
    ObjectReader reader(json, warnings);
    GlossaryTerm term;
    term.id = plain_name(reader.at("id"));
    term.lesson = plain_name(reader.at("lesson"));
    term.see = plain_names(reader.find("see"));
    term.korean = words_of(reader.at("ko"), warnings);
    term.english = words_of(reader.at("en"), warnings);
    term.location = json.location();
    reader.finish();
    return term;
}

// "자동 형변환(autocast)" is looked for as "자동 형변환".
std::string_view spoken(const std::string& name) {
    return trimmed(std::string_view(name).substr(0, name.find('(')));
}

bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// English words stand between other characters, an s or es behind them included; Korean ones carry particles.
bool stands_alone(std::string_view text, std::size_t begin, std::size_t& end) {
    if (begin > 0 && is_letter(text[begin - 1])) return false;
    for (const std::string_view plural : {"es", "s"})
        if (text.substr(end, plural.size()) == plural &&
            (end + plural.size() == text.size() || !is_letter(text[end + plural.size()]))) {
            end += plural.size();
            return true;
        }
    return end == text.size() || !is_letter(text[end]);
}

} // namespace

const GlossaryTerm* Glossary::find(std::string_view id) const {
    const auto found = std::ranges::find(terms, id, &GlossaryTerm::id);
    return found == terms.end() ? nullptr : &*found;
}

Glossary load_glossary(const std::string& folder) {
    Glossary glossary;
    const std::string file = folder + "/glossary.json";
    if (!exists(file)) return glossary;
    const Json json = io::parse_json(read_file_of(folder, "glossary.json"), file, kJsonLimits);
    ObjectReader reader(json, glossary.warnings);
    require_schema(reader);
    for (const auto& item : reader.at("terms").items()) {
        GlossaryTerm term = term_of(item, glossary.warnings);
        if (glossary.find(term.id)) throw item.error("lesson.repeated_term", {{"id", term.id}});
        glossary.terms.push_back(std::move(term));
    }
    reader.finish();
    for (const auto& term : glossary.terms)
        for (const auto& other : term.see)
            if (!glossary.find(other)) throw text::bad_input("lesson.unknown_term", {{"found", other}}, term.location);
    return glossary;
}

std::vector<TermPlace> find_terms(const Glossary& glossary, std::string_view text, text::Language language) {
    struct Name {
        const GlossaryTerm* term;
        std::string text;
    };
    std::vector<Name> names;
    for (const auto& term : glossary.terms)
        names.push_back({&term, text::lower_case(spoken(term.in(language).name))});
    std::ranges::stable_sort(names, [](const Name& a, const Name& b) { return a.text.size() > b.text.size(); });

    const std::string lower = text::lower_case(text);
    std::vector<TermPlace> places;
    const auto overlaps = [&](std::size_t begin, std::size_t end) {
        return std::ranges::any_of(
            places, [&](const TermPlace& place) { return begin < place.begin + place.size && place.begin < end; });
    };
    for (const auto& [term, name] : names)
        for (std::size_t begin = lower.find(name); begin != std::string::npos; begin = lower.find(name, begin + 1)) {
            std::size_t end = begin + name.size();
            if (language == text::Language::English && !stands_alone(lower, begin, end)) continue;
            if (overlaps(begin, end)) continue;
            places.push_back({term->id, begin, end - begin});
            break;
        }
    std::ranges::sort(places, {}, &TermPlace::begin);
    return places;
}

} // namespace ampscope::lesson
