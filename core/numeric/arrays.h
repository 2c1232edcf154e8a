// Whole arrays of fp32 numbers in a narrow format, with what became of them counted in the same pass. The results are
// those of round_to(), bit for bit, whatever the machine: see ArrayQuantiser.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/numeric/array_kernels.h"
#include "core/numeric/quantise.h"

namespace ampscope::numeric {

/// What the array code is compiled for; the best one is chosen at run time.
enum class InstructionSet {
    Plain,  ///< no more than the program's own target
    Avx2,   ///< AVX2 with F16C
    Avx512, ///< AVX-512 F, BW, DQ and VL
};
std::string_view instruction_set_name(InstructionSet set); ///< "plain", "AVX2 + F16C", "AVX-512"
/// Was this program built with it, and does this machine have it?
bool has_instruction_set(InstructionSet set);
/// The widest that both have. Asked of the processor once; any thread.
InstructionSet best_instruction_set();
/// The kernels of an instruction set that this program and this machine have (else std::logic_error).
const ArrayKernels& kernels_for(InstructionSet set);

/// The random bits that stochastic rounding of an array uses for the value at place `index`: a hash of seed and place,
/// so that neither pieces nor threads nor instruction sets change a result. 32 bits are uniform; the 32 behind them are
/// ones, so that a probability is met to within 2^-32, from below, and exactly where at most 32 bits are cut off.
std::uint64_t array_random(std::uint64_t seed, std::uint64_t index);

/// A format and a way of rounding as the kernels need them, those of a GPU included. For formats of at most 16 bits
/// whose range lies inside fp32's (else std::logic_error).
QuantisePlan quantise_plan(const FloatFormat& format, const RoundingOptions& options = {});

/// What became of many values. The fates (zero, lost, subnormal, normal, overflowed, infinite, nan) add up to total.
struct QuantiseCounts {
    std::int64_t total = 0;
    std::int64_t zero = 0;       ///< entered as zero
    std::int64_t lost = 0;       ///< became zero without being it
    std::int64_t subnormal = 0;  ///< became a subnormal number
    std::int64_t overflowed = 0; ///< finite, and beyond the format's largest number, whatever the policy made of it
    std::int64_t infinite = 0;   ///< entered as infinity
    std::int64_t nan = 0;        ///< entered as NaN
    std::int64_t exact = 0;      ///< finite and not changed at all; zeros included
    float max_magnitude = 0;     ///< of the finite values entered
    std::int64_t normal() const { return total - zero - lost - subnormal - overflowed - infinite - nan; }
    void add(const QuantiseCounts& other);
};

/// Rounds arrays of fp32 numbers to one format. For each value the code is Quantiser(format, options).code(value,
/// array_random(seed, place)): all modes, all policies, flushing. Formats: those that Quantiser covers; codes of at
/// most 16 bits go through the vector code where the range lies inside fp32's, others value by value with the same
/// results. Any alignment; `in` and `out` have the same size (else std::logic_error) and do not overlap. No allocation.
/// Const functions may run on several threads at once. fp32's environment must be the default one (nearest rounding).
class ArrayQuantiser {
  public:
    explicit ArrayQuantiser(const FloatFormat& format, const RoundingOptions& options = {}, std::uint64_t seed = 0,
                            InstructionSet set = best_instruction_set());

    /// `first`: the place of in[0] in the whole array, when it is given in pieces. `counts`: added to, when given; the
    /// result is the same; counting takes two to five times as long.
    void codes(std::span<const float> in, std::span<std::uint16_t> out, std::uint64_t first = 0,
               QuantiseCounts* counts = nullptr) const; ///< formats of at most 16 bits
    void codes(std::span<const float> in, std::span<std::uint8_t> out, std::uint64_t first = 0,
               QuantiseCounts* counts = nullptr) const; ///< formats of at most 8 bits
    /// The stored values as fp32 numbers. Numbers outside fp32's range, where the format goes further, are rounded.
    void values(std::span<const float> in, std::span<float> out, std::uint64_t first = 0,
                QuantiseCounts* counts = nullptr) const;
    /// Only the counts.
    QuantiseCounts count(std::span<const float> in, std::uint64_t first = 0) const;

  private:
    template <typename Use>
    void blocks(std::span<const float> in, std::uint64_t first, QuantiseCounts* counts, Use use) const;
    void block(std::span<const float> in, std::uint32_t* words, std::uint64_t first, QuantiseCounts* counts) const;
    template <typename Out>
    void codes_of(std::span<const float> in, std::span<Out> out, std::uint64_t first, QuantiseCounts* counts) const;

    Quantiser m_scalar;
    int m_bits;
    std::uint64_t m_seed;
    const ArrayKernels* m_kernels; ///< nullptr: value by value
    QuantisePlan m_plan;
    bool m_plain_fp16; ///< fp16 with nearest-even as the machine's own instruction does it
};

} // namespace ampscope::numeric
