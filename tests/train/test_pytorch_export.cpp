// The exported script, and with `scripts/setup --peer` its run in Python's PyTorch against ours.
#include "core/train/pytorch_export.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/io/file.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/train/session.h"

using namespace ampscope;
using namespace ampscope::train;

class TestPyTorchExport : public QObject {
    Q_OBJECT

    static scenario::Scenario with(std::initializer_list<std::pair<const char*, const char*>> changes) {
        scenario::Scenario scenario;
        for (const auto& [field, value] : changes)
            scenario::set_field(scenario, field, value);
        return scenario;
    }
    static QString joined(const scenario::Scenario& scenario) {
        QStringList lines;
        for (const auto& line : training_step(scenario, "cuda"))
            lines << QString::fromStdString(line.text);
        return lines.join('\n');
    }

  private Q_SLOTS:
    void the_step_is_the_one_of_the_chapters() {
        QCOMPARE(joined(with({})),
                 QString("loss = model(x, y)\nloss.backward()\nclip_grad_norm_(model.parameters(), 1.0)\n"
                         "optimizer.step()\noptimizer.zero_grad(set_to_none=True)"));
        QCOMPARE(
            joined(with({{"precision", "fp16"}})),
            QString(
                "with autocast(\"cuda\", dtype=torch.float16):\n    loss = model(x, y)\nscaler.scale(loss).backward()\n"
                "scaler.unscale_(optimizer)\nclip_grad_norm_(model.parameters(), 1.0)\nscaler.step(optimizer)\n"
                "scaler.update()\noptimizer.zero_grad(set_to_none=True)"));
        QVERIFY(joined(with({{"accumulation_steps", "4"}})).contains("(loss / 4).backward()"));
        QVERIFY(joined(with({{"clip.when", "before_unscale"}, {"precision", "fp16"}})).indexOf("clip_grad") <
                joined(with({{"clip.when", "before_unscale"}, {"precision", "fp16"}})).indexOf("unscale_"));
        QVERIFY(!joined(with({{"clip.when", "never"}})).contains("clip_grad"));
    }

    void a_skipped_step_lights_its_line() {
        const scenario::Scenario scenario = with({{"precision", "fp16"}});
        record::RunRecord record(scenario, {});
        record::Sample sample;
        sample[record::Column::Step] = 0;
        sample[record::Column::Ran] = 0;
        sample[record::Column::Scale] = 524288;
        record.sample(sample);
        record.fact({0, "step_skipped", {{"parameter", std::string("blocks.1.ffn.up.weight")}}});
        record.fact({0, "scale_changed", {{"from", 524288.0}, {"to", 262144.0}}});
        const auto lines = training_step(scenario, "cuda");
        const LitCode lit = light(lines, record, 0, text::Language::English);
        QCOMPARE(lines[lit.lit_line].text, std::string("scaler.step(optimizer)"));
        QVERIFY(lit.remarks[lit.lit_line].find("blocks.1.ffn.up.weight") != std::string::npos);
        QVERIFY(std::ranges::find(lit.remarks, "# 2^19 -> 2^18") != lit.remarks.end());
        QCOMPARE(light(lines, record, 7, text::Language::English).remarks[0],
                 std::string()); // a step that is not there
    }

    void the_same_run_in_python_data() {
        QTest::addColumn<QStringList>("sets");
        QTest::newRow("fp32") << QStringList{};
        QTest::newRow("bf16, the CPU's own rules and kernels")
            << QStringList{"precision=bf16", "autocast.rules=cpu", "fp16_accumulation=native"};
        QTest::newRow("fp16, the CPU's own rules and kernels") << QStringList{
            "precision=fp16", "autocast.rules=cpu", "fp16_accumulation=native", "scaler.init_scale=2^24"};
        QTest::newRow("bf16, CUDA's rules") << QStringList{"precision=bf16"};
        QTest::newRow("fp16, CUDA's rules, scale 2^24")
            << QStringList{"precision=fp16", "scaler.init_scale=2^24", "scaler.growth_interval=5"};
        QTest::newRow("accumulation, SGD")
            << QStringList{"accumulation_steps=2", "loss_multiplier=0.5", "optimizer.kind=sgd", "optimizer.lr=0.1",
                           "optimizer.momentum=0.9"};
        QTest::newRow("SwiGLU, dropout, no clipping")
            << QStringList{"model.ffn=swiglu", "model.dropout=0.1", "clip.when=never"};
        QTest::newRow("fused attention, English") << QStringList{"model.attention=fused", "data.language=en"};
        QTest::newRow("micro") << QStringList{"model.size=micro", "precision=fp16", "clip.when=before_unscale"};
    }
    // Equal bit for bit in every row: the same kernels run on the same numbers in the same order. Only the module's own
    // fp16 products and CUDA rules are rebuilt in the script, from the same kernels.
    void the_same_run_in_python() {
        QFETCH(QStringList, sets);
        const QString python = QStringLiteral(AMPSCOPE_SOURCE_DIR "/.venv-peer/bin/python");
        if (!QFile::exists(python)) QSKIP("no Python PyTorch here: scripts/setup --peer brings it");
        scenario::Scenario scenario;
        scenario.length.steps = 16;
        for (const auto& set : sets)
            scenario::set_field(scenario, set.section('=', 0, 0).toStdString(), set.section('=', 1).toStdString());

        ComputeThread& thread = compute();
        Session session(thread, scenario);
        QVERIFY(session.wait(std::chrono::seconds(120)));
        if (session.error()) QFAIL(session.error()->what());
        const record::RunRecord record = session.record();

        QTemporaryDir folder;
        for (const auto& [name, content] : pytorch_export(scenario))
            io::write_file(folder.filePath(QString::fromStdString(name)).toStdString(), content);
        QProcess process;
        process.start(python, {folder.filePath("train.py"), folder.filePath("trace.json")});
        QVERIFY(process.waitForFinished(240'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        QFile file(folder.filePath("trace.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const io::Json trace = io::parse_json(python_json(file.readAll()).toStdString(), "trace.json");

        using record::Column;
        const auto compare = [&](Column column, const char* name) {
            const auto ours = record.values(column);
            const auto& theirs = trace.at(name).items();
            QCOMPARE(theirs.size(), ours.size());
            for (std::size_t i = 0; i < ours.size(); ++i) {
                const double other =
                    theirs[i].kind() == io::Json::Kind::Boolean ? theirs[i].as_boolean() : theirs[i].as_real();
                QVERIFY2(ours[i] == other || (std::isnan(ours[i]) && std::isnan(other)),
                         qPrintable(QString("%1 at step %2: %3 here, %4 in Python")
                                        .arg(name)
                                        .arg(i)
                                        .arg(ours[i], 0, 'g', 17)
                                        .arg(other, 0, 'g', 17)));
            }
        };
        compare(Column::Loss, "loss");
        compare(Column::Scale, "scale");
        compare(Column::Ran, "ran");
        compare(Column::GradNorm, "grad_norm");
    }

  private:
    // One compute thread for all rows: LibTorch belongs to the first thread that opens it.
    static ComputeThread& compute() {
        static ComputeThread thread;
        return thread;
    }
    // Python writes NaN and Infinity without quotes, which is no JSON.
    static QString python_json(const QByteArray& text) {
        return QString::fromUtf8(text)
            .replace("-Infinity", "\"-inf\"")
            .replace("Infinity", "\"inf\"")
            .replace("NaN", "\"nan\"");
    }
};

QTEST_GUILESS_MAIN(TestPyTorchExport)
#include "test_pytorch_export.moc"
