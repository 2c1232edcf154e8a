#include "core/text/catalogue.h"

namespace ampscope::text {

std::span<const Entry> catalogue_diagnose() {
    static constexpr Entry kEntries[] = {
        {"diagnose.nothing",
         "none of the {lines} lines names a loss, a gradient norm or a loss scale; lines such as 'step 10 loss 3.2 "
         "loss_scale 65536', JSON lines and a CSV with a line of names are read",
         "{lines}행 가운데 손실, 기울기 노름, 손실 스케일이 적힌 행이 없습니다. 'step 10 loss 3.2 loss_scale 65536' "
         "같은 "
         "행, JSON 행, 이름 행이 있는 CSV를 읽습니다"},
        {"diagnose.bad_rate", "a learning rate must be above zero, {found} was given",
         "학습률은 0보다 커야 하는데 {found|이/가} 주어졌습니다"},
        {"diagnose.line", "line {line}", "{line}행"},
        {"diagnose.step", "step {step}", "스텝 {step}"},
        {"diagnose.severity_problem", "problem", "문제"},
        {"diagnose.severity_warning", "warning", "주의"},
        {"diagnose.severity_note", "note", "참고"},
        {"diagnose.certainty_shown", "stands in the file", "파일에 나온 대로"},
        {"diagnose.certainty_likely", "likely", "그럴 가능성이 큼"},
        {"diagnose.certainty_possible", "possible, one cause of several", "여러 가능성 가운데 하나"},
        {"diagnose.figure", "{count} of {all} ({share})", "{all}개 중 {count}개({share})"},
        {"diagnose.probe", "next: {probe}", "다음: {probe}"},
        {"diagnose.summary_log",
         "{lines} lines, {steps} with numbers; loss {first} to {last}; scale {lowest} to "
         "{highest}; steps skipped: {skipped}",
         "{lines}행, 수가 있는 행 {steps}개. 손실 {first} → {last}, 스케일 {lowest} … {highest}, 건너뛴 스텝 "
         "{skipped}개"},
        {"diagnose.summary_tensors", "{tensors} tensors with {elements} elements",
         "텐서 {tensors}개, 원소 {elements}개"},

        {"diagnose.nothing_found", "nothing in these lines points to a problem of precision",
         "정밀도 문제로 볼 만한 것이 이 로그에 없습니다"},
        {"diagnose.nothing_found_tensors", "nothing in these tensors points to a problem of precision",
         "정밀도 문제로 볼 만한 것이 이 텐서들에 없습니다"},
        {"diagnose.probe_nothing_found",
         "a log shows little: compare the loss with an fp32 run of the same seed (lab Train, or `sweep --over "
         "precision`)",
         "로그만으로 알 수 있는 것은 적습니다. 같은 시드의 fp32 실행과 손실을 비교하십시오(학습 실험실, `sweep --over "
         "precision`)"},
        {"diagnose.probe_nothing_found_tensors",
         "weights alone show little: save gradients of a few steps, too, and `inspect` them",
         "가중치만으로 알 수 있는 것은 적습니다. 몇 스텝의 기울기도 저장해 `inspect`해 보십시오"},
        {"diagnose.loss_not_finite", "the loss is {value} from {place} on and does not come back",
         "{place}부터 손실이 {value|이고/고} 돌아오지 않습니다"},
        {"diagnose.probe_loss_not_finite",
         "the first bad line is the effect, not the cause: look at the step before it. Is a part of the model in fp16 "
         "without a loss scale? torch.autograd.set_detect_anomaly(True) names the operation; the lab Scale shows the "
         "same "
         "chain",
         "처음 나쁜 행은 결과이지 원인이 아닙니다. 그 앞 스텝을 보십시오. 손실 스케일 없이 fp16으로 도는 부분이 "
         "있습니까? "
         "torch.autograd.set_detect_anomaly(True)가 연산을 알려 줍니다. 스케일 실험실에서 같은 과정을 볼 수 있습니다"},
        {"diagnose.probe_loss_not_finite_scaled",
         "a loss scaler skips steps with Inf in the gradients, but cannot repair weights or a loss that are NaN "
         "already: "
         "look for an overflow in the forward pass, and at whether the optimizer is called through the scaler",
         "손실 스케일러는 기울기에 Inf가 있는 스텝을 건너뛸 뿐 이미 NaN인 가중치나 손실은 고치지 못합니다. 순전파의 "
         "넘침과, 옵티마이저를 스케일러로 호출하는지를 보십시오"},
        {"diagnose.loss_not_finite_once", "the loss is not finite at {place} and comes back later",
         "{place}에서 손실이 유한하지 않다가 나중에 돌아옵니다"},
        {"diagnose.probe_loss_not_finite_once",
         "a skipped step does that and is no harm; without a loss scaler look at the batch of that step",
         "건너뛴 스텝이면 해가 없습니다. 손실 스케일러가 없다면 그 스텝의 배치를 보십시오"},
        {"diagnose.loss_constant", "the loss is {loss} to the last digit for {count} lines: the weights do not change",
         "손실이 {count}행 동안 마지막 자리까지 {loss}입니다. 가중치가 바뀌지 않습니다"},
        {"diagnose.probe_loss_constant",
         "is every step skipped (look at the loss scale), or is an update smaller than half an ULP of the weights "
         "(fp16 "
         "or bf16 weights without an fp32 master copy; lab Update)? A learning rate of 0 looks the same",
         "모든 스텝을 건너뛰고 있습니까(손실 스케일 확인)? 갱신량이 가중치 ULP의 절반보다 작습니까(fp32 마스터 가중치 "
         "없는 fp16, bf16)? 학습률 0도 똑같이 보입니다"},
        {"diagnose.loss_spike", "the loss jumps to {loss} at {place}, far beyond the 20 values before",
         "{place}에서 손실이 {loss|으로/로} 튑니다. 앞의 20개 값에서 크게 벗어납니다"},
        {"diagnose.probe_loss_spike",
         "the log does not say why: an outlier batch, the learning rate, Adam's second moment after quiet steps, or "
         "precision. Run those steps again in fp32 from the checkpoint before: if the jump stays, it is not precision",
         "이유는 로그에 없습니다. 튀는 배치, 학습률, Adam의 2차 모멘트, 정밀도 모두 가능합니다. 앞 체크포인트에서 같은 "
         "스텝을 fp32로 다시 돌려 보십시오. 그대로 튀면 정밀도 때문이 아닙니다"},
        {"diagnose.loss_never_fell", "the loss has hardly moved: {from} at the beginning, {to} at the end",
         "손실이 거의 움직이지 않았습니다. 처음 {from}, 끝 {to}"},
        {"diagnose.probe_loss_never_fell",
         "learning rate and data first; then whether updates reach the weights at all: share of weights that change "
         "per "
         "step (instrument weights), and `diagnose` on a checkpoint",
         "먼저 학습률과 데이터를 보고, 갱신이 가중치에 닿는지 보십시오. 스텝마다 바뀐 가중치의 비율(weights 계기), "
         "체크포인트 `diagnose`"},
        {"diagnose.loss_plateau", "the loss hardly falls in the last quarter: {from} before, {to} now",
         "마지막 4분의 1에서 손실이 거의 줄지 않습니다. 앞 {from}, 지금 {to}"},
        {"diagnose.probe_loss_plateau",
         "a run may simply be done. If an fp32 run goes on falling here, small updates are being rounded away",
         "학습이 끝난 것일 수 있습니다. fp32 실행이 여기서 더 줄어든다면 작은 갱신이 반올림되어 사라지는 것입니다"},
        {"diagnose.gradients_zero", "the gradient norm is exactly 0 in {count} lines",
         "기울기 노름이 정확히 0인 행이 {count}개입니다"},
        {"diagnose.probe_gradients_zero",
         "gradients in fp16 below 2^-25 become 0: raise the loss scale (`inspect` on saved gradients shows the best "
         "one). "
         "A part of the model without a path to the loss looks the same",
         "fp16에서 2^-25보다 작은 기울기는 0이 됩니다. 손실 스케일을 올리십시오(저장한 기울기를 `inspect`하면 알맞은 "
         "값이 "
         "나옵니다). 손실과 이어지지 않은 부분도 똑같이 보입니다"},
        {"diagnose.gradients_not_finite",
         "the gradient norm is Inf or NaN in {count} lines, and no loss scale is logged",
         "기울기 노름이 Inf나 NaN인 행이 {count}개이고 손실 스케일 기록이 없습니다"},
        {"diagnose.probe_gradients_not_finite",
         "clipping by an infinite norm makes every gradient 0 or NaN. Without a scaler nothing skips such a step: is "
         "one "
         "there and only not logged?",
         "무한한 노름으로 자르면 기울기가 모두 0이나 NaN이 됩니다. 스케일러가 없으면 이런 스텝을 건너뛰지 못합니다. "
         "스케일러가 있는데 기록만 없는지 보십시오"},
        {"diagnose.gradients_not_finite_scaled",
         "the gradient norm is Inf or NaN in {count} lines, as it is in steps that a loss scaler skips",
         "기울기 노름이 Inf나 NaN인 행이 {count}개입니다. 손실 스케일러가 건너뛴 스텝이면 그렇게 나옵니다"},
        {"diagnose.probe_gradients_not_finite_scaled",
         "in the steps of these lines the scale should fall; check that it does",
         "이 행의 스텝에서는 스케일이 줄어야 합니다. 줄었는지 확인하십시오"},
        {"diagnose.scale_gone", "the loss scale is {scale}: nothing can be learned with it",
         "손실 스케일이 {scale|입니다/입니다}. 이 값으로는 아무것도 배우지 못합니다"},
        {"diagnose.probe_scale_gone",
         "every step has overflowed until the scale was gone. The weights are probably NaN: `diagnose` a checkpoint, "
         "and "
         "go back to the one before the first fall",
         "모든 스텝이 넘쳐 스케일이 사라졌습니다. 가중치가 NaN일 수 있습니다. 체크포인트를 `diagnose`하고 처음 줄기 "
         "전으로 "
         "돌아가십시오"},
        {"diagnose.scale_at_one", "the loss scale has fallen to {scale}: gradients overflow even without being scaled",
         "손실 스케일이 {scale}까지 줄었습니다. 스케일하지 않아도 기울기가 넘칩니다"},
        {"diagnose.probe_scale_at_one",
         "a smaller scale does not help any more: look for Inf or NaN in the forward pass (activations beyond 65504, a "
         "division, a log), in the input, or in the weights (`diagnose` a checkpoint). bf16 has fp32's range",
         "스케일을 더 줄여도 소용이 없습니다. 순전파의 Inf나 NaN(65504를 넘는 활성값, 나눗셈, log), 입력, "
         "가중치(체크포인트 `diagnose`)를 보십시오. bf16의 범위는 fp32와 같습니다"},
        {"diagnose.scale_keeps_falling",
         "the loss scale falls step after step ({count} times in {all} lines, from {from} to "
         "{to})",
         "손실 스케일이 스텝마다 줄어듭니다({all}행에서 {count}번, {from}에서 {to|으로/로})"},
        {"diagnose.scale_found_its_place",
         "the loss scale falls {count} times at the beginning, from {from} to {to}, and then stays: it was looking for "
         "its "
         "place",
         "손실 스케일이 처음에 {count}번, {from}에서 {to|으로/로} 줄고 나서 머뭅니다. 알맞은 값을 찾은 것입니다"},
        {"diagnose.probe_scale_found_its_place", "nothing to do; a lower initial scale would save those steps",
         "할 일은 없습니다. 초기 스케일을 낮추면 그 스텝을 아낄 수 있습니다"},
        {"diagnose.scale_falls", "the loss scale falls {count} times in {all} lines: so many steps were skipped",
         "손실 스케일이 {all}행에서 {count}번 줄었습니다. 그만큼 스텝을 건너뛰었습니다"},
        {"diagnose.probe_scale_falls",
         "some skips are the price of a scale at its border: about one in growth_interval steps. More than that: a "
         "longer "
         "growth_interval, or gradients with rare large values (`inspect` on saved gradients)",
         "경계에 있는 스케일은 growth_interval마다 한 번쯤 건너뜁니다. 그보다 잦으면 growth_interval을 늘리거나, "
         "드물게 큰 "
         "기울기가 있는지 보십시오(저장한 기울기 `inspect`)"},
        {"diagnose.steps_skipped", "{count} steps of {all} lines were skipped because of an overflow",
         "{all}행에서 스텝 {count}개를 넘침 때문에 건너뛰었습니다"},
        {"diagnose.at_minimum", "the framework says that the loss scale is at its minimum",
         "손실 스케일이 최솟값이라고 프레임워크가 말합니다"},
        {"diagnose.nan_in_backward", "anomaly detection names an operation whose backward pass gave NaN",
         "이상 탐지가 역전파에서 NaN을 낸 연산을 알려 줍니다"},
        {"diagnose.probe_nan_in_backward",
         "the operation before it in the forward pass got the bad input: square roots and divisions near 0, softmax "
         "over "
         "-inf, a norm of zeros",
         "순전파에서 그 연산에 들어간 입력을 보십시오. 0 근처의 제곱근과 나눗셈, -inf의 softmax, 0의 노름"},
        {"diagnose.no_inf_checks", "GradScaler.step() found no gradient to check",
         "GradScaler.step()이 검사할 기울기를 찾지 못했습니다"},
        {"diagnose.probe_no_inf_checks",
         "was backward() called on scaler.scale(loss), and does this optimizer hold the parameters that got gradients?",
         "scaler.scale(loss)에 backward()를 불렀는지, 기울기가 생긴 파라미터가 이 옵티마이저에 있는지 보십시오"},
        {"diagnose.unscaled_twice", "unscale_() was called twice in one step",
         "한 스텝에서 unscale_()을 두 번 불렀습니다"},
        {"diagnose.probe_unscaled_twice",
         "call unscale_() once, before clipping, and update() at the end of every step (lesson on accumulation)",
         "unscale_()은 자르기 전에 한 번, update()는 스텝 끝마다 부르십시오(기울기 누적 단원)"},
        {"diagnose.unscaled_fp16", "a GradScaler got fp16 gradients: the weights themselves are in fp16",
         "GradScaler가 fp16 기울기를 받았습니다. 가중치 자체가 fp16입니다"},
        {"diagnose.probe_unscaled_fp16",
         "keep the weights in fp32 and let autocast choose the formats: no model.half() with a GradScaler",
         "가중치는 fp32로 두고 autocast에 맡기십시오. GradScaler와 model.half()를 함께 쓰지 않습니다"},
        {"diagnose.wrong_dtype", "an operation got two formats: a part runs outside autocast",
         "한 연산에 두 형식이 들어갔습니다. autocast 밖에서 도는 부분이 있습니다"},
        {"diagnose.probe_wrong_dtype",
         "does autocast wrap the whole forward pass and the loss? A custom operation needs its own rule "
         "(custom_fwd, or .float() on its inputs)",
         "autocast가 순전파와 손실을 모두 감쌉니까? 사용자 정의 연산에는 규칙이 필요합니다(custom_fwd, 입력에 "
         ".float())"},
        {"diagnose.scheduler_first",
         "PyTorch warns that lr_scheduler.step() came before optimizer.step(): so it does when the first steps are "
         "skipped",
         "lr_scheduler.step()이 optimizer.step()보다 먼저라는 경고입니다. 첫 스텝들을 건너뛰어도 이렇게 나옵니다"},
        {"diagnose.probe_scheduler_first",
         "step the scheduler only when the scale did not fall (scaler.get_scale() before and after update())",
         "update() 앞뒤의 scaler.get_scale()을 비교해 스케일이 줄지 않았을 때만 스케줄러를 움직이십시오"},
        {"diagnose.out_of_memory", "memory ran out", "메모리가 모자랐습니다"},
        {"diagnose.probe_out_of_memory",
         "`memory SCENARIO` and the lessons of chapter B: accumulation, checkpointing, what autocast saves and what "
         "not",
         "`memory SCENARIO`와 챕터 B의 단원을 보십시오. 기울기 누적, 체크포인팅, autocast가 줄이는 것과 못 줄이는 것"},

        {"diagnose.weights_not_finite", "{count} elements in {tensors} tensors are Inf or NaN",
         "텐서 {tensors}개의 원소 {count}개가 Inf나 NaN입니다"},
        {"diagnose.probe_weights_not_finite",
         "this checkpoint is lost: go back to an earlier one, and find the step between them at which the first NaN "
         "appears. A step with Inf in the gradients was not skipped",
         "이 체크포인트는 쓸 수 없습니다. 앞의 것으로 돌아가 NaN이 처음 나온 스텝을 찾으십시오. 기울기에 Inf가 있는 "
         "스텝을 건너뛰지 않은 것입니다"},
        {"diagnose.second_moment_zero",
         "Adam's second moment is 0 in {count} of {all} elements and is kept in 16 bits: squares of small gradients "
         "vanish "
         "there",
         "Adam의 2차 모멘트가 {all}개 중 {count}개에서 0이고 16비트로 저장되어 있습니다. 작은 기울기의 제곱이 "
         "사라집니다"},
        {"diagnose.probe_second_moment_zero",
         "a step then divides by eps alone and jumps: keep the optimizer's state in fp32",
         "그러면 스텝이 eps만으로 나누어져 튑니다. 옵티마이저 상태는 fp32로 두십시오"},
        {"diagnose.overflow_in_fp16", "{count} of {all} elements in {tensors} tensors would become Inf in fp16",
         "텐서 {tensors}개의 원소 {all}개 중 {count}개가 fp16에서 Inf가 됩니다"},
        {"diagnose.overflow_in_bf16", "{count} of {all} elements in {tensors} tensors would become Inf in bf16",
         "텐서 {tensors}개의 원소 {all}개 중 {count}개가 bf16에서 Inf가 됩니다"},
        {"diagnose.probe_overflow_in_fp16",
         "no model.half() for these: bf16, or a scale per tensor (`inspect` shows the best)",
         "이 텐서에는 model.half()를 쓰지 말고 bf16이나 텐서별 스케일을 쓰십시오(`inspect`가 알맞은 값을 보여 줍니다)"},
        {"diagnose.at_the_end", "the largest element of {tensors} fp16 tensors is exactly 65504, the end of fp16",
         "fp16 텐서 {tensors}개의 가장 큰 원소가 fp16의 끝인 65504입니다"},
        {"diagnose.probe_at_the_end", "values were probably clamped on the way here; compare with the source in fp32",
         "오는 길에 잘렸을 수 있습니다. fp32 원본과 비교하십시오"},
        {"diagnose.updates_vanish",
         "these weights are kept in 16 bits, and for {share} of them an update of {update} (Adam's usual size: its "
         "learning "
         "rate) is below half an ULP: added to the stored weight it changes nothing",
         "이 가중치는 16비트로 저장되어 있고, 그 가운데 {share|은/는} 크기 {update}의 갱신(Adam의 갱신은 학습률만 "
         "함)이 "
         "ULP의 절반보다 작아 더해도 바뀌지 않습니다"},
        {"diagnose.probe_updates_vanish",
         "harmless when this is an export of fp32 master weights. Otherwise keep those (precision bf16-master), or "
         "round "
         "stochastically; `--lr` says your learning rate",
         "fp32 마스터 가중치에서 내보낸 파일이면 해가 없습니다. 아니면 마스터 가중치를 두거나(bf16-master) 확률적으로 "
         "반올림하십시오. 학습률은 `--lr`로 알려 주십시오"},
        {"diagnose.updates_would_vanish",
         "in bf16 alone, {share} of these weights would not move by an update of {update} (Adam's usual size: its "
         "learning "
         "rate)",
         "bf16만으로 학습하면 이 가중치의 {share|은/는} 크기 {update}의 갱신(Adam의 갱신은 학습률만 함)에 움직이지 "
         "않습니다"},
        {"diagnose.probe_updates_would_vanish",
         "keep fp32 weights under autocast, as this file has them; the presets bf16-pure and bf16-master show the "
         "difference",
         "이 파일처럼 가중치는 fp32로 두고 autocast를 쓰십시오. bf16-pure와 bf16-master를 비교해 보십시오"},
        {"diagnose.subnormal",
         "{share} of the elements of {tensors} fp16 tensors are subnormal: they have fewer bits than "
         "others",
         "fp16 텐서 {tensors}개의 원소 가운데 {share|이/가} 비정규수입니다. 다른 수보다 비트가 적습니다"},
        {"diagnose.probe_subnormal", "`inspect --tensor NAME` shows where they lie and which scale would lift them",
         "`inspect --tensor NAME`이 위치와 끌어올릴 스케일을 보여 줍니다"},
        {"diagnose.lost_in_fp16", "{count} of {all} elements in {tensors} tensors would become 0 in fp16",
         "텐서 {tensors}개의 원소 {all}개 중 {count}개가 fp16에서 0이 됩니다"},
        {"diagnose.probe_lost_in_fp16", "gradients need a loss scale; weights this small rarely matter",
         "기울기라면 손실 스케일이 필요합니다. 가중치라면 이렇게 작은 값은 대개 중요하지 않습니다"},
        {"diagnose.matrix_of_zeros", "{tensors} matrices hold nothing but zeros", "행렬 {tensors}개가 모두 0입니다"},
        {"diagnose.probe_matrix_of_zeros",
         "some layers begin so on purpose; after training it means that no gradient came",
         "일부러 0으로 시작하는 층도 있습니다. 학습한 뒤라면 기울기가 오지 않은 것입니다"},
    };
    return kEntries;
}

} // namespace ampscope::text
