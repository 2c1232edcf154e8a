// Chapter B's six rows, worked out; the checklist; what does not fit.
#include <QTest>

#include "core/hardware/advice.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/machine.h"

using namespace ampscope;
using namespace ampscope::hardware;
using scenario::CheckpointKind;
using scenario::Precision;

namespace {

Advice advice_for(const char* model, const char* device, std::optional<double> budget = {}) {
    AdviceRequest request;
    request.model = memory::parse_model(model);
    request.budget = budget;
    return advise(request, catalogue().at(device));
}

bool says(const Advice& advice, std::string_view id) {
    for (const auto& reason : advice.reasons)
        if (reason.id == id) return true;
    return false;
}

} // namespace

class TestAdvice : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void the_chapters_rows_data() {
        QTest::addColumn<int>("row");
        QTest::addColumn<bool>("agrees");
        // Default: 128 sequences of 512 tokens. An M2 with 8 GB and an A100 with 40 GB cannot hold all of them at once.
        const bool agrees[] = {false, true, true, true, true, false};
        for (int i = 0; i < 6; ++i)
            QTest::newRow(std::string(chapter_rows()[static_cast<std::size_t>(i)].words).c_str()) << i << agrees[i];
    }
    void the_chapters_rows() {
        QFETCH(int, row);
        QFETCH(bool, agrees);
        const ChapterRow& theirs = chapter_rows()[static_cast<std::size_t>(row)];
        const Advice advice = advice_for(std::string(theirs.model).c_str(), std::string(theirs.device).c_str());
        QCOMPARE(advice.chapter, &theirs);
        QCOMPARE(advice.setting.precision, theirs.precision); // that part always agrees
        QVERIFY(advice.fits);
        QVERIFY2(advice.agrees == agrees,
                 qPrintable(QString("accumulation %1, checkpointing %2")
                                .arg(advice.setting.accumulation_steps)
                                .arg(advice.setting.checkpointing.kind != CheckpointKind::None)));
        QCOMPARE(says(advice, "hardware.why_chapter_differs"), !agrees);
        QCOMPARE(advice.checklist.size(), std::size_t(6));
    }

    void every_advice_keeps_its_promise() {
        for (const Device& device : catalogue().devices)
            for (const char* model : {"nano", "10m", "30m", "125m", "1B", "7B"}) {
                AdviceRequest request;
                request.model = memory::parse_model(model);
                if (device.memory_gb.empty()) request.budget = 16e9;
                const Advice advice = advise(request, device);
                const std::string where = device.id + " " + model;
                QVERIFY2(advice.fits == (advice.need.total() <= advice.budget), where.c_str());
                QVERIFY2(advice.setting.accumulation_steps * advice.setting.micro_batch_size == request.batch,
                         where.c_str());
                QVERIFY2(!advice.reasons.empty() && advice.checklist.size() == 6, where.c_str());
                if (!advice.fits) {
                    QVERIFY2(advice.missing > 0, where.c_str());
                    QVERIFY2(says(advice, "hardware.why_does_not_fit"), where.c_str());
                }
                // Never a precision that the device refuses, and a scaler exactly with fp16.
                QCOMPARE(advice.setting.scaler_enabled(), advice.setting.precision == Precision::Fp16);
                if (advice.setting.precision == Precision::Bf16)
                    QVERIFY2(support_of(device, Format::Bf16).support != Support::Emulated, where.c_str());
                for (const auto& reason : advice.reasons)
                    for (const auto language : {text::Language::Korean, text::Language::English})
                        QVERIFY2(text::render(reason, language).find('{') == std::string::npos, reason.id.c_str());
            }
    }

    void one_billion_does_not_fit_a_t4() {
        const Advice advice = advice_for("1B", "t4");
        QVERIFY(!advice.fits); // 16 bytes each are 16 GB, 15 are there
        QCOMPARE(advice.need.states.total(), 16e9);
        QCOMPARE(advice.budget, 15e9);
        QVERIFY(advice.missing > 1e9);
        QVERIFY(says(advice, "hardware.why_states_too_large"));
        QVERIFY(advice_for("1B", "a100").fits);
    }

    void budgets() {
        QVERIFY(advice_for("10m", "t4").setting.accumulation_steps == 1);
        const Advice small = advice_for("10m", "t4", 4e9);
        QVERIFY(small.fits && small.need.total() <= 4e9);
        QVERIFY(small.setting.accumulation_steps > 1);
        const Advice tiny = advice_for("10m", "t4", 100e6); // weights, gradients and Adam alone are 171 MB
        QVERIFY(!tiny.fits);
        for (const double bad : {0.0, -1.0}) {
            bool refused = false;
            try {
                (void)advice_for("10m", "t4", bad);
            } catch (const text::Error&) {
                refused = true;
            }
            QVERIFY(refused);
        }
    }

    void this_machine() {
        AdviceRequest request;
        request.model = memory::parse_model("10m");
        const Machine machine{"CPU", 8, 32'000'000'000, "avx512_bf16"};
        QVERIFY(advise(request, machine_device(machine, {}, catalogue())).setting.precision == Precision::Bf16);
        request.model = memory::parse_model("nano");
        QVERIFY(advise(request, machine_device(machine, {}, catalogue())).setting.precision == Precision::Fp32);
        request.model = memory::parse_model("10m");
        MeasuredRates slower; // what was measured here beats what the instructions promise
        slower.products = {{"fp32", 1024, 180}, {"bf16", 1024, 90}};
        slower.copy_gb_s = 20;
        const Advice measured = advise(request, machine_device(machine, slower, catalogue()));
        QVERIFY(measured.setting.precision == Precision::Fp32);
        QVERIFY(says(measured, "hardware.why_cpu_measured"));
        QVERIFY(!measured.times.empty());
        const Machine old{"CPU", 2, 8'000'000'000, "avx2"};
        QVERIFY(advise(request, machine_device(old, {}, catalogue())).setting.precision == Precision::Fp32);
        bool refused = false;
        try {
            (void)advise(request, machine_device({"", 1, 0, ""}, {}, catalogue())); // memory not known
        } catch (const text::Error& error) {
            refused = error.kind() == text::ErrorKind::BadInput;
        }
        QVERIFY(refused);
    }

    void bad_requests() {
        for (const auto& [batch, sequence] : {std::pair(0, 512), std::pair(128, 0), std::pair(-1, 512)}) {
            AdviceRequest request;
            request.model = memory::parse_model("10m");
            request.batch = batch, request.sequence = sequence;
            bool refused = false;
            try {
                (void)advise(request, catalogue().at("t4"));
            } catch (const text::Error& error) {
                refused = error.kind() == text::ErrorKind::BadInput;
            }
            QVERIFY(refused);
        }
        AdviceRequest prime; // only 1 and itself divide it
        prime.model = memory::parse_model("125m"), prime.batch = 127;
        const Advice advice = advise(prime, catalogue().at("t4"));
        QVERIFY(advice.fits);
        QCOMPARE(advice.setting.accumulation_steps * advice.setting.micro_batch_size, std::int64_t(127));
    }
};

QTEST_GUILESS_MAIN(TestAdvice)
#include "test_advice.moc"
