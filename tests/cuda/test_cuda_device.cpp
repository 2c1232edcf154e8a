// The GPU itself, where there is one; elsewhere that opening it says what is missing, and that the program goes on.
#include <QTest>

#include "core/cuda/self_check.h"
#include "core/numeric/arrays.h"

using namespace ampscope;

class TestCudaDevice : public QObject {
    Q_OBJECT

    cuda::Device* m_device = nullptr;
    QByteArray m_missing;

    bool has_gpu() {
        if (!m_device) qInfo("%s", m_missing.constData());
        return m_device != nullptr;
    }

  private Q_SLOTS:
    void initTestCase() {
        try {
            m_device = &cuda::open_device();
        } catch (const text::Error& error) {
            m_missing = error.what();
        }
    }

    void opening_works_or_says_what_is_missing() {
        if (m_device) {
            QCOMPARE(&cuda::open_device(), m_device);
            return;
        }
        for (int again = 0; again < 2; ++again) {
            try {
                cuda::open_device();
                QFAIL("opened");
            } catch (const text::Error& error) {
                QCOMPARE(error.kind(), text::ErrorKind::CouldNot);
                QVERIFY(error.message().id.starts_with("cuda."));
                for (const auto language : {text::Language::Korean, text::Language::English})
                    QVERIFY(error.text(language).find("cuda.") == std::string::npos); // a sentence, not an id
            }
        }
    }

    void the_gpu_tells_what_it_is() {
        if (!has_gpu()) QSKIP("no GPU that this program can use; see above");
        const cuda::GpuInfo info = m_device->info();
        QVERIFY(!info.name.empty());
        QVERIFY(info.major >= 7 && info.multiprocessors > 0 && info.driver_cuda >= info.runtime_cuda / 1000 * 1000);
        QVERIFY(info.free_bytes > 0 && info.free_bytes <= info.memory_bytes);
    }

    void the_gpu_gives_the_numbers_of_the_core() {
        if (!has_gpu()) QSKIP("no GPU that this program can use; see above");
        for (const auto& result : cuda::self_check(*m_device))
            QVERIFY2(result.passed(), qPrintable(QString::fromStdString(
                                          text::render(result.what, text::Language::English) + ": " + result.first)));
    }

    void arrays_of_several_pieces_and_none_are_counted_whole() {
        if (!has_gpu()) QSKIP("no GPU that this program can use; see above");
        const std::vector<float> values((std::size_t(1) << 24) + 3, 0.75f);
        const numeric::Magnitudes sizes = m_device->magnitudes(std::as_bytes(std::span(values)), cuda::Number::Fp32);
        QCOMPARE(sizes.total(), static_cast<std::int64_t>(values.size()));
        QCOMPARE(sizes.exponents[static_cast<std::size_t>(-1 - numeric::Magnitudes::kLowestExponent)], sizes.total());
        QCOMPARE(m_device->magnitudes({}, cuda::Number::Fp16).total(), std::int64_t(0));
        m_device->quantise({}, numeric::quantise_plan(numeric::format("fp16")), {});
    }

    void products_have_a_rate_or_a_reason() {
        if (!has_gpu()) QSKIP("no GPU that this program can use; see above");
        for (const cuda::Product product : cuda::kProducts) {
            try {
                const double rate = m_device->product_rate(product, 1024);
                QVERIFY(m_device->info().has(product) && rate > 0);
                qInfo("%s: %.0f GFLOP/s", std::string(cuda::format_id(product)).c_str(), rate);
            } catch (const text::Error& error) {
                QVERIFY(error.message().id == "cuda.no_cublas" || !m_device->info().has(product));
            }
        }
        QVERIFY(m_device->copy_rate(1 << 28) > 0);
    }

    void too_much_memory_is_refused_with_numbers_and_the_gpu_goes_on() {
        if (!has_gpu()) QSKIP("no GPU that this program can use; see above");
        try {
            (void)m_device->copy_rate(m_device->info().memory_bytes);
            QFAIL("twice the GPU's memory");
        } catch (const text::Error& error) {
            QCOMPARE(error.message().id, std::string("cuda.out_of_memory"));
        }
        QVERIFY(m_device->copy_rate(1 << 20) > 0);
    }
};

QTEST_GUILESS_MAIN(TestCudaDevice)
#include "test_cuda_device.moc"
