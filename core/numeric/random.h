// Random bits for stochastic rounding: the same seed gives the same bits on every machine.
#pragma once

#include <cstdint>

namespace ampscope::numeric {

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014): the number at place
/// `index` of the sequence that starts at `seed`. Any place can be asked for directly.
constexpr std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed + (index + 1) * 0x9E37'79B9'7F4A'7C15u;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9u;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBu;
    return z ^ (z >> 31);
}

/// The same numbers one after the other: next() gives the places 0, 1, 2, … 64 uniform bits each.
class SplitMix64 {
  public:
    explicit constexpr SplitMix64(std::uint64_t seed) : m_seed(seed) {}
    constexpr std::uint64_t next() { return splitmix64(m_seed, m_index++); }

  private:
    std::uint64_t m_seed;
    std::uint64_t m_index = 0;
};

} // namespace ampscope::numeric
