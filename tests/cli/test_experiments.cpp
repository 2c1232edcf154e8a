// mistakes, export-pytorch, and the checks of autocast: what a learner does to find out.
#include "app/cli/cli.h"

#include <QTemporaryDir>
#include <QTest>

#include "core/io/json.h"
#include "core/scenario/mistakes.h"
#include "tests/cli/process.h"

using namespace ampscope;

class TestExperiments : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

  private Q_SLOTS:
    void initTestCase() { qputenv("LC_ALL", "C"); }

    void mistakes_are_listed_and_explained() {
        const Outcome all = in_process({"mistakes", "list", "--json"});
        QCOMPARE(all.status, 0);
        QCOMPARE(all.json().items().size(), scenario::mistakes().size());
        for (const char* language : {"ko", "en"})
            for (const auto& mistake : scenario::mistakes()) {
                const Outcome one = in_process({"mistakes", "show", QString::fromUtf8(mistake.id), "--lang", language});
                QCOMPARE(one.status, 0);
                QVERIFY2(!one.out.contains("mistake."), qPrintable(one.out)); // no message without a text
                QVERIFY(one.out.contains(QString::fromUtf8(mistake.field)));
            }
        const Outcome unknown = in_process({"mistakes", "show", "no-such", "--lang", "en"});
        QCOMPARE(unknown.status, 2);
        QVERIFY2(unknown.err.contains("no-loss-division"), qPrintable(unknown.err)); // says what there is
        QCOMPARE(in_process({"mistakes"}).status, 2);
        QCOMPARE(in_process({"run", "no-scaler/mendd", "--no-store"}).status, 2);
    }

    // The broken run ends with an error, which is what it shows; the mended one does not.
    void a_pair_runs() {
        const Outcome pair = program({"mistakes", "run", "unscale-twice", "--json"});
        QCOMPARE(pair.status, 0);
        const io::Json json = pair.json();
        QVERIFY(json.at("broken").at("error").is_string());
        QVERIFY(json.at("mended").at("error").is_null());
        QCOMPARE(json.at("mended").at("loss").items().size(), std::size_t(10));
        const Outcome alone = program({"run", "unscale-twice/broken", "--no-store", "--quiet"});
        QCOMPARE(alone.status, 3);
    }

    void the_step_as_lines() {
        const Outcome lines = in_process({"export-pytorch", "b4-fp16", "--lines"});
        QCOMPARE(lines.status, 0);
        QVERIFY(lines.out.contains("scaler.unscale_(optimizer)\nclip_grad_norm_(model.parameters(), 1.0)\n"));
        QVERIFY(
            in_process({"export-pytorch", "b4-fp16", "--lines", "--device", "mps"}).out.contains("autocast(\"mps\""));
        QCOMPARE(in_process({"export-pytorch", "b4-fp16", "--lines", "--device", "tpu"}).status, 2);
        QCOMPARE(in_process({"export-pytorch", "b4-fp16", "--lines", "--out", m_folder.filePath("x")}).status, 2);
        QCOMPARE(in_process({"export-pytorch", "nano", "--lines", "--json"}).json().items()[0].at("part").as_string(),
                 std::string("forward"));
    }

    // What was asked for and would be passed over in silence.
    void settings_without_effect_are_refused() {
        for (const char* set : {"data.file=x.txt", "optimizer.momentum=0.9", "checkpointing.segments=2",
                                "schedule.min_lr=1e-4", "scaler.init_scale=2", "model.norm_bias=1"})
            QCOMPARE(in_process({"run", "nano", "--no-store", "--set", set}).status, 2);
        QCOMPARE(in_process({"run", "xa8-fair", "--no-store", "--set", "length.steps=3"}).status, 2);
        QCOMPARE(
            in_process({"run", "nano", "--no-store", "--set", "batch_size=8", "--set", "micro_batch_size=4"}).status,
            2);
    }

    void a_record_is_exported_as_it_ran() {
        const QString folder = m_folder.filePath("run");
        QCOMPARE(program({"run", "nano", "--set", "length.steps=3", "--out", folder, "--no-store", "--quiet"}).status,
                 0);
        const Outcome script = in_process({"export-pytorch", folder + "/record.json"});
        QCOMPARE(script.status, 0);
        QVERIFY(script.out.contains("STEPS = 8, 64, 1, 3"));
        QCOMPARE(in_process({"export-pytorch", folder + "/record.json", "--set", "seed=2"}).status, 2);
        QCOMPARE(in_process({"export-pytorch", "no-such-thing"}).status, 2);
    }

    void the_autocast_tables_are_checked_here() {
        for (const char* device : {"cpu", "cuda"}) {
            const Outcome checked = program({"autocast", "--device", device, "--check", "--json"});
            const io::Json json = checked.json();
            if (json.at("libtorch").as_string() != "2.15.0") QSKIP("the tables are those of LibTorch 2.15.0");
            QCOMPARE(checked.status, 0);
            QVERIFY(json.at("listed").as_integer() > 50);
            QCOMPARE(json.at("differing").items().size(), std::size_t(0));
        }
        QCOMPARE(in_process({"autocast", "--device", "mps", "--check"}).status, 2);
    }

    void casts_of_a_step_are_counted() {
        const Outcome ops = program({"autocast", "bf16", "--lang", "en"});
        QCOMPARE(ops.status, 0);
        QVERIFY2(ops.out.contains("9 of them of weights"), qPrintable(ops.out.right(400)));
    }
};

QTEST_GUILESS_MAIN(TestExperiments)
#include "test_experiments.moc"
