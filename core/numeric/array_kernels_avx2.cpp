// The array kernels for AVX2 with F16C; compiled with those switched on (CMakeLists.txt), called only where the machine
// has them.
#include "core/numeric/array_kernels_impl.h"

#if defined(__AVX2__) && defined(__F16C__)
#include <immintrin.h>

namespace ampscope::numeric {
namespace {

struct Avx2Lanes {
    using Word = __m256i;
    using Mask = __m256i; // all bits of a word, or none
    static constexpr std::size_t kCount = 8;
    template <typename Out>
    static constexpr std::size_t kPacked = 4 / sizeof(Out);

    template <typename In>
    static Word load(const In* from) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i_u*>(from));
    }
    template <typename Out>
    static void store(Out* to, Word a) {
        _mm256_storeu_si256(reinterpret_cast<__m256i_u*>(to), a);
    }
    static Word set(std::uint32_t a) { return _mm256_set1_epi32(static_cast<int>(a)); }
    static Word set_float(float a) { return _mm256_castps_si256(_mm256_set1_ps(a)); }
    static Word places() { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }

    static Word add(Word a, Word b) { return _mm256_add_epi32(a, b); }
    static Word sub(Word a, Word b) { return _mm256_sub_epi32(a, b); }
    static Word mul(Word a, Word b) { return _mm256_mullo_epi32(a, b); }
    static Word band(Word a, Word b) { return _mm256_and_si256(a, b); }
    static Word bor(Word a, Word b) { return _mm256_or_si256(a, b); }
    static Word bxor(Word a, Word b) { return _mm256_xor_si256(a, b); }
    static Word shift_right(Word a, Word by) { return _mm256_srlv_epi32(a, by); }
    static Word shift_left(Word a, Word by) { return _mm256_sllv_epi32(a, by); }
    template <int kBy>
    static Word right(Word a) {
        return _mm256_srli_epi32(a, kBy);
    }

    static Mask equal(Word a, Word b) { return _mm256_cmpeq_epi32(a, b); }
    static Mask greater(Word a, Word b) { return _mm256_cmpgt_epi32(a, b); }
    static Mask less_unsigned(Word a, Word b) {
        const Word flip = set(kFloatSign);
        return greater(bxor(b, flip), bxor(a, flip));
    }
    static Mask both(Mask a, Mask b) { return band(a, b); }
    static Mask without(Mask a, Mask b) { return _mm256_andnot_si256(b, a); }
    static Word pick(Mask mask, Word a, Word b) { return _mm256_blendv_epi8(b, a, mask); }
    static Word keep(Mask mask, Word a) { return band(mask, a); }
    static Word min_unsigned(Word a, Word b) { return _mm256_min_epu32(a, b); }
    static Word max_unsigned(Word a, Word b) { return _mm256_max_epu32(a, b); }
    static Word add_floats(Word a, Word b) {
        return _mm256_castps_si256(_mm256_add_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b)));
    }
    static Word scaled(Word a, float by) {
        return _mm256_castps_si256(_mm256_mul_ps(_mm256_cvtepi32_ps(a), _mm256_set1_ps(by)));
    }
    static Word count(Word so_far, Mask mask) { return sub(so_far, mask); }
    static std::uint32_t sum(Word a) {
        std::uint32_t words[kCount], result = 0;
        store(words, a);
        for (const std::uint32_t word : words)
            result += word;
        return result;
    }
    static std::uint32_t maximum(Word a) {
        std::uint32_t words[kCount], result = 0;
        store(words, a);
        for (const std::uint32_t word : words)
            result = result > word ? result : word;
        return result;
    }
    static void pack(const Word (&words)[2], std::uint16_t* to) {
        store(to, _mm256_permute4x64_epi64(_mm256_packus_epi32(words[0], words[1]), 0b11'01'10'00));
    }
    static void pack(const Word (&words)[4], std::uint8_t* to) {
        // Packing stays inside halves of 128 bits: 4 bytes of each word per half, put in order at the end.
        const Word bytes =
            _mm256_packus_epi16(_mm256_packus_epi32(words[0], words[1]), _mm256_packus_epi32(words[2], words[3]));
        store(to, _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)));
    }
};

// F16C rounds as round_to() does, but keeps a NaN's payload.
inline __m128i to_fp16(__m256 values) {
    const __m256i is_nan = _mm256_castps_si256(_mm256_cmp_ps(values, values, _CMP_UNORD_Q));
    const __m256i bits = _mm256_castps_si256(values);
    const __m256i nan = Avx2Lanes::bor(Avx2Lanes::band(bits, Avx2Lanes::set(kFloatSign)), Avx2Lanes::set(kFloatNan));
    return _mm256_cvtps_ph(_mm256_castsi256_ps(Avx2Lanes::pick(is_nan, nan, bits)), _MM_FROUND_TO_NEAREST_INT);
}

void all_to_fp16(const float* in, std::uint16_t* out, std::size_t count) {
    in_groups<16>(in, out, count, [](const float* from, std::uint16_t* to) {
        _mm_storeu_si128(reinterpret_cast<__m128i_u*>(to), to_fp16(_mm256_loadu_ps(from)));
        _mm_storeu_si128(reinterpret_cast<__m128i_u*>(to + 8), to_fp16(_mm256_loadu_ps(from + 8)));
    });
}

constexpr ArrayKernels kKernels = kernels_of<Avx2Lanes>(all_to_fp16);

} // namespace

const ArrayKernels* avx2_kernels() {
    return &kKernels;
}

} // namespace ampscope::numeric

#else

namespace ampscope::numeric {
const ArrayKernels* avx2_kernels() {
    return nullptr;
}
} // namespace ampscope::numeric

#endif
