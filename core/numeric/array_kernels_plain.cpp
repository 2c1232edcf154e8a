// The array kernels for any machine: one word at a time; compilers make what they can of it.
#include "core/numeric/array_kernels_impl.h"

namespace ampscope::numeric {
namespace {

struct PlainLanes {
    using Word = std::uint32_t;
    using Mask = bool;
    static constexpr std::size_t kCount = 1;
    template <typename Out>
    static constexpr std::size_t kPacked = 1;

    static Word load(const float* from) { return load_any(from); }
    static Word load(const std::uint32_t* from) { return *from; }
    static void store(std::uint32_t* to, Word a) { *to = a; }
    static void store(float* to, Word a) { *to = as_float(a); }
    static Word set(std::uint32_t a) { return a; }
    static Word set_float(float a) { return load_any(&a); }
    static Word places() { return 0; }

    static Word add(Word a, Word b) { return a + b; }
    static Word sub(Word a, Word b) { return a - b; }
    static Word mul(Word a, Word b) { return a * b; }
    static Word band(Word a, Word b) { return a & b; }
    static Word bor(Word a, Word b) { return a | b; }
    static Word bxor(Word a, Word b) { return a ^ b; }
    static Word shift_right(Word a, Word by) { return by < 32 ? a >> by : 0; }
    static Word shift_left(Word a, Word by) { return by < 32 ? a << by : 0; }
    template <int kBy>
    static Word right(Word a) {
        return a >> kBy;
    }

    static Mask equal(Word a, Word b) { return a == b; }
    static Mask greater(Word a, Word b) { return static_cast<std::int32_t>(a) > static_cast<std::int32_t>(b); }
    static Mask less_unsigned(Word a, Word b) { return a < b; }
    static Mask both(Mask a, Mask b) { return a && b; }
    static Mask without(Mask a, Mask b) { return a && !b; }
    static Word pick(Mask mask, Word a, Word b) { return mask ? a : b; }
    static Word keep(Mask mask, Word a) { return mask ? a : 0; }
    static Word min_unsigned(Word a, Word b) { return a < b ? a : b; }
    static Word max_unsigned(Word a, Word b) { return a > b ? a : b; }
    static Word add_floats(Word a, Word b) {
        const float sum = as_float(a) + as_float(b);
        return load_any(&sum);
    }
    static Word scaled(Word a, float by) {
        const float product = static_cast<float>(static_cast<std::int32_t>(a)) * by;
        return load_any(&product);
    }
    static Word count(Word so_far, Mask mask) { return so_far + (mask ? 1u : 0u); }
    static std::uint32_t sum(Word a) { return a; }
    static std::uint32_t maximum(Word a) { return a; }
    template <typename Out>
    static void pack(const Word (&words)[1], Out* to) {
        *to = static_cast<Out>(words[0]);
    }

  private:
    static Word load_any(const float* from) {
        Word word;
        std::memcpy(&word, from, sizeof word);
        return word;
    }
    static float as_float(Word a) {
        float value;
        std::memcpy(&value, &a, sizeof value);
        return value;
    }
};

constexpr ArrayKernels kKernels = kernels_of<PlainLanes>(nullptr);

} // namespace

const ArrayKernels& plain_kernels() {
    return kKernels;
}

} // namespace ampscope::numeric
