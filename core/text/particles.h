// Korean particles that depend on the sound before them.
#pragma once

#include <string>
#include <string_view>

namespace ampscope::text {

/// Picks the form of a particle pair that follows `word`: ("64", "을/를") -> "를", ("bf16", "은/는") -> "은",
/// ("2¹⁹", "(으)로") -> "로".
///
/// Pairs are written "form after a final consonant/form after a vowel", or "(으)X" where ㄹ counts as a vowel.
/// Hangul is read by its final consonant, numbers as Korean reads them (0 영, 10 십, 10,000 만), Latin letters by the
/// name of the last letter, with the words of this subject (scale, loss, NaN, inf, …) read as they are spoken. Trailing
/// punctuation and markup are passed over.
std::string particle(std::string_view word, std::string_view pair);

} // namespace ampscope::text
