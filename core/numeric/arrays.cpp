#include "core/numeric/arrays.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/numeric/random.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif

namespace ampscope::numeric {
namespace {

// The kernels know modes by number.
static_assert(static_cast<int>(Rounding::NearestEven) == 0 && static_cast<int>(Rounding::NearestAway) == 1 &&
              static_cast<int>(Rounding::TowardZero) == 2 && static_cast<int>(Rounding::Up) == 3 &&
              static_cast<int>(Rounding::Down) == 4 && static_cast<int>(Rounding::ToOdd) == 5 &&
              static_cast<int>(Rounding::Stochastic) == 6);

bool machine_has(InstructionSet set) {
    if (set == InstructionSet::Plain) return true;
#if defined(__x86_64__) && defined(__GNUC__)
    if (set == InstructionSet::Avx512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    // clang 14 knows no name for F16C here; the system's consent to AVX state is part of "avx2".
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __builtin_cpu_supports("avx2") && __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
#else
    return false;
#endif
}

const ArrayKernels* built_kernels(InstructionSet set) {
    switch (set) {
    case InstructionSet::Plain: return &plain_kernels();
    case InstructionSet::Avx2: return avx2_kernels();
    case InstructionSet::Avx512: return avx512_kernels();
    }
    return nullptr;
}

// 64 bits of key for each 2^32 places.
std::uint64_t key_of(std::uint64_t seed, std::uint64_t first) {
    return splitmix64(seed, first >> 32);
}

QuantisePlan make_plan(const FloatFormat& format, const RoundingOptions& options) {
    const auto narrow = [](const Code& code) { return static_cast<std::uint32_t>(code); };
    QuantisePlan plan;
    plan.mode = static_cast<int>(options.mode);
    plan.shift = static_cast<std::uint32_t>(23 - format.mantissa_bits);
    const auto field = static_cast<std::uint32_t>(format.min_exponent() + 127);
    plan.min_field = field == 1 ? 0 : field;
    plan.rebias = (field - 1) << 23;
    plan.max_finite = narrow(format.max_finite());
    plan.hidden = 1u << format.mantissa_bits;
    plan.least = options.flush_subnormals ? plan.hidden : 1;
    plan.infinity = format.has_infinity() ? narrow(format.infinity()) : ~0u;
    plan.one_zero_nan = format.has_minus_zero() ? ~0u : narrow(format.sign_bit());
    plan.sign_shift = static_cast<std::uint32_t>(32 - format.bits());
    plan.magic = std::ldexp(1.0f, format.min_exponent() - format.mantissa_bits + 23);
    plan.least_number = std::ldexp(1.0f, format.min_exponent() - format.mantissa_bits);
    const Quantiser scalar(format, options);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const bool negative : {false, true}) {
        const double sign = negative ? -1.0 : 1.0;
        plan.zero[negative] = scalar.code(sign * 0.0);
        plan.infinite[negative] = scalar.code(sign * kInfinity);
        plan.nan[negative] = scalar.code(std::copysign(std::numeric_limits<double>::quiet_NaN(), sign));
        plan.overflow[negative] = scalar.code(sign * std::numeric_limits<double>::max());
    }
    const std::uint32_t sign = narrow(format.sign_bit());
    const auto mirrored = [&](const std::uint32_t(&codes)[2]) {
        return (codes[0] & sign) == 0 && codes[1] == (codes[0] | sign);
    };
    plan.ceiling = plan.overflow[0];
    plan.simple = (options.mode == Rounding::NearestEven || options.mode == Rounding::Stochastic) &&
                  !options.flush_subnormals && mirrored(plan.zero) && mirrored(plan.infinite) && mirrored(plan.nan) &&
                  mirrored(plan.overflow) && plan.infinite[0] == plan.ceiling &&
                  (plan.ceiling == plan.max_finite || plan.ceiling == plan.max_finite + 1);
    return plan;
}

// Formats that the kernels know: at most 16 bits, fp32's exponents, and far enough above fp32's own subnormals or level
// with them.
bool kernels_know(const FloatFormat& format) {
    const int field = format.min_exponent() + 127;
    return format.bits() <= 16 && format.max_exponent() <= 127 && (field == 1 || field >= 64);
}

} // namespace

std::string_view instruction_set_name(InstructionSet set) {
    switch (set) {
    case InstructionSet::Plain: return "plain";
    case InstructionSet::Avx2: return "AVX2 + F16C";
    case InstructionSet::Avx512: return "AVX-512";
    }
    return "";
}

bool has_instruction_set(InstructionSet set) {
    return built_kernels(set) != nullptr && machine_has(set);
}

InstructionSet best_instruction_set() {
    static const InstructionSet best = has_instruction_set(InstructionSet::Avx512) ? InstructionSet::Avx512
                                       : has_instruction_set(InstructionSet::Avx2) ? InstructionSet::Avx2
                                                                                   : InstructionSet::Plain;
    return best;
}

const ArrayKernels& kernels_for(InstructionSet set) {
    if (!has_instruction_set(set)) throw std::logic_error("an instruction set that is not here");
    return *built_kernels(set);
}

std::uint64_t array_random(std::uint64_t seed, std::uint64_t index) {
    // Two rounds of "lowbias32" (Chris Wellons, Prospecting for Hash Functions) with half of the key in front of each.
    const std::uint64_t key = key_of(seed, index);
    auto x = static_cast<std::uint32_t>(index) + static_cast<std::uint32_t>(key);
    x ^= x >> 16;
    x *= 0x21f0aaadu;
    x ^= (x >> 15) ^ static_cast<std::uint32_t>(key >> 32);
    x *= 0x735a2d97u;
    x ^= x >> 15;
    return static_cast<std::uint64_t>(x) << 32 | 0xffff'ffffu;
}

QuantisePlan quantise_plan(const FloatFormat& format, const RoundingOptions& options) {
    if (!kernels_know(format)) throw std::logic_error("quantise_plan: format " + format.id);
    return make_plan(format, options);
}

void QuantiseCounts::add(const QuantiseCounts& other) {
    total += other.total;
    zero += other.zero;
    lost += other.lost;
    subnormal += other.subnormal;
    overflowed += other.overflowed;
    infinite += other.infinite;
    nan += other.nan;
    exact += other.exact;
    max_magnitude = std::max(max_magnitude, other.max_magnitude);
}

ArrayQuantiser::ArrayQuantiser(const FloatFormat& format, const RoundingOptions& options, std::uint64_t seed,
                               InstructionSet set)
    : m_scalar(format, options),
      m_bits(format.bits()),
      m_seed(seed),
      m_kernels(kernels_know(format) ? &kernels_for(set) : nullptr) {
    if (m_kernels) m_plan = make_plan(format, options);
    m_plain_fp16 = m_kernels && m_kernels->to_fp16 && m_plan.simple && options.mode == Rounding::NearestEven &&
                   format.exponent_bits == 5 && format.mantissa_bits == 10 && format.bias == 15 &&
                   m_plan.ceiling == m_plan.infinity;
}

// The code of each value, one block at a time, so that what follows finds it in the first cache.
void ArrayQuantiser::block(std::span<const float> in, std::uint32_t* words, std::uint64_t first,
                           QuantiseCounts* counts) const {
    if (m_kernels) {
        QuantisePlan plan = m_plan;
        if (plan.mode == static_cast<int>(Rounding::Stochastic)) {
            const std::uint64_t key = key_of(m_seed, first);
            plan.key[0] = static_cast<std::uint32_t>(key);
            plan.key[1] = static_cast<std::uint32_t>(key >> 32);
        }
        if (!counts) return m_kernels->to_words(plan, in.data(), words, in.size(), static_cast<std::uint32_t>(first));
        BlockCounts block;
        m_kernels->to_words_counted(plan, in.data(), words, in.size(), static_cast<std::uint32_t>(first), block);
        counts->add({static_cast<std::int64_t>(in.size()), block.zero, block.lost, block.subnormal, block.beyond,
                     block.infinite, block.nan, block.exact, std::bit_cast<float>(block.max_magnitude)});
        return;
    }
    for (std::size_t i = 0; i < in.size(); ++i) {
        const double value = in[i];
        words[i] = m_scalar.code(value, array_random(m_seed, first + i));
        if (!counts) continue;
        QuantiseCounts one{.total = 1};
        one.zero = value == 0;
        one.nan = std::isnan(value);
        one.infinite = std::isinf(value);
        if (std::isfinite(value) && value != 0) {
            const double stored = m_scalar.decode(words[i]);
            one.exact = stored == value;
            one.overflowed = m_scalar.overflows(value, array_random(m_seed, first + i));
            one.lost = one.overflowed == 0 && stored == 0;
            one.subnormal = one.overflowed == 0 && m_scalar.is_subnormal(words[i]);
            one.max_magnitude = std::fabs(in[i]);
        } else {
            one.exact = one.zero;
        }
        counts->add(one);
    }
}

// Blocks do not cross a multiple of 2^32 places, where the hash's key changes.
template <typename Use>
void ArrayQuantiser::blocks(std::span<const float> in, std::uint64_t first, QuantiseCounts* counts, Use use) const {
    std::uint32_t words[kBlock];
    for (std::size_t begin = 0; begin < in.size();) {
        const std::uint64_t left = (std::uint64_t(1) << 32) - ((first + begin) & 0xffff'ffffu);
        const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>({kBlock, in.size() - begin, left}));
        block(in.subspan(begin, size), words, first + begin, counts);
        use(words, begin, size);
        begin += size;
    }
}

template <typename Out>
void ArrayQuantiser::codes_of(std::span<const float> in, std::span<Out> out, std::uint64_t first,
                              QuantiseCounts* counts) const {
    if (in.size() != out.size() || m_bits > static_cast<int>(8 * sizeof(Out)))
        throw std::logic_error("ArrayQuantiser: size of the codes");
    if (m_kernels && !counts) {
        if constexpr (sizeof(Out) == 2)
            if (m_plain_fp16) return m_kernels->to_fp16(in.data(), out.data(), in.size());
        if (m_plan.simple && m_plan.mode == static_cast<int>(Rounding::NearestEven)) {
            if constexpr (sizeof(Out) == 1)
                return m_kernels->to_bytes(m_plan, in.data(), out.data(), in.size());
            else
                return m_kernels->to_halves(m_plan, in.data(), out.data(), in.size());
        }
    }
    const ArrayKernels& narrow = m_kernels ? *m_kernels : plain_kernels();
    blocks(in, first, counts, [&](const std::uint32_t* words, std::size_t begin, std::size_t size) {
        if constexpr (sizeof(Out) == 1)
            narrow.narrow_bytes(words, out.data() + begin, size);
        else
            narrow.narrow_halves(words, out.data() + begin, size);
    });
}

void ArrayQuantiser::codes(std::span<const float> in, std::span<std::uint16_t> out, std::uint64_t first,
                           QuantiseCounts* counts) const {
    codes_of(in, out, first, counts);
}

void ArrayQuantiser::codes(std::span<const float> in, std::span<std::uint8_t> out, std::uint64_t first,
                           QuantiseCounts* counts) const {
    codes_of(in, out, first, counts);
}

void ArrayQuantiser::values(std::span<const float> in, std::span<float> out, std::uint64_t first,
                            QuantiseCounts* counts) const {
    if (in.size() != out.size()) throw std::logic_error("ArrayQuantiser: size of the values");
    blocks(in, first, counts, [&](const std::uint32_t* words, std::size_t begin, std::size_t size) {
        if (m_kernels) return m_kernels->decode(m_plan, words, out.data() + begin, size);
        for (std::size_t i = 0; i < size; ++i)
            out[begin + i] = static_cast<float>(m_scalar.decode(words[i]));
    });
}

QuantiseCounts ArrayQuantiser::count(std::span<const float> in, std::uint64_t first) const {
    QuantiseCounts counts;
    blocks(in, first, &counts, [](const std::uint32_t*, std::size_t, std::size_t) {});
    return counts;
}

} // namespace ampscope::numeric
