// The words of the field: what each term means, where it is taught, and what stands near it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/lesson.h"

namespace ampscope::lesson {

struct Words {
    std::string name, text;
};

struct GlossaryTerm {
    std::string id;               ///< "loss-scale": what a recap's "terms" name
    std::string lesson;           ///< where it is taught
    std::vector<std::string> see; ///< ids of other terms
    Words korean, english;
    text::Location location;
    const Words& in(text::Language language) const { return language == text::Language::Korean ? korean : english; }
};

struct Glossary {
    std::vector<GlossaryTerm> terms; ///< as in the file, by id
    std::vector<text::Error> warnings;
    const GlossaryTerm* find(std::string_view id) const;
};

/// Reads glossary.json of a folder of lessons; an empty glossary where there is none. Throws a BadInput error with line
/// and column for what cannot be used: two terms with one id, a cross reference to no term, a missing language.
Glossary load_glossary(const std::string& folder);

struct TermPlace {
    std::string id;
    std::size_t begin = 0, size = 0; ///< bytes of the text
};
/// Where terms occur first in a text, in the order of the text, none over another; by their names without what stands
/// in brackets, longer names first. English names match whole words, plural or not; upper and lower case are one.
std::vector<TermPlace> find_terms(const Glossary& glossary, std::string_view text, text::Language language);

} // namespace ampscope::lesson
