// Step, parameter, op and bin are one for all instruments: each of the registry either shows them, or is listed here as
// not concerned.
#include <QTest>

#include "core/scenario/fields.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/inside_record.h"
#include "tests/ui/op_samples.h"
#include "tests/ui/support.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/registry.h"
#include "ui/plot/plot_view.h"

using namespace ampscope;
using namespace ampscope::ui;

namespace {

// A run with a look inside two steps, in which everything differs.
record::RunRecord richRecord(const char* precision = "fp16") {
    auto scenario = scenario::load_scenario("overflow");
    scenario::set_field(scenario, "precision", precision);
    const auto plain = testing::sampleRecord(scenario);
    record::RunRecord record(plain.scenario(), plain.environment());
    for (auto sample : plain.samples()) {
        sample[record::Column::BytesActivations] += 1000 * sample[record::Column::Step];
        sample[record::Column::BytesPeak] += 1000 * sample[record::Column::Step];
        record.sample(sample);
    }
    for (const auto& fact : plain.facts())
        record.fact(fact);
    for (const auto& detail : plain.details())
        record.detail(detail);
    for (const std::int64_t step : {3, 30}) {
        auto tensors = testing::insideTensors();
        tensors.tensors[0].bytes += 1000 * step;
        record.detail({step, tensors});
        auto timeline = testing::insideTimeline(true);
        timeline.weights += 1000 * step;
        record.detail({step, timeline});
        auto parameters = testing::insideParameters();
        parameters.parameters[0].optimizer = step == 3 ? "fp32" : "bf16";
        record.detail({step, parameters});
        auto script = testing::sampleStep();
        if (step == 30) script.phase("forward").layer("loss").op("isinf", {"fp32"}, {"bool"}, "follow");
        record.detail({step, script.list()});
        auto sizes = testing::sampleSizes();
        sizes.scale *= static_cast<double>(step);
        record.detail({step, sizes});
        auto shadow = testing::sampleShadow();
        shadow.layers[1].lost += step;
        shadow.layers.push_back({"blocks.0.attn.qkv.weight", "gradient", "fp16", 0x1p-10, 0.1, 0, 0});
        record.detail({step, shadow});
        record::FirstNonfinite first;
        first.op = "mm", first.phase = "backward", first.layer = "blocks.0.attn.qkv", first.dtype = "fp16";
        first.value = HUGE_VAL;
        if (step == 3) record.detail({step, first});
    }
    return record;
}

} // namespace

class TestSharedSelection : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    // They stand beside the runs of the library, not in one of them.
    const QStringList kOfManyRuns = {"runs", "run-differences"};

    // What an instrument shows and says.
    static QByteArray lookOf(Instrument& instrument) {
        QCoreApplication::sendPostedEvents();
        const QImage image = instrument.grab().toImage().convertToFormat(QImage::Format_RGB32);
        QByteArray look(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes());
        return look + instrument.accessibleDescription().toUtf8();
    }

    // Some ask the engine first.
    static QByteArray settledLook(Instrument& instrument) {
        QByteArray look = lookOf(instrument);
        for (int i = 0; i < 200; ++i) {
            const QByteArray before = std::exchange(look, lookOf(instrument));
            if (look == before) break;
            QTest::qWait(10);
        }
        return look;
    }

    void check(const QStringList& concerned, const std::function<void(RunModel&)>& first,
               const std::function<void(RunModel&)>& second) {
        QStringList shown;
        for (const QString& id : instrumentIds()) {
            if (kOfManyRuns.contains(id)) continue;
            RunModel model(*m_thread), other(*m_thread);
            model.showRecord(richRecord());
            other.showRecord(richRecord("fp32"));
            const auto instrument = makeInstrument(id);
            instrument->setRun(&model);
            instrument->setComparison({&model, &other});
            instrument->resize(480, 400);
            instrument->show();
            first(model);
            const QByteArray before = settledLook(*instrument);
            second(model);
            if (lookOf(*instrument) != before) shown << id;
            first(model);
            QVERIFY2(lookOf(*instrument) == before || settledLook(*instrument) == before,
                     qPrintable(id + ": not as before"));
        }
        QStringList wanted = concerned;
        wanted.sort();
        shown.sort();
        QVERIFY2(shown == wanted, qPrintable("shown: " + shown.join(' ') + "\nwanted: " + wanted.join(' ')));
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void step() {
        // Numbers, devices, claims and texts know of no step.
        check(
            {"autocast-table", "checkpoint-map",  "code",          "columns",         "histogram",
             "lanes",          "layers",          "loss",          "loss-difference", "memory-bars",
             "memory-strip",   "memory-timeline", "micro-batches", "nonfinite",       "op-flow",
             "parts-table",    "saved-tensors",   "scale-trace",   "scaler-state",    "shadow-error",
             "throughput",     "weights"},
            [](RunModel& run) { run.select(3); }, [](RunModel& run) { run.select(30); });
    }

    void parameter() {
        check(
            {"layers", "op-flow", "saved-tensors", "shadow-error"},
            [](RunModel& run) {
                run.select(3);
                run.selectParameter("");
            },
            [](RunModel& run) { run.selectParameter("blocks.0.attn.qkv.weight"); });
    }

    void op() {
        const auto list = testing::sampleStep().list();
        std::size_t softmax = 0;
        while (list.ops[softmax].name != "softmax")
            ++softmax;
        check(
            {"autocast-table", "code", "op-flow"},
            [](RunModel& run) {
                run.select(3);
                run.selectOp(std::nullopt);
            },
            [softmax](RunModel& run) { run.selectOp(softmax); });
    }

    void bin() {
        // The large plot of the layers appears with a parameter.
        check(
            {"histogram", "layers"},
            [](RunModel& run) {
                run.select(3);
                run.selectParameter("blocks.0.attn.qkv.weight");
                run.selectBin(std::nullopt);
            },
            [](RunModel& run) {
                run.selectBin(SizeBin{SizeBin::Kind::Sized, -30});
            });
    }

    // A step, a parameter or an op that this run does not have is none.
    void what_a_run_does_not_have_is_shown_as_none() {
        for (const QString& id : instrumentIds()) {
            if (kOfManyRuns.contains(id)) continue;
            RunModel model(*m_thread);
            model.showRecord(richRecord());
            const auto instrument = makeInstrument(id);
            instrument->setRun(&model);
            instrument->resize(480, 400);
            instrument->show();
            model.select(3);
            const QByteArray plain = settledLook(*instrument);
            model.selectParameter("of.another.run");
            model.selectOp(100'000);
            QVERIFY2(settledLook(*instrument) == plain || id == "code", qPrintable(id));
            model.select(1'000'000);
            QCOMPARE(model.selectedStep(), std::int64_t(-1));
            const QByteArray none = settledLook(*instrument);
            model.select(2'000'000);
            QVERIFY2(settledLook(*instrument) == none, qPrintable(id));
        }
    }

    void bins_have_places_and_places_bins() {
        RunModel model(*m_thread);
        model.showRecord(richRecord());
        HistogramInstrument histogram;
        histogram.setRun(&model);
        histogram.resize(600, 300);
        histogram.show();
        // Through all bins with the keyboard, and back, without standing still before the ends.
        std::vector<SizeBin> seen;
        for (int i = 0; i < 200; ++i) {
            QTest::keyClick(histogram.view(), Qt::Key_Left, Qt::ControlModifier);
            QVERIFY(model.selectedBin());
            if (!seen.empty() && seen.back() == *model.selectedBin()) break;
            seen.push_back(*model.selectedBin());
        }
        QVERIFY(seen.back().kind == SizeBin::Kind::Zero);
        seen.clear();
        for (int i = 0; i < 200; ++i) {
            QTest::keyClick(histogram.view(), Qt::Key_Right, Qt::ControlModifier);
            if (!seen.empty() && seen.back() == *model.selectedBin()) break;
            seen.push_back(*model.selectedBin());
        }
        QVERIFY(seen.back().kind == SizeBin::Kind::NotFinite);
        for (std::size_t i = 1; i + 1 < seen.size(); ++i)
            QCOMPARE(seen[i].exponent, seen[i - 1].exponent + 1);
        QVERIFY(seen.size() > 30);
        QTest::keyClick(histogram.view(), Qt::Key_Left, Qt::ControlModifier);
        QVERIFY(model.selectedBin()->kind == SizeBin::Kind::Sized);
        // It stays on its gradients when the scale slides.
        const double place = *histogram.figure().selected;
        histogram.setWhatIfScale(0);
        QVERIFY(*histogram.figure().selected < place);
    }

    // However many signals a change is said with, what is in sight is drawn once, and nothing out of sight.
    void one_look_for_one_change() {
        struct Counter : Instrument {
            Counter() : Instrument("counter") {}
            int looks = 0;
            void update() override { ++looks; }
        };
        RunModel model(*m_thread);
        scenario::Scenario scenario;
        scenario.length.steps = 300;
        Counter seen, unseen;
        for (auto* counter : {&seen, &unseen})
            counter->setRun(&model);
        seen.show();
        const int before = seen.looks;
        int changes = 0;
        connect(&model, &RunModel::changed, this, [&] { ++changes; });
        model.start(scenario);
        QTRY_VERIFY(model.state() == train::RunState::Finished);
        QVERIFY(seen.looks - before <= changes + 2); // states without new steps: preparing, running
        QCOMPARE(unseen.looks, 0);
        // Beside other runs: once for all of them.
        RunModel other(*m_thread);
        seen.setComparison({&model, &other});
        QTest::qWait(60);
        const int grown = seen.looks;
        changes = 0;
        connect(&other, &RunModel::changed, this, [&] { ++changes; });
        scenario.name = "slow"; // 0.2 s for each step
        scenario.length.steps = 4;
        model.start(scenario);
        other.start(scenario);
        QTRY_VERIFY(model.state() == train::RunState::Finished && other.state() == train::RunState::Finished);
        QVERIFY2(seen.looks - grown <= changes + 8, qPrintable(QString("%1 %2").arg(seen.looks - grown).arg(changes)));
    }
};

QTEST_MAIN(TestSharedSelection)
#include "test_shared_selection.moc"
