// The exported script, and with `scripts/setup --peer` its run in Python's PyTorch against ours.
#include "core/train/pytorch_export.h"

#include <QDeadlineTimer>
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
#include "tests/scenario/with.h"

using namespace ampscope;
using testing::with;
using namespace ampscope::train;

class TestPyTorchExport : public QObject {
    Q_OBJECT

  private Q_SLOTS:
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
        // Every field that changes the step has a row.
        const auto row = [](const char* sets) { QTest::newRow(sets) << QString(sets).split(' '); };
        row("model.kind=linear precision=fp16 clip.when=never");
        row("model.kind=custom-norm precision=bf16 autocast.fp32_ops=custom_norm model.norm_bias=4");
        row("precision=bf16 autocast.fp32_ops=gelu,softmax");
        row("precision=bf16 autocast.wrap=model");
        row("precision=bf16 autocast.wrap=backward autocast.island=ffn");
        row("precision=bf16-master");
        row("precision=fp16-pure optimizer.eps=1e-4");
        row("precision=fp16-master scaler.init_scale=2^20");
        row("checkpointing.kind=sublayer model.dropout=0.1 precision=bf16");
        row("checkpointing.kind=segments model.size=micro");
        row("checkpointing.kind=block checkpointing.rng=false model.dropout=0.2");
        row("data.lengths=ragged loss_normalization=tokens accumulation_steps=4 micro_batch_size=2");
        row("data.lengths=ragged micro_batch_size=1 accumulation_steps=2"); // one row is contiguous in itself
        row("data.tokens=char");
        row("schedule.kind=cosine schedule.warmup_steps=4 schedule.min_lr=1e-4 precision=fp16 scaler.init_scale=2^24");
        row("schedule.kind=cosine schedule.on_skip=advance precision=fp16 scaler.init_scale=2^24");
        row("length.epochs=2 precision_by_epoch=fp32,fp16 sequence_length=512 accumulation_steps=3");
        row("precision=fp16 scaler.policy=floor scaler.init_scale=2^24 scaler.min_scale=2^17");
        row("precision=fp16 scaler.policy=hysteresis scaler.init_scale=2^24 scaler.growth_interval=3");
        row("precision=fp16 scaler.policy=deepspeed scaler.init_scale=2^24 scaler.growth_interval=3");
        row("accumulation_steps=2 schedule.kind=cosine mistake=scheduler-per-micro-batch");
        row("precision=fp16 scaler.init_scale=2^24 mistake=no-zero-grad-after-skip");
        row("precision=bf16 mistake=stale-cast-cache");
        row("precision=fp16 mistake=dead-scale");
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

        compare_with_python(python, record);
    }

    // By hand while the run goes on: recorded as facts, carried out again by the script and by a run of our own.
    void live_changes_are_replayed() {
        const QString python = QStringLiteral(AMPSCOPE_SOURCE_DIR "/.venv-peer/bin/python");
        if (!QFile::exists(python)) QSKIP("no Python PyTorch here: scripts/setup --peer brings it");
        const scenario::Scenario scenario = with({{"precision", "fp16"}, {"length.steps", "12"}});
        Session session(compute(), scenario, {.start_paused = true});
        const auto steps = [&](int count) {
            for (int i = 0; i < count; ++i)
                session.step_once();
            QTRY_COMPARE_WITH_TIMEOUT(session.state(), RunState::Paused, 60'000);
        };
        steps(4);
        session.change("optimizer.lr", "5e-3");
        session.change("clip.max_norm", "0.25");
        steps(4);
        session.change("scaler.growth_interval", "2");
        session.resume();
        QVERIFY(session.wait(std::chrono::seconds(60)));
        compare_with_python(python, session.record(), true);
    }

    void cleanupTestCase() {
        if (m_scripts.state() == QProcess::NotRunning) return;
        m_scripts.closeWriteChannel();
        QVERIFY(m_scripts.waitForFinished());
    }

  private:
    void compare_with_python(const QString& python, const record::RunRecord& record, bool as_a_program = false) {
        QTemporaryDir folder;
        for (const auto& [name, content] : pytorch_export(record))
            io::write_file(folder.filePath(QString::fromStdString(name)).toStdString(), content);
        const QString script = folder.filePath("train.py"), trace_file = folder.filePath("trace.json");
        if (as_a_program) { // as a user starts it
            QProcess process;
            process.start(python, {script, trace_file});
            QVERIFY(process.waitForFinished(240'000));
            QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        } else {
            const QByteArray failure = run_script(python, script, trace_file);
            QVERIFY2(failure.isEmpty(), failure);
        }
        QFile file(trace_file);
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

    QProcess m_scripts; // one Python for all rows

    QByteArray run_script(const QString& python, const QString& script, const QString& trace) {
        if (m_scripts.state() == QProcess::NotRunning)
            m_scripts.start(python, {AMPSCOPE_SOURCE_DIR "/tests/peer/run_scripts.py"});
        m_scripts.write((script + "\t" + trace + "\n").toUtf8());
        const QDeadlineTimer deadline(240'000);
        while (!m_scripts.canReadLine() && !deadline.hasExpired() && m_scripts.state() != QProcess::NotRunning)
            m_scripts.waitForReadyRead(1000);
        const QByteArray answer = m_scripts.readLine();
        if (answer.startsWith("0\t")) return {};
        return answer.isEmpty() ? "no answer: " + m_scripts.readAllStandardError() : answer;
    }
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
