// Our nearest-even casts of fp32 against casts that others wrote: LibTorch's own and those of CUDA's host headers. By
// default a stratified million of inputs; with AMPSCOPE_ALL_FLOATS=1 (ctest -C Exhaustive) all 2^32.
#include <QElapsedTimer>
#include <QTest>
#include <charconv>
#include <functional>
#include <thread>

#include "core/numeric/arrays.h"
#include "core/numeric/random.h"
#include "core/text/message.h"
#include "core/train/engine.h"

#ifdef AMPSCOPE_CUDA_HEADERS
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#endif

using namespace ampscope;
using namespace ampscope::numeric;

namespace {

/// Fills `codes` (2 bytes a value, 1 for fp8) with the casts of `values`.
using Reference = std::function<void(std::span<const float> values, std::span<std::byte> codes)>;

// Since 2.12 E4M3 saturates.
Overflow policy_of(const std::string& libtorch) {
    int major = 0, minor = 0;
    const char* end = libtorch.data() + libtorch.size();
    const auto [dot, error] = std::from_chars(libtorch.data(), end, major);
    if (error == std::errc() && dot != end) std::from_chars(dot + 1, end, minor);
    return major > 2 || (major == 2 && minor >= 12) ? Overflow::Torch : Overflow::TorchBefore212;
}

#ifdef AMPSCOPE_CUDA_HEADERS
template <typename Out, typename Cast>
Reference each(Cast cast) {
    return [cast](std::span<const float> values, std::span<std::byte> codes) {
        auto* out = reinterpret_cast<Out*>(codes.data());
        for (std::size_t i = 0; i < values.size(); ++i)
            out[i] = cast(values[i]);
    };
}

Reference cuda_reference(const std::string& id, Overflow policy) {
    const auto saturation = policy == Overflow::CudaSatfinite ? __NV_SATFINITE : __NV_NOSAT;
    if (id == "fp16") return each<std::uint16_t>([](float x) { return __half_as_ushort(__float2half_rn(x)); });
    if (id == "bf16") return each<std::uint16_t>([](float x) { return __bfloat16_as_ushort(__float2bfloat16_rn(x)); });
    const auto kind = id == "e4m3" ? __NV_E4M3 : __NV_E5M2;
    return each<std::uint8_t>([=](float x) { return __nv_cvt_float_to_fp8(x, saturation, kind); });
}
#endif

// The first input on which two casts of a block differ. NaN counts as NaN, whatever its code.
template <typename Out>
std::optional<std::size_t> first_difference(const FloatFormat& format, const std::vector<Out>& ours,
                                            const std::vector<Out>& theirs) {
    if (ours == theirs) return std::nullopt;
    const auto magnitude = static_cast<unsigned>(format.sign_bit()) - 1;
    const auto least_nan = static_cast<unsigned>(format.has_infinity() ? format.infinity() : format.max_finite()) + 1;
    for (std::size_t i = 0; i < ours.size(); ++i)
        if (ours[i] != theirs[i] && ((ours[i] & magnitude) < least_nan || (theirs[i] & magnitude) < least_nan))
            return i;
    return std::nullopt;
}

template <typename Out>
QString compare_block(const FloatFormat& format, const ArrayQuantiser& quantiser, const Reference& reference,
                      std::span<const float> in) {
    std::vector<Out> ours(in.size()), theirs(in.size());
    quantiser.codes(in, std::span<Out>(ours));
    reference(in, std::as_writable_bytes(std::span(theirs)));
    const auto place = first_difference(format, ours, theirs);
    if (!place) return {};
    return QString("fp32 %1 to %2: ours %3, theirs %4")
        .arg(std::bit_cast<std::uint32_t>(in[*place]), 8, 16, QLatin1Char('0'))
        .arg(QString::fromStdString(format.id))
        .arg(ours[*place], 0, 16)
        .arg(theirs[*place], 0, 16);
}

QString compare(const FloatFormat& format, Overflow policy, const Reference& reference, std::span<const float> in) {
    RoundingOptions options;
    options.overflow = policy;
    const ArrayQuantiser quantiser(format, options);
    return format.bits() == 8 ? compare_block<std::uint8_t>(format, quantiser, reference, in)
                              : compare_block<std::uint16_t>(format, quantiser, reference, in);
}

constexpr std::uint64_t kAll = std::uint64_t(1) << 32;
constexpr std::size_t kBlockSize = 1u << 20;

QString compare_all(const FloatFormat& format, Overflow policy, const Reference& reference, std::uint64_t begin,
                    std::uint64_t end) {
    std::vector<float> block(kBlockSize);
    for (; begin < end; begin += kBlockSize) {
        for (std::size_t i = 0; i < kBlockSize; ++i)
            block[i] = std::bit_cast<float>(static_cast<std::uint32_t>(begin + i));
        const QString difference = compare(format, policy, reference, block);
        if (!difference.isEmpty()) return difference;
    }
    return {};
}

// One input from each of a million equal parts of fp32's patterns, and the 512 at both ends of each exponent.
std::vector<float> stratified_million() {
    std::vector<float> values;
    SplitMix64 random(2026);
    constexpr std::uint64_t kCount = 1'000'000, kStep = kAll / kCount;
    for (std::uint64_t i = 0; i < kCount; ++i)
        values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(i * kStep + random.next() % kStep)));
    for (std::uint32_t exponent = 0; exponent < 512; ++exponent)
        for (std::uint32_t i = 0; i < 512; ++i) {
            values.push_back(std::bit_cast<float>((exponent << 23) + i));
            values.push_back(std::bit_cast<float>((exponent << 23) - 1 - i));
        }
    return values;
}

} // namespace

class TestTorchCasts : public QObject {
    Q_OBJECT

    enum From { LibTorch, CudaNosat, CudaSatfinite };
    static void each_reference() {
        QTest::addColumn<int>("from");
        QTest::addColumn<QString>("id");
        const char* names[] = {"LibTorch", "CUDA headers", "CUDA headers, SATFINITE"};
        for (const int from : {LibTorch, CudaNosat, CudaSatfinite})
            for (const char* id : {"fp16", "bf16", "e4m3", "e5m2"}) {
                const bool wide = *id == 'f' || *id == 'b';
                if (from == CudaSatfinite && wide) continue;
                QTest::addRow("%s %s", names[from], id) << from << QString(id);
            }
    }
    // The reference of this row with its policy; skips the row where there is none here.
    static bool find(Reference& reference, Overflow& policy) {
        QFETCH(int, from);
        QFETCH(QString, id);
        const std::string format = id.toStdString();
        if (from == LibTorch) {
            try {
                train::Engine& engine = train::open_engine();
                policy = policy_of(engine.info().libtorch);
                reference = [&engine, format](auto values, auto codes) { engine.cast_array(values, format, codes); };
                return true;
            } catch (const text::Error& error) {
                qWarning("%s", error.what());
                return false;
            }
        }
#ifdef AMPSCOPE_CUDA_HEADERS
        // CUDA's 16-bit casts have no policy: they overflow to infinity.
        policy = format.front() != 'e'   ? Overflow::Ieee
                 : from == CudaSatfinite ? Overflow::CudaSatfinite
                                         : Overflow::CudaNosat;
        reference = cuda_reference(format, policy);
        return true;
#else
        return false;
#endif
    }

  private Q_SLOTS:
    void a_stratified_million_data() {
        each_reference();
    }
    void a_stratified_million() {
        QFETCH(QString, id);
        Reference reference;
        Overflow policy{};
        if (!find(reference, policy)) QSKIP("this reference is not here");
        const QString difference = compare(format(id.toStdString()), policy, reference, stratified_million());
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }

    void every_float_data() {
        each_reference();
    }
    void every_float() {
        if (!qEnvironmentVariableIsSet("AMPSCOPE_ALL_FLOATS")) QSKIP("set AMPSCOPE_ALL_FLOATS=1 (ctest -C Exhaustive)");
        QFETCH(int, from);
        QFETCH(QString, id);
        Reference reference;
        Overflow policy{};
        if (!find(reference, policy)) QSKIP("this reference is not here");
        const FloatFormat& target = format(id.toStdString());
        QElapsedTimer timer;
        timer.start();
        QString difference;
        if (from == LibTorch) { // one thread does all LibTorch work
            difference = compare_all(target, policy, reference, 0, kAll);
        } else {
            QString other;
            std::jthread second([&] { other = compare_all(target, policy, reference, kAll / 2, kAll); });
            difference = compare_all(target, policy, reference, 0, kAll / 2);
            second.join();
            if (difference.isEmpty()) difference = other;
        }
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
        qInfo("all 2^32 in %.1f s", static_cast<double>(timer.elapsed()) / 1000);
    }
};

QTEST_GUILESS_MAIN(TestTorchCasts)
#include "test_torch_casts.moc"
