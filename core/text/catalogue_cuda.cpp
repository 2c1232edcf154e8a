#include "core/text/catalogue.h"

namespace ampscope::text {

// The GPU: core/cuda, the scenario's device=cuda and the command `cuda`.
std::span<const Entry> catalogue_cuda() {
    static constexpr Entry kEntries[] = {
        {"cuda.no_module",
         "this program was built without the CUDA Toolkit, so it holds no code for a GPU. Install CUDA Toolkit 13 "
         "(nvcc "
         "on PATH) and build again; everything else works without it",
         "CUDA Toolkit 없이 빌드한 프로그램이라 GPU용 코드가 없습니다. CUDA Toolkit 13을 설치하고(nvcc가 PATH에 있어야 "
         "합니다) "
         "다시 빌드하십시오. 나머지 기능은 그대로 쓸 수 있습니다"},
        {"cuda.not_opened", "the program's CUDA module could not be opened: {reason}",
         "프로그램의 CUDA 모듈을 열지 못했습니다: {reason}"},
        {"cuda.no_driver",
         "no NVIDIA driver answers on this machine ({error}). With an NVIDIA GPU: install its driver, and check that "
         "nvidia-smi lists it. Without one: device=cpu",
         "NVIDIA 드라이버가 응답하지 않습니다({error}). NVIDIA GPU가 있으면 드라이버를 설치하고 nvidia-smi에 GPU가 "
         "보이는지 "
         "확인하십시오. 없으면 device=cpu로 실행하십시오"},
        {"cuda.driver_too_old",
         "the NVIDIA driver serves CUDA up to {found}, this program was built with CUDA {needed}. Install a newer "
         "driver, "
         "or build with the older toolkit",
         "NVIDIA 드라이버는 CUDA {found}까지 지원하는데 이 프로그램은 CUDA {needed}{needed:으로/로} 빌드했습니다. 새 "
         "드라이버를 설치하거나 "
         "이전 Toolkit으로 다시 빌드하십시오"},
        {"cuda.no_gpu",
         "the NVIDIA driver is there, but it lists no GPU ({error}). Check nvidia-smi and the variable "
         "CUDA_VISIBLE_DEVICES, or use device=cpu",
         "NVIDIA 드라이버는 있지만 GPU가 보이지 않습니다({error}). nvidia-smi와 환경 변수 CUDA_VISIBLE_DEVICES를 "
         "확인하거나 "
         "device=cpu로 실행하십시오"},
        {"cuda.gpu_too_old",
         "{gpu} has compute capability {found}; code is built for {needed} and newer. Use device=cpu",
         "{gpu}의 compute capability는 {found}인데 이 프로그램의 코드는 {needed} 이상용입니다. device=cpu로 "
         "실행하십시오"},
        {"cuda.out_of_memory",
         "the GPU's memory is full: {needed} bytes were asked for, {free} are free. Close other programs on this GPU "
         "(nvidia-smi lists them), or take a smaller size or batch",
         "GPU 메모리가 부족합니다: {needed}바이트가 필요한데 {free}바이트가 남아 있습니다. 이 GPU를 쓰는 다른 "
         "프로그램을 닫거나"
         "(nvidia-smi로 확인) 크기나 배치를 줄이십시오"},
        {"cuda.failed",
         "the GPU reported an error: {doing}: {error}, {reason}. If every run on the GPU now fails, start the program "
         "again; runs on the CPU go on",
         "GPU가 오류를 보고했습니다: {doing}: {error}, {reason}. GPU 실행이 계속 실패하면 프로그램을 다시 "
         "시작하십시오. CPU "
         "실행은 그대로 이어집니다"},
        {"cuda.no_cublas",
         "cuBLASLt is not here, so products cannot be timed: {reason}. It comes with the CUDA Toolkit and with "
         "LibTorch's "
         "complete set (scripts/setup --cuda)",
         "cuBLASLt가 없어 행렬곱 속도를 잴 수 없습니다: {reason}. CUDA Toolkit이나 LibTorch 전체 설치(scripts/setup "
         "--cuda)에 들어 "
         "있습니다"},
        {"cuda.no_product", "{gpu} (compute capability {found}) has no {format} products",
         "{gpu}(compute capability {found})에는 {format} 행렬곱이 없습니다"},
        {"cuda.no_libtorch_cuda",
         "this LibTorch is a CPU one, or its CUDA part could not be opened: {reason}. scripts/setup --cuda brings a "
         "complete one; name it with TORCH_DIR when you build. Or use device=cpu",
         "CPU용 LibTorch이거나 CUDA 부분을 열지 못했습니다: {reason}. scripts/setup --cuda로 전체를 설치하고 빌드할 때 "
         "TORCH_DIR로 "
         "지정하거나 device=cpu로 실행하십시오"},
        {"cuda.too_large",
         "this run needs about {needed} GB, {gpu} has {free} GB free. Take a smaller model or micro-batch, accumulate, "
         "checkpoint, or a lower precision",
         "이 실행에는 약 {needed} GB가 필요한데 {gpu}에는 {free} GB가 남아 있습니다. 모델이나 마이크로배치를 줄이거나 "
         "그래디언트 누적, "
         "체크포인팅, 더 낮은 정밀도를 쓰십시오"},
        {"cuda.gpu_failed",
         "the run on the GPU ended with an error of LibTorch: {reason}. If every run on the GPU now fails, start the "
         "program again; runs on the CPU go on",
         "LibTorch 오류로 GPU 실행이 끝났습니다: {reason}. GPU 실행이 계속 실패하면 프로그램을 다시 시작하십시오. CPU "
         "실행은 "
         "그대로 이어집니다"},

        {"cuda.bad_size", "a product of size {found}? Sizes are multiples of 16 up to {most}",
         "크기 {found|은/는} 쓸 수 없습니다. 16의 배수이고 {most} 이하여야 합니다"},

        {"cuda.gpu_line",
         "GPU: {name}, compute capability {capability}, {memory} GB ({free} GB free), driver {driver} (up to CUDA "
         "{cuda}), "
         "built with CUDA {built}",
         "GPU: {name}, compute capability {capability}, {memory} GB(여유 {free} GB), 드라이버 {driver}(CUDA "
         "{cuda}까지), CUDA "
         "{built}{built:으로/로} 빌드"},
        {"cuda.no_gpu_line", "GPU: none that this program can use. {reason}",
         "GPU: 이 프로그램이 쓸 수 있는 것이 없습니다. {reason}"},
        {"cuda.check_head", "on the GPU, against this program's exact arithmetic",
         "GPU의 결과와 이 프로그램의 정확한 산술 비교"},
        {"cuda.check_compared", "compared", "비교한 수"},
        {"cuda.check_different", "different", "다른 수"},
        {"cuda.check_first", "first difference", "첫 차이"},
        {"cuda.check_holds", "The GPU gives the same numbers, bit for bit.", "GPU의 결과가 비트까지 같습니다."},
        {"cuda.check_fails", "The GPU gives other numbers; see the table.", "GPU의 결과가 다릅니다. 표를 보십시오."},
        {"cuda.rates_head", "TFLOPS, by size", "크기별 TFLOPS"},
        {"cuda.copy_line", "copy inside the GPU's memory: {rate} GB/s, read and written bytes both counted",
         "GPU 메모리 안의 복사: {rate} GB/s(읽고 쓴 바이트를 모두 셈)"},
        {"cuda.check_magnitudes", "{format} numbers counted by size, divided by {divisor}",
         "{format} 수를 {divisor}{divisor:으로/로} 나누어 크기별로 센 결과"},
        {"cuda.check_quantise", "fp32 to {format}, our kernel, overflow {policy}",
         "fp32 → {format}, 이 프로그램의 커널, 오버플로 {policy}"},
        {"cuda.check_cast", "fp32 to {format}, the GPU's own cast, overflow {policy}",
         "fp32 → {format}, GPU 자체의 변환, 오버플로 {policy}"},
    };
    return kEntries;
}

} // namespace ampscope::text
