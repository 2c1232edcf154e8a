// What was measured on a machine is kept, read back, and not taken for another machine's.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/hardware/advice.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/machine_file.h"
#include "core/hardware/step_time.h"
#include "core/memory/model.h"

using namespace ampscope;
using namespace ampscope::hardware;

namespace {

Machine some_machine() {
    return {"Some CPU 3.0", 4, 16'000'000'000, "avx2"};
}

MeasuredRates some_rates() {
    MeasuredRates rates;
    rates.products = {
        {"fp32", 64, 10}, {"fp32", 1024, 50}, {"bf16", 1024, 25}, {"fp16", 1024, 40}, {"fp16-native", 64, 1}};
    rates.steps = {{"micro", "fp32", 100}, {"micro", "bf16", 125}};
    rates.copy_gb_s = 20;
    rates.threads = 2;
    rates.environment = "LibTorch 2.15.0, AVX2";
    return rates;
}

} // namespace

class TestMachineFile : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void what_is_kept_comes_back() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("data").toStdString();
        QVERIFY(kept_rates(path, some_machine(), "2.15.0").empty()); // no folder yet
        keep_rates(path, some_machine(), some_rates());
        const MeasuredRates back = kept_rates(path, some_machine(), "2.15.0");
        QCOMPARE(back.products.size(), std::size_t(5));
        QCOMPARE(back.product("fp32", 1024), std::optional(50.0));
        QCOMPARE(back.product("fp32", 2048), std::nullopt);
        QCOMPARE(back.step_ms("micro", "bf16"), std::optional(125.0));
        QCOMPARE(back.copy_gb_s, 20.0);
        QCOMPARE(back.threads, 2);
        QCOMPARE(back.environment, some_rates().environment);
    }

    void another_machine_or_libtorch_measures_again() {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        keep_rates(path, some_machine(), some_rates());
        QVERIFY(!kept_rates(path, some_machine(), "").empty());
        QVERIFY(kept_rates(path, some_machine(), "2.16.0").empty());
        QVERIFY(kept_rates(path, some_machine(), "2.1").empty()); // no beginning of 2.15.0
        Machine other = some_machine();
        other.cores = 8;
        QVERIFY(kept_rates(path, other, "2.15.0").empty());
        other = some_machine();
        other.cpu = "Another CPU";
        QVERIFY(kept_rates(path, other, "2.15.0").empty());
    }

    void broken_files_are_refused_and_measured_again_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::newRow("no JSON") << "{"
                                 << "";
        QTest::newRow("newer schema") << "\"schema\": 1"
                                      << "\"schema\": 2";
        QTest::newRow("rate 0") << "\"gflops\": 50"
                                << "\"gflops\": 0";
        QTest::newRow("rate NaN") << "\"gflops\": 50"
                                  << "\"gflops\": \"nan\"";
        QTest::newRow("size below 1") << "\"size\": 1024, \"gflops\": 50"
                                      << "\"size\": -4, \"gflops\": 50";
        QTest::newRow("no such model") << "\"model\": \"micro\""
                                       << "\"model\": \"mega\"";
        QTest::newRow("threads 0") << "\"threads\": 2"
                                   << "\"threads\": 0";
        QTest::newRow("a member is missing") << "\"copy_gb_s\""
                                             << "\"copy\"";
    }
    void broken_files_are_refused_and_measured_again() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QString text = QString::fromStdString(machine_file_text(some_machine(), some_rates()));
        QVERIFY2(text.contains(from), qPrintable(text));
        text.replace(text.indexOf(from), from.size(), to);
        QVERIFY_THROWS_EXCEPTION(text::Error,
                                 read_machine_file(io::parse_json(text.toStdString(), "f"), some_machine()));
        const QTemporaryDir folder;
        QFile file(folder.filePath("machine.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
        file.close();
        QVERIFY(kept_rates(folder.path().toStdString(), some_machine(), "").empty());
    }

    void the_machine_s_device_shows_what_was_measured() {
        const Device device = machine_device(some_machine(), some_rates(), catalogue());
        const auto fp32 = rate_of(device, Format::Fp32), bf16 = rate_of(device, Format::Bf16);
        QVERIFY(fp32 && bf16);
        QCOMPARE(fp32->tflops, 0.05); // the fastest of its sizes
        QCOMPARE(fp32->basis, Basis::Measured);
        QCOMPARE(bf16->tflops, 0.025);
        QCOMPARE(rate_of(device, Format::Fp16)->tflops, 0.04); // not the native kernels
        QCOMPARE(device.bandwidth.value, std::optional(20.0));
    }

    // Of the two formats the one that was measured to be faster, with the measured ratio as reason.
    void advice_follows_what_was_measured() {
        AdviceRequest request;
        request.model = memory::parse_model("10m");
        Machine machine = some_machine();
        machine.instructions = "amx_bf16";
        MeasuredRates measured = some_rates();
        const auto advised = [&] { return advise(request, machine_device(machine, measured, catalogue())); };
        QCOMPARE(advised().setting.precision, scenario::Precision::Fp32); // bf16 at half the rate
        QCOMPARE(advised().reasons.front().id, std::string("hardware.why_cpu_measured"));
        measured.products.push_back({"bf16", 2048, 200});
        QCOMPARE(advised().setting.precision, scenario::Precision::Bf16);
        QCOMPARE(advised().reasons.front().id, std::string("hardware.why_cpu_bf16_measured"));
        QVERIFY(text::render(advised().reasons.front(), text::Language::English).find("4 times") != std::string::npos);
    }

    // By hand: products at 50 GFLOPS or 20 GB/s whichever is longer, all other bytes at 20 GB/s.
    void a_step_is_predicted_from_the_rates() {
        const MeasuredRates rates = some_rates();
        const auto scenario = scenario_of(rates.steps[0], rates.threads);
        const auto model = memory::model_of(scenario);
        const StepWork work = step_work(scenario, model);
        double seconds = (work.elementwise_bytes + work.optimizer_bytes) / 20e9;
        for (const auto& product : work.products)
            seconds += std::max(product.operations() / 50e9, product.bytes(4) / 20e9);
        const auto predicted = predicted_ms(rates.steps[0], rates);
        QVERIFY(predicted);
        QVERIFY(std::fabs(*predicted - 1e3 * seconds) < 1e-9 * *predicted);
        QVERIFY(predicted_ms(rates.steps[1], rates)); // bf16
        QVERIFY(!predicted_ms(rates.steps[0], {}));
    }
};

QTEST_GUILESS_MAIN(TestMachineFile)
#include "test_machine_file.moc"
