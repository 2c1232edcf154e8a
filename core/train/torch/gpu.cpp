#include "core/train/torch/gpu.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/detail/CUDAHooksInterface.h>
#ifndef _WIN32
#include <dlfcn.h>
#endif

#include <filesystem>

#include "core/cuda/device.h"
#include "core/train/torch/memory_probe.h"

namespace ampscope::train {
namespace {

struct Loaded {
    bool has_driver = false, has_cuda = false;
    std::string reason; ///< of what is missing first
};

#ifdef _WIN32
Loaded load() {
    return {false, false, "not on this system"};
}
#else
Loaded load() {
    Loaded loaded;
    if (!dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL)) {
        loaded.reason = dlerror();
        return loaded;
    }
    loaded.has_driver = true;
    // Beside the library that this one is linked with.
    Dl_info info{};
    const auto place = reinterpret_cast<void*>(&at::detail::getCUDAHooks);
    std::filesystem::path path = "libtorch_cuda.so";
    if (dladdr(place, &info) != 0 && info.dli_fname)
        path = std::filesystem::path(info.dli_fname).replace_filename(path);
    loaded.has_cuda = dlopen(path.c_str(), RTLD_LAZY | RTLD_GLOBAL) != nullptr;
    if (!loaded.has_cuda) loaded.reason = dlerror();
    return loaded;
}
#endif

const Loaded& loaded() {
    static const Loaded state = load();
    return state;
}

// nullptr where this program was built without the toolkit.
cuda::Device* kernels() {
    static cuda::Device* const device = []() -> cuda::Device* {
        try {
            return &cuda::open_device();
        } catch (const text::Error&) {
            return nullptr;
        }
    }();
    return device;
}

cuda::Number number_of(at::ScalarType type) {
    return type == at::kHalf ? cuda::Number::Fp16 : type == at::kBFloat16 ? cuda::Number::Bf16 : cuda::Number::Fp32;
}

} // namespace

void load_cuda() {
    (void)loaded();
}

void require_gpu() {
    // Driver and GPU: our own module says it best, where it is there to say it.
    try {
        (void)cuda::open_device();
    } catch (const text::Error& error) {
        if (error.message().id != "cuda.no_module" && error.message().id != "cuda.not_opened") throw;
    }
    if (!loaded().has_driver) throw text::could_not("cuda.no_driver", {{"error", loaded().reason}});
    if (!loaded().has_cuda) throw text::could_not("cuda.no_libtorch_cuda", {{"reason", loaded().reason}});
    const auto& hooks = at::detail::getCUDAHooks();
    if (!hooks.hasCUDA()) throw text::could_not("cuda.no_gpu", {{"error", "LibTorch"}});
}

at::Device device_of(const scenario::Scenario& scenario) {
    return scenario.device == scenario::Device::Cuda ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU);
}

at::Generator generator_on(const at::Device& device, std::uint64_t seed) {
    if (device.is_cpu()) return at::detail::createCPUGenerator(seed);
    at::Generator generator = at::detail::getCUDAHooks().getNewGenerator(device.index());
    generator.set_current_seed(seed);
    return generator;
}

void wait_for(const at::Device& device) {
    if (device.is_cuda()) at::detail::getCUDAHooks().deviceSynchronize(device.index());
}

void warm_up(const at::Device& device) {
    if (!device.is_cuda()) return;
    for (const auto type : {at::kFloat, at::kHalf, at::kBFloat16}) {
        const at::Tensor x = at::ones({16, 16}, at::TensorOptions(type).device(device)).requires_grad_(true);
        at::linear(x, x).sum().backward();
    }
    wait_for(device);
}

numeric::Magnitudes magnitudes_on_gpu(const std::vector<at::Tensor>& tensors, float divisor) {
    const MemoryProbe::Ignore looking;
    if (cuda::Device* const device = kernels()) {
        std::vector<at::Tensor> dense; // a transposed gradient counts the same in any order
        std::vector<cuda::Piece> pieces;
        for (const auto& given : tensors) {
            const at::Tensor& tensor =
                dense.emplace_back(given.is_non_overlapping_and_dense() ? given : given.contiguous());
            pieces.push_back({tensor.const_data_ptr(), tensor.numel(), number_of(tensor.scalar_type())});
        }
        return device->magnitudes_there(pieces, divisor);
    }
    numeric::Magnitudes sizes;
    for (const auto& tensor : tensors) {
        const at::Tensor values = tensor.to(at::kCPU, at::kFloat).contiguous();
        sizes.add({values.const_data_ptr<float>(), static_cast<std::size_t>(values.numel())}, divisor);
    }
    return sizes;
}

text::Error failure_of(const c10::Error& error) {
    // Only a GPU's allocator throws the second; a CPU's throws std::bad_alloc or a plain error.
    const bool of_gpu = dynamic_cast<const c10::AcceleratorError*>(&error) != nullptr ||
                        dynamic_cast<const c10::OutOfMemoryError*>(&error) != nullptr;
    return text::could_not(of_gpu ? "cuda.gpu_failed" : "train.libtorch_failed",
                           {{"reason", error.what_without_backtrace()}});
}

record::Environment gpu_environment() {
    cuda::Device* const device = kernels();
    if (!device) return {{"gpu", std::string("CUDA device 0")}};
    const cuda::GpuInfo info = device->info();
    return {{"gpu", info.name},
            {"gpu_capability", info.capability()},
            {"gpu_driver", info.driver},
            {"gpu_cuda", cuda::cuda_version_text(info.driver_cuda)}};
}

} // namespace ampscope::train
