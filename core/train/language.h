// The built-in text: a small language, and random numbers whose every place can be asked for. Integer arithmetic only,
// so that the same seed gives the same bytes on every machine and in every programming language.
#pragma once

#include <cstdint>
#include <string>

#include "core/numeric/random.h"
#include "core/scenario/scenario.h"

namespace ampscope::train {

using numeric::splitmix64;

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
