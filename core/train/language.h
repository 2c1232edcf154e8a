// The built-in text: a small language, and random numbers whose every place can be asked for. Integer arithmetic only,
// so that the same seed gives the same bytes on every machine and in every programming language.
#pragma once

#include <cstdint>
#include <string>

#include "core/scenario/scenario.h"

namespace ampscope::train {

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014): the number at place
/// `index` of the sequence that starts at `seed`. Any place can be asked for directly.
constexpr std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed + (index + 1) * 0x9E37'79B9'7F4A'7C15u;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9u;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBu;
    return z ^ (z >> 31);
}

/// A number below `bound` from the upper 32 bits of `random`: (random >> 32) * bound >> 32.
constexpr std::uint64_t below(std::uint64_t random, std::uint64_t bound) {
    return ((random >> 32) * bound) >> 32;
}

constexpr std::size_t kTextBytes = 65536;

/// Sentences of a small grammar, exactly kTextBytes bytes of UTF-8 (a last character may be cut). Sentence i uses the
/// numbers 8 i .. 8 i + 7 of the sequence that starts at `seed`.
std::string builtin_text(scenario::DataLanguage language, std::uint64_t seed);

/// Start of the sequence number `index` (counted over the whole run) in a text of `text_length` tokens: windows of
/// `sequence_length` + 1 tokens, chosen by the sequence that starts at seed + kWindowStream.
constexpr std::uint64_t kWindowStream = 0x77696E646F77; // "window"
std::size_t window_start(std::uint64_t seed, std::uint64_t index, std::size_t text_length, std::size_t sequence_length);

} // namespace ampscope::train
