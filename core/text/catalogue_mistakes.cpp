#include "core/text/catalogue.h"

namespace ampscope::text {

// Of each deliberate mistake (core/scenario/mistakes.h): its name, what its owner sees, which probe tells, what the
// runs measured (core/train/mistake_verdict.h: b_ the broken run, m_ the mended one, r_ the reference), how to mend it.
std::span<const Entry> catalogue_mistakes() {
    static constexpr Entry kEntries[] = {
        {"mistake.no_verdict", "No step of both runs yet.", "아직 두 실행에 함께 있는 스텝 없음."},
        {"mistake.no-scaler.title", "fp16 without a loss scaler", "손실 스케일러 없는 fp16"},
        {"mistake.no-scaler.symptom",
         "Where the loss is small, the loss curve is flat and no error appears. At the usual size of the loss nothing "
         "is "
         "to be seen, which makes it worse: here the loss is divided by 100,000.",
         "손실이 작으면 손실 곡선이 평평한데 오류는 나지 않습니다. 손실이 보통 크기면 아무 표도 나지 않아 더 "
         "고약합니다. "
         "여기서는 손실을 10만으로 나눕니다."},
        {"mistake.no-scaler.probe",
         "The share of gradients that are exactly zero: close to 1 without the scaler, small with it.",
         "정확히 0인 기울기의 비율. 스케일러가 없으면 1에 가깝고, 있으면 작습니다."},
        {"mistake.no-scaler.verdict",
         "In step 0, {b_zero} of the gradients are exactly 0 without the scaler and {m_zero} with it. After {m_steps} "
         "steps the loss is {b_loss} against {m_loss}.",
         "스텝 0에서 정확히 0인 기울기: 스케일러 없이 {b_zero}, 있으면 {m_zero}. {m_steps}스텝 뒤 손실: {b_loss} 대 "
         "{m_loss}."},
        {"mistake.no-scaler.mending", "Multiply before backward, divide after it: GradScaler.",
         "역전파 전에 곱하고 뒤에 나눕니다. GradScaler가 하는 일입니다."},

        {"mistake.bf16-without-hardware.title", "bf16 where the hardware has none", "하드웨어가 지원하지 않는 bf16"},
        {"mistake.bf16-without-hardware.symptom",
         "Nothing fails and the losses are right; each step only takes longer than in fp32. A T4 or V100 accepts bf16, "
         "too, and carries it out in other units.",
         "오류도 없고 손실도 맞습니다. 다만 스텝이 fp32보다 오래 걸립니다. T4와 V100도 bf16을 받아들이지만 다른 "
         "연산기로 흉내 냅니다."},
        {"mistake.bf16-without-hardware.probe",
         "Time per step beside fp32, on one machine, with the same threads. On a CPU with bf16 instructions the bf16 "
         "run "
         "may be the faster one.",
         "같은 기기, 같은 스레드 수에서 잰 스텝 시간을 fp32와 견줍니다. bf16 명령이 있는 CPU라면 bf16이 더 빠를 수도 "
         "있습니다."},
        {"mistake.bf16-without-hardware.verdict",
         "Median time per step: {b_ms} ms in bf16 and {m_ms} ms in fp32, {ms_ratio} times; the losses end at {b_loss} "
         "and {m_loss}.",
         "스텝 시간 중앙값: bf16 {b_ms} ms, fp32 {m_ms} ms({ms_ratio}배). 마지막 손실: {b_loss} 대 {m_loss}."},
        {"mistake.bf16-without-hardware.mending",
         "Ask the hardware, not the library: compute capability 8.0 and above has bf16 units. Else fp16 with a loss "
         "scaler.",
         "라이브러리가 아니라 하드웨어에 물어보십시오. compute capability 8.0부터 bf16 연산기가 있습니다. 없으면 "
         "fp16과 "
         "손실 스케일러를 씁니다."},

        {"mistake.no-loss-division.title", "The loss is not divided by the number of micro-batches",
         "손실을 마이크로 배치 수로 나누지 않음"},
        {"mistake.no-loss-division.symptom",
         "With SGD the loss leaps in the first step, as with a learning rate that many times larger, and the net is "
         "dead "
         "afterwards or NaN. Clipping hides it, and AdamW does, since both take out the gradient's size.",
         "SGD에서는 학습률을 그만큼 키운 것처럼 첫 스텝에 손실이 튀고, 그 뒤 모델은 죽어 있거나 NaN이 됩니다. 자르기나 "
         "AdamW를 "
         "쓰면 기울기의 크기가 지워져 드러나지 않습니다."},
        {"mistake.no-loss-division.probe",
         "The gradient norm of step 0: larger by exactly the number of micro-batches.",
         "스텝 0의 기울기 노름. 정확히 마이크로 배치 수만큼 큽니다."},
        {"mistake.no-loss-division.verdict",
         "The gradient norm of step 0 is {b_norm} without the division and {m_norm} with it: {norm_ratio} times. After "
         "{m_steps} steps the loss is {b_loss} against {m_loss}.",
         "스텝 0의 기울기 노름: 나누지 않으면 {b_norm}, 나누면 {m_norm}({norm_ratio}배). {m_steps}스텝 뒤 손실: "
         "{b_loss} 대 {m_loss}."},
        {"mistake.no-loss-division.mending", "loss / accumulation_steps before backward.",
         "역전파 전에 loss / accumulation_steps."},

        {"mistake.backward-inside.title", "backward inside the autocast region", "autocast 영역 안의 backward"},
        {"mistake.backward-inside.symptom",
         "In most nets the same bits, only slower or not even that: each op's backward runs in the dtype of its "
         "forward. "
         "Here a part runs in fp32 inside the region, and its backward does not.",
         "대부분의 모델에서는 비트까지 같습니다. 역전파 연산은 순전파 때의 자료형으로 돌기 때문입니다. 여기서는 영역 "
         "안의 "
         "한 부분이 fp32로 도는데, 그 역전파는 그렇지 않게 됩니다."},
        {"mistake.backward-inside.probe",
         "The gradient norm of step 0, which starts from the same weights: with the region closed it is another "
         "number.",
         "같은 가중치에서 시작한 스텝 0의 기울기 노름. 영역을 닫고 나서 부르면 다른 값이 나옵니다."},
        {"mistake.backward-inside.verdict",
         "From the same weights and with the same loss ({b_loss_first} and {m_loss_first}), step 0 has the gradient "
         "norm {b_norm} inside the region and {m_norm} outside.",
         "같은 가중치, 같은 손실({b_loss_first} 대 {m_loss_first})에서 시작한 스텝 0의 기울기 노름: 영역 안 {b_norm}, "
         "밖 {m_norm}."},
        {"mistake.backward-inside.mending", "Leave the region after the loss; call backward outside.",
         "손실까지만 영역에 두고 backward는 밖에서 부릅니다."},

        {"mistake.checkpoint-rng.title", "Checkpointing that draws dropout anew", "드롭아웃을 다시 뽑는 체크포인팅"},
        {"mistake.checkpoint-rng.symptom",
         "Training goes on and looks healthy, but the gradients belong to another mask than the loss: switching "
         "checkpointing off gives another result.",
         "학습은 멀쩡해 보입니다. 하지만 기울기는 손실을 낸 것과 다른 마스크의 것이고, 체크포인팅을 끄면 결과가 "
         "달라집니다."},
        {"mistake.checkpoint-rng.probe",
         "The gradient norm of step 0 beside the reference, a run without checkpointing: equal bit for bit when the "
         "random state is kept, else not.",
         "체크포인팅을 끈 실행(기준)과 견준 스텝 0의 기울기 노름. 난수 상태를 지키면 비트까지 같고, 아니면 다릅니다."},
        {"mistake.checkpoint-rng.verdict",
         "The gradient norm of step 0 is {b_norm} with a mask drawn anew and {m_norm} with the same one; without "
         "checkpointing it is {r_norm}.",
         "스텝 0의 기울기 노름: 마스크를 다시 뽑으면 {b_norm}, 같은 마스크면 {m_norm}, 체크포인팅이 없으면 {r_norm}."},
        {"mistake.checkpoint-rng.mending", "preserve_rng_state=True, which is the default.",
         "preserve_rng_state=True. 기본값이 그렇습니다."},

        {"mistake.clip-before-unscale.title", "Clipping before unscale", "unscale 전에 자르기"},
        {"mistake.clip-before-unscale.symptom",
         "Learning stands almost still: the norm that is cut holds the loss scale, so after unscale next to nothing is "
         "left. AdamW hides most of it, since it takes out the gradient's size.",
         "학습이 거의 멈춥니다. 자르는 노름에 손실 스케일이 들어 있어서, 스케일을 되돌리고 나면 남는 것이 거의 "
         "없습니다. AdamW는 기울기의 크기를 지우므로 거의 드러나지 않습니다."},
        {"mistake.clip-before-unscale.probe",
         "The norm that clipping sees: larger by the loss scale. And the norm that the optimizer sees: smaller by it.",
         "자르기가 보는 노름은 손실 스케일만큼 크고, 옵티마이저가 보는 노름은 그만큼 작습니다."},
        {"mistake.clip-before-unscale.verdict",
         "In step 0 clipping sees the norm {b_norm} instead of {m_norm}, and the optimizer {b_clipped} instead of "
         "{m_clipped}. After {m_steps} steps the loss is {b_loss} against {m_loss}.",
         "스텝 0에서 자르기가 보는 노름: {b_norm} 대 {m_norm}. 옵티마이저가 보는 노름: {b_clipped} 대 {m_clipped}. "
         "{m_steps}스텝 뒤 손실: {b_loss} 대 {m_loss}."},
        {"mistake.clip-before-unscale.mending", "scaler.unscale_(optimizer) first, then clip_grad_norm_.",
         "scaler.unscale_(optimizer) 다음에 clip_grad_norm_."},

        {"mistake.not-faster.title", "Mixed precision that is not faster", "빨라지지 않는 혼합 정밀도"},
        {"mistake.not-faster.symptom",
         "The small model on this CPU, with LibTorch's own kernels, needs as long as in fp32 or longer.",
         "LibTorch 자체 커널로 돌린 이 CPU의 작은 모델은 fp32만큼, 또는 그보다 오래 걸립니다."},
        {"mistake.not-faster.probe",
         "The median time per step of both. `autocast not-faster/broken` lists the ops: casts are added everywhere, "
         "and only matrix products gain, where the hardware has units for them.",
         "두 실행의 스텝 시간 중앙값. `autocast not-faster/broken`이 연산을 보여 줍니다. 형변환은 곳곳에 더해지고, "
         "빨라지는 것은 전용 연산기가 있을 때의 행렬 곱뿐입니다."},
        {"mistake.not-faster.verdict",
         "Median time per step: {b_ms} ms in bf16 and {m_ms} ms in fp32, {ms_ratio} times; the losses end at {b_loss} "
         "and {m_loss}.",
         "스텝 시간 중앙값: bf16 {b_ms} ms, fp32 {m_ms} ms({ms_ratio}배). 마지막 손실: {b_loss} 대 {m_loss}."},
        {"mistake.not-faster.mending",
         "Larger batch and width, so that matrix products fill the step, on hardware with Tensor Cores; or stay with "
         "fp32.",
         "Tensor Core가 있는 하드웨어에서 배치와 폭을 키워 행렬 곱이 스텝을 채우게 합니다. 아니면 fp32로 둡니다."},

        {"mistake.no-zero-grad-after-skip.title", "No zero_grad after a skipped step",
         "건너뛴 뒤 zero_grad를 하지 않음"},
        {"mistake.no-zero-grad-after-skip.symptom",
         "From the first skip on every step is skipped; the scale falls step by step towards 0.",
         "한 번 건너뛴 다음부터 모든 스텝을 건너뜁니다. 스케일은 0을 향해 계속 내려갑니다."},
        {"mistake.no-zero-grad-after-skip.probe",
         "Whether steps ran: none does after the first skip, since the Inf stays in .grad and everything is added to "
         "it.",
         "스텝을 실행했는지. 첫 건너뜀 뒤로는 하나도 실행하지 않습니다. inf가 .grad에 남고 모두 거기에 더해지기 "
         "때문입니다."},
        {"mistake.no-zero-grad-after-skip.verdict",
         "Skipped: {b_skipped} of {b_steps} steps against {m_skipped} of {m_steps}. The scale ends at {b_scale} "
         "against {m_scale}.",
         "건너뛴 스텝: {b_steps}스텝 중 {b_skipped}, 고친 쪽은 {m_steps}스텝 중 {m_skipped}. 마지막 스케일: {b_scale} "
         "대 {m_scale}."},
        {"mistake.no-zero-grad-after-skip.mending", "zero_grad in every iteration, whether the step ran or not.",
         "스텝을 실행했든 건너뛰었든 매번 zero_grad."},

        {"mistake.unscale-twice.title", "unscale_ called twice", "unscale_을 두 번 부름"},
        {"mistake.unscale-twice.symptom",
         "The first step ends with an error: unscale_() has already been called. Without that guard the gradients "
         "would "
         "be divided twice.",
         "첫 스텝에서 unscale_()을 이미 불렀다는 오류로 끝납니다. 이 검사가 없다면 기울기를 두 번 나누게 됩니다."},
        {"mistake.unscale-twice.probe", "The run's failure names the call and the optimizer's state, UNSCALED.",
         "실행의 오류가 어떤 호출인지, 옵티마이저의 상태(UNSCALED)가 무엇인지 말합니다."},
        {"mistake.unscale-twice.verdict",
         "The broken run ends after {b_steps} steps: \"{b_error}\". The fixed one made {m_steps}.",
         "망가진 실행은 {b_steps}스텝 만에 끝남: \"{b_error}\". 고친 실행은 {m_steps}스텝."},
        {"mistake.unscale-twice.mending", "Once per optimizer and update(), after the last backward of the window.",
         "옵티마이저마다, update()마다 한 번. 묶음의 마지막 backward 뒤에 부릅니다."},

        {"mistake.scheduler-per-micro-batch.title", "scheduler.step() per micro-batch",
         "마이크로 배치마다 scheduler.step()"},
        {"mistake.scheduler-per-micro-batch.symptom",
         "Warm-up is over too early and the learning rate reaches its end after a fraction of the run.",
         "워밍업이 너무 일찍 끝나고, 학습률은 실행의 일부만 지나도 끝값에 닿습니다."},
        {"mistake.scheduler-per-micro-batch.probe",
         "The learning rate over optimizer steps: it runs faster by the number of micro-batches.",
         "옵티마이저 스텝에 따른 학습률. 마이크로 배치 수만큼 빨리 지나갑니다."},
        {"mistake.scheduler-per-micro-batch.verdict",
         "The learning rate is highest in step {b_lr_top} instead of {m_lr_top}; in the last step it is {b_lr} against "
         "{m_lr}.",
         "학습률이 가장 높은 스텝: {b_lr_top} 대 {m_lr_top}. 마지막 스텝의 학습률: {b_lr} 대 {m_lr}."},
        {"mistake.scheduler-per-micro-batch.mending", "Once per optimizer step that ran.",
         "실행한 옵티마이저 스텝마다 한 번."},

        {"mistake.no-master-weights.title", "bf16 weights without an fp32 copy", "fp32 사본 없는 bf16 가중치"},
        {"mistake.no-master-weights.symptom",
         "The loss falls more slowly and stays higher: as updates shrink, more and more of them are less than half an "
         "ULP of their weight and vanish.",
         "손실이 더디게 내려가고 높은 데서 머뭅니다. 갱신이 작아질수록 가중치 ULP의 절반보다 작아서 사라지는 것이 "
         "많아집니다."},
        {"mistake.no-master-weights.probe",
         "The loss over a long run: the two part ways slowly. The share of bf16 weights that a step changes falls "
         "faster without a copy, where lost parts never add up.",
         "긴 실행의 손실. 둘은 천천히 벌어집니다. 한 스텝에 값이 바뀐 bf16 가중치의 비율은 사본이 없을 때 더 빨리 "
         "줄고, 사라진 조각은 쌓이지 않습니다."},
        {"mistake.no-master-weights.verdict",
         "The last measured step moved {b_moved} of the weights without a copy and {m_moved} with one. After {m_steps} "
         "steps the loss is {b_loss} against {m_loss}.",
         "마지막으로 잰 스텝이 움직인 가중치: 사본 없이 {b_moved}, 있으면 {m_moved}. {m_steps}스텝 뒤 손실: {b_loss} "
         "대 {m_loss}."},
        {"mistake.no-master-weights.mending", "fp32 master weights, or autocast over fp32 weights.",
         "fp32 마스터 가중치를 두거나, fp32 가중치 위에서 autocast를 씁니다."},

        {"mistake.adam-eps-in-fp16.title", "Adam with eps 1e-8 in fp16", "fp16에서 eps 1e-8인 Adam"},
        {"mistake.adam-eps-in-fp16.symptom",
         "The loss leaps up within the first steps and stays unsteady; with Adam that is not fused, which computes in "
         "the weights' dtype, it is NaN.",
         "처음 몇 스텝 안에 손실이 튀어 오르고 계속 흔들립니다. 가중치의 자료형으로 계산하는 보통의(fused=False) "
         "Adam에서는 NaN이 됩니다."},
        {"mistake.adam-eps-in-fp16.probe",
         "The loss of the first ten steps. In fp16 the average of small squares is stored as 0; where a gradient then "
         "is 0, too, the update is m / 1e-8. And 1e-8 itself is 0 in fp16.",
         "처음 열 스텝의 손실. fp16에서는 작은 제곱의 평균이 0으로 저장됩니다. 그다음 기울기까지 0이면 갱신은 m / "
         "1e-8이 됩니다. 1e-8 자체도 fp16에서는 0입니다."},
        {"mistake.adam-eps-in-fp16.verdict",
         "The highest loss is {b_loss_top} against {m_loss_top}; after {m_steps} steps it is {b_loss} against "
         "{m_loss}.",
         "가장 높은 손실: {b_loss_top} 대 {m_loss_top}. {m_steps}스텝 뒤 손실: {b_loss} 대 {m_loss}."},
        {"mistake.adam-eps-in-fp16.mending",
         "Keep Adam's state and weights in fp32. Where that is impossible, an eps that fp16 has, such as 1e-4.",
         "Adam의 상태와 가중치를 fp32로 둡니다. 그럴 수 없으면 1e-4처럼 fp16에 있는 eps를 씁니다."},

        {"mistake.finite-mask.title", "-1e9 as the attention mask", "-1e9 어텐션 마스크"},
        {"mistake.finite-mask.symptom",
         "An error in the first step: -1e9 does not fit into fp16. Under bf16 and fp32 it goes unnoticed.",
         "첫 스텝에서 오류가 납니다. -1e9는 fp16에 들어가지 않습니다. bf16과 fp32에서는 모르고 지나갑니다."},
        {"mistake.finite-mask.probe", "The run's failure: LibTorch refuses the conversion.",
         "실행의 오류. LibTorch가 변환을 거절합니다."},
        {"mistake.finite-mask.verdict",
         "The broken run ends after {b_steps} steps: \"{b_error}\". The fixed one made {m_steps}.",
         "망가진 실행은 {b_steps}스텝 만에 끝남: \"{b_error}\". 고친 실행은 {m_steps}스텝."},
        {"mistake.finite-mask.mending", "-inf, or the lowest number of the scores' own dtype.",
         "-inf, 또는 점수 자료형에서 가장 작은 수."},

        {"mistake.mean-of-means.title", "Mean of means over windows of unequal length",
         "길이가 다른 묶음에서 평균의 평균"},
        {"mistake.mean-of-means.symptom",
         "Not the loss of the same data in one batch: tokens of short sequences weigh more than those of long ones.",
         "같은 데이터를 한 번에 넣은 손실과 다릅니다. 짧은 문장의 토큰이 긴 문장의 토큰보다 무겁게 셈됩니다."},
        {"mistake.mean-of-means.probe",
         "The loss of step 0, where the weights are the same: only the token-weighted one equals that of the "
         "reference, one large batch, but for rounding.",
         "가중치가 같은 스텝 0의 손실. 토큰 수로 나눈 쪽만 큰 배치 하나(기준)의 손실과 반올림 차이 안에서 같습니다."},
        {"mistake.mean-of-means.verdict",
         "From the same weights the loss of step 0 is {b_loss_first} as a mean of means and {m_loss_first} over "
         "tokens; one large batch gives {r_loss_first}.",
         "같은 가중치에서 스텝 0의 손실: 평균의 평균 {b_loss_first}, 토큰 평균 {m_loss_first}, 큰 배치 하나 "
         "{r_loss_first}."},
        {"mistake.mean-of-means.mending",
         "Sum the losses of all tokens, divide once by the tokens of the whole window.",
         "모든 토큰의 손실을 더하고, 묶음 전체의 토큰 수로 한 번 나눕니다."},

        {"mistake.stale-cast-cache.title", "One autocast region around the whole loop",
         "반복문 전체를 감싼 autocast 영역"},
        {"mistake.stale-cast-cache.symptom",
         "The weights move, yet the loss hardly does: the region keeps the casts of the first step's weights and goes "
         "on "
         "using them.",
         "가중치는 바뀌는데 손실은 거의 그대로입니다. 영역이 첫 스텝 가중치의 형변환 결과를 간직하고 계속 쓰기 "
         "때문입니다."},
        {"mistake.stale-cast-cache.probe", "The loss, beside the share of weights that moved.",
         "손실을 바뀐 가중치의 비율과 나란히 봅니다."},
        {"mistake.stale-cast-cache.verdict",
         "{b_moved} of the weights move in a step, yet the loss only goes from {b_loss_first} to {b_loss}; fixed, it "
         "comes to {m_loss}.",
         "한 스텝에 가중치의 {b_moved}만큼 움직이는데 손실은 {b_loss_first}에서 {b_loss}까지만 내려감. 고친 쪽은 "
         "{m_loss}."},
        {"mistake.stale-cast-cache.mending", "Enter autocast anew in every iteration: leaving it empties the cache.",
         "스텝마다 autocast에 새로 들어갑니다. 나올 때 캐시가 비워집니다."},

        {"mistake.dead-scale.title", "A loss scale of 0", "0이 된 손실 스케일"},
        {"mistake.dead-scale.symptom",
         "The first step is not skipped, since 0 is finite and nothing is found; dividing by the scale then makes "
         "every gradient NaN, and the weights with them. From the next step on all are skipped.",
         "0은 유한해서 첫 스텝은 검사를 통과합니다. 그런데 스케일로 나누면서 기울기가 모두 NaN이 되고 가중치도 그렇게 "
         "됩니다. 다음 스텝부터는 모두 건너뜁니다."},
        {"mistake.dead-scale.probe", "The scale itself: doubling 0 gives 0, so it never comes back.",
         "스케일 값 자체. 0은 두 배를 해도 0이라 돌아오지 않습니다."},
        {"mistake.dead-scale.verdict",
         "With the scale {b_scale_first} the loss of step 1 is {b_loss_second}, and {b_skipped} of {b_steps} steps are "
         "skipped; fixed, the loss comes to {m_loss}.",
         "스케일 {b_scale_first}에서 스텝 1의 손실은 {b_loss_second}. {b_steps}스텝 중 {b_skipped} 건너뜀. 고친 쪽의 "
         "손실은 {m_loss}."},
        {"mistake.dead-scale.mending", "A floor, or an alarm as soon as the scale falls below 1.",
         "하한을 두거나, 스케일이 1 아래로 내려가면 바로 알립니다."},

        {"mistake.custom-op.title", "A hand-written normalisation in bf16", "bf16으로 도는 손수 짠 정규화"},
        {"mistake.custom-op.symptom",
         "The loss falls more slowly than it should, or turns into NaN: E[x²] - E[x]² in bf16 has lost its digits, and "
         "can "
         "be negative.",
         "손실이 제대로 내려가지 않거나 NaN이 됩니다. bf16으로 계산한 E[x²] - E[x]²에는 자릿수가 남지 않고, 음수가 "
         "되기도 "
         "합니다."},
        {"mistake.custom-op.probe", "The loss, beside that of the same net with this op in fp32.",
         "이 연산만 fp32로 돌린 같은 모델의 손실과 견줍니다."},
        {"mistake.custom-op.verdict",
         "After {m_steps} steps the loss is {b_loss} in bf16 and {m_loss} with this one op in fp32.",
         "{m_steps}스텝 뒤 손실: bf16 {b_loss}, 이 연산만 fp32면 {m_loss}."},
        {"mistake.custom-op.mending",
         "autocast knows no rule for ops of your own: switch it off around them and cast to fp32.",
         "autocast는 손수 만든 연산의 규칙을 모릅니다. 그 둘레에서 끄고 fp32로 바꿉니다."},
    };
    return kEntries;
}

} // namespace ampscope::text
