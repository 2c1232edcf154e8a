// The array kernels, written once over a `Lanes` of 32-bit words; each instruction set's file brings its own and
// includes this. Everything stands in an unnamed namespace (see array_kernels.h for why).
//
// Lanes: Word, Mask, kCount; load, store, set; add, sub, mul, band, bor, bxor; shift_right/left by a word or a constant
// (a count of 32 and more gives 0); equal, greater (signed), less_unsigned; pick(mask, a, b), keep(mask, a);
// both, either, without (masks); min_unsigned, max_unsigned; add_floats, scaled (integer to float, times a float);
// count(words, mask), sum, maximum; pack (groups of words to bytes or halves).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/numeric/array_kernels.h"

namespace ampscope::numeric {
namespace {

constexpr std::uint32_t kFloatSign = 0x8000'0000u;
constexpr std::uint32_t kFloatMagnitude = 0x7fff'ffffu;
constexpr std::uint32_t kFloatInfinity = 0x7f80'0000u;
constexpr std::uint32_t kFloatNan = 0x7fc0'0000u;
constexpr std::uint32_t kFloatHidden = 0x0080'0000u;

// The order of numeric::Rounding; arrays.cpp asserts it.
enum Mode { kNearestEven, kNearestAway, kTowardZero, kUp, kDown, kToOdd, kStochastic };

// Runs `whole(in, out)` on groups of `kGroup` values, the last one padded with zeros.
template <std::size_t kGroup, typename In, typename Out, typename Whole>
inline void in_groups(const In* in, Out* out, std::size_t count, Whole whole) {
    std::size_t i = 0;
    for (; i + kGroup <= count; i += kGroup)
        whole(in + i, out + i);
    if (i == count) return;
    In padded[kGroup] = {};
    Out result[kGroup];
    for (std::size_t k = 0; i + k < count; ++k)
        padded[k] = in[i + k];
    whole(padded, result);
    for (std::size_t k = 0; i + k < count; ++k)
        out[i + k] = result[k];
}

// Nearest-even where overflow, infinity and NaN need no table: the fast path of every IEEE-like format.
template <typename Lanes>
struct Nearest {
    using Word = typename Lanes::Word;
    Word magnitude = Lanes::set(kFloatMagnitude), infinity = Lanes::set(kFloatInfinity), one = Lanes::set(1);
    Word shift, below_half, min_bits, magic, ceiling, nan, sign_shift;
    bool has_subnormal;

    explicit Nearest(const QuantisePlan& plan)
        : shift(Lanes::set(plan.shift)),
          below_half(Lanes::set((1u << (plan.shift - 1)) - 1 - plan.rebias)),
          min_bits(Lanes::set(plan.min_field << 23)),
          magic(Lanes::set_float(plan.magic)),
          ceiling(Lanes::set(plan.ceiling)),
          nan(Lanes::set(plan.nan[0])),
          sign_shift(Lanes::set(plan.sign_shift)),
          has_subnormal(plan.min_field != 0) {}

    template <bool kSubnormal>
    Word code(Word bits) const {
        const Word size = Lanes::band(bits, magnitude);
        const Word odd = Lanes::band(Lanes::shift_right(size, shift), one);
        Word result = Lanes::shift_right(Lanes::add(Lanes::add(size, below_half), odd), shift);
        if constexpr (kSubnormal) // the sum's last bit weighs as much as the least subnormal number: fp32 rounds for us
            result =
                Lanes::pick(Lanes::greater(min_bits, size), Lanes::sub(Lanes::add_floats(size, magic), magic), result);
        result = Lanes::min_unsigned(result, ceiling);
        result = Lanes::pick(Lanes::greater(size, infinity), nan, result);
        return Lanes::bor(result, Lanes::shift_right(Lanes::bxor(bits, size), sign_shift));
    }
};

// kSubnormal: the format's least normal number lies above fp32's, so that some values round at its subnormal spacing.
// So, too, further down.
template <typename Lanes, bool kSubnormal, typename Out>
void nearest_loop(const Nearest<Lanes>& nearest, const float* in, Out* out, std::size_t count) {
    constexpr std::size_t kWords = Lanes::template kPacked<Out>;
    in_groups<kWords * Lanes::kCount>(in, out, count, [&](const float* from, Out* to) {
        typename Lanes::Word words[kWords];
        for (std::size_t k = 0; k < kWords; ++k)
            words[k] = nearest.template code<kSubnormal>(Lanes::load(from + k * Lanes::kCount));
        Lanes::pack(words, to);
    });
}

// ArrayKernels::to_bytes and to_halves.
template <typename Lanes, typename Out>
void nearest_all(const QuantisePlan& plan, const float* in, Out* out, std::size_t count) {
    const Nearest<Lanes> nearest(plan);
    if (nearest.has_subnormal)
        nearest_loop<Lanes, true>(nearest, in, out, count);
    else
        nearest_loop<Lanes, false>(nearest, in, out, count);
}

// Every mode and policy.
template <typename Lanes, int kMode>
struct General {
    using Word = typename Lanes::Word;
    using Mask = typename Lanes::Mask;
    const QuantisePlan& plan;
    Word zero = Lanes::set(0), one = Lanes::set(1);
    Word magnitude = Lanes::set(kFloatMagnitude), infinity = Lanes::set(kFloatInfinity);
    Word hidden = Lanes::set(kFloatHidden), mantissa = Lanes::set(kFloatHidden - 1);
    Word shift, min_field, rebias, max_finite, least, sign_shift, ceiling, nan, key0, key1;

    explicit General(const QuantisePlan& p)
        : plan(p),
          shift(Lanes::set(p.shift)),
          min_field(Lanes::set(p.min_field)),
          rebias(Lanes::set(p.rebias)),
          max_finite(Lanes::set(p.max_finite)),
          least(Lanes::set(p.least)),
          sign_shift(Lanes::set(p.sign_shift)),
          ceiling(Lanes::set(p.ceiling)),
          nan(Lanes::set(p.nan[0])),
          key0(Lanes::set(p.key[0])),
          key1(Lanes::set(p.key[1])) {}

    static Word by_sign(Mask negative, const std::uint32_t (&codes)[2]) {
        return Lanes::pick(negative, Lanes::set(codes[1]), Lanes::set(codes[0]));
    }

    // array_random() of arrays.h.
    Word random(Word place) const {
        Word x = Lanes::add(place, key0);
        x = Lanes::bxor(x, Lanes::template right<16>(x));
        x = Lanes::mul(x, Lanes::set(0x21f0aaadu));
        x = Lanes::bxor(Lanes::bxor(x, Lanes::template right<15>(x)), key1);
        x = Lanes::mul(x, Lanes::set(0x735a2d97u));
        return Lanes::bxor(x, Lanes::template right<15>(x));
    }

    // The bits `size`, cut behind the format's last one.
    struct Cut {
        Word all, shift, kept; ///< all = kept * 2^shift + rest
        Word rest() const { return Lanes::sub(all, Lanes::shift_left(kept, shift)); }
    };
    template <bool kSubnormal>
    Cut cut(Word size) const {
        Cut result{Lanes::sub(size, rebias), shift, zero};
        if constexpr (kSubnormal) {
            const Word field = Lanes::template right<23>(size);
            const Mask below = Lanes::greater(min_field, field);
            // fp32's own subnormals lie so far down that only "not zero" counts: their exponent may be one off.
            const Word significand =
                Lanes::bor(Lanes::band(size, mantissa), Lanes::keep(Lanes::greater(field, zero), hidden));
            result.all = Lanes::pick(below, significand, result.all);
            result.shift = Lanes::add(shift, Lanes::keep(below, Lanes::sub(min_field, field)));
        }
        result.kept = Lanes::shift_right(result.all, result.shift);
        return result;
    }

    // The magnitude's code as if there were no end of the range. Shifts beyond 31 give 0, which is right here: what is
    // left then is less than half of the least number.
    Word rounded(const Cut& cut, Word bits, Word place) const {
        const auto half = [&] { return Lanes::shift_left(one, Lanes::sub(cut.shift, one)); };
        const auto away = [&](Mask mask) { return Lanes::add(cut.kept, Lanes::keep(mask, one)); };
        if constexpr (kMode == kNearestEven)
            return Lanes::shift_right(
                Lanes::add(Lanes::add(cut.all, Lanes::sub(half(), one)), Lanes::band(cut.kept, one)), cut.shift);
        else if constexpr (kMode == kNearestAway)
            return Lanes::shift_right(Lanes::add(cut.all, half()), cut.shift);
        else if constexpr (kMode == kUp)
            return away(Lanes::without(Lanes::greater(cut.rest(), zero), Lanes::greater(zero, bits)));
        else if constexpr (kMode == kDown)
            return away(Lanes::both(Lanes::greater(cut.rest(), zero), Lanes::greater(zero, bits)));
        else if constexpr (kMode == kToOdd)
            return Lanes::bor(cut.kept, Lanes::keep(Lanes::greater(cut.rest(), zero), one));
        else if constexpr (kMode == kStochastic) {
            // The fraction cut off in units of 2^-32; one of the two shifts has a count beyond 31.
            const Word thirty_two = Lanes::set(32), rest = cut.rest();
            const Word fraction = Lanes::bor(Lanes::shift_left(rest, Lanes::sub(thirty_two, cut.shift)),
                                             Lanes::shift_right(rest, Lanes::sub(cut.shift, thirty_two)));
            return away(Lanes::less_unsigned(random(place), fraction));
        } else
            return cut.kept;
    }

    Word finished(Word code, Word bits, Word size) const {
        const Mask negative = Lanes::greater(zero, bits);
        Word result = Lanes::bor(code, Lanes::shift_right(Lanes::bxor(bits, size), sign_shift));
        result = Lanes::pick(Lanes::greater(least, code), by_sign(negative, plan.zero), result);
        result = Lanes::pick(Lanes::greater(code, max_finite), by_sign(negative, plan.overflow), result);
        result = Lanes::pick(Lanes::equal(size, infinity), by_sign(negative, plan.infinite), result);
        return Lanes::pick(Lanes::greater(size, infinity), by_sign(negative, plan.nan), result);
    }
    Word finished_simple(Word code, Word bits, Word size) const {
        const Word result = Lanes::pick(Lanes::greater(size, infinity), nan, Lanes::min_unsigned(code, ceiling));
        return Lanes::bor(result, Lanes::shift_right(Lanes::bxor(bits, size), sign_shift));
    }
};

// kSimple: overflow and infinity by the plan's ceiling instead of its tables.
template <typename Lanes, int kMode, bool kSubnormal, bool kSimple>
void general_loop(const QuantisePlan& plan, const float* in, std::uint32_t* out, std::size_t count,
                  std::uint32_t first) {
    const General<Lanes, kMode> general(plan);
    auto place = Lanes::add(Lanes::set(first), Lanes::places());
    const auto step = Lanes::set(static_cast<std::uint32_t>(Lanes::kCount));
    in_groups<Lanes::kCount>(in, out, count, [&](const float* from, std::uint32_t* to) {
        const auto bits = Lanes::load(from);
        const auto size = Lanes::band(bits, general.magnitude);
        const auto code = general.rounded(general.template cut<kSubnormal>(size), bits, place);
        Lanes::store(to, kSimple ? general.finished_simple(code, bits, size) : general.finished(code, bits, size));
        place = Lanes::add(place, step);
    });
}

// The same with its fates counted: a value's fate can be seen from its code before it is finished.
template <typename Lanes, int kMode>
void general_counted(const QuantisePlan& plan, const float* in, std::uint32_t* out, std::size_t count,
                     std::uint32_t first, BlockCounts& counts) {
    const General<Lanes, kMode> general(plan);
    auto place = Lanes::add(Lanes::set(first), Lanes::places());
    const auto step = Lanes::set(static_cast<std::uint32_t>(Lanes::kCount));
    const auto hidden = Lanes::set(plan.hidden);
    const auto none = Lanes::set(0);
    auto zeros = none, lost = none, subnormal = none, beyond = none, infinite = none, nans = none, exact = none;
    auto largest = none;
    in_groups<Lanes::kCount>(in, out, count, [&](const float* from, std::uint32_t* to) {
        const auto bits = Lanes::load(from);
        const auto size = Lanes::band(bits, general.magnitude);
        const auto cut = general.template cut<true>(size);
        const auto code = general.rounded(cut, bits, place);
        Lanes::store(to, general.finished(code, bits, size));
        place = Lanes::add(place, step);

        const auto was_zero = Lanes::equal(size, none);
        const auto is_zero = Lanes::greater(general.least, code);
        const auto is_beyond = Lanes::greater(code, general.max_finite);
        zeros = Lanes::count(zeros, was_zero);
        lost = Lanes::count(lost, is_zero);
        subnormal = Lanes::count(subnormal, Lanes::without(Lanes::greater(hidden, code), is_zero));
        beyond = Lanes::count(beyond, is_beyond);
        infinite = Lanes::count(infinite, Lanes::equal(size, general.infinity));
        nans = Lanes::count(nans, Lanes::greater(size, general.infinity));
        // What was flushed or overflowed is not exact, whatever its last bits.
        exact = Lanes::count(exact, Lanes::without(Lanes::without(Lanes::equal(cut.rest(), none), is_beyond),
                                                   Lanes::without(is_zero, was_zero)));
        largest = Lanes::max_unsigned(largest, Lanes::keep(Lanes::greater(general.infinity, size), size));
    });
    // The padding of the last group was counted as zeros, which are exact.
    const auto padding = static_cast<std::uint32_t>((Lanes::kCount - count % Lanes::kCount) % Lanes::kCount);
    const std::uint32_t zero_count = Lanes::sum(zeros);
    counts.zero += zero_count - padding;
    counts.lost += Lanes::sum(lost) - zero_count;
    counts.subnormal += Lanes::sum(subnormal);
    counts.infinite += Lanes::sum(infinite);
    counts.nan += Lanes::sum(nans);
    counts.beyond += Lanes::sum(beyond) - Lanes::sum(infinite) - Lanes::sum(nans);
    counts.exact += Lanes::sum(exact) - padding;
    const std::uint32_t greatest = Lanes::maximum(largest);
    if (greatest > counts.max_magnitude) counts.max_magnitude = greatest;
}

// ArrayKernels::to_words: the mode is chosen once, outside of the loop.
template <typename Lanes>
void general_all(const QuantisePlan& plan, const float* in, std::uint32_t* out, std::size_t count,
                 std::uint32_t first) {
    switch (plan.mode) {
    case kNearestEven: return general_loop<Lanes, kNearestEven, true, false>(plan, in, out, count, first);
    case kNearestAway: return general_loop<Lanes, kNearestAway, true, false>(plan, in, out, count, first);
    case kTowardZero: return general_loop<Lanes, kTowardZero, true, false>(plan, in, out, count, first);
    case kUp: return general_loop<Lanes, kUp, true, false>(plan, in, out, count, first);
    case kDown: return general_loop<Lanes, kDown, true, false>(plan, in, out, count, first);
    case kToOdd: return general_loop<Lanes, kToOdd, true, false>(plan, in, out, count, first);
    default: break;
    }
    if (!plan.simple) return general_loop<Lanes, kStochastic, true, false>(plan, in, out, count, first);
    if (plan.min_field != 0) return general_loop<Lanes, kStochastic, true, true>(plan, in, out, count, first);
    general_loop<Lanes, kStochastic, false, true>(plan, in, out, count, first);
}

// ArrayKernels::to_words_counted.
template <typename Lanes>
void general_all_counted(const QuantisePlan& plan, const float* in, std::uint32_t* out, std::size_t count,
                         std::uint32_t first, BlockCounts& counts) {
    switch (plan.mode) {
    case kNearestEven: return general_counted<Lanes, kNearestEven>(plan, in, out, count, first, counts);
    case kNearestAway: return general_counted<Lanes, kNearestAway>(plan, in, out, count, first, counts);
    case kTowardZero: return general_counted<Lanes, kTowardZero>(plan, in, out, count, first, counts);
    case kUp: return general_counted<Lanes, kUp>(plan, in, out, count, first, counts);
    case kDown: return general_counted<Lanes, kDown>(plan, in, out, count, first, counts);
    case kToOdd: return general_counted<Lanes, kToOdd>(plan, in, out, count, first, counts);
    default: return general_counted<Lanes, kStochastic>(plan, in, out, count, first, counts);
    }
}

// ArrayKernels::narrow_bytes and narrow_halves: codes that fit, packed.
template <typename Lanes, typename Out>
void narrow(const std::uint32_t* in, Out* out, std::size_t count) {
    constexpr std::size_t kWords = Lanes::template kPacked<Out>;
    in_groups<kWords * Lanes::kCount>(in, out, count, [&](const std::uint32_t* from, Out* to) {
        typename Lanes::Word words[kWords];
        for (std::size_t k = 0; k < kWords; ++k)
            words[k] = Lanes::load(from + k * Lanes::kCount);
        Lanes::pack(words, to);
    });
}

// ArrayKernels::decode.
template <typename Lanes>
void decode_all(const QuantisePlan& plan, const std::uint32_t* in, float* out, std::size_t count) {
    const auto sign = Lanes::set(kFloatSign >> plan.sign_shift), sign_shift = Lanes::set(plan.sign_shift);
    const auto shift = Lanes::set(plan.shift), rebias = Lanes::set(plan.rebias);
    const auto hidden = Lanes::set(plan.min_field != 0 ? plan.hidden : 0), max_finite = Lanes::set(plan.max_finite);
    const auto infinity = Lanes::set(plan.infinity), one_zero_nan = Lanes::set(plan.one_zero_nan);
    in_groups<Lanes::kCount>(in, out, count, [&](const std::uint32_t* from, float* to) {
        const auto code = Lanes::load(from);
        const auto negative = Lanes::band(code, sign);
        const auto size = Lanes::bxor(code, negative);
        auto bits = Lanes::add(Lanes::shift_left(size, shift), rebias);
        bits = Lanes::pick(Lanes::greater(hidden, size), Lanes::scaled(size, plan.least_number), bits);
        const auto special =
            Lanes::pick(Lanes::equal(size, infinity), Lanes::set(kFloatInfinity), Lanes::set(kFloatNan));
        bits = Lanes::pick(Lanes::greater(size, max_finite), special, bits);
        bits = Lanes::pick(Lanes::equal(code, one_zero_nan), Lanes::set(kFloatNan), bits);
        Lanes::store(to, Lanes::bor(bits, Lanes::shift_left(negative, sign_shift)));
    });
}

// Nothing here needs intrinsics: the lanes do not depend on each other, and compilers vectorise that.
inline void statistics_block(const float* in, std::size_t count, BlockStatistics& into) {
    const auto take = [&](std::size_t i, std::size_t lane) {
        into.sum[lane] += static_cast<double>(in[i]);
        std::uint32_t bits;
        std::memcpy(&bits, in + i, sizeof bits);
        const std::uint32_t size = bits & kFloatMagnitude;
        const std::uint32_t finite = size < kFloatInfinity ? size : 0;
        into.max_finite[lane] = into.max_finite[lane] > finite ? into.max_finite[lane] : finite;
        const std::uint32_t less_one = finite - 1; // what is no finite number above 0 becomes the largest of all
        into.min_less_one[lane] = into.min_less_one[lane] < less_one ? into.min_less_one[lane] : less_one;
    };
    std::size_t i = 0;
    for (; i + kSumLanes <= count; i += kSumLanes)
        for (std::size_t lane = 0; lane < kSumLanes; ++lane)
            take(i + lane, lane);
    for (std::size_t lane = 0; i + lane < count; ++lane)
        take(i + lane, lane);
}

// All of them for one instruction set. `to_fp16`: its own instruction for that, or nullptr.
template <typename Lanes>
constexpr ArrayKernels kernels_of(void (*to_fp16)(const float*, std::uint16_t*, std::size_t)) {
    return {nearest_all<Lanes, std::uint8_t>,
            nearest_all<Lanes, std::uint16_t>,
            to_fp16,
            general_all<Lanes>,
            general_all_counted<Lanes>,
            narrow<Lanes, std::uint8_t>,
            narrow<Lanes, std::uint16_t>,
            decode_all<Lanes>,
            statistics_block};
}

} // namespace
} // namespace ampscope::numeric
