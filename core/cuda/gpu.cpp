#include "core/cuda/gpu.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "core/cuda/kernels.h"
#include "core/cuda/per_value.h"
#include "core/text/message.h"

namespace ampscope::cuda {
namespace {

constexpr int kLeastMajor = 7, kLeastMinor = 5; // nvcc 13 makes no code for older GPUs

std::string error_name(cudaError_t error) {
    return std::string(cudaGetErrorName(error)) + ", " + std::to_string(static_cast<int>(error));
}

std::int64_t free_memory() {
    std::size_t free = 0, all = 0;
    return cudaMemGetInfo(&free, &all) == cudaSuccess ? static_cast<std::int64_t>(free) : 0;
}

// The kernel driver's own version; cudaDriverGetVersion() tells the newest CUDA that it serves.
std::string driver_release() {
    std::ifstream file("/sys/module/nvidia/version");
    std::string version;
    std::getline(file, version);
    return text::one_line(version, 40);
}

int count_gpus() {
    int driver = 0, runtime = 0, count = 0;
    const cudaError_t versions = cudaDriverGetVersion(&driver);
    (void)cudaRuntimeGetVersion(&runtime);
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (driver == 0 || versions != cudaSuccess) throw text::could_not("cuda.no_driver", {{"error", error_name(error)}});
    if (error == cudaErrorInsufficientDriver || driver / 1000 < runtime / 1000)
        throw text::could_not("cuda.driver_too_old",
                              {{"found", cuda_version_text(driver)}, {"needed", cuda_version_text(runtime)}});
    if (error != cudaSuccess && error != cudaErrorNoDevice) require(error, "cudaGetDeviceCount");
    if (count == 0) throw text::could_not("cuda.no_gpu", {{"error", error_name(cudaErrorNoDevice)}});
    return count;
}

class Gpu : public Device {
  public:
    Gpu() {
        m_info.device_count = count_gpus();
        require(cudaSetDevice(0), "cudaSetDevice(0)");
        cudaDeviceProp properties{};
        require(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
        m_info.name = text::one_line(properties.name, 200);
        m_info.major = properties.major, m_info.minor = properties.minor;
        m_info.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
        m_info.multiprocessors = properties.multiProcessorCount;
        m_info.driver = driver_release();
        (void)cudaDriverGetVersion(&m_info.driver_cuda);
        (void)cudaRuntimeGetVersion(&m_info.runtime_cuda);
        if (std::pair(m_info.major, m_info.minor) < std::pair(kLeastMajor, kLeastMinor))
            throw text::could_not("cuda.gpu_too_old",
                                  {{"gpu", m_info.name},
                                   {"found", m_info.capability()},
                                   {"needed", std::to_string(kLeastMajor) + "." + std::to_string(kLeastMinor)}});
    }

    GpuInfo info() override {
        use();
        m_info.free_bytes = free_memory();
        return m_info;
    }

    numeric::Magnitudes magnitudes(std::span<const std::byte> values, Number number, float divisor) override {
        const std::size_t width = bytes_of(number);
        if (values.size() % width != 0) throw std::logic_error("magnitudes: a part of a number");
        use();
        Counts& counts = cleared_counts();
        in_pieces(values.size() / width, [&](std::size_t first, std::size_t count) {
            const GpuMemory there = sent(values.subspan(first * width, count * width));
            counts.add({there.get(), static_cast<std::int64_t>(count), number}, divisor, m_info.multiprocessors);
        });
        return counts.take();
    }

    numeric::Magnitudes magnitudes_there(std::span<const Piece> pieces, float divisor) override {
        use();
        Counts& counts = cleared_counts();
        for (const Piece& piece : pieces)
            counts.add(piece, divisor, m_info.multiprocessors);
        return counts.take();
    }

    void quantise(std::span<const float> values, const numeric::QuantisePlan& plan,
                  std::span<std::byte> codes) override {
        const std::size_t width = plan.sign_shift < 24 ? 2 : 1;
        cast(values, width, codes, [&](const float* from, std::int64_t count, void* to) {
            return launch_quantise(from, count, plan, to, width, m_info.multiprocessors);
        });
    }

    void hardware_cast(std::span<const float> values, Narrow narrow, bool saturate,
                       std::span<std::byte> codes) override {
        cast(values, bytes_of(narrow), codes, [&](const float* from, std::int64_t count, void* to) {
            return launch_hardware_cast(from, count, narrow, saturate, to, m_info.multiprocessors);
        });
    }

    double product_rate(Product product, std::int64_t size) override {
        use();
        return cuda::product_rate(m_info, product, size);
    }

    double copy_rate(std::int64_t bytes) override {
        use();
        const auto size = static_cast<std::size_t>(bytes);
        const GpuMemory from(size), to(size);
        const double seconds = best_seconds([&] {
            require(cudaMemcpyAsync(to.get(), from.get(), size, cudaMemcpyDeviceToDevice),
                    "copy of " + std::to_string(size) + " bytes inside the GPU");
        });
        return 2.0 * static_cast<double>(bytes) / seconds / 1e9;
    }

  private:
    static constexpr std::size_t kPiece = std::size_t(1) << 24; // numbers at a time: 64 MiB of fp32

    // CUDA's current device belongs to the thread.
    static void use() { require(cudaSetDevice(0), "cudaSetDevice(0)"); }

    template <typename Use>
    static void in_pieces(std::size_t count, const Use& use_piece) {
        for (std::size_t first = 0; first < count; first += kPiece)
            use_piece(first, std::min(kPiece, count - first));
    }

    static GpuMemory sent(std::span<const std::byte> bytes) {
        GpuMemory there(bytes.size());
        require(cudaMemcpy(there.get(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice),
                "copy of " + std::to_string(bytes.size()) + " bytes to the GPU");
        return there;
    }

    // Bins in the GPU's memory.
    class Counts {
      public:
        void clear() { require(cudaMemset(m_there.get(), 0, kBytes), "cudaMemset of the bins"); }
        void add(const Piece& piece, float divisor, int multiprocessors) {
            const int error = launch_magnitudes(piece.values, piece.count, piece.number, divisor,
                                                static_cast<unsigned long long*>(m_there.get()), multiprocessors);
            require(static_cast<cudaError_t>(error),
                    "gradient statistics of " + std::to_string(piece.count) + " values");
        }
        numeric::Magnitudes take() {
            std::array<unsigned long long, kAllBins> bins;
            require(cudaMemcpy(bins.data(), m_there.get(), kBytes, cudaMemcpyDeviceToHost),
                    "gradient statistics, back from the GPU");
            numeric::Magnitudes result;
            for (std::size_t i = 0; i < result.exponents.size(); ++i)
                result.exponents[i] = static_cast<std::int64_t>(bins[i]);
            result.zero = static_cast<std::int64_t>(bins[kZeroBin]);
            result.infinite = static_cast<std::int64_t>(bins[kInfiniteBin]);
            result.nan = static_cast<std::int64_t>(bins[kNanBin]);
            return result;
        }

      private:
        static constexpr std::size_t kBytes = kAllBins * sizeof(unsigned long long);
        GpuMemory m_there{kBytes};
    };
    // Kept: asking for memory makes a GPU wait.
    Counts& cleared_counts() {
        if (!m_counts) m_counts = std::make_unique<Counts>();
        m_counts->clear();
        return *m_counts;
    }

    template <typename Launch>
    void cast(std::span<const float> values, std::size_t width, std::span<std::byte> codes, const Launch& launch) {
        if (codes.size() != values.size() * width) throw std::logic_error("cast: size of the codes");
        use();
        in_pieces(values.size(), [&](std::size_t first, std::size_t count) {
            const GpuMemory from = sent(std::as_bytes(values.subspan(first, count)));
            const GpuMemory to(count * width);
            const std::string doing = "cast of " + std::to_string(count) + " values";
            require(static_cast<cudaError_t>(
                        launch(static_cast<const float*>(from.get()), static_cast<std::int64_t>(count), to.get())),
                    doing);
            require(cudaMemcpy(codes.data() + first * width, to.get(), count * width, cudaMemcpyDeviceToHost), doing);
        });
    }

    GpuInfo m_info;
    std::unique_ptr<Counts> m_counts;
};

} // namespace

void require(cudaError_t error, const std::string& doing) {
    if (error == cudaSuccess) return;
    (void)cudaGetLastError(); // an error that can be cleared is not reported again by the next call
    throw text::could_not("cuda.failed",
                          {{"doing", doing}, {"error", error_name(error)}, {"reason", cudaGetErrorString(error)}});
}

GpuMemory::GpuMemory(std::size_t bytes) {
    const cudaError_t error = cudaMalloc(&m_pointer, std::max<std::size_t>(bytes, 1));
    if (error == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError();
        throw text::could_not("cuda.out_of_memory", {{"needed", text::grouped(static_cast<std::int64_t>(bytes))},
                                                     {"free", text::grouped(free_memory())}});
    }
    require(error, "cudaMalloc of " + std::to_string(bytes) + " bytes");
}

GpuMemory::~GpuMemory() {
    if (m_pointer) (void)cudaFree(m_pointer);
}

Stopwatch::Stopwatch() {
    require(cudaEventCreate(&m_begin), "cudaEventCreate");
    require(cudaEventCreate(&m_end), "cudaEventCreate");
}
Stopwatch::~Stopwatch() {
    if (m_begin) (void)cudaEventDestroy(m_begin);
    if (m_end) (void)cudaEventDestroy(m_end);
}
void Stopwatch::start() {
    require(cudaEventRecord(m_begin), "cudaEventRecord");
}
double Stopwatch::stop() {
    require(cudaEventRecord(m_end), "cudaEventRecord");
    require(cudaEventSynchronize(m_end), "cudaEventSynchronize");
    float ms = 0;
    require(cudaEventElapsedTime(&ms, m_begin, m_end), "cudaEventElapsedTime");
    return static_cast<double>(ms);
}

} // namespace ampscope::cuda

// Looked up by name in core/cuda/device.cpp. Throws as open_device() does.
extern "C" __attribute__((visibility("default"))) ampscope::cuda::Device* ampscope_cuda_device() {
    static std::mutex mutex;
    static ampscope::cuda::Device* gpu = nullptr; // never destroyed: CUDA's own state is gone by then
    const std::scoped_lock lock(mutex);
    if (!gpu) gpu = std::make_unique<ampscope::cuda::Gpu>().release();
    return gpu;
}
