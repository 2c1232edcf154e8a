// Rates of this machine, really measured, small: what holds on any machine.
#include <QTest>
#include <thread>

#include "core/train/compute_thread.h"
#include "core/train/machine_rates.h"
#include "tests/train/fake_engine.h"

using namespace ampscope;
using namespace ampscope::train;

class TestMachineRates : public QObject {
    Q_OBJECT

    static RatePlan small() {
        RatePlan plan;
        plan.sizes = {64, 256};
        plan.copy_bytes = 8'000'000;
        plan.models = {scenario::ModelSize::Nano};
        return plan;
    }

  private Q_SLOTS:
    void every_rate_is_above_0() {
        const auto rates = measure_rates(open_engine(), small());
        QVERIFY(rates);
        QCOMPARE(rates->products.size(), 2 * kProductFormats.size());
        for (const auto& product : rates->products)
            QVERIFY2(product.gflops > 0 && std::isfinite(product.gflops), product.format.c_str());
        QVERIFY(rates->copy_gb_s > 0);
        QCOMPARE(rates->steps.size(), std::size_t(3));
        for (const auto& step : rates->steps)
            QVERIFY(step.ms > 0);
        QVERIFY(rates->environment.starts_with("LibTorch 2."));
        QCOMPARE(rates->environment, rates_environment(open_engine().info()));
    }

    // A core does at most some 200 operations per cycle in fp32 (two units of 16 lanes, a product and a sum each, come
    // to 64), at less than 10 GHz: more would mean that nothing was multiplied.
    void a_rate_is_no_dream() {
        const double rate = open_engine().product_rate("fp32", 512, 1);
        QVERIFY2(rate > 0.1 && rate < 2000, qPrintable(QString::number(rate)));
    }

    // Without AVX512-FP16 the native fp16 kernels of LibTorch convert number by number: 1 GFLOP/s where fp32 has 60.
    void native_fp16_is_far_below_where_the_cpu_has_none() {
        if (hardware::read_machine().instructions == "amx_bf16") QSKIP("this CPU may have fp16 arithmetic");
        double plain = 0, native = 0; // the best of several: other programs take the cores now and then
        for (int i = 0; i < 5; ++i) {
            plain = std::max(plain, open_engine().product_rate("fp32", 256, 1));
            native = std::max(native, open_engine().product_rate("fp16-native", 256, 1));
        }
        QVERIFY2(native < 0.5 * plain, qPrintable(QString("%1 of %2").arg(native).arg(plain)));
    }

    void what_cannot_be_multiplied_is_refused_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<qint64>("size");
        QTest::addColumn<qint64>("threads");
        QTest::addColumn<QString>("said");
        QTest::newRow("format") << "fp8" << qint64(64) << qint64(1) << "fp16-native";
        QTest::newRow("fp32 has no other kernels") << "fp32-native" << qint64(64) << qint64(1) << "fp32-native";
        QTest::newRow("size 0") << "fp32" << qint64(0) << qint64(1) << "8192";
        QTest::newRow("size too large") << "fp32" << qint64(100'000) << qint64(1) << "100,000";
        QTest::newRow("threads") << "fp32" << qint64(64) << qint64(100'000) << "100000";
        QTest::newRow("no thread") << "fp32" << qint64(64) << qint64(0) << "threads=0";
    }
    void what_cannot_be_multiplied_is_refused() {
        QFETCH(QString, format);
        QFETCH(qint64, size);
        QFETCH(qint64, threads);
        QFETCH(QString, said);
        try {
            open_engine().product_rate(format.toStdString(), size, threads);
            QFAIL("not refused");
        } catch (const text::Error& error) {
            QCOMPARE(error.kind(), text::ErrorKind::BadInput);
            const QString words = QString::fromStdString(error.text(text::Language::English));
            QVERIFY2(words.contains(said), qPrintable(words));
        }
        QVERIFY_THROWS_EXCEPTION(text::Error, open_engine().copy_rate(0, 1));
    }

    void another_thread_is_refused() {
        Engine& engine = open_engine();
        bool refused = false;
        std::thread([&] {
            try {
                engine.copy_rate(1000, 1);
            } catch (const text::Error&) {
                refused = true;
            }
        }).join();
        QVERIFY(refused);
    }

    // A run between two measurements goes on with its own settings: same bits.
    void a_run_does_not_notice() {
        Engine& engine = open_engine();
        scenario::Scenario scenario;
        scenario.precision = scenario::Precision::Fp16;
        const auto losses = [&](bool measured) {
            const auto trainer = engine.make_trainer(scenario);
            record::RunRecord record;
            for (int i = 0; i < 3; ++i) {
                trainer->step(record, {});
                if (measured) engine.product_rate("fp16-native", 32, 2);
            }
            std::vector<double> all;
            for (const auto& sample : record.samples())
                all.push_back(sample[record::Column::Loss]);
            return all;
        };
        QCOMPARE(losses(true), losses(false));
    }

    void a_stop_leaves_no_result() {
        std::stop_source stop;
        int told = 0;
        const auto tell = [&](const RateProgress& progress) {
            QVERIFY(progress.done < progress.all && !progress.what.empty());
            if (++told == 3) stop.request_stop();
        };
        QVERIFY(!measure_rates(open_engine(), small(), tell, stop.get_token()));
        QCOMPARE(told, 3);
    }

    // What would take too long is left out, judged by the size before it.
    void sizes_that_take_too_long_are_left_out() {
        FakeEngine engine; // 1 GFLOP/s whatever the size
        RatePlan plan;
        plan.formats = {"fp32"};
        plan.models.clear();
        plan.longest_product = 0.3; // 2 n^3 / 10^9 seconds: 0.27 at 512, 2.1 at 1024
        std::vector<std::string> told;
        const auto rates =
            measure_rates(engine, plan, [&](const RateProgress& progress) { told.push_back(progress.what); });
        QVERIFY(rates);
        QCOMPARE(rates->products.size(), std::size_t(4));
        QCOMPARE(rates->products.back().size, std::int64_t(512));
        QCOMPARE(told.size(), plan.sizes.size() + 1); // and the copy
        QCOMPARE(told.back(), std::string("copy"));
    }
};

QTEST_GUILESS_MAIN(TestMachineRates)
#include "test_machine_rates.moc"
