// What the kernels do with one number, run here on the CPU: the same lines as on a GPU, for every code there is.
#include <QTest>
#include <bit>
#include <cmath>

#include "core/cuda/per_value.h"
#include "core/cuda/self_check.h"
#include "core/numeric/arrays.h"
#include "tests/cuda/host_device.h"
#include "tests/numeric/oracle.h"

using namespace ampscope;
using namespace ampscope::numeric;

class TestCudaKernels : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void every_16_bit_code_is_widened_exactly() {
        for (std::uint32_t code = 0; code < 0x1'0000; ++code) {
            const auto word = static_cast<std::uint16_t>(code);
            const auto matches = [&](float value, const char* id) {
                const double expected = oracle_value(format(id), code);
                return std::isnan(expected) ? std::isnan(value)
                                            : std::bit_cast<std::uint64_t>(static_cast<double>(value)) ==
                                                  std::bit_cast<std::uint64_t>(expected);
            };
            QVERIFY2(matches(cuda::widened_fp16(word), "fp16"), qPrintable(QString::number(code, 16)));
            QVERIFY2(matches(cuda::widened_bf16(word), "bf16"), qPrintable(QString::number(code, 16)));
        }
    }

    void every_magnitude_has_its_bin() {
        for (std::uint32_t high = 0; high < 0x1'0000; ++high)
            for (const std::uint32_t low : {0u, 1u, 0xffffu}) {
                const auto value = std::bit_cast<float>(high << 16 | low);
                const int expected = std::isnan(value)   ? cuda::kNanBin
                                     : std::isinf(value) ? cuda::kInfiniteBin
                                     : value == 0        ? cuda::kZeroBin
                                                         : std::ilogb(value) - Magnitudes::kLowestExponent;
                QCOMPARE(cuda::magnitude_bin(value), expected);
            }
    }

    void casts_are_those_of_numeric_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("policy");
        QTest::addColumn<bool>("flush");
        for (const char* id : kSmallFormats)
            for (const Overflow policy : all_overflows())
                for (const bool flush : {false, true})
                    QTest::addRow("%s %s%s", id, std::string(overflow_id(policy)).c_str(), flush ? " flushed" : "")
                        << QString(id) << QString::fromStdString(std::string(overflow_id(policy))) << flush;
    }
    void casts_are_those_of_numeric() {
        QFETCH(QString, id);
        QFETCH(QString, policy);
        QFETCH(bool, flush);
        RoundingOptions options;
        options.overflow = *find_overflow(policy.toStdString());
        options.flush_subnormals = flush;
        const FloatFormat& target = format(id.toStdString());
        const Quantiser expected(target, options);
        const QuantisePlan plan = quantise_plan(target, options);
        for (const float value : cuda::boundary_values(target)) {
            const std::uint32_t code = cuda::rounded_code(plan, value);
            if (code != expected.code(static_cast<double>(value)))
                QFAIL(qPrintable(QString("fp32 %1: %2, expected %3")
                                     .arg(std::bit_cast<std::uint32_t>(value), 0, 16)
                                     .arg(code, 0, 16)
                                     .arg(expected.code(static_cast<double>(value)), 0, 16)));
        }
    }

    // What `ampscope-cli cuda` runs on a GPU, on the same lines here; and it must notice what is wrong.
    void the_self_check_holds() {
        cuda::HostDevice device;
        for (const auto& result : cuda::self_check(device))
            QVERIFY2(result.passed(), qPrintable(QString::fromStdString(
                                          text::render(result.what, text::Language::English) + ": " + result.first)));
    }
    void the_self_check_notices_one_wrong_code() {
        class Wrong : public cuda::HostDevice {
          public:
            void quantise(std::span<const float> values, const QuantisePlan& plan,
                          std::span<std::byte> codes) override {
                HostDevice::quantise(values, plan, codes);
                codes[1000] ^= std::byte{1};
            }
            Magnitudes magnitudes(std::span<const std::byte> values, cuda::Number number, float divisor) override {
                Magnitudes result = HostDevice::magnitudes(values, number, divisor);
                --result.exponents[100], ++result.exponents[101];
                return result;
            }
        } device;
        int failed = 0;
        for (const auto& result : cuda::self_check(device)) {
            const bool is_cast = result.what.id == "cuda.check_cast";
            QCOMPARE(result.passed(), is_cast);
            QCOMPARE(result.first.empty(), is_cast);
            if (result.what.id == "cuda.check_quantise") QCOMPARE(result.different, std::int64_t(1));
            failed += result.passed() ? 0 : 1;
        }
        QCOMPARE(failed, 9 + 8);
    }
};

QTEST_GUILESS_MAIN(TestCudaKernels)
#include "test_cuda_kernels.moc"
