// CUDA's own host headers, which NVIDIA wrote, as an oracle for core/numeric: what every code means, and the cast of
// every fp32 number at which nearest-even changes its answer, with its neighbours.
#include <QTest>
#include <bit>
#include <cmath>

#include "core/cuda/self_check.h"
#include "core/numeric/quantise.h"

#ifdef AMPSCOPE_CUDA_HEADERS
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#endif

using namespace ampscope;
using numeric::Overflow;

namespace {

#ifdef AMPSCOPE_CUDA_HEADERS
float cuda_value(cuda::Narrow narrow, std::uint32_t code) {
    const auto word = static_cast<unsigned short>(code);
    const auto byte = static_cast<__nv_fp8_storage_t>(code);
    switch (narrow) {
    case cuda::Narrow::Fp16: return __half2float(__ushort_as_half(word));
    case cuda::Narrow::Bf16: return __bfloat162float(__ushort_as_bfloat16(word));
    case cuda::Narrow::E4m3: return __half2float(__half(__nv_cvt_fp8_to_halfraw(byte, __NV_E4M3)));
    case cuda::Narrow::E5m2: return __half2float(__half(__nv_cvt_fp8_to_halfraw(byte, __NV_E5M2)));
    }
    return 0;
}

std::uint32_t cuda_code(cuda::Narrow narrow, float value, bool saturate) {
    const auto saturation = saturate ? __NV_SATFINITE : __NV_NOSAT;
    switch (narrow) {
    case cuda::Narrow::Fp16: return __half_as_ushort(__float2half_rn(value));
    case cuda::Narrow::Bf16: return __bfloat16_as_ushort(__float2bfloat16_rn(value));
    case cuda::Narrow::E4m3: return __nv_cvt_float_to_fp8(value, saturation, __NV_E4M3);
    case cuda::Narrow::E5m2: return __nv_cvt_float_to_fp8(value, saturation, __NV_E5M2);
    }
    return 0;
}
#endif

QString hex(std::uint32_t bits) {
    return "0x" + QString::number(bits, 16);
}

} // namespace

class TestCudaHeaders : public QObject {
    Q_OBJECT

    static void each_format() {
        QTest::addColumn<int>("narrow");
        for (const cuda::Narrow narrow : cuda::kNarrows)
            QTest::newRow(std::string(cuda::format_id(narrow)).c_str()) << static_cast<int>(narrow);
    }

  private Q_SLOTS:
    void initTestCase() {
#ifndef AMPSCOPE_CUDA_HEADERS
        QSKIP("CUDA's headers (cuda_fp8.h) were not found when this was built");
#endif
    }

#ifdef AMPSCOPE_CUDA_HEADERS
    void every_code_means_the_same_data() {
        each_format();
    }
    void every_code_means_the_same() {
        QFETCH(int, narrow);
        const auto target = static_cast<cuda::Narrow>(narrow);
        const auto& format = numeric::format(cuda::format_id(target));
        const numeric::Quantiser ours(format);
        for (std::uint32_t code = 0; code < 1u << format.bits(); ++code) {
            const double value = ours.decode(code);
            const float theirs = cuda_value(target, code);
            if (std::isnan(value) && std::isnan(theirs)) continue;
            QVERIFY2(std::bit_cast<std::uint32_t>(static_cast<float>(value)) == std::bit_cast<std::uint32_t>(theirs),
                     qPrintable(hex(code)));
        }
    }

    void every_boundary_is_rounded_the_same_data() {
        each_format();
    }
    void every_boundary_is_rounded_the_same() {
        QFETCH(int, narrow);
        const auto target = static_cast<cuda::Narrow>(narrow);
        const auto& format = numeric::format(cuda::format_id(target));
        const auto values = cuda::boundary_values(format);
        // Each code has a value and a tie, each of them two neighbours, all of them two signs.
        QVERIFY(values.size() >= 12 * static_cast<std::size_t>(format.max_finite()));
        for (const bool saturate : {false, true}) {
            if (saturate && format.bits() == 16) continue; // CUDA's 16-bit casts have no policy
            numeric::RoundingOptions options;
            options.overflow = saturate ? Overflow::CudaSatfinite : Overflow::CudaNosat;
            const numeric::Quantiser ours(format, options);
            for (const float value : values) {
                const std::uint32_t code = ours.code(static_cast<double>(value)),
                                    theirs = cuda_code(target, value, saturate);
                if (code == theirs || (std::isnan(value) && format.is_nan(code) && format.is_nan(theirs))) continue;
                QFAIL(qPrintable(QString("fp32 %1: ours %2, CUDA's %3")
                                     .arg(hex(std::bit_cast<std::uint32_t>(value)), hex(code), hex(theirs))));
            }
        }
    }
#endif
};

QTEST_GUILESS_MAIN(TestCudaHeaders)
#include "test_cuda_headers.moc"
