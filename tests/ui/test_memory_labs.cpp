// The labs Memory and Checkpoint, walked through offscreen.
#include <QComboBox>
#include <QTest>

#include "core/scenario/fields.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/inside_record.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/memory/checkpoint_map.h"
#include "ui/instruments/memory/memory_bars.h"
#include "ui/instruments/step/lanes.h"
#include "ui/labs/checkpoint_lab.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/memory_lab.h"
#include "ui/labs/stage.h"
#include "ui/labs/text_entry.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestMemoryLabs : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    static QStringList presetsOf(const QWidget& lab) {
        QStringList ids;
        const auto* box = lab.findChild<LabForm*>()->findChild<QComboBox*>();
        for (int i = 0; i < box->count(); ++i)
            ids << box->itemData(i).toString();
        return ids;
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void the_memory_lab_starts_alive() {
        MemoryLab lab(*m_thread);
        lab.resize(1200, 700);
        lab.show();
        lab.enter();
        QTRY_VERIFY_WITH_TIMEOUT(lab.run()->state() == train::RunState::Finished, 30'000);
        QCOMPARE(lab.run()->record().samples().size(), std::size_t(4));
        // Looked into by itself, and again at another step; each once.
        QTRY_VERIFY_WITH_TIMEOUT(lab.run()->record().detail_of<record::SavedTensors>(3) && lab.isSettled(), 30'000);
        lab.run()->select(0);
        QTRY_VERIFY_WITH_TIMEOUT(lab.run()->record().detail_of<record::SavedTensors>(0) && lab.isSettled(), 30'000);
        for (const char* id : {"memory-bars", "memory-timeline", "saved-tensors", "parts-table"})
            QVERIFY2(lab.stage()->instrument(id), id);
        lab.setPrecision("bf16");
        QTRY_COMPARE(lab.run()->record().scenario().precision, scenario::Precision::Bf16);
        lab.reset();
        QCOMPARE(lab.precision(), QStringLiteral("fp32"));
    }

    void presets_can_run() {
        MemoryLab memory(*m_thread);
        QCOMPARE(presetsOf(memory).size(), 10);
        for (const QString& id : presetsOf(memory)) {
            memory.choosePreset(id);
            QVERIFY2(scenario::problems(memory.scenario()).empty(), qPrintable(id));
            QVERIFY2(memory.modelEntry()->error().isEmpty() && memory.budgetEntry()->error().isEmpty(), qPrintable(id));
        }
        memory.choosePreset("card");
        QCOMPARE(memory.bars()->budget()->bytes, 16e9);
        QVERIFY(memory.bars()->note().contains("Does not fit"));
        memory.choosePreset("schemes");
        QVERIFY(memory.bars()->showsSchemes() && !memory.bars()->budget());
        memory.choosePreset("small");
        QVERIFY(!memory.bars()->showsSchemes());
        CheckpointLab checkpoint(*m_thread);
        for (const QString& id : presetsOf(checkpoint)) {
            checkpoint.choosePreset(id);
            for (const auto& scenario : checkpoint.scenarios())
                QVERIFY2(scenario::problems(scenario).empty(), qPrintable(id));
        }
    }

    void what_cannot_be_read_is_refused() {
        MemoryLab lab(*m_thread);
        lab.modelEntry()->enter("350M");
        lab.budgetEntry()->enter("24GB");
        const auto results = [&] {
            QStringList all;
            for (const auto& row : lab.bars()->figure().rows.rows)
                all << row.result;
            return all;
        };
        const QStringList before = results();
        QCOMPARE(before.size(), 2);
        lab.modelEntry()->enter("gigantic");
        QVERIFY2(lab.modelEntry()->error().contains("gigantic") && lab.modelEntry()->error().contains("nano"),
                 qPrintable(lab.modelEntry()->error()));
        lab.modelEntry()->enter("12");
        QVERIFY2(lab.modelEntry()->error().contains("1,000"), qPrintable(lab.modelEntry()->error()));
        for (const char* bad : {"16 apples", "-3GB", "0GB", "t44"}) {
            lab.budgetEntry()->enter(bad);
            QVERIFY2(lab.budgetEntry()->error().contains(bad), bad);
        }
        QCOMPARE(results(), before); // nothing has changed
        QCOMPARE(lab.bars()->budget()->bytes, 24e9);
        lab.budgetEntry()->enter("");
        QVERIFY(lab.budgetEntry()->error().isEmpty() && !lab.bars()->budget());
        lab.modelEntry()->enter("");
        QVERIFY(lab.modelEntry()->error().isEmpty());
        LanguageSwitch::instance().setLanguage(text::Language::Korean);
        lab.budgetEntry()->enter("16 apples");
        QVERIFY(lab.budgetEntry()->error().contains("메모리 크기"));
        LanguageSwitch::instance().setLanguage(text::Language::English);
    }

    void the_checkpoint_lab_runs_four_ways() {
        CheckpointLab lab(*m_thread);
        lab.resize(1200, 700);
        lab.show();
        lab.enter();
        QCOMPARE(lab.group()->runs().size(), qsizetype(4));
        const auto scenarios = lab.scenarios();
        for (const auto& scenario : scenarios)
            QCOMPARE(scenario.seed, scenarios[0].seed);
        QCOMPARE(scenarios[3].checkpointing.segments, std::int64_t(2)); // √4
        QTRY_VERIFY_WITH_TIMEOUT(!lab.isActive() && lab.isSettled(), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(lab.group()->runs()[3]->record().detail_of<record::SavedTensors>(11), 30'000);
        QCOMPARE(lab.run(), lab.group()->at(2));
        auto* map = qobject_cast<CheckpointMap*>(lab.stage()->instrument("checkpoint-map"));
        QVERIFY(map);
        map->refresh();
        QCOMPARE(map->lanes().size(), std::size_t(4));
        Q_EMIT map->chosen(lab.group()->at(0));
        QCOMPARE(lab.run(), lab.group()->at(0));
        std::vector<const record::RunRecord*> records;
        for (const auto* run : lab.group()->runs())
            records.push_back(&run->record());
        const auto lanes = lanesOf(records);
        QCOMPARE(lanes.size(), std::size_t(4)); // by kind, not by seed
        QCOMPARE(lanes[2].name, QStringLiteral("per block"));
        lab.choosePreset("dice-lost");
        QVERIFY(lab.scenarios()[0].checkpointing.rng && !lab.scenarios()[1].checkpointing.rng);
        lab.reset();
        QCOMPARE(lab.scenario().model.dropout, 0.0);
    }
};

QTEST_MAIN(TestMemoryLabs)
#include "test_memory_labs.moc"
