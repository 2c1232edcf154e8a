#include "core/text/catalogue.h"

namespace ampscope::text {

// A look inside one step: the command `probe`.
std::span<const Entry> catalogue_probe() {
    static constexpr Entry kEntries[] = {
        {"probe.unknown_kind", "--what '{found}' is nothing that can be looked at; there are {known}",
         "--what '{found}'{found:은/는} 들여다볼 수 없는 항목입니다. 쓸 수 있는 항목: {known}"},
        {"probe.beyond",
         "--step {step} is outside the run, which has {steps} steps: from 0 to {last}. --set length.steps=… makes it "
         "longer",
         "--step {step|은/는} 실행 밖입니다. 이 실행은 {steps}스텝이라 0부터 {last}까지 볼 수 있습니다. --set "
         "length.steps=…로 늘릴 수 있습니다"},
        {"probe.head", "step {step}: loss {loss}, loss scale {scale}, {fate}",
         "스텝 {step}: 손실 {loss}, 손실 스케일 {scale}, {fate}"},
        {"probe.ran", "the optimizer ran", "옵티마이저 실행됨"},
        {"probe.skipped", "skipped", "건너뜀"},
        {"probe.more", "… and {count} more (--top 0 prints all)", "… 그 밖에 {count}개 (--top 0이면 모두 출력)"},

        {"probe.dtype", "dtype", "dtype"},
        {"probe.op", "op", "연산"},
        {"probe.layer", "layer", "층"},
        {"probe.shape", "shape", "모양"},
        {"probe.bytes", "bytes", "바이트"},
        {"probe.what", "what", "대상"},
        {"probe.what_gradient", "gradient", "기울기"},
        {"probe.what_activation", "activation", "활성값"},
        {"probe.name", "name", "이름"},
        {"probe.numbers", "numbers", "개수"},
        {"probe.nonfinite", "Inf, NaN", "Inf, NaN"},

        {"probe.ops", "Ops of the step, most frequent first", "이 스텝의 연산, 많은 것부터"},
        {"probe.rule", "rule", "규칙"},
        {"probe.times", "times", "횟수"},

        {"probe.saved", "Tensors that forward keeps for backward, biggest first",
         "순전파가 역전파를 위해 남긴 텐서, 큰 것부터"},
        {"probe.cast", "{dtype}, cast of a weight", "{dtype}, 가중치의 형변환 사본"},
        {"probe.saved_sum",
         "together {bytes} in {count} tensors; {weights} references to weights, which are held anyway, and {repeats} "
         "to tensors listed already count nothing",
         "텐서 {count}개, 모두 {bytes}. 어차피 있는 가중치를 가리키는 {weights}개와 이미 나온 텐서를 가리키는 "
         "{repeats}개는 세지 않음"},

        {"probe.timeline", "Bytes held at the highest moment of each phase", "단계마다 가장 많이 잡았을 때의 바이트"},
        {"probe.weights", "weights", "가중치"},
        {"probe.master", "master", "마스터"},
        {"probe.gradients", "gradients", "기울기"},
        {"probe.optimizer", "optimizer", "옵티마이저"},
        {"probe.activations", "activations", "활성값"},
        {"probe.casts", "casts", "형변환 사본"},
        {"probe.temporary", "temporary", "임시"},
        {"probe.total", "total", "합계"},
        {"probe.emulation", "emulation", "에뮬레이션"},
        {"probe.peak", "peak {bytes}; emulation, fp32 copies that a GPU would not need, is in no total",
         "최대 {bytes}. 에뮬레이션(GPU라면 필요 없는 fp32 사본)은 합계에 넣지 않음"},

        {"probe.layers", "Sizes of the numbers, layer by layer, most lost in fp16 first",
         "층별 수의 크기, fp16에서 많이 잃는 것부터"},
        {"probe.zero", "zero", "0"},
        {"probe.middle", "median from", "중앙값"},
        {"probe.lost", "lost in {format}", "{format} 손실"},
        {"probe.lost_scaled", "lost in {format} × 2^{scale}", "{format} 손실 × 2^{scale}"},
        {"probe.over_scaled", "over in {format} × 2^{scale}", "{format} 넘침 × 2^{scale}"},

        {"probe.parameters", "Parameters: dtypes, and what the step moved", "매개변수: dtype과 이 스텝이 움직인 몫"},
        {"probe.compute", "computed in", "계산"},
        {"probe.tensors", "tensors", "텐서"},
        {"probe.moved", "moved", "움직임"},

        {"probe.all_finite", "No op of this step gave an Inf or NaN.", "이 스텝의 연산은 Inf나 NaN을 내지 않았습니다."},
        {"probe.first",
         "The first value that is not finite: {value} in [{place}] of the {dtype} result [{shape}] of {op}, {phase}, "
         "layer {layer}; {count} of its values are not finite",
         "처음 나온 유한하지 않은 값: {op}({phase}, 층 {layer})의 {dtype} 결과 [{shape}]에서 [{place}]의 {value}. 이 "
         "결과에서 유한하지 않은 값 {count}개"},
        {"probe.first_parameter", "It spoils the gradient of {parameter}.", "{parameter}의 기울기를 망칩니다."},
        {"probe.products", "The products that make it up, largest first", "이 값을 이루는 곱, 큰 것부터"},
        {"probe.place", "place", "자리"},
        {"probe.left", "left", "왼쪽"},
        {"probe.right", "right", "오른쪽"},
        {"probe.product", "product", "곱"},
        {"probe.exact",
         "Before rounding it is exactly {value}; the largest {format} number is {largest}. Rounded once: {stored}.",
         "반올림 전에는 정확히 {value}, {format}의 가장 큰 수는 {largest}. 한 번 반올림하면 {stored}."},
        {"probe.about",
         "Before rounding it is {value}, worked out in fp64; the largest {format} number is {largest}. Rounded once: "
         "{stored}.",
         "반올림 전에는 {value}(fp64로 계산), {format}의 가장 큰 수는 {largest}. 한 번 반올림하면 {stored}."},
        {"probe.operands", "Operands: {operands}", "피연산자: {operands}"},

        {"probe.shadow", "Error against an fp32 step with the same weights, data and dice, largest first",
         "가중치, 데이터, 난수가 같은 fp32 스텝과의 오차, 큰 것부터"},
        {"probe.relative", "relative", "상대 오차"},
        {"probe.largest", "largest", "최대"},
        {"probe.lost_numbers", "became 0", "0이 됨"},
    };
    return kEntries;
}

} // namespace ampscope::text
