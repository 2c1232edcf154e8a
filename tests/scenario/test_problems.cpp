// Scenarios that cannot work are refused before the run, with numbers and a way out.
#include <QTest>

#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"

using namespace ampscope;
using namespace ampscope::scenario;

class TestProblems : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void fields_that_do_not_go_together_data() {
        QTest::addColumn<QStringList>("sets");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* sets, const char* field) {
            QTest::newRow(sets) << QString(sets).split(' ') << QString(field);
        };
        row("batch_size=10 accumulation_steps=4", "batch_size");
        row("micro_batch_size=65536 sequence_length=4096", "micro_batch_size");
        row("checkpointing.kind=segments checkpointing.segments=3", "checkpointing.segments"); // nano has 2 blocks
        row("precision=fp16-pure scaler.enabled=true", "scaler.enabled");
        row("model.kind=linear checkpointing.kind=block", "checkpointing.kind");
        row("model.kind=linear data.lengths=ragged", "data.lengths");
        row("model.attention=fused model.dropout=0.1", "model.dropout");
        row("precision_by_epoch=fp32,bf16", "precision_by_epoch"); // without epochs
        row("length.epochs=1 precision_by_epoch=fp32,bf16", "precision_by_epoch");
        row("length.epochs=2 precision_by_epoch=fp32,fp64", "precision_by_epoch");
        row("schedule.kind=cosine schedule.warmup_steps=20 schedule.decay_steps=10", "schedule.decay_steps");
        row("schedule.kind=cosine schedule.min_lr=1", "schedule.min_lr");
        row("record.level=full record.details_every=1 length.steps=201", "record.details_every");
        row("mistake=no-loss-division", "mistake");
        row("mistake=unscale-twice", "mistake");
        row("mistake=scheduler-per-micro-batch accumulation_steps=2", "mistake");
        row("mistake=stale-cast-cache", "mistake");
        row("mistake=finite-mask model.attention=fused", "mistake");
        row("device=cuda autocast.rules=cpu", "autocast.rules");
    }
    void fields_that_do_not_go_together() {
        QFETCH(QStringList, sets);
        QFETCH(QString, field);
        Scenario scenario;
        for (const auto& set : sets)
            set_field(scenario, set.section('=', 0, 0).toStdString(), set.section('=', 1).toStdString());
        const auto found = problems(scenario);
        QVERIFY(!found.empty());
        QCOMPARE(QString::fromStdString(found[0].path), field);
        for (const auto language : {text::Language::English, text::Language::Korean}) {
            const std::string said = text::render(found[0].message, language);
            QVERIFY2(said.size() > 20 && said.find('{') == std::string::npos, said.c_str());
        }
        QVERIFY_THROWS_EXCEPTION(text::Error, require_runnable(scenario));
    }

    void values_out_of_range_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        for (const auto& [field, value] : {std::pair{"scaler.init_scale", "0"},
                                           {"scaler.init_scale", "-1"},
                                           {"scaler.init_scale", "1e40"},
                                           {"scaler.growth_factor", "1"},
                                           {"scaler.backoff_factor", "1"},
                                           {"scaler.growth_interval", "0"},
                                           {"accumulation_steps", "0"},
                                           {"checkpointing.segments", "0"},
                                           {"optimizer.lr", "-1"},
                                           {"clip.max_norm", "0"},
                                           {"model.dropout", "1"},
                                           {"length.steps", "0"}})
            QTest::newRow((std::string(field) + "=" + value).c_str()) << QString(field) << QString(value);
    }
    void values_out_of_range() {
        QFETCH(QString, field);
        QFETCH(QString, value);
        Scenario scenario;
        QVERIFY_THROWS_EXCEPTION(text::Error, set_field(scenario, field.toStdString(), value.toStdString()));
    }

    // Nothing is recorded at level none, so no interval matters.
    void looks_up_to_the_limit_are_fine() {
        Scenario scenario;
        set_field(scenario, "record.level", "full");
        for (const auto& [steps, every] : {std::pair{"200", "1"}, {"2000", "10"}, {"201", "2"}}) {
            set_field(scenario, "length.steps", steps);
            set_field(scenario, "record.details_every", every);
            QVERIFY(problems(scenario).empty());
        }
    }

    void a_setting_without_effect_says_what_it_needs() {
        Scenario scenario;
        QCOMPARE(needed_for(scenario, "record.details_every"), std::string());
        set_field(scenario, "record.level", "full");
        QCOMPARE(needed_for(scenario, "record.details_every"), std::string());
        set_field(scenario, "record.level", "none");
        QCOMPARE(needed_for(scenario, "record.details_every"), std::string("record.level=default"));
    }

    void every_preset_runs() {
        for (const auto& preset : presets())
            QVERIFY2(problems(make(preset)).empty(), std::string(preset.name).c_str());
    }
};

QTEST_GUILESS_MAIN(TestProblems)
#include "test_problems.moc"
