// A GPU behind a plain C++ door. The CUDA part is a module that is opened at run time: without the toolkit the program
// builds, without a driver it starts, and opening says what is missing. No CUDA type is seen from here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/numeric/array_kernels.h"
#include "core/numeric/magnitudes.h"

namespace ampscope::cuda {

/// What the kernels read.
enum class Number { Fp32, Fp16, Bf16 };
/// What the GPU's own cast instructions write.
enum class Narrow { Fp16, Bf16, E4m3, E5m2 };
/// Matrix products that are timed: what the factors are. Sums are fp32 in all of them.
enum class Product { Fp32, Tf32, Fp16, Bf16, E4m3 };

inline constexpr Product kProducts[] = {Product::Fp32, Product::Tf32, Product::Fp16, Product::Bf16, Product::E4m3};
inline constexpr Narrow kNarrows[] = {Narrow::Fp16, Narrow::Bf16, Narrow::E4m3, Narrow::E5m2};

/// "fp32", "tf32", "fp16", "bf16", "e4m3", "e5m2": the ids of numeric::find_format().
std::string_view format_id(Number number);
std::string_view format_id(Narrow narrow);
std::string_view format_id(Product product);
/// Bytes that one number takes in memory.
std::size_t bytes_of(Number number);
std::size_t bytes_of(Narrow narrow);

/// Numbers in the GPU's memory.
struct Piece {
    const void* values = nullptr;
    std::int64_t count = 0;
    Number number = Number::Fp32;
};

/// What driver and GPU tell about themselves.
struct GpuInfo {
    std::string name;              ///< "NVIDIA H200"
    int major = 0, minor = 0;      ///< compute capability
    std::int64_t memory_bytes = 0; ///< all of it
    std::int64_t free_bytes = 0;   ///< when asked
    int multiprocessors = 0;       ///< streaming multiprocessors
    std::string driver;            ///< "580.82.07"; "" where the system does not tell
    int driver_cuda = 0;           ///< the newest CUDA that the driver serves: 13000 for 13.0
    int runtime_cuda = 0;          ///< the CUDA that this program was built with
    int device_count = 1;          ///< GPUs that this process may use; the first is used

    std::string capability() const { return std::to_string(major) + "." + std::to_string(minor); }
    bool has_bf16() const { return major >= 8; }                             ///< bf16 products in hardware
    bool has_tf32() const { return major >= 8; }                             ///< TF32 products in hardware
    bool has_fp8() const { return major > 8 || (major == 8 && minor >= 9); } ///< fp8 products in hardware
    bool has(Product product) const;
};
/// 13000 -> "13.0"
std::string cuda_version_text(int version);

/// The first GPU. Functions wait until their work is done. They throw text::Error (CouldNot): out of memory, a launch
/// that failed, a GPU that is gone. For one thread at a time; another thread's use of the same GPU is no matter.
class Device {
  public:
    virtual ~Device() = default;
    virtual GpuInfo info() = 0;

    /// numeric::Magnitudes of numbers in main memory, each divided by `divisor` in fp32: the same counts as its add().
    /// `values` holds whole numbers (else std::logic_error).
    virtual numeric::Magnitudes magnitudes(std::span<const std::byte> values, Number number, float divisor = 1.0f) = 0;
    /// The same of numbers in the GPU's memory, all pieces together, after all work that the default stream was given
    /// before.
    virtual numeric::Magnitudes magnitudes_there(std::span<const Piece> pieces, float divisor = 1.0f) = 0;

    /// Nearest-even codes of numbers in main memory, with the plan of numeric::quantise_plan(): the same codes as
    /// numeric::ArrayQuantiser. `codes`: 1 or 2 bytes a number, as the plan's format needs (else std::logic_error).
    virtual void quantise(std::span<const float> values, const numeric::QuantisePlan& plan,
                          std::span<std::byte> codes) = 0;
    /// The same by the GPU's own cast instructions. `saturate`: __NV_SATFINITE, which only fp8 takes.
    virtual void hardware_cast(std::span<const float> values, Narrow narrow, bool saturate,
                               std::span<std::byte> codes) = 0;

    /// A product of two square matrices by cuBLASLt, in 10^9 operations per second, a multiplication and an addition
    /// counted as two: the best of several, timed after a warm-up. fp8 gives bf16, the others their own type. Throws
    /// for a product that this GPU does not have, and where there is no cuBLASLt. `size`: a multiple of 16.
    virtual double product_rate(Product product, std::int64_t size) = 0;
    /// 10^9 bytes per second of a copy inside the GPU's memory, read and written bytes both counted; the best of
    /// several.
    virtual double copy_rate(std::int64_t bytes) = 0;
};

/// Opens the module and the GPU, once per process. Throws text::Error (CouldNot) that says what is missing (toolkit
/// when this was built, driver, GPU) and what to do; the next call tries again.
Device& open_device();

} // namespace ampscope::cuda
