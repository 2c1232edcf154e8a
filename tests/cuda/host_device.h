// The kernels' own lines, run by the CPU: a Device for machines without a GPU. What a GPU adds to them (threads,
// blocks, shared memory, its cast instructions) is what is left for a GPU to show.
#pragma once

#include <cstring>
#include <stdexcept>

#include "core/cuda/device.h"
#include "core/cuda/per_value.h"
#include "core/numeric/arrays.h"
#ifdef AMPSCOPE_CUDA_HEADERS
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#endif

namespace ampscope::cuda {

/// CUDA's own casts come from its host headers where the toolkit is; where it is not, from the same code as quantise().
class HostDevice : public Device {
  public:
    GpuInfo info() override {
        GpuInfo info;
        info.name = "host";
        return info;
    }

    numeric::Magnitudes magnitudes(std::span<const std::byte> values, Number number, float divisor) override {
        const Piece all{values.data(), static_cast<std::int64_t>(values.size() / bytes_of(number)), number};
        return magnitudes_there({&all, 1}, divisor);
    }

    numeric::Magnitudes magnitudes_there(std::span<const Piece> pieces, float divisor) override {
        std::int64_t bins[kAllBins] = {};
        for (const Piece& piece : pieces)
            count(piece, divisor, bins);
        numeric::Magnitudes result;
        for (std::size_t i = 0; i < result.exponents.size(); ++i)
            result.exponents[i] = bins[i];
        result.zero = bins[kZeroBin], result.infinite = bins[kInfiniteBin], result.nan = bins[kNanBin];
        return result;
    }

    void quantise(std::span<const float> values, const numeric::QuantisePlan& plan,
                  std::span<std::byte> codes) override {
        const std::size_t width = codes.size() / values.size();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::uint32_t code = rounded_code(plan, values[i]);
            std::memcpy(codes.data() + i * width, &code, width);
        }
    }

    void hardware_cast(std::span<const float> values, Narrow narrow, bool saturate,
                       std::span<std::byte> codes) override {
        const std::size_t width = bytes_of(narrow);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::uint32_t code = cast(values[i], narrow, saturate);
            std::memcpy(codes.data() + i * width, &code, width);
        }
    }

    double product_rate(Product, std::int64_t) override { throw std::logic_error("not on the host"); }
    double copy_rate(std::int64_t) override { throw std::logic_error("not on the host"); }

  private:
    static void count(const Piece& piece, float divisor, std::int64_t (&bins)[kAllBins]) {
        const std::size_t width = bytes_of(piece.number);
        const auto* bytes = static_cast<const std::byte*>(piece.values);
        for (std::int64_t i = 0; i < piece.count; ++i) {
            std::uint32_t code = 0;
            std::memcpy(&code, bytes + static_cast<std::size_t>(i) * width, width);
            const auto word = static_cast<std::uint16_t>(code);
            const float value = piece.number == Number::Fp32   ? float_of(code)
                                : piece.number == Number::Fp16 ? widened_fp16(word)
                                                               : widened_bf16(word);
            ++bins[magnitude_bin(value / divisor)];
        }
    }
    static std::uint32_t cast(float value, Narrow narrow, bool saturate) {
#ifdef AMPSCOPE_CUDA_HEADERS
        if (narrow == Narrow::Fp16) return __half_as_ushort(__float2half_rn(value));
        if (narrow == Narrow::Bf16) return __bfloat16_as_ushort(__float2bfloat16_rn(value));
        return __nv_cvt_float_to_fp8(value, saturate ? __NV_SATFINITE : __NV_NOSAT,
                                     narrow == Narrow::E4m3 ? __NV_E4M3 : __NV_E5M2);
#else
        numeric::RoundingOptions options;
        options.overflow = saturate ? numeric::Overflow::CudaSatfinite : numeric::Overflow::CudaNosat;
        return rounded_code(numeric::quantise_plan(numeric::format(format_id(narrow)), options), value);
#endif
    }
};

} // namespace ampscope::cuda
