// What the module's own files share: GPU memory that is given back, and CUDA's errors as this program's.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>
#include <utility>

#include "core/cuda/device.h"

namespace ampscope::cuda {

/// Throws text::Error (CouldNot) for anything but cudaSuccess. `doing`: what was tried, with its numbers, in English
/// ("copy of 4096 bytes to the GPU"): CUDA's own texts are, too.
void require(cudaError_t error, const std::string& doing);

/// A block of the GPU's memory. Throws text::Error (CouldNot) with what was asked for and what is free.
class GpuMemory {
  public:
    explicit GpuMemory(std::size_t bytes);
    ~GpuMemory();
    GpuMemory(GpuMemory&& other) noexcept : m_pointer(std::exchange(other.m_pointer, nullptr)) {}
    GpuMemory(const GpuMemory&) = delete;
    GpuMemory& operator=(const GpuMemory&) = delete;
    void* get() const { return m_pointer; }

  private:
    void* m_pointer = nullptr;
};

/// Milliseconds of the GPU's own clock between two moments of the default stream.
class Stopwatch {
  public:
    Stopwatch();
    ~Stopwatch();
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;
    void start();
    double stop(); ///< waits

  private:
    cudaEvent_t m_begin = nullptr, m_end = nullptr;
};

/// The best of several batches of `work`, which only launches, in seconds for one call.
template <typename Work>
double best_seconds(const Work& work) {
    constexpr int kBatches = 5;
    constexpr double kBatchMs = 20, kMostCalls = 1000;
    Stopwatch watch;
    work(); // warm-up: code is loaded, clocks rise
    watch.start();
    work();
    const double once = watch.stop();
    const int calls = static_cast<int>(once * kMostCalls > kBatchMs ? kBatchMs / once + 1 : kMostCalls);
    double best = 0;
    for (int batch = 0; batch < kBatches; ++batch) {
        watch.start();
        for (int call = 0; call < calls; ++call)
            work();
        const double each = watch.stop() / calls;
        if (batch == 0 || each < best) best = each;
    }
    return best / 1e3;
}

/// Device::product_rate().
double product_rate(const GpuInfo& gpu, Product product, std::int64_t size);

} // namespace ampscope::cuda
