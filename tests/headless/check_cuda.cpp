// The kernels on machines without Qt: their lines on the CPU, and on the GPU itself where there is one.
#include "core/cuda/self_check.h"
#include "tests/cuda/host_device.h"
#include "tests/headless/check.h"

using namespace ampscope;

static void check(cuda::Device& device) {
    for (const auto& result : cuda::self_check(device)) {
        std::printf("%s: %lld compared, %lld different %s\n",
                    text::render(result.what, text::Language::English).c_str(), static_cast<long long>(result.compared),
                    static_cast<long long>(result.different), result.first.c_str());
        CHECK(result.passed());
    }
}

static void check_gpu(cuda::Device& gpu) {
    const cuda::GpuInfo info = gpu.info();
    std::printf("%s, compute capability %s, driver %s, CUDA %s\n", info.name.c_str(), info.capability().c_str(),
                info.driver.c_str(), cuda::cuda_version_text(info.driver_cuda).c_str());
    CHECK(!info.name.empty() && info.free_bytes > 0 && info.free_bytes <= info.memory_bytes);
    check(gpu);
    for (const cuda::Product product : cuda::kProducts) {
        try {
            const double rate = gpu.product_rate(product, 4096);
            std::printf("%s products of size 4096: %.1f TFLOPS\n", std::string(cuda::format_id(product)).c_str(),
                        rate / 1e3);
            CHECK(info.has(product) && rate > 0);
        } catch (const text::Error& error) {
            std::printf("%s\n", error.what());
            CHECK(error.message().id == "cuda.no_cublas" || !info.has(product));
        }
    }
    std::printf("copies inside the GPU: %.0f GB/s\n", gpu.copy_rate(1 << 28));
    try {
        (void)gpu.copy_rate(info.memory_bytes); // twice the memory there is
        CHECK(!"out of memory");
    } catch (const text::Error& error) {
        CHECK(error.message().id == "cuda.out_of_memory");
    }
    CHECK(gpu.copy_rate(1 << 20) > 0);
}

int main() {
    cuda::HostDevice host;
    check(host);
    cuda::Device* gpu = nullptr;
    try {
        gpu = &cuda::open_device();
    } catch (const text::Error& error) {
        std::printf("skipped on the GPU: %s\n", error.what());
        CHECK(error.kind() == text::ErrorKind::CouldNot && error.message().id.starts_with("cuda."));
    }
    try {
        if (gpu) check_gpu(*gpu);
    } catch (const text::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        CHECK(!"the GPU failed");
    }
    return report("check_cuda");
}
