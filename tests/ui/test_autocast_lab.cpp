// The Autocast lab with an engine that only counts: what it starts, what it shows, what each control changes.
#include <QComboBox>
#include <QTest>

#include "core/scenario/fields.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/step/lanes.h"
#include "ui/labs/autocast_lab.h"
#include "ui/labs/stage.h"

using namespace ampscope;
using namespace ampscope::ui;
using scenario::Precision;

class TestAutocastLab : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    std::unique_ptr<AutocastLab> opened(const QSize& size = {1048, 640}) {
        auto lab = std::make_unique<AutocastLab>(*m_thread);
        lab->resize(size);
        lab->show();
        lab->enter();
        return lab;
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void it_starts_alive_beside_fp32() {
        const auto lab = opened();
        QCOMPARE(lab->precision(), QString("fp16"));
        QCOMPARE(lab->group()->runs().size(), 2);
        QVERIFY(lab->beside().precision == Precision::Fp32 && !lab->beside().scaler_enabled());
        QTRY_VERIFY(lab->isSettled());
        QCOMPARE(lab->run()->record().samples().size(), std::size_t(12));
        QCOMPARE(lab->shown(), QStringList{"op-flow"}); // no room for more below it
        QCOMPARE(opened({1600, 1000})->shown(), (QStringList{"op-flow", "shadow-error"}));
    }

    void an_exception_is_compared_with_none() {
        const auto lab = opened();
        lab->keepInFp32("gelu");
        QCOMPARE(lab->scenario().autocast.fp32_ops, std::vector<std::string>{"gelu"});
        QVERIFY(lab->beside().autocast.fp32_ops.empty());
        QVERIFY(lab->beside().precision == Precision::Fp16);
        QTRY_COMPARE(lab->group()->runs()[0]->record().scenario().autocast.fp32_ops.size(), std::size_t(1));
        const auto lanes = lanesOf({&lab->group()->runs()[0]->record(), &lab->group()->runs()[1]->record()});
        QCOMPARE(lanes[0].name, QString("fp16, gelu in fp32"));
        QCOMPARE(lanes[1].name, QString("fp16"));
        lab->keepInFp32("");
        QVERIFY(lab->scenario().autocast.fp32_ops.empty());
        lab->choosePreset("island");
        QVERIFY(lab->beside().autocast.island == scenario::AutocastIsland::None);
        lab->choosePreset("inside");
        QVERIFY(lab->beside().autocast.wrap == scenario::AutocastWrap::Forward);
        lab->setPrecision("fp32");
        QTRY_COMPARE(lab->group()->runs().size(), 1);
        lab->reset();
        QCOMPARE(lab->precision(), QString("fp16"));
    }

    void every_preset_can_run() {
        AutocastLab lab(*m_thread);
        for (const char* id : {"fp16", "bf16", "cpu", "keep-gelu", "island", "inside", "custom", "overflow"}) {
            lab.choosePreset(id);
            scenario::require_runnable(lab.scenario());
            scenario::require_runnable(lab.beside());
        }
    }

    void one_to_four_views_at_a_time() {
        const auto lab = opened();
        for (const char* view : {"autocast-table", "shadow-error", "layers"})
            lab->setShown(view, true);
        QCOMPARE(lab->shown().size(), 4);
        lab->setShown("throughput", true); // the oldest leaves
        QCOMPARE(lab->shown(), (QStringList{"autocast-table", "shadow-error", "layers", "throughput"}));
        QVERIFY(!lab->stage()->instrument("op-flow"));
        for (const QString& view : lab->shown())
            QVERIFY(lab->stage()->instrument(view));
        QVERIFY(lab->showView("op-flow"));
        QCOMPARE(lab->stage()->ids(), QStringList{"op-flow"});
        lab->setShown("op-flow", false); // one stays
        QCOMPARE(lab->shown(), QStringList{"op-flow"});
        QVERIFY(!lab->showView("bits"));
        QVERIFY(!lab->grab().isNull());
    }

    void a_change_of_a_setting_starts_again() {
        const auto lab = opened();
        QTRY_VERIFY(lab->isSettled());
        QVERIFY(!lab->effect().isEmpty());
        auto* ops = lab->findChild<QComboBox*>("keptOp");
        QVERIFY(ops);
        ops->setCurrentIndex(ops->findData("softmax"));
        Q_EMIT ops->activated(ops->currentIndex());
        QTRY_COMPARE(lab->run()->record().scenario().autocast.fp32_ops, std::vector<std::string>{"softmax"});
        QTRY_VERIFY(lab->isSettled());
    }
};

QTEST_MAIN(TestAutocastLab)
#include "test_autocast_lab.moc"
