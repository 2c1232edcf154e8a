#include "core/train/preflight.h"

#include <algorithm>
#include <thread>

#include "core/cuda/device.h"
#include "core/hardware/machine.h"
#include "core/io/numbers.h"
#include "core/memory/bytes.h"
#include "core/scenario/fields.h"
#include "core/scenario/model_shape.h"
#include "core/train/data.h"
#include "core/train/loss_scale.h"

namespace ampscope::train {

std::int64_t machine_memory() {
    return hardware::main_memory_bytes();
}

void require_threads(std::int64_t threads) {
    // Many more threads than cores only wait for each other, and OpenMP ends the process when it cannot have them.
    constexpr std::int64_t kThreadsPerCore = 4;
    const std::int64_t cores = std::max(1u, std::thread::hardware_concurrency());
    if (threads < 1 || threads > kThreadsPerCore * cores)
        throw text::bad_input("train.too_many_threads", {{"threads", std::to_string(threads)},
                                                         {"cores", std::to_string(cores)},
                                                         {"most", std::to_string(kThreadsPerCore * cores)}});
}

// A program without CUDA code of its own leaves driver and GPU to LibTorch.
static void require_room_on_gpu(double needed) {
    cuda::GpuInfo gpu;
    try {
        gpu = cuda::open_device().info();
    } catch (const text::Error& error) {
        if (error.message().id == "cuda.no_module") return;
        throw;
    }
    if (needed > static_cast<double>(gpu.free_bytes))
        throw text::bad_input("cuda.too_large", {{"needed", io::to_text(needed / 1e9, 3)},
                                                 {"gpu", gpu.name},
                                                 {"free", io::to_text(static_cast<double>(gpu.free_bytes) / 1e9, 3)}});
}

void preflight(const scenario::Scenario& scenario, std::int64_t machine_bytes) {
    scenario::require_runnable(scenario);
    require_threads(scenario.threads);
    if (scenario.scaler_enabled()) (void)LossScale::of(scenario);
    const bool linear = scenario.model.kind == scenario::ModelKind::Linear;
    const std::int64_t vocabulary = linear ? scenario::kLinearWidth : load_tokens(scenario).vocabulary;
    const std::int64_t parameters = scenario::parameter_count(scenario, vocabulary);
    const double needed =
        memory::by_formula(scenario, parameters).total() + memory::activations_by_formula(scenario, vocabulary);
    if (scenario.device == scenario::Device::Cuda) return require_room_on_gpu(needed);
    if (machine_bytes > 0 && needed > static_cast<double>(machine_bytes))
        throw text::bad_input("train.too_large",
                              {{"needed", io::to_text(needed / 1e9, 3)},
                               {"machine", io::to_text(static_cast<double>(machine_bytes) / 1e9, 3)}});
}

} // namespace ampscope::train
