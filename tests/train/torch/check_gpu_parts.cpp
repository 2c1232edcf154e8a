// What a run on the GPU adds to the torch code, as far as a machine without one can tell; with a GPU also that its
// tensors are counted as the CPU counts them.
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <cmath>
#include <limits>

#include "core/train/torch/autocast_guard.h"
#include "core/train/torch/gpu.h"
#include "core/train/torch/process_state.h"
#include "core/train/torch/snapshot.h"
#include "tests/train/torch/support.h"

using namespace ampscope;
using namespace ampscope::train;

namespace {

// Which message a failure inside a step becomes.
template <typename Throw>
std::string named(const Throw& work) {
    try {
        with_failures_named(work);
    } catch (const text::Error& error) {
        CHECK(error.kind() == text::ErrorKind::CouldNot);
        return error.message().id;
    }
    return "";
}

void check_failures() {
    const c10::SourceLocation here{__func__, __FILE__, static_cast<std::uint32_t>(__LINE__)};
    CHECK(named([&] { throw c10::AcceleratorError(here, 700, "an illegal memory access was encountered"); }) ==
          "cuda.gpu_failed");
    CHECK(named([&] { throw c10::OutOfMemoryError(here, "Tried to allocate 2.00 GiB"); }) == "cuda.gpu_failed");
    CHECK(named([&] { throw c10::Error(here, "a shape"); }) == "train.libtorch_failed");
    CHECK(at::mm(at::ones({2, 2}), at::ones({2, 2})).sum().item<float>() == 8); // the CPU goes on
}

void check_autocast() {
    CHECK(!autocast_is_on(at::kCPU) && !autocast_is_on(at::kCUDA));
    {
        const AutocastGuard region(at::kHalf, true, at::kCUDA);
        CHECK(autocast_is_on(at::kCUDA) && !autocast_is_on(at::kCPU));
        CHECK(at::mm(at::ones({2, 2}), at::ones({2, 2})).scalar_type() ==
              at::kFloat); // none of a CPU tensor's business
        const AutocastGuard island(at::kFloat, false, at::kCUDA);
        CHECK(!autocast_is_on(at::kCUDA));
    }
    CHECK(!autocast_is_on(at::kCPU) && !autocast_is_on(at::kCUDA));
}

bool has_kernel(const char* op, c10::DispatchKey key) {
    return c10::Dispatcher::singleton().findOp({std::string("aten::") + op, ""})->hasKernelForDispatchKey(key);
}

// Beside runs on the CPU, whose rules and products stay as they are.
void check_process_state() {
    scenario::Scenario on_cpu;
    apply(ProcessSettings::of(on_cpu));
    const auto softmax_dtype = [] {
        const AutocastGuard region(at::kBFloat16);
        return at::softmax(at::ones({2, 2}, at::kBFloat16), -1).scalar_type();
    };
    CHECK(softmax_dtype() == at::kFloat); // CUDA's rules, carried out here
    scenario::Scenario on_gpu;
    on_gpu.device = scenario::Device::Cuda;
    on_gpu.autocast.fp32_ops = {"silu"};
    apply(ProcessSettings::of(on_gpu));
    CHECK(softmax_dtype() == at::kFloat);
    CHECK(has_kernel("silu", c10::DispatchKey::AutocastCUDA));
    on_cpu.autocast.fp32_ops = {"silu"};
    apply(ProcessSettings::of(on_cpu));
    CHECK(!has_kernel("silu", c10::DispatchKey::AutocastCUDA));
    const AutocastGuard region(at::kBFloat16);
    CHECK(at::silu(at::ones({2, 2}, at::kBFloat16)).scalar_type() == at::kFloat);
}

void check_counts(const at::Device& device) {
    const at::Tensor values = at::randn({64, 65}) * 1e-3;
    values[0][0] = 0.0f, values[0][1] = std::numeric_limits<float>::infinity();
    values[0][2] = std::nanf(""), values[0][3] = std::ldexp(1.0f, -140);
    for (const auto type : {at::kFloat, at::kHalf, at::kBFloat16})
        for (const float divisor : {1.0f, 3.0f}) {
            const at::Tensor own = values.to(type), read = own.to(at::kFloat);
            numeric::Magnitudes expected;
            expected.add({read.const_data_ptr<float>(), static_cast<std::size_t>(read.numel())}, divisor);
            expected.add(expected);
            const at::Tensor there = own.to(device);
            const auto found = magnitudes_on_gpu({there, there.t()}, divisor);
            CHECK(found.exponents == expected.exponents && found.zero == expected.zero);
            CHECK(found.infinite == expected.infinite && found.nan == expected.nan);
            CHECK(found.total() == 2 * values.numel());
        }
}

} // namespace

int main() {
    load_cuda(); // first, as the engine does
    check_failures();
    check_autocast();
    check_process_state();
    CHECK(device_of(scenario::Scenario()).is_cpu());
    at::Generator ours = generator_on(at::kCPU, 7), theirs = at::detail::createCPUGenerator(7);
    CHECK(at::equal(at::empty({9}).normal_(0.0, 1.0, ours), at::empty({9}).normal_(0.0, 1.0, theirs)));
    warm_up(at::kCPU);
    wait_for(at::kCPU);
    try {
        require_gpu();
    } catch (const text::Error& error) {
        CHECK(error.kind() == text::ErrorKind::CouldNot && error.message().id.starts_with("cuda."));
        std::printf("without a GPU: %s\n", error.what());
        check_counts(at::kCPU); // as a program without CUDA code counts
        return report("check_gpu_parts");
    }
    warm_up({at::kCUDA, 0});
    check_counts({at::kCUDA, 0});
    std::printf("on the GPU, too\n");
    return report("check_gpu_parts");
}
