#include "core/text/catalogue.h"

namespace ampscope::text {

// Of each instrument its name, what it shows, how to read it and where its numbers come from; and the keys of a family.
std::span<const Entry> catalogue_instruments() {
    static constexpr Entry kEntries[] = {
        {"instrument_name.arithmetic", "Arithmetic", "연산"},
        {"instrument.arithmetic",
         "One operation in a format: the operands as they are stored, the exact result, what it is rounded to, and the "
         "flags that IEEE 754 raises. Where exact and rounded result differ, the difference is one rounding, never "
         "more. "
         "All of it is exact arithmetic.",
         "한 형식에서 연산 하나를 봅니다. 저장된 피연산자, 정확한 결과, 반올림한 결과, IEEE 754 플래그가 차례로 "
         "나옵니다. "
         "정확한 결과와 반올림한 결과의 차이는 반올림 한 번뿐입니다. 모두 정확한 산술로 계산합니다."},
        {"instrument_name.accumulator", "Race of sums", "합 경주"},
        {"instrument.accumulator",
         "The same numbers added up in several ways. A line that turns level has stuck: the next number is less than "
         "half "
         "the spacing of the sum. The table gives each sum at the chosen count and its error against the exact sum. "
         "Every addition is carried out bit for bit in the format.",
         "같은 수를 여러 방법으로 더합니다. 선이 평평해지면 합이 멈춘 것입니다. 다음 수가 합의 간격의 절반보다 작기 "
         "때문입니다. 표는 고른 개수까지의 합과, 정확한 합과의 오차입니다. 덧셈마다 그 형식으로 비트까지 똑같이 "
         "계산합니다."},
        {"instrument_name.advisor", "Settings and checklist", "설정과 점검표"},
        {"instrument.advisor",
         "Which precision, batch and memory scheme suit a model on a device, with the reason for each. The rows are "
         "the "
         "chapter's cases; the first is yours. Bytes come from the formula, step times from the device's figures: both "
         "are estimates and say so.",
         "어떤 기기의 어떤 모델에 어떤 정밀도와 배치, 메모리 방식이 맞는지와 그 이유입니다. 아래 행들은 교재의 "
         "사례이고 첫 "
         "행이 지금 설정입니다. 바이트는 공식에서, 시간은 기기의 사양에서 나온 추정입니다."},
        {"instrument_name.autocast-table", "Autocast rules", "autocast 규칙"},
        {"instrument.autocast-table",
         "What autocast does with each op on CUDA, CPU and MPS. The last columns say what this machine's LibTorch "
         "really "
         "gave: by calling the op, and in the step that is looked at. Where the lists of devices differ, the row says "
         "so.",
         "autocast가 CUDA, CPU, MPS에서 연산마다 하는 일입니다. 마지막 열들은 이 기기의 LibTorch가 실제로 내놓은 "
         "형식으로, 연산을 직접 불러 본 것과 들여다본 스텝에서 나온 것입니다. 기기마다 다르면 그 행에 적혀 있습니다."},
        {"instrument_name.bits", "Bits", "비트"},
        {"instrument.bits",
         "A row per format: sign, exponent and mantissa of the stored code, aligned where the exponent ends. Click a "
         "bit "
         "to flip it, drag to paint; the value follows, and every other row converts it anew. Under a row stands what "
         "the "
         "rounding changed. Computed exactly.",
         "형식마다 한 행으로, 저장된 부호와 지수부와 가수부를 지수부가 끝나는 자리에 맞추어 보여 줍니다. 비트를 누르면 "
         "뒤집히고 끌면 칠해지며, 값이 따라 바뀌고 다른 행은 그 값을 다시 변환합니다. 행 아래에는 반올림으로 달라진 "
         "것이 나옵니다. 정확히 계산합니다."},
        {"instrument_name.cast-chain", "Cast after cast", "이어진 변환"},
        {"instrument.cast-chain",
         "One value through several formats, one after the other, beside the single cast to the last. Where the lamp "
         "is "
         "lit, rounding twice gave another number than rounding once. Computed exactly.",
         "값 하나가 여러 형식을 차례로 지나가는 모습과, 마지막 형식으로 한 번에 변환한 결과입니다. 표시가 켜진 "
         "곳에서는 두 "
         "번 반올림한 결과가 한 번 반올림한 결과와 다릅니다. 정확히 계산합니다."},
        {"instrument_name.checkpoint-map", "Kept and computed again", "남긴 것과 다시 계산한 것"},
        {"instrument.checkpoint-map",
         "For each run and block of the model: what forward keeps for backward, and what checkpointing throws away and "
         "computes again. Filled is kept, hatched is computed again. Bytes and counts are those of the run.",
         "실행과 모델 블록마다, 앞으로 계산할 때 남긴 것과 체크포인팅이 버리고 다시 계산한 것을 보여 줍니다. 채운 칸은 "
         "남긴 "
         "것, 빗금은 다시 계산한 것입니다. 바이트와 횟수는 그 실행에서 잰 값입니다."},
        {"instrument_name.claims", "Claims", "주장"},
        {"instrument.claims",
         "Every claim of the two chapters: what it says, how it is tested, and what came out on this machine: it "
         "holds, "
         "holds under conditions, does not hold, or cannot be tested here. Test runs the runs that it needs.",
         "두 단원의 주장마다 내용과 시험 방법, 이 기기에서 나온 결과입니다. 성립, 조건부 성립, 성립하지 않음, 여기서 "
         "시험할 "
         "수 없음 가운데 하나입니다. 시험을 누르면 필요한 실행을 합니다."},
        {"instrument_name.code", "PyTorch lines", "PyTorch 코드"},
        {"instrument.code",
         "The PyTorch program that does what this run does. The lit line is the one that the selected step is about: "
         "where a step was skipped, scaler.step and scaler.update. The lines are made from the run's settings and "
         "follow "
         "them.",
         "이 실행과 같은 일을 하는 PyTorch 프로그램입니다. 밝은 줄은 선택한 스텝이 가리키는 줄로, 건너뛴 스텝이면 "
         "scaler.step과 scaler.update입니다. 코드는 실행의 설정에서 만들어지고 설정을 따라 바뀝니다."},
        {"instrument_name.code-table", "All codes", "모든 코드"},
        {"instrument.code-table",
         "All 256 codes of an 8-bit format. The row is the first hexadecimal digit, the column the second. Zeros, "
         "subnormals, infinities and NaN are marked; the code of the present number is framed. Computed exactly.",
         "8비트 형식의 코드 256개입니다. 행은 16진수 첫 자리, 열은 둘째 자리입니다. 0, 비정규수, 무한대, NaN이 "
         "표시되고 "
         "지금 수의 코드에는 테두리가 있습니다. 정확히 계산합니다."},
        {"instrument_name.columns", "Columns of the record", "기록의 열"},
        {"instrument.columns",
         "One column of the record over the steps, for all runs side by side; which one is chosen in the header. A gap "
         "is a step for which nothing was recorded. Measured by the runs.",
         "기록의 열 하나를 스텝에 따라, 모든 실행을 나란히 보여 줍니다. 열은 머리에서 고릅니다. 끊긴 곳은 기록이 없는 "
         "스텝입니다. 실행에서 잰 값입니다."},
        {"instrument_name.hardware", "Device", "기기"},
        {"instrument.hardware",
         "One device: its figures with their source, what it does with each format and why, and how much memory it "
         "has. "
         "A click on a row opens its source. Figures of this machine are measured here; all others come from the "
         "manufacturers' papers.",
         "기기 하나의 사양과 출처, 형식마다 하는 일과 이유, 메모리 크기입니다. 행을 누르면 출처가 나옵니다. 이 기기의 "
         "값은 "
         "여기서 잰 것이고 다른 기기의 값은 제조사 문서에서 왔습니다."},
        {"instrument_name.histogram", "Sizes of gradients", "기울기의 크기"},
        {"instrument.histogram",
         "How many gradients have which size, in powers of two, over the range of a format. What lies left of the band "
         "becomes zero, what lies right of it becomes inf; both are counted at the edges. The handle slides all "
         "gradients "
         "as another loss scale would: a what-if, not a run. Sizes are those of the selected step.",
         "기울기를 2의 거듭제곱 크기로 세어 한 형식의 범위 위에 놓은 것입니다. 띠의 왼쪽 밖은 0이 되고 오른쪽 밖은 "
         "inf가 "
         "되며, 양 끝에 그 개수가 있습니다. 손잡이를 끌면 다른 손실 스케일을 쓴 것처럼 기울기가 모두 옮겨 갑니다. "
         "실행이 아니라 가정입니다. 크기는 선택한 스텝의 것입니다."},
        {"instrument_name.lanes", "Runs side by side", "나란한 실행"},
        {"instrument.lanes",
         "One row per run: how far it is, its loss, its skipped steps and the bytes it holds. The chosen row is the "
         "run "
         "that the other instruments look at. Measured by the runs.",
         "실행마다 한 행으로 진행, 손실, 건너뛴 스텝, 메모리를 보여 줍니다. 고른 행의 실행을 다른 계기들이 봅니다. "
         "실행에서 "
         "잰 값입니다."},
        {"instrument_name.layers", "Sizes by layer", "층별 크기"},
        {"instrument.layers",
         "A small histogram for each layer over the band of a format: gradients (times the loss scale) or activations. "
         "A "
         "layer whose hill leaves the band loses numbers there. A click shows it large. Found by looking inside the "
         "step.",
         "층마다 작은 히스토그램을 형식의 띠 위에 놓습니다. 손실 스케일을 곱한 기울기나 활성값입니다. 언덕이 띠 밖으로 "
         "나간 "
         "층은 거기서 수를 잃습니다. 누르면 크게 보입니다. 스텝 안을 들여다보아 얻습니다."},
        {"instrument_name.loss", "Loss", "손실"},
        {"instrument.loss",
         "The training loss of each run over its steps, in nats; of several seeds their median with the band from "
         "lowest "
         "to highest. Crosses are skipped steps. The dashed line is the selected step; the header switches to the "
         "difference from the fp32 run. Measured by the runs.",
         "실행마다 스텝에 따른 학습 손실(nat)입니다. 시드가 여럿이면 중앙값과 최소에서 최대까지의 띠입니다. 가위표는 "
         "건너뛴 "
         "스텝, 점선은 선택한 스텝입니다. 머리의 단추로 fp32 실행과의 차이를 볼 수 있습니다. 실행에서 잰 값입니다."},
        {"instrument_name.loss-difference", "Loss against fp32", "fp32와의 손실 차이"},
        {"instrument.loss-difference",
         "The loss of each run minus that of the reference, step by step: what a precision costs, without the common "
         "curve hiding it. Zero means no difference. Runs must have the same seed and data to be compared so. Measured "
         "by the runs.",
         "실행마다 손실에서 기준 실행의 손실을 뺀 값입니다. 공통된 곡선에 가려지지 않고 정밀도의 대가가 보입니다. "
         "0이면 "
         "차이가 없습니다. 시드와 데이터가 같아야 이렇게 견줄 수 있습니다. 실행에서 잰 값입니다."},
        {"instrument_name.memory-bars", "Memory by part", "부분별 메모리"},
        {"instrument.memory-bars",
         "What a step holds, by part: as the chapter says, by formula, and in this run. Each row has its own badge. "
         "The "
         "labels give the dtype of a part; the dashed line is the memory of the device. Megabytes are decimal.",
         "스텝이 차지하는 메모리를 부분별로, 교재의 값과 공식과 이 실행에서 보여 줍니다. 행마다 출처 표시가 따로 "
         "있습니다. "
         "이름표는 부분의 형식, 점선은 기기의 메모리입니다. MB는 십진 단위입니다."},
        {"instrument_name.memory-strip", "Memory in one line", "한 줄 메모리"},
        {"instrument.memory-strip",
         "The same in one line: what the chapter says, what the formula gives, and the highest that this run held at "
         "once.",
         "한 줄로 본 메모리로, 교재의 값과 공식의 값, 이 실행이 한꺼번에 가졌던 최댓값입니다."},
        {"instrument_name.memory-timeline", "Memory inside a step", "스텝 안의 메모리"},
        {"instrument.memory-timeline",
         "Live bytes inside one step, from allocation to allocation: forward climbs as activations are kept, backward "
         "falls as they are used up. The highest point is the peak of the step. Found by looking inside it; every "
         "allocation is counted.",
         "한 스텝 안에서 할당마다 살아 있는 바이트입니다. 앞으로 계산할 때는 활성값을 남기며 올라가고, 뒤로 계산할 "
         "때는 "
         "쓰고 버리며 내려갑니다. 가장 높은 점이 그 스텝의 최댓값입니다. 스텝 안을 들여다보아 할당을 모두 센 "
         "값입니다."},
        {"instrument_name.micro-batches", "Micro-batches", "마이크로 배치"},
        {"instrument.micro-batches",
         "Gradient accumulation: the losses of the micro-batches, or the gradient norm before and after clipping. "
         "Below, "
         "the calls of the selected step in their order: backward once per micro-batch, unscale, clip, step and update "
         "once per step. Measured by the run.",
         "기울기 누적입니다. 마이크로 배치마다의 손실이나 클리핑 전후의 기울기 노름을 보여 줍니다. 아래는 선택한 "
         "스텝의 호출 "
         "순서로, backward는 마이크로 배치마다, unscale과 clip, step, update는 스텝마다 한 번입니다. 실행에서 잰 "
         "값입니다."},
        {"instrument_name.nan-chain", "From overflow to NaN", "넘침에서 NaN까지"},
        {"instrument.nan-chain",
         "A short calculation, step by step, that ends in NaN: where the first infinity comes from, and which "
         "operation "
         "turns it into NaN. Computed exactly.",
         "NaN으로 끝나는 짧은 계산을 한 단계씩 봅니다. 첫 무한대가 어디서 나오고 어떤 연산이 그것을 NaN으로 바꾸는지 "
         "보입니다. 정확히 계산합니다."},
        {"instrument_name.nonfinite", "The first Inf or NaN", "첫 Inf나 NaN"},
        {"instrument.nonfinite",
         "How a step came to hold an Inf or NaN, link by link: step, parameter, op, the products of one sum, the bits, "
         "the line of code. A click on a link shows it in the instrument that knows it. Found by looking inside the "
         "step; "
         "the sum is added up again exactly.",
         "스텝에 Inf나 NaN이 생긴 경로를 스텝, 매개변수, 연산, 합 하나의 곱들, 비트, 코드 줄의 순서로 보여 줍니다. "
         "고리를 "
         "누르면 해당 계기에 나타납니다. 스텝 안을 들여다보아 찾고, 합은 정확히 다시 더합니다."},
        {"instrument_name.number-card", "One number in detail", "수 하나 자세히"},
        {"instrument.number-card",
         "Everything about one value in one format: fields, class, exact decimal, spacing, neighbours, the error and "
         "why "
         "it was rounded so, and what LibTorch gives here. The buttons go to the next numbers of the format. Computed "
         "exactly; LibTorch's line is measured here.",
         "한 형식에서 본 값 하나입니다. 비트 구성, 종류, 정확한 십진수, 간격, 이웃, 오차와 반올림 이유, 이 기기의 "
         "LibTorch 결과가 나옵니다. 단추는 그 형식의 다음 수로 갑니다. 정확히 계산하며 LibTorch 줄은 여기서 잰 "
         "값입니다."},
        {"instrument_name.number-line", "What exists nearby", "가까이 있는 수"},
        {"instrument.number-line",
         "The numbers of each format around the value, on one axis: the fewer ticks, the coarser the format here. The "
         "value falls on the nearest one. Computed exactly.",
         "값 둘레에 있는 각 형식의 수를 한 축에 놓습니다. 눈금이 드물수록 여기서 거친 형식입니다. 값은 가장 가까운 "
         "수로 "
         "갑니다. 정확히 계산합니다."},
        {"instrument_name.op-flow", "Ops of a step", "스텝의 연산"},
        {"instrument.op-flow",
         "The ops of a real step: rows are layers, columns are forward, backward and optimizer, and each pill is an op "
         "coloured by its dtype. The line below says why the op under the pointer has that dtype. Found by looking "
         "inside "
         "the step.",
         "실제 스텝의 연산입니다. 행은 층, 열은 앞 계산과 뒤 계산과 옵티마이저이고, 알약 하나가 연산 하나이며 색은 "
         "형식입니다. 아래 줄은 가리킨 연산이 왜 그 형식인지 말합니다. 스텝 안을 들여다보아 얻습니다."},
        {"instrument_name.overflow-policies", "Beyond the range", "범위 밖의 값"},
        {"instrument.overflow-policies",
         "What each stack makes of a value beyond the range, of infinity and of NaN: a row per policy, a column per "
         "input. What differs from the chosen row is marked. Computed exactly.",
         "범위를 넘는 값과 무한대, NaN을 저마다 어떻게 다루는지 보여 줍니다. 행은 방식, 열은 입력이고, 고른 행과 다른 "
         "칸이 "
         "표시됩니다. 정확히 계산합니다."},
        {"instrument_name.parts-table", "Six parts and their dtypes", "여섯 부분과 형식"},
        {"instrument.parts-table",
         "Chapter B's six parts: which dtype the chapter gives each, which one it had in this run, and how many bytes "
         "per "
         "parameter that is. Cells that nobody has looked for say “–”. Dtypes of the run are measured.",
         "B 단원의 여섯 부분입니다. 교재의 형식, 이 실행에서의 형식, 매개변수당 바이트를 보여 줍니다. 아직 보지 않은 "
         "칸은 "
         "“–”입니다. 실행의 형식은 잰 것입니다."},
        {"instrument_name.roofline", "Roofline", "루프라인"},
        {"instrument.roofline",
         "Which matrix products the memory bounds and which the arithmetic. The slanted part of a roof is the memory's "
         "rate, the level part the arithmetic of a format; a point under the slope waits for bytes. Roofs of this "
         "machine "
         "are measured here, others come from data sheets.",
         "어떤 행렬 곱이 메모리에 막히고 어떤 곱이 연산에 막히는지 보여 줍니다. 지붕의 비탈은 메모리 속도, 평평한 곳은 "
         "형식의 연산 속도이며, 비탈 아래의 점은 바이트를 기다립니다. 이 기기의 지붕은 여기서 잰 것이고 다른 기기는 "
         "사양서의 값입니다."},
        {"instrument_name.rounding", "Rounding", "반올림"},
        {"instrument.rounding",
         "How one value is rounded to one format: the kept bits, then guard, round and sticky, which decide; the two "
         "neighbours on a line; and a row for what each mode makes of it. Computed exactly; a stochastic mode shows "
         "its "
         "draw.",
         "값 하나가 한 형식으로 반올림되는 과정입니다. 남는 비트와, 결정을 내리는 guard, round, sticky 비트, 선 위의 "
         "두 "
         "이웃, 방식마다의 결과가 나옵니다. 정확히 계산하며 확률 반올림은 뽑은 값을 보여 줍니다."},
        {"instrument_name.runs", "Kept runs", "실행 기록"},
        {"instrument.runs",
         "The runs that are kept on this machine: name, settings, loss and skipped steps. Pinned ones stay on top; one "
         "that is selected opens again step by step, up to eight are compared on the same axes. Whatever a run shows "
         "was recorded when it ran.",
         "이 기기에 보관한 실행입니다. 이름, 설정, 손실, 건너뛴 스텝이 나옵니다. 고정한 것은 위에 남습니다. 하나를 "
         "고르면 스텝마다 다시 볼 수 있고, 여덟 개까지 같은 축에서 견줍니다. 값은 모두 실행할 때 기록된 것입니다."},
        {"instrument_name.run-differences", "What the runs differ in", "실행 사이의 차이"},
        {"instrument.run-differences",
         "One column per run: the settings that are not the same in all of them, the figures that sum each up, and the "
         "first step at which each is no longer, bit for bit, what the reference is. Counted from the records.",
         "실행마다 한 열입니다. 서로 다른 설정, 실행을 요약하는 값, 그리고 기준 실행과 비트까지 같지 않게 되는 첫 "
         "스텝을 보여 줍니다. 기록에서 센 값입니다."},
        {"instrument_name.saved-tensors", "Kept tensors", "남긴 텐서"},
        {"instrument.saved-tensors",
         "What forward kept for backward, tensor by tensor: shape, dtype, bytes, and the op that kept it. Grey rows "
         "are "
         "weights, or stand there already: they are in no sum. Found by looking inside the step.",
         "앞으로 계산할 때 뒤로 계산하려고 남긴 텐서의 모양, 형식, 바이트, 남긴 연산입니다. 회색 행은 가중치이거나 "
         "이미 나온 "
         "것이라 합에 들지 않습니다. 스텝 안을 들여다보아 얻습니다."},
        {"instrument_name.scale-trace", "Loss scale", "손실 스케일"},
        {"instrument.scale-trace",
         "The loss scale over the steps, as powers of two. A cross is a skipped step, a triangle downwards the backoff "
         "after it, a triangle upwards a growth after growth_interval good steps. Click a mark to select its step "
         "everywhere. Measured by the run.",
         "스텝에 따른 손실 스케일을 2의 거듭제곱으로 보여 줍니다. 가위표는 건너뛴 스텝, 아래 세모는 그 뒤의 감소, 위 "
         "세모는 "
         "growth_interval만큼 탈 없이 지난 뒤의 증가입니다. 표시를 누르면 모든 계기에서 그 스텝이 선택됩니다. 실행에서 "
         "잰 값입니다."},
        {"instrument_name.scaler-state", "The scaler, call by call", "스케일러의 호출"},
        {"instrument.scaler-state",
         "The calls of a step with a loss scaler in their order, with what each found in the selected step: was "
         "anything "
         "inf or NaN, was the step taken, and what became of the scale and of the growth count. Measured by the run.",
         "손실 스케일러를 쓰는 스텝의 호출 순서와, 선택한 스텝에서 각 호출이 본 것입니다. inf나 NaN이 있었는지, 스텝을 "
         "밟았는지, 스케일과 증가 횟수가 어떻게 되었는지 나옵니다. 실행에서 잰 값입니다."},
        {"instrument_name.shadow-error", "Error against fp32", "fp32와의 오차"},
        {"instrument.shadow-error",
         "How far the numbers of a step are from those of the same step in fp32, layer by layer, as a relative error "
         "on a "
         "logarithmic axis; beside it what was lost to zero and what is not finite. Both steps are really carried out.",
         "같은 스텝을 fp32로 계산했을 때와 층마다 얼마나 다른지를 로그 축의 상대 오차로 보여 줍니다. 곁에는 0으로 "
         "사라진 "
         "것과 유한하지 않은 것이 있습니다. 두 스텝 모두 실제로 계산합니다."},
        {"instrument_name.spacing", "Spacing of numbers", "수의 간격"},
        {"instrument.spacing",
         "How far apart the numbers of each format lie, over their whole range. Each step up is a power of two; the "
         "level "
         "part at the left are the subnormals. The line ends where the format ends. Computed exactly.",
         "형식마다 수의 간격을 전체 범위에 걸쳐 보여 줍니다. 계단 하나가 2의 거듭제곱 하나이고, 왼쪽의 평평한 곳은 "
         "비정규수입니다. 선은 형식의 범위가 끝나는 곳에서 끝납니다. 정확히 계산합니다."},
        {"instrument_name.speed-parts", "What faster products give", "빠른 곱의 몫"},
        {"instrument.speed-parts",
         "What a faster matrix product does to a whole step: only the share of the products gets shorter, so the whole "
         "gains less (Amdahl's law). An estimate from the shares and the device's figures.",
         "행렬 곱이 빨라지면 스텝 전체가 얼마나 빨라지는지 보여 줍니다. 곱의 몫만 줄기 때문에 전체의 이득은 더 작습니다"
         "(암달의 법칙). 몫과 기기 사양에서 나온 추정입니다."},
        {"instrument_name.tensor-formats", "What each format makes of it", "형식마다의 결과"},
        {"instrument.tensor-formats",
         "For each format: how many elements of the tensor become zero, subnormal or infinite, and the largest error. "
         "The "
         "chosen row is the format of the histogram. Every element is really converted.",
         "형식마다 텐서의 원소 몇 개가 0, 비정규수, 무한대가 되는지와 가장 큰 오차입니다. 고른 행이 히스토그램의 "
         "형식이 됩니다. "
         "원소마다 실제로 변환합니다."},
        {"instrument_name.tensor-histogram", "Sizes of the elements", "원소의 크기"},
        {"instrument.tensor-histogram",
         "How many elements of the tensor have which size, in powers of two, over the range of a format; zeros, "
         "infinities "
         "and NaN are counted at the edges. The handle multiplies all elements by a scale. Counted exactly from the "
         "file.",
         "텐서의 원소를 2의 거듭제곱 크기로 세어 형식의 범위 위에 놓습니다. 0, 무한대, NaN은 양 끝에 셉니다. 손잡이는 "
         "모든 원소에 "
         "스케일을 곱합니다. 파일의 값을 정확히 센 것입니다."},
        {"instrument_name.tensor-worst", "Elements", "원소"},
        {"instrument.tensor-worst",
         "Single elements with their place in the tensor: the largest, those with the largest error, those that become "
         "zero, or those that are not finite. A click opens one in the Bits lab.",
         "텐서 안의 위치와 함께 본 원소입니다. 가장 큰 것, 오차가 가장 큰 것, 0이 되는 것, 유한하지 않은 것을 고를 수 "
         "있습니다. 누르면 "
         "비트 실험실에서 열립니다."},
        {"instrument_name.throughput", "Steps per second", "초당 스텝"},
        {"instrument.throughput",
         "How many steps per second each run made here. A second badge says where this CPU computes a format in fp32 "
         "instead: then the time says nothing about hardware that has the format. Measured, and different each time.",
         "실행마다 이 기기에서 1초에 몇 스텝을 밟았는지 보여 줍니다. 이 CPU가 어떤 형식을 fp32로 대신 계산하면 둘째 "
         "표시가 "
         "그렇게 말하며, 그 시간은 그 형식을 갖춘 하드웨어의 속도가 아닙니다. 잰 값이라 매번 다릅니다."},
        {"instrument_name.update", "One update", "갱신 하나"},
        {"instrument.update",
         "A weight, its neighbours in the format, and the step on one axis. In the shaded range every step rounds back "
         "to "
         "the weight: it vanishes. Below, what becomes of the weight over many such steps. Computed exactly.",
         "가중치와 그 형식의 이웃, 걸음을 한 축에 놓습니다. 어두운 구간에서는 걸음이 모두 원래 가중치로 반올림되어 "
         "사라집니다. 아래는 그런 걸음을 여러 번 더한 가중치입니다. 정확히 계산합니다."},
        {"instrument_name.weights", "What a step changed", "스텝이 바꾼 것"},
        {"instrument.weights",
         "Weights, Adam's averages and its step count before and after the selected step. In a skipped step nothing "
         "changes, not even the count. Found by looking inside the step.",
         "선택한 스텝 앞뒤의 가중치와 Adam의 평균, 스텝 수입니다. 건너뛴 스텝에서는 아무것도, 스텝 수마저도 바뀌지 "
         "않습니다. "
         "스텝 안을 들여다보아 얻습니다."},

        {"instrument_keys.plot",
         "Left and Right choose a step or point, + and - zoom, Home shows all, Enter opens what is selected.",
         "왼쪽과 오른쪽 화살표로 스텝이나 점을 고르고, +와 -로 확대하고, Home으로 전체를 보고, Enter로 고른 것을 "
         "엽니다."},
        {"instrument_keys.rows", "Arrows, Home and End go through it, Enter chooses.",
         "화살표와 Home, End로 옮겨 다니고 Enter로 고릅니다."},
        {"instrument_keys.bits",
         "Arrows move between bits and rows, Space flips, Page Up and Page Down go to the next number, Delete removes "
         "the row, Ctrl+C copies the code, Ctrl+V reads a value or code.",
         "화살표로 비트와 행을 옮기고, 스페이스로 뒤집고, Page Up과 Page Down으로 다음 수로 가고, Delete로 행을 "
         "지우고, "
         "Ctrl+C로 코드를 복사하고, Ctrl+V로 값이나 코드를 붙여 넣습니다."},
        {"instrument_keys.cast-chain", "Up and Down choose a format, Enter takes its value, Delete removes it.",
         "위아래 화살표로 형식을 고르고, Enter로 그 값을 쓰고, Delete로 지웁니다."},
        {"instrument_keys.rounding",
         "Up and Down choose a mode, R draws again, Page Up and Page Down go to the next number of the format.",
         "위아래 화살표로 방식을 고르고, R로 다시 뽑고, Page Up과 Page Down으로 그 형식의 다음 수로 갑니다."},
        {"instrument_keys.number-card", "Page Up and Page Down go to the next number of the format.",
         "Page Up과 Page Down으로 그 형식의 다음 수로 갑니다."},
        {"instrument_keys.number-line", "Left and Right go to the next number of the format.",
         "왼쪽과 오른쪽 화살표로 그 형식의 다음 수로 갑니다."},
        {"instrument_keys.nan-chain",
         "Left and Right show another calculation, Up and Down choose a step, Enter takes it.",
         "왼쪽과 오른쪽 화살표로 다른 계산을, 위아래 화살표로 단계를 고르고 Enter로 그 값을 씁니다."},
        {"instrument_keys.op-flow",
         "Arrows, Home and End go through the ops, Enter selects one everywhere, / searches.",
         "화살표와 Home, End로 연산을 옮겨 다니고, Enter로 모든 계기에서 고르고, /로 찾습니다."},
    };
    return kEntries;
}

} // namespace ampscope::text
