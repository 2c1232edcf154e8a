#include "core/text/catalogue.h"

namespace ampscope::text {

std::span<const Entry> catalogue_train() {
    static constexpr Entry kEntries[] = {
        {"train.no_engine",
         "this build has no training engine: LibTorch was not there when it was built. Run scripts/setup and "
         "scripts/build. Numbers, records and lessons' texts work without it",
         "이 빌드에는 학습 엔진이 없습니다. 빌드할 때 LibTorch가 없었습니다. scripts/setup과 scripts/build를 "
         "실행하십시오. 수, 기록, 단원의 글은 엔진 없이도 쓸 수 있습니다"},
        {"train.no_libtorch",
         "LibTorch cannot be opened ({reason}). `ampscope-cli setup-libtorch` brings it (in a source tree "
         "scripts/setup "
         "does). Numbers, records and lessons' texts work without it",
         "LibTorch를 열 수 없습니다({reason}). `ampscope-cli setup-libtorch`로 설치하십시오(소스 트리에서는 "
         "scripts/setup). 수, 기록, 단원의 글은 LibTorch 없이도 쓸 수 있습니다"},
        {"train.unfit_libtorch", "LibTorch {found} in {folder} does not fit: this program was built with {needed}",
         "{folder}의 LibTorch {found|은/는} 맞지 않습니다. 이 프로그램은 {needed|(으)로} 빌드했습니다"},
        {"setup.no_data_folder", "there is no place for LibTorch: neither AMPSCOPE_DATA nor HOME names a folder",
         "LibTorch를 둘 곳이 없습니다. AMPSCOPE_DATA도 HOME도 폴더를 가리키지 않습니다"},
        {"setup.no_such_folder", "there is no such folder of wheels", "그런 휠 폴더가 없습니다"},
        {"setup.other_build",
         "this program was built with LibTorch {built} and the set-up brings {brings}; name yours in TORCH_DIR",
         "이 프로그램은 LibTorch {built|(으)로} 빌드했는데 설치되는 것은 {brings}입니다. 쓰려는 LibTorch를 TORCH_DIR로 "
         "알려 주십시오"},
        {"setup.too_little_space", "{needed} MB are needed here and {free} MB are free; make room and try again",
         "여기에 {needed} MB가 필요한데 {free} MB가 남아 있습니다. 공간을 마련하고 다시 시도하십시오"},
        {"setup.disk_full",
         "the disk became full: {needed} MB are needed here; make room and try again, what is downloaded is kept",
         "디스크가 가득 찼습니다. 여기에 {needed} MB가 필요합니다. 공간을 마련하고 다시 시도하십시오. 받은 것은 "
         "남아 있습니다"},
        {"setup.no_python",
         "python3 is not on this machine, and LibTorch comes as a Python package. On Debian and Ubuntu: apt install "
         "python3-venv",
         "이 기기에 python3이 없습니다. LibTorch는 파이썬 패키지로 나옵니다. 데비안과 우분투에서는 apt install "
         "python3-venv를 실행하십시오"},
        {"setup.no_venv",
         "python3 cannot make a private environment: its part venv is missing. On Debian and Ubuntu: apt install "
         "python3-venv",
         "python3의 venv가 없어 전용 환경을 만들 수 없습니다. 데비안과 우분투에서는 apt install python3-venv를 "
         "실행하십시오"},
        {"setup.no_network",
         "the package index cannot be reached: there is no network, or it broke off. Try again when there is one; what "
         "is completely downloaded is kept. A folder of wheels from another machine does, too",
         "패키지 저장소에 닿지 않습니다. 네트워크가 없거나 끊겼습니다. 연결된 뒤 다시 시도하십시오. 다 받은 것은 "
         "남아 있습니다. 다른 기기에서 가져온 휠 폴더로도 설치할 수 있습니다"},
        {"setup.proxy",
         "the proxy of this network refuses the connection; set https_proxy (with name and password where it wants "
         "them) and start the program again",
         "네트워크의 프록시가 연결을 거절합니다. https_proxy를 (필요하면 이름과 암호까지) 설정하고 프로그램을 다시 "
         "시작하십시오"},
        {"setup.certificate",
         "the connection to the package index is not trusted: the certificate does not hold. Is the clock right? A "
         "network that looks into connections needs its own certificate: PIP_CERT names the file",
         "패키지 저장소와의 연결을 믿을 수 없습니다. 인증서가 맞지 않습니다. 시계가 맞는지 보십시오. 연결을 들여다보는 "
         "네트워크에서는 그 인증서 파일을 PIP_CERT로 알려야 합니다"},
        {"setup.no_package",
         "the package index has no LibTorch {version} for this machine's Python; a newer python3 may help",
         "패키지 저장소에 이 기기의 파이썬에 맞는 LibTorch {version|이/가} 없습니다. 더 새로운 python3이 필요할 수 "
         "있습니다"},
        {"setup.no_wheel", "this folder lacks a wheel that fits this machine's Python; wanted are {wheels}",
         "이 폴더에는 이 기기의 파이썬에 맞는 휠이 빠져 있습니다. 필요한 것: {wheels}"},
        {"setup.nothing_there", "everything was installed, but LibTorch is not where it should be; see {log}",
         "모두 설치했지만 LibTorch가 제자리에 없습니다. {log|을/를} 보십시오"},
        {"setup.failed", "the set-up failed: {reason}. The whole output is in {log}",
         "설치가 실패했습니다: {reason}. 전체 출력은 {log}에 있습니다"},
        {"setup.stopped", "stopped; what is completely downloaded is kept for the next time",
         "멈췄습니다. 다 받은 것은 다음을 위해 남겨 두었습니다"},
        {"setup.state", "LibTorch {version} in {folder}", "{folder}의 LibTorch {version}"},
        {"setup.state_none",
         "there is no LibTorch that this program can use; `ampscope-cli setup-libtorch` brings one, TORCH_DIR names "
         "one",
         "이 프로그램이 쓸 수 있는 LibTorch가 없습니다. `ampscope-cli setup-libtorch`로 설치하거나 TORCH_DIR로 "
         "알려 주십시오"},
        {"setup.preparing", "making a private Python environment", "전용 파이썬 환경 만드는 중"},
        {"setup.downloading", "downloading: {megabytes} of {all} MB", "내려받는 중: {all} MB 중 {megabytes} MB"},
        {"setup.unpacking", "unpacking: {megabytes} of {all} MB", "푸는 중: {all} MB 중 {megabytes} MB"},
        {"train.libtorch_failed", "LibTorch gave up: {reason}", "LibTorch가 실패했습니다: {reason}"},
        {"train.rate_format", "there are no products in '{found}': {known}",
         "'{found}' 행렬곱은 없습니다. 있는 것: {known}"},
        {"train.rate_range", "{name} cannot be {found}: from 1 to {most}",
         "{name}에 {found|은/는} 쓸 수 없습니다. 1부터 {most}까지입니다"},
        {"train.out_of_memory", "there is not enough memory for this; take a smaller model, micro-batch or sequence",
         "메모리가 모자랍니다. 모델, 마이크로 배치, 시퀀스를 줄이십시오"},
        {"train.failed", "the run failed: {reason}", "실행이 실패했습니다: {reason}"},
        {"failure.other", "something went wrong that nobody expected: {reason}",
         "예상하지 못한 문제가 생겼습니다: {reason}"},
        {"train.wrong_thread", "the engine was called from a thread that is not its compute thread",
         "계산 스레드가 아닌 스레드에서 엔진을 불렀습니다"},
        {"data.no_file", "data.source=file needs the path of a text in data.file",
         "data.source=file에는 data.file에 텍스트의 경로가 있어야 합니다"},
        {"data.too_short",
         "the text has {tokens} tokens, but one sequence and the token after it take {needed}; take a longer text or a "
         "shorter sequence_length",
         "텍스트는 {tokens}토큰인데 시퀀스 하나와 그다음 토큰에는 {needed}토큰이 듭니다. 더 긴 텍스트나 더 작은 "
         "sequence_length를 쓰십시오"},
        {"train.too_large",
         "this needs about {needed} GB of memory and the machine has {machine} GB; take a smaller model or "
         "micro_batch_size, or checkpointing.kind=block",
         "메모리가 약 {needed} GB 드는데 이 기기에는 {machine} GB가 있습니다. 더 작은 모델이나 micro_batch_size, 또는 "
         "checkpointing.kind=block을 쓰십시오"},
        {"train.too_many_threads",
         "threads={threads} is too many for this machine, which has {cores} cores; take at most {most}, best no more "
         "than "
         "it has cores",
         "이 기기의 코어는 {cores}개라 threads={threads|은/는} 너무 많습니다. {most} 이하, 되도록 코어 수 이하로 "
         "정하십시오"},
        {"train.look_out_of_reach",
         "the run cannot be looked at in step {step}: it has got as far as step {last}; train on to it first",
         "스텝 {step|은/는} 들여다볼 수 없습니다. 실행이 스텝 {last}까지만 왔습니다. 먼저 그 스텝까지 실행하십시오"},
        {"train.not_live", "\"{field}\" cannot change while a run goes on; start a new run with it",
         "\"{field}\"{field:은/는} 실행 중에 바꿀 수 없습니다. 새 실행을 시작하십시오"},
        {"train.scale_below_minimum",
         "the {policy} policy never lets the loss scale below scaler.min_scale = {minimum}, and scaler.init_scale = "
         "{scale} is below it already; raise scaler.init_scale or lower scaler.min_scale",
         "{policy} 정책은 손실 스케일을 scaler.min_scale = {minimum} 아래로 내리지 않는데 scaler.init_scale = "
         "{scale|이/가} 이미 그보다 작습니다. scaler.init_scale을 높이거나 scaler.min_scale을 낮추십시오"},
        {"train.scale_at_minimum",
         "step {step}: Inf or NaN in the gradients again with the loss scale at its minimum of {scale}, where the "
         "deepspeed policy ends the run. A lower scale rarely helps: look for Inf or NaN in the loss itself, lower the "
         "learning rate, or use bf16; scaler.min_scale allows a lower scale, and scaler.policy=pytorch has no minimum",
         "스텝 {step}: 손실 스케일이 최솟값 {scale}인데 기울기에 다시 Inf나 NaN이 있습니다. deepspeed 정책은 여기서 "
         "실행을 끝냅니다. 스케일을 더 낮춰도 대개 소용없습니다. 손실 자체에 Inf나 NaN이 있는지 살피고, 학습률을 "
         "낮추거나 "
         "bf16을 쓰십시오. scaler.min_scale로 최솟값을 낮출 수 있고, scaler.policy=pytorch에는 최솟값이 없습니다"},
        {"scaler.growth_factor",
         "a GradScaler was made with growth_factor {found}; it must be > 1.0, or the scale never comes back up",
         "GradScaler를 growth_factor {found|(으)로} 만들었습니다. 1.0보다 커야 합니다. 그렇지 않으면 스케일이 "
         "다시 오르지 못합니다"},
        {"scaler.backoff_factor",
         "a GradScaler was made with backoff_factor {found}; it must be < 1.0, or an overflow never lowers the scale",
         "GradScaler를 backoff_factor {found|(으)로} 만들었습니다. 1.0보다 작아야 합니다. 그렇지 않으면 "
         "넘쳐도 스케일이 내려가지 않습니다"},
        {"scaler.scale_out_of_range",
         "the loss scale was set to {found}, beyond the largest fp32 number (3.4028235e38); the scale is an fp32 "
         "tensor",
         "손실 스케일을 {found|(으)로} 정했습니다. 스케일은 fp32 텐서인데, fp32의 최댓값(3.4028235e38)보다 "
         "큽니다"},
        {"scaler.not_tensors",
         "scale() was given {found}; it takes a tensor, or lists and tuples of tensors. A loss that was read out with "
         "item() is a number and has lost its graph",
         "scale()에 {found|이/가} 주어졌습니다. 텐서 하나나 텐서의 목록과 튜플만 받습니다. item()으로 꺼낸 "
         "손실은 그래프를 잃은 수일 뿐입니다"},
        {"scaler.no_scale",
         "{call}() was called before any scale(): there is no loss scale yet (_scale is None). Call scale(loss) before "
         "backward(); a loaded state does not replace that call",
         "scale()보다 {call}()이 먼저 불렸습니다. 손실 스케일이 아직 없습니다(_scale is None). backward() 앞에서 "
         "scale(loss)를 부르십시오. 상태를 불러왔더라도 이 호출은 필요합니다"},
        {"scaler.already_unscaled",
         "unscale_({optimizer}) was called in the state UNSCALED: it has already been called on this optimizer since "
         "the last update(). Usually it stands inside the loop over micro-batches and belongs after it; or step() and "
         "update() were left out of the last iteration",
         "unscale_({optimizer})을 UNSCALED 상태에서 불렀습니다. 마지막 update() 뒤로 이 옵티마이저에 이미 불렸습니다. "
         "대개 마이크로 배치 루프 안에 있습니다. 루프 뒤로 옮기십시오. 아니면 지난 반복에서 step()과 update()가 "
         "빠졌습니다"},
        {"scaler.unscale_after_step",
         "unscale_({optimizer}) was called in the state STEPPED: it is being called after step(). Clip between "
         "unscale_() and step(), and call update() at the end of the iteration",
         "unscale_({optimizer})을 STEPPED 상태에서, 곧 step() 뒤에 불렀습니다. 클리핑은 unscale_()과 step() 사이에 "
         "두고, 반복 끝에서 update()를 부르십시오"},
        {"scaler.already_stepped",
         "step({optimizer}) was called in the state STEPPED: it has already been called since the last update(). "
         "Usually update() is missing at the end of the iteration",
         "step({optimizer})을 STEPPED 상태에서 불렀습니다. 마지막 update() 뒤로 이미 불렸습니다. 대개 반복 끝의 "
         "update()가 빠졌습니다"},
        {"scaler.no_inf_checks",
         "step({optimizer}) was called in the state UNSCALED, but no inf checks were recorded for this optimizer: none "
         "of its {count} parameters has a gradient. Usually the loss was made anew and its graph is cut, or the "
         "optimizer holds the parameters of before the model was moved or rebuilt",
         "step({optimizer})을 UNSCALED 상태에서 불렀지만 이 옵티마이저에는 inf 검사 기록이 없습니다. 매개변수 "
         "{count}개 "
         "가운데 기울기를 가진 것이 없습니다. 대개 손실을 새 텐서로 만들어 그래프가 끊겼거나, 모델을 옮기거나 다시 "
         "만들기 "
         "전의 매개변수를 옵티마이저가 쥐고 있습니다"},
        {"scaler.nothing_recorded",
         "update() was called, but no inf checks were recorded prior to it (optimizers since the last update(): "
         "{stages}). Usually step() was left out, or update() stands there twice, perhaps inside a library, too",
         "update()를 불렀지만 그 앞에 inf 검사 기록이 없습니다(마지막 update() 뒤의 옵티마이저: {stages}). 대개 "
         "step()이 "
         "빠졌거나 update()가 두 번 불립니다. 라이브러리 안에서 이미 불렸을 수도 있습니다"},
        {"scaler.fp16_gradients",
         "unscale_({optimizer}) was called in the state READY while the gradient of {parameter} is fp16: attempting to "
         "unscale FP16 gradients. Keep the weights in fp32 and let autocast choose fp16; usually half() was called on "
         "the model or on a part of it",
         "unscale_({optimizer})을 READY 상태에서 불렀는데 {parameter}의 기울기가 fp16입니다(Attempting to unscale FP16 "
         "gradients). 가중치는 fp32로 두고 fp16은 자동 형변환에 맡기십시오. 대개 모델이나 그 일부에 half()를 "
         "불렀습니다"},
        {"scaler.closure",
         "step({optimizer}) was called with a closure; that does not go together with an enabled GradScaler, since the "
         "closure would run backward again with other gradients. Optimizers such as LBFGS need enabled=false",
         "step({optimizer})에 클로저를 주었습니다. GradScaler가 켜져 있으면 쓸 수 없습니다. 클로저가 역전파를 다시 "
         "돌려 기울기가 바뀌기 때문입니다. LBFGS 같은 옵티마이저에는 enabled=false가 필요합니다"},
        {"scaler.new_scale",
         "update() was given a new scale that it cannot take: a 0-dim tensor on the scale's device that does not ask "
         "for a gradient, or a number",
         "update()가 받을 수 없는 새 스케일이 주어졌습니다. 수이거나, 스케일과 같은 장치에 있고 기울기를 요구하지 않는 "
         "0차원 텐서여야 합니다"},
        {"scaler.empty_state",
         "the state to be loaded is empty, possibly because it was saved from a GradScaler that was not enabled",
         "불러올 상태가 비어 있습니다. 켜지 않은 GradScaler에서 저장했을 수 있습니다"},
        {"scaler.copy_pending",
         "the GradScaler was to be saved in the middle of an iteration, with {optimizer} in the state {stage}; save it "
         "before the iteration begins or after update()",
         "반복 도중에 GradScaler를 저장하려 했습니다. {optimizer}의 상태는 {stage}입니다. 반복을 시작하기 전이나 "
         "update() 뒤에 저장하십시오"},
        {"scaler.unscaled_twice",
         "the gradient of {parameter} was unscaled for {first} and then again for {second}: it is too small by the "
         "loss scale now. A parameter belongs into one optimizer",
         "{parameter}의 기울기를 {first}에서 되돌린 뒤 {second}에서 또 되돌렸습니다. 이제 손실 스케일만큼 작습니다. "
         "매개변수는 한 옵티마이저에만 두십시오"},
        {"code.scaled", "loss x {scale}", "손실 × {scale}"},
        {"code.skipped", "found inf or NaN in {parameter}: skipped", "{parameter}에서 inf나 NaN 발견: 건너뜀"},
        {"code.first_nonfinite", "first {value}: {op}, {layer}", "첫 {value}: {op}, {layer}"},
        {"code.moved", "{from} -> {to}", "{from} -> {to}"},
        {"code.lr", "learning rate {lr}", "이번 학습률 {lr}"},
        {"code.norm", "gradient norm {norm}", "기울기 노름 {norm}"},
    };
    return kEntries;
}

} // namespace ampscope::text
