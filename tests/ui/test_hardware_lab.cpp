// The lab of devices and its instruments: their numbers are the core's, what does not exist is refused with a way out.
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include "core/hardware/catalogue.h"
#include "core/train/compute_thread.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/bridge/machine_model.h"
#include "ui/instruments/hardware/advisor.h"
#include "ui/instruments/hardware/hardware_card.h"
#include "ui/instruments/hardware/hardware_figures.h"
#include "ui/instruments/hardware/hardware_plots.h"
#include "ui/instruments/registry.h"
#include "ui/labs/hardware_lab.h"
#include "ui/labs/stage.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestHardwareLab : public QObject {
    Q_OBJECT

    static hardware::MeasuredRates rates() {
        hardware::MeasuredRates measured;
        measured.products = {{"fp32", 64, 20}, {"fp32", 1024, 64}, {"bf16", 1024, 32}, {"fp16", 1024, 48}};
        measured.steps = {{"micro", "fp32", 100}, {"micro", "bf16", 160}, {"micro", "fp16", 125}};
        measured.copy_gb_s = 16;
        measured.environment = "LibTorch 2.15.0, AVX2";
        return measured;
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void init() { MachineModel::instance().setRates({}); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void starts_with_chapter_b_s_t4() {
        HardwareLab lab;
        QCOMPARE(lab.hardware().state(), HardwareState());
        QCOMPARE(lab.hardware().device().id, std::string("t4"));
        QVERIFY(lab.errorText().isEmpty());
        QVERIFY(lab.isSettled());
        QVERIFY(lab.showView("settings") && lab.showView("device") && !lab.showView("nothing"));
        for (const char* id : {"hardware", "roofline", "speed-parts", "advisor"})
            QVERIFY2(makeInstrument(id), id);
    }

    void the_card_says_what_the_core_says() {
        HardwareLab lab;
        lab.resize(1000, 700);
        lab.show();
        const auto& device = hardware::catalogue().at("t4");
        int rules = 0;
        for (const auto& row : lab.card()->rows())
            if (row.kind == HardwareCard::Row::Kind::Rule) {
                const auto format = hardware::kFormats[static_cast<std::size_t>(rules++)];
                const auto rule = hardware::support_of(device, format);
                QCOMPARE(row.reason, say(rule.reason));
                QVERIFY(row.value.startsWith(say(hardware::support_message(rule.support))));
            }
        QCOMPARE(rules, static_cast<int>(hardware::kFormats.size()));
        // bf16 on a T4: accepted, emulated.
        const auto& rows = lab.card()->rows();
        const auto bf16 = std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row.label == "bf16"; });
        QVERIFY(bf16 != rows.end() && bf16->value.contains("emulated"));
        // Each figure has a source, by keyboard and on click.
        lab.card()->setFocus();
        QTest::keyClick(lab.card(), Qt::Key_Down);
        QTest::keyClick(lab.card(), Qt::Key_Down);
        QVERIFY(lab.card()->item() == std::optional<std::size_t>(1));
        QVERIFY(lab.card()->accessibleDescription().contains("bandwidth"));
        QTest::keyClick(lab.card(), Qt::Key_Return);
        QVERIFY(lab.card()->opened() > 0);
        const QString source = lab.card()->sourcesOf(rows[lab.card()->opened()]);
        QVERIFY(source.contains("GB/s") || source.contains("http") || source.contains(": "));
        QTest::mouseClick(lab.card()->canvas(), Qt::LeftButton, {}, lab.card()->itemBox(0).center().toPoint());
        QCOMPARE(rows[lab.card()->opened()].label, QString("memory"));
        QTest::mouseClick(lab.card()->canvas(), Qt::LeftButton, {}, lab.card()->itemBox(0).center().toPoint());
        QCOMPARE(lab.card()->opened(), -1);
    }

    void the_roofline_is_the_core_s() {
        HardwareLab lab;
        lab.resize(1000, 700);
        lab.show();
        const Figure& figure = lab.roofline()->figure();
        const auto& hardware = lab.hardware();
        const auto rate = hardware::rate_of(hardware.device(), hardware.format());
        const hardware::Roof roof{rate->tflops * 1e12, *hardware.device().bandwidth.value * 1e9};
        const auto products = hardware::forward_products(hardware.scenario(), hardware.model());
        QCOMPARE(figure.table.rows.size(), products.size());
        QCOMPARE(static_cast<std::size_t>(figure.table.names.size()), products.size());
        for (std::size_t i = 0; i < products.size(); ++i) {
            QCOMPARE(figure.table.rows[i][0], products[i].intensity(2)); // fp16
            QCOMPARE(figure.table.rows[i][1], roof.attainable(products[i].intensity(2)) / 1e12);
        }
        // fp32 8.1 and fp16 65 (nobody says what emulated bf16 comes to): two roofs, the memory's slope, the products.
        QCOMPARE(figure.series.size(), std::size_t(4));
        QCOMPARE(figure.provenance, Provenance::Estimated);
        QVERIFY(figure.summary.contains("65 TFLOPS"));
        lab.enterOther("a100-sxm-40");
        QVERIFY(lab.roofline()->figure().series.size() > 4);
    }

    void parts_of_a_step_are_the_core_s() {
        HardwareLab lab;
        lab.resize(1000, 700);
        lab.show();
        const Figure& figure = lab.speedParts()->figure();
        const auto& advice = *lab.hardware().advice();
        QCOMPARE(figure.table.rows.size(), advice.times.size());
        for (std::size_t i = 0; i < advice.times.size(); ++i) {
            const auto& time = advice.times[i];
            QCOMPARE(figure.table.rows[i][4], 1e3 * time.total_s());
            QCOMPARE(figure.table.rows[i][5], 100 * time.product_share());
            QCOMPARE(figure.table.rows[i][7], advice.times[0].total_s() / time.total_s());
            QCOMPARE(figure.table.rows[i][6],
                     hardware::amdahl(advice.times[0].product_share(), time.rate.tflops / advice.times[0].rate.tflops));
        }
        QCOMPARE(figure.provenance, Provenance::Estimated);
    }

    void this_machine_shows_what_was_measured() {
        HardwareLab lab;
        lab.resize(1000, 700);
        lab.show();
        lab.choosePreset("this");
        QVERIFY(!lab.roofline()->figure().empty.isEmpty()); // nothing measured: it says so
        MachineModel::instance().setRates(rates());
        const Figure& roofline = lab.roofline()->figure();
        QVERIFY(roofline.empty.isEmpty());
        QCOMPARE(roofline.provenance, Provenance::Measured);
        int measured = 0;
        for (const auto& series : roofline.series)
            if (series.kind == Series::Kind::Points && !series.format.isEmpty()) {
                if (series.format == "fp32") {
                    QCOMPARE(series.x.size(), qsizetype(2));
                    // 2 n^3 operations over 3 n^2 numbers of 4 bytes: n / 6.
                    QVERIFY(std::fabs(series.x[1] - std::log2(1024 / 6.0)) < 1e-12);
                    QVERIFY(std::fabs(series.y[1] - 6) < 1e-12); // 64 GFLOPS
                }
                ++measured;
            }
        QCOMPARE(measured, 3);
        const Figure& parts = lab.speedParts()->figure();
        QCOMPARE(parts.table.rows[0][8], 100.0); // ms, measured
        QCOMPARE(parts.rows.rows[0].mark, std::optional(100.0));
        const auto predicted = hardware::predicted_ms(rates().steps[0], rates());
        QVERIFY(std::fabs(parts.table.rows[0][4] - *predicted) < 1e-9 * *predicted);
        lab.choosePreset("10m-t4");
        QVERIFY(lab.speedParts()->figure().legend.join(' ').contains("0.62×")); // bf16 of micro: 100 / 160
    }

    void the_advisor_works_out_the_chapter_s_rows() {
        HardwareLab lab;
        lab.resize(1000, 700);
        lab.show();
        lab.showView("settings");
        const auto& rows = lab.advisor()->rows();
        QCOMPARE(rows.size(), qsizetype(7));
        for (qsizetype i = 1; i < rows.size(); ++i) {
            const auto& chapter = hardware::chapter_rows()[static_cast<std::size_t>(i - 1)];
            QCOMPARE(rows[i].row, &chapter);
            hardware::AdviceRequest request;
            request.model = memory::parse_model(std::string(chapter.model));
            const auto advice = hardware::advise(request, hardware::catalogue().at(chapter.device));
            QCOMPARE(rows[i].agrees, advice.agrees);
            QCOMPARE(rows[i].fits, advice.fits);
            QVERIFY(rows[i].ours.contains(QString::number(advice.setting.accumulation_steps)));
        }
        QCOMPARE(lab.advisor()->chosen(), 2); // 10M / Colab T4
        lab.advisor()->setFocus();
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(lab.advisor(), Qt::Key_Down);
        QTest::keyClick(lab.advisor(), Qt::Key_Return);
        QCOMPARE(lab.hardware().device().id, std::string("a100-sxm-40"));
        QCOMPARE(lab.undoStack()->count(), 1);
        lab.undoStack()->undo();
        QCOMPARE(lab.hardware().device().id, std::string("t4"));
        QVERIFY(lab.advisor()->numbers().rows.size() > 12); // and reasons, and the checklist
        QVERIFY(lab.advisor()->accessibleDescription().contains("scaler"));
    }

    void what_does_not_exist_is_refused_with_a_way_out() {
        HardwareLab lab;
        const HardwareState before = lab.hardware().state();
        lab.enterDevice("rtx4091");
        QVERIFY2(lab.errorText().contains("rtx4090"), qPrintable(lab.errorText()));
        QCOMPARE(lab.hardware().state(), before);
        lab.enterOther("quantum");
        QVERIFY(!lab.errorText().isEmpty());
        lab.enterModel("micra");
        QVERIFY(lab.errorText().contains("micro"));
        lab.enterBudget("lots");
        QVERIFY(lab.errorText().contains("lots"));
        lab.enterBudget("0.5GB"); // a real budget below the reserve is one: what is asked for
        QVERIFY(lab.errorText().isEmpty());
        QCOMPARE(lab.hardware().state().budget, QString("0.5GB"));
        lab.enterDevice("RTX 4090");
        QCOMPARE(lab.hardware().state().device, QString("rtx4090"));
        QVERIFY(lab.errorText().isEmpty());
    }

    void what_does_not_fit_says_by_how_much() {
        HardwareLab lab;
        lab.resize(1000, 700);
        lab.show();
        lab.enterModel("7B");
        const auto& advice = lab.hardware().advice();
        QVERIFY(advice && !advice->fits);
        lab.showView("settings");
        QVERIFY(!lab.advisor()->rows()[0].fits);
        QVERIFY(lab.advisor()->rows()[0].verdict.contains("GB too much"));
        QVERIFY(lab.card()->numbers().rows.last().join(' ').size() > 0);
        lab.enterDevice("cpu-amx"); // a processor without a memory of its own
        QVERIFY(!lab.hardware().advice());
        QVERIFY(lab.hardware().why());
    }

    void a_chosen_precision_stands_beside_the_advice() {
        HardwareLab lab;
        lab.resize(1000, 700);
        lab.show();
        lab.setPrecisionChoice("fp32");
        QCOMPARE(lab.hardware().format(), hardware::Format::Fp32);
        QCOMPARE(lab.hardware().advice()->setting.precision, scenario::Precision::Fp16);
        const auto products = hardware::forward_products(lab.hardware().scenario(), lab.hardware().model());
        QCOMPARE(lab.roofline()->figure().table.rows[0][0], products[0].intensity(4));
    }

    void measuring_reports_and_can_be_stopped() {
        testing::FakeThread<> thread;
        auto& machine = MachineModel::instance();
        machine.setThread(&*thread);
        HardwareLab lab;
        lab.resize(1000, 700);
        lab.show();
        QSignalSpy progressed(&machine, &MachineModel::progressed);
        machine.measure();
        QVERIFY(machine.isMeasuring() && !lab.isSettled());
        QCOMPARE(lab.measureButton()->text(), QString("Stop"));
        QTRY_VERIFY_WITH_TIMEOUT(!machine.isMeasuring(), 20'000);
        QVERIFY(progressed.count() > 10);
        QVERIFY(!machine.rates().empty());
        QCOMPARE(machine.rates().products[0].gflops, 1.0);
        machine.setRates({});
        machine.measure();
        machine.cancel();
        QVERIFY(!machine.isMeasuring());
        QTest::qWait(50); // what was on its way is passed over
        QVERIFY(machine.rates().empty());
        machine.setThread(nullptr);
        QVERIFY(!lab.measureButton()->isEnabled());
    }

    void without_libtorch_it_says_why() {
        train::ComputeThread thread([]() -> train::Engine& { throw text::could_not("train.no_engine"); });
        auto& machine = MachineModel::instance();
        machine.setThread(&thread);
        machine.measure();
        QTRY_VERIFY(!machine.isMeasuring());
        QVERIFY(machine.error());
        QVERIFY(machine.rates().empty());
        machine.setThread(nullptr);
    }

    void a_lesson_sets_what_is_looked_at() {
        Stage stage;
        stage.resize(900, 700);
        static_cast<QWidget&>(stage).show();
        stage.show({"advisor"}, false); // sized before it is first seen
        stage.show({"hardware", "roofline", "speed-parts", "advisor"}, false);
        for (const auto& [setting, value] :
             {std::pair("device", "a100-sxm-40"), std::pair("beside", "t4"), std::pair("model", "125m"),
              std::pair("precision", "bf16"), std::pair("batch", "32"), std::pair("sequence", "256")})
            stage.set(setting, value);
        const HardwareState& state = stage.hardware()->state();
        QCOMPARE(state.device, QString("a100-sxm-40"));
        QCOMPARE(state.other, QString("t4"));
        QCOMPARE(state.model, QString("125m"));
        QCOMPARE(state.batch, qint64(32));
        QCOMPARE(state.sequence, qint64(256));
        QCOMPARE(stage.hardware()->format(), hardware::Format::Bf16);
        stage.set("precision", "advised");
        QVERIFY(stage.hardware()->state().precision.isEmpty());
    }

    void every_device_can_be_shown() {
        HardwareLab lab;
        lab.resize(1000, 700);
        lab.show();
        for (const auto& device : hardware::catalogue().devices)
            for (const char* view : {"device", "settings"}) {
                lab.enterDevice(QString::fromStdString(device.id));
                lab.showView(view);
                QVERIFY2(lab.errorText().isEmpty(), qPrintable(lab.errorText()));
                QVERIFY(!lab.card()->numbers().rows.isEmpty());
                QVERIFY(!lab.advisor()->numbers().rows.isEmpty());
                static_cast<void>(lab.grab());
            }
    }

    void undo_reset_and_presets() {
        HardwareLab lab;
        const auto ids = lab.presetIds();
        QCOMPARE(ids.size(), qsizetype(7));
        for (const auto& id : ids)
            lab.choosePreset(id);
        QCOMPARE(lab.undoStack()->count(), 7); // the second is where it began, but not where it was
        while (lab.undoStack()->canUndo())
            lab.undoStack()->undo();
        QCOMPARE(lab.hardware().state(), HardwareState());
        lab.undoStack()->redo();
        QCOMPARE(lab.hardware().device().id, std::string("apple-m2"));
        lab.reset();
        QCOMPARE(lab.hardware().state(), HardwareState());
        lab.undoStack()->undo();
        QCOMPARE(lab.hardware().device().id, std::string("apple-m2"));
    }
};

QTEST_MAIN(TestHardwareLab)
#include "test_hardware_lab.moc"
