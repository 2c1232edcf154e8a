// The array kernels for AVX-512 (F, BW, DQ, VL); compiled with it switched on (CMakeLists.txt), called only where the
// machine has it.
#include "core/numeric/array_kernels_impl.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#include <immintrin.h>

namespace ampscope::numeric {
namespace {

struct Avx512Lanes {
    using Word = __m512i;
    using Mask = __mmask16;
    static constexpr std::size_t kCount = 16;
    template <typename Out>
    static constexpr std::size_t kPacked = 1;

    template <typename In>
    static Word load(const In* from) {
        return _mm512_loadu_si512(from);
    }
    template <typename Out>
    static void store(Out* to, Word a) {
        _mm512_storeu_si512(to, a);
    }
    static Word set(std::uint32_t a) { return _mm512_set1_epi32(static_cast<int>(a)); }
    static Word set_float(float a) { return _mm512_castps_si512(_mm512_set1_ps(a)); }
    static Word places() { return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15); }

    static Word add(Word a, Word b) { return _mm512_add_epi32(a, b); }
    static Word sub(Word a, Word b) { return _mm512_sub_epi32(a, b); }
    static Word mul(Word a, Word b) { return _mm512_mullo_epi32(a, b); }
    static Word band(Word a, Word b) { return _mm512_and_si512(a, b); }
    static Word bor(Word a, Word b) { return _mm512_or_si512(a, b); }
    static Word bxor(Word a, Word b) { return _mm512_xor_si512(a, b); }
    static Word shift_right(Word a, Word by) { return _mm512_srlv_epi32(a, by); }
    static Word shift_left(Word a, Word by) { return _mm512_sllv_epi32(a, by); }
    template <int kBy>
    static Word right(Word a) {
        return _mm512_srli_epi32(a, kBy);
    }

    static Mask equal(Word a, Word b) { return _mm512_cmpeq_epi32_mask(a, b); }
    static Mask greater(Word a, Word b) { return _mm512_cmpgt_epi32_mask(a, b); }
    static Mask less_unsigned(Word a, Word b) { return _mm512_cmplt_epu32_mask(a, b); }
    static Mask both(Mask a, Mask b) { return _kand_mask16(a, b); }
    static Mask without(Mask a, Mask b) { return _kandn_mask16(b, a); }
    static Word pick(Mask mask, Word a, Word b) { return _mm512_mask_blend_epi32(mask, b, a); }
    static Word keep(Mask mask, Word a) { return _mm512_maskz_mov_epi32(mask, a); }
    static Word min_unsigned(Word a, Word b) { return _mm512_min_epu32(a, b); }
    static Word max_unsigned(Word a, Word b) { return _mm512_max_epu32(a, b); }
    static Word add_floats(Word a, Word b) {
        return _mm512_castps_si512(_mm512_add_ps(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b)));
    }
    static Word scaled(Word a, float by) {
        return _mm512_castps_si512(_mm512_mul_ps(_mm512_cvtepi32_ps(a), _mm512_set1_ps(by)));
    }
    static Word count(Word so_far, Mask mask) { return _mm512_mask_add_epi32(so_far, mask, so_far, set(1)); }
    static std::uint32_t sum(Word a) { return static_cast<std::uint32_t>(_mm512_reduce_add_epi32(a)); }
    static std::uint32_t maximum(Word a) { return _mm512_reduce_max_epu32(a); }
    static void pack(const Word (&words)[1], std::uint16_t* to) {
        _mm256_storeu_si256(reinterpret_cast<__m256i_u*>(to), _mm512_cvtepi32_epi16(words[0]));
    }
    static void pack(const Word (&words)[1], std::uint8_t* to) {
        _mm_storeu_si128(reinterpret_cast<__m128i_u*>(to), _mm512_cvtepi32_epi8(words[0]));
    }
};

// The instruction rounds as round_to() does, but keeps a NaN's payload.
void all_to_fp16(const float* in, std::uint16_t* out, std::size_t count) {
    in_groups<16>(in, out, count, [](const float* from, std::uint16_t* to) {
        const __m512 values = _mm512_loadu_ps(from);
        const __m512i bits = _mm512_castps_si512(values);
        const __m512i nan =
            Avx512Lanes::bor(Avx512Lanes::band(bits, Avx512Lanes::set(kFloatSign)), Avx512Lanes::set(kFloatNan));
        const __m512i quiet = _mm512_mask_blend_epi32(_mm512_cmp_ps_mask(values, values, _CMP_UNORD_Q), bits, nan);
        _mm256_storeu_si256(reinterpret_cast<__m256i_u*>(to),
                            _mm512_cvtps_ph(_mm512_castsi512_ps(quiet), _MM_FROUND_TO_NEAREST_INT));
    });
}

constexpr ArrayKernels kKernels = kernels_of<Avx512Lanes>(all_to_fp16);

} // namespace

const ArrayKernels* avx512_kernels() {
    return &kKernels;
}

} // namespace ampscope::numeric

#else

namespace ampscope::numeric {
const ArrayKernels* avx512_kernels() {
    return nullptr;
}
} // namespace ampscope::numeric

#endif
