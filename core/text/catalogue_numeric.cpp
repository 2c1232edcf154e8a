#include "core/text/catalogue.h"

namespace ampscope::text {

std::span<const Entry> catalogue_numeric() {
    static constexpr Entry kEntries[] = {
        {"numeric.unknown_format",
         "'{found}' is no format; known are {known}, and e<E>m<M> with up to {exponent} exponent and {mantissa} "
         "mantissa bits",
         "'{found}'{found:은/는} 없는 형식입니다. 쓸 수 있는 형식: {known}, 그리고 e<지수 비트>m<가수 비트>(지수 "
         "{exponent}비트, 가수 {mantissa}비트까지)"},
        {"numeric.too_long", "{length} characters are more than the {limit} that are read",
         "{length}자는 읽을 수 있는 {limit}자를 넘습니다"},
        {"numeric.empty", "a value is missing, such as 0.1, 1+2^-11 or fp16:0x3c01",
         "값이 없습니다. 예: 0.1, 1+2^-11, fp16:0x3c01"},
        {"numeric.comma", "a comma does not belong in a number; write 0.1 and 65504",
         "수에는 쉼표를 쓸 수 없습니다. 0.1, 65504처럼 써 주십시오"},
        {"numeric.ends_early", "the text ends where a value was expected", "값이 와야 할 자리에서 글이 끝났습니다"},
        {"numeric.unexpected", "'{found}' does not belong here", "이 자리에는 '{found}'{found:이/가} 올 수 없습니다"},
        {"numeric.unclosed", "a closing bracket is missing", "닫는 괄호가 없습니다"},
        {"numeric.too_nested", "more than {limit} levels of brackets and signs",
         "괄호와 부호가 {limit}단계를 넘습니다"},
        {"numeric.too_many_bits", "this step would need more than {limit} bits; it is not computed",
         "이 계산에는 {limit}비트가 넘게 필요해 계산하지 않습니다"},
        {"numeric.unknown_word", "'{found}' is unknown; inf, nan and codes such as fp16:0x3c01 are read",
         "'{found}'{found:은/는} 모르는 말입니다. inf, nan, fp16:0x3c01 같은 코드를 쓸 수 있습니다"},
        {"numeric.unknown_code_format", "'{found}' is no format, so its code cannot be read",
         "'{found}'{found:은/는} 없는 형식이라 코드를 읽을 수 없습니다"},
        {"numeric.code_too_wide", "{format} has {bits} bits, this code has more",
         "{format|은/는} {bits}비트인데 코드가 더 깁니다"},
        {"numeric.base_not_finite", "only finite numbers can be raised to a power",
         "거듭제곱은 유한한 수에만 쓸 수 있습니다"},
        {"numeric.exponent_not_whole", "an exponent must be a whole number", "지수는 정수여야 합니다"},
        {"numeric.unknown_rounding", "'{found}' is no rounding mode; known are {known}",
         "'{found}'{found:은/는} 없는 반올림 방식입니다. 쓸 수 있는 방식: {known}"},
        {"numeric.unknown_overflow", "'{found}' is no overflow policy; known are {known}",
         "'{found}'{found:은/는} 없는 넘침 정책입니다. 쓸 수 있는 정책: {known}"},
        {"numeric.reason_exact", "the value fits as it is; nothing was rounded",
         "값이 그대로 담긴다. 반올림하지 않았다"},
        {"numeric.reason_nan", "not a number stays not a number", "NaN은 NaN으로 남는다"},
        {"numeric.reason_no_infinity", "{format} has no infinity", "{format}에는 무한대가 없다"},
        {"numeric.reason_overflow",
         "rounded, the value passes the largest finite number {limit}, so it becomes {result}",
         "반올림하면 가장 큰 유한값 {limit|을/를} 넘어 {result|이/가} 된다"},
        {"numeric.reason_lost", "the value is at most half of the smallest number {least}, so it becomes 0",
         "가장 작은 수 {least}의 절반 이하라서 0이 된다"},
        {"numeric.reason_tie_up", "exactly halfway; the last kept bit was 1, so it goes up to the even neighbour",
         "정확히 가운데다. 마지막으로 남는 비트가 1이라 짝수 쪽인 위로 간다"},
        {"numeric.reason_tie_down", "exactly halfway; the last kept bit is 0, already even, so the rest is dropped",
         "정확히 가운데다. 마지막으로 남는 비트가 0, 이미 짝수라 나머지를 버린다"},
        {"numeric.reason_tie_away", "exactly halfway, so it goes away from zero",
         "정확히 가운데라 0에서 먼 쪽으로 간다"},
        {"numeric.reason_nearer_above", "the neighbour further from zero is nearer", "0에서 먼 쪽 이웃이 더 가깝다"},
        {"numeric.reason_nearer_below", "the neighbour closer to zero is nearer", "0에 가까운 쪽 이웃이 더 가깝다"},
        {"numeric.reason_directed_away", "rounding {mode} takes the neighbour further from zero",
         "{mode} 방식은 0에서 먼 쪽 이웃을 고른다"},
        {"numeric.reason_directed_toward", "rounding {mode} takes the neighbour closer to zero",
         "{mode} 방식은 0에 가까운 쪽 이웃을 고른다"},
        {"numeric.class_zero", "zero", "0"},
        {"numeric.class_subnormal", "subnormal", "비정규수"},
        {"numeric.class_normal", "normal", "정규수"},
        {"numeric.class_infinity", "infinity", "무한대"},
        {"numeric.class_nan", "not a number", "수가 아님(NaN)"},
    };
    return kEntries;
}

} // namespace ampscope::text
