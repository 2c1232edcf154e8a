// Roofline, Amdahl and step times against values worked out by hand.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/hardware/catalogue.h"
#include "core/hardware/step_time.h"

using namespace ampscope;
using namespace ampscope::hardware;

namespace {

scenario::Scenario gpt2(std::int64_t sequences) {
    scenario::Scenario s;
    s.model.size = scenario::ModelSize::M125;
    s.micro_batch_size = sequences, s.sequence_length = 1024;
    return s;
}

} // namespace

class TestRoofline : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // T4: 65e12 operations and 320e9 bytes a second: ridge at 203.125 operations per byte.
    void roof_of_a_t4() {
        const Roof roof{65e12, 320e9};
        QCOMPARE(roof.ridge(), 203.125);
        QCOMPARE(roof.attainable(1), 320e9);
        QCOMPARE(roof.attainable(203.125), 65e12);
        QCOMPARE(roof.attainable(1e9), 65e12);
        QCOMPARE(roof.seconds(65e12, 320e9), 1.0);
        QCOMPARE(roof.seconds(65e12, 640e9), 2.0);
        QCOMPARE(roof.seconds(130e12, 320e9), 2.0);
    }

    void corners() {
        const Roof roof{65e12, 320e9};
        const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
        QCOMPARE(roof.attainable(0), 0.0);
        QCOMPARE(roof.attainable(-1), 0.0);
        QCOMPARE(roof.attainable(nan), 0.0);
        QCOMPARE(roof.attainable(inf), 65e12);
        QCOMPARE(roof.seconds(0, 0), 0.0);
        QCOMPARE(roof.seconds(-1, nan), 0.0);
        const Roof no_memory{65e12, 0};
        QCOMPARE(no_memory.ridge(), 0.0);
        QCOMPARE(no_memory.attainable(1), 65e12);
        QCOMPARE(no_memory.seconds(65e12, 1e30), 1.0);
    }

    // n^3 products: 2 n^3 operations over 3 n^2 numbers.
    void square_products() {
        const Product p{4096, 4096, 4096};
        QCOMPARE(p.operations(), 2 * std::pow(4096.0, 3));
        QCOMPARE(p.bytes(2), 6 * std::pow(4096.0, 2));
        QCOMPARE(p.intensity(2), 4096.0 / 3);
        QCOMPARE(p.intensity(4), 4096.0 / 6);
        // A T4 in fp16 is bound by memory below n = 3 * 203.125 = 609.
        const Roof roof{65e12, 320e9};
        QVERIFY(roof.attainable(Product{512, 512, 512}.intensity(2)) < 65e12);
        QCOMPARE(roof.attainable(Product{640, 640, 640}.intensity(2)), 65e12);
    }

    void amdahls_law() {
        QCOMPARE(amdahl(0, 8), 1.0);
        QCOMPARE(amdahl(1, 8), 8.0);
        QCOMPARE(amdahl(0.5, 8), 1 / (0.5 + 0.0625));
        QCOMPARE(amdahl(0.5, std::numeric_limits<double>::infinity()), 2.0);
        QCOMPARE(amdahl(0.5, 1), 1.0);
        QVERIFY(amdahl(0.5, 0.5) < 1); // emulated bf16
        QCOMPARE(amdahl(2, 8), 8.0);
        QCOMPARE(amdahl(-1, 8), 1.0);
        QVERIFY(std::isnan(amdahl(0.5, 0)));
        QVERIFY(std::isnan(amdahl(0.5, -2)));
        QVERIFY(std::isnan(amdahl(0.5, std::numeric_limits<double>::quiet_NaN())));
    }

    // nanoGPT's transformer_sizing.ipynb: forward 291,648,307,200, forward and backward 874,944,921,600.
    void operations_of_gpt2() {
        const auto s = gpt2(1);
        const auto model = memory::model_of(s);
        double forward = 0;
        for (const Product& product : forward_products(s, model))
            forward += product.operations();
        QCOMPARE(forward, 291'648'307'200.0);
        QCOMPARE(step_work(s, model).operations(), 874'944'921'600.0);
    }

    void work_grows_as_it_should() {
        auto s = gpt2(2);
        const auto model = memory::model_of(s);
        const StepWork once = step_work(s, model);
        s.accumulation_steps = 4;
        const StepWork four = step_work(s, model);
        QCOMPARE(four.operations(), 4 * once.operations());
        QCOMPARE(four.elementwise_bytes, 4 * once.elementwise_bytes);
        QCOMPARE(four.optimizer_bytes, once.optimizer_bytes); // one optimizer step
        QCOMPARE(once.optimizer_bytes, 40.0 * double(model.parameters));
        s.accumulation_steps = 1;
        s.checkpointing.kind = scenario::CheckpointKind::Block;
        // Blocks are computed four times over instead of three, the head is not: 2 * (4 * 212,600,881,152 + 3 *
        // 79,047,426,048).
        QCOMPARE(step_work(s, model).operations(), 2 * (4 * 212'600'881'152.0 + 3 * 79'047'426'048.0));
        s.checkpointing.kind = scenario::CheckpointKind::None;
        s.precision = scenario::Precision::Bf16, s.accumulation_steps = 4; // casts are made in each micro-batch
        QCOMPARE(step_work(s, model).optimizer_bytes, (40.0 + 4 * 6) * double(model.parameters));
        s.model.kind = scenario::ModelKind::Linear;
        QCOMPARE(step_work(s, memory::model_of(s)).products.size(), std::size_t(1));
    }

    // nanoGPT: 100 sequences of 1,024 on an A100 take 755 ms in bf16. A lower bound must lie below, and not by far.
    void a_bound_below_what_was_measured() {
        auto s = gpt2(100);
        s.model.attention = scenario::Attention::Fused;
        const auto time = step_time(catalogue().at("a100"), s, memory::model_of(s), Format::Bf16);
        QVERIFY(time);
        QVERIFY2(time->total_s() < 0.755, qPrintable(QString::number(time->total_s())));
        QVERIFY2(time->total_s() > 0.755 * kMeasuredUtilization, qPrintable(QString::number(time->total_s())));
        // Products alone, at peak: 100 * 874,944,921,600 / 312e12.
        QVERIFY(time->products_s >= 100 * 874'944'921'600.0 / 312e12);
        QVERIFY(time->product_share() > 0 && time->product_share() < 1);
    }

    // Chapter B: 65 against 8 TFLOPS. A whole step gains less, a small model least.
    void eight_times_is_for_products_only() {
        const Device& t4 = catalogue().at("t4");
        double last = 1;
        for (const auto size : {scenario::ModelSize::Nano, scenario::ModelSize::M10, scenario::ModelSize::M125}) {
            auto s = gpt2(8);
            s.model.size = size;
            const auto model = memory::model_of(s);
            const auto fp32 = step_time(t4, s, model, Format::Fp32), fp16 = step_time(t4, s, model, Format::Fp16);
            QVERIFY(fp32 && fp16);
            const double gain = fp32->total_s() / fp16->total_s();
            QVERIFY2(gain > 1 || size == scenario::ModelSize::Nano, qPrintable(QString::number(gain)));
            QVERIFY2(gain < 65 / 8.1, qPrintable(QString::number(gain)));
            QVERIFY2(gain >= last || size == scenario::ModelSize::Nano, qPrintable(QString::number(gain)));
            last = gain;
        }
    }

    void no_figure_no_time() {
        const auto s = gpt2(1);
        const auto model = memory::model_of(s);
        QVERIFY(!step_time(catalogue().at("t4"), s, model, Format::Bf16));
        QVERIFY(!step_time(catalogue().at("t4"), s, model, Format::Tf32));
        QVERIFY(!step_time(catalogue().at("cpu-avx2"), s, model, Format::Fp32));
        QVERIFY(!step_time(catalogue().at("apple-m3"), s, model, Format::Fp32));
        const auto v100 = step_time(catalogue().at("v100"), s, model, Format::Bf16);
        const auto plain = step_time(catalogue().at("v100"), s, model, Format::Fp32);
        QVERIFY(v100 && plain && v100->products_s > plain->products_s); // emulated
    }
};

QTEST_GUILESS_MAIN(TestRoofline)
#include "test_roofline.moc"
