// `cuda`, `devices this` and runs with device=cuda, with a GPU and without.
#include <QTest>

#include "core/cuda/device.h"
#include "tests/cli/process.h"

using namespace ampscope;

class TestCudaCommands : public QObject {
    Q_OBJECT

    bool m_has_gpu = false;

  private Q_SLOTS:
    void initTestCase() {
        qputenv("LC_ALL", "C");
        try {
            (void)cuda::open_device();
            m_has_gpu = true;
        } catch (const text::Error& error) {
            qInfo("%s", error.what());
        }
    }

    void the_gpu_is_checked_or_missed() {
        const Outcome english = in_process({"cuda"}), korean = in_process({"cuda", "--lang", "ko"});
        if (m_has_gpu) {
            QCOMPARE(english.status, 0);
            QVERIFY(english.out.contains("bit for bit"));
            const io::Json report = in_process({"cuda", "--rates", "--sizes", "256", "--json"}).json();
            QVERIFY(report.at("holds").as_boolean() && report.at("copy_gb_s").as_real() > 0);
            return;
        }
        for (const Outcome& outcome : {english, korean}) {
            QCOMPARE(outcome.status, 3);
            QVERIFY(outcome.out.isEmpty());
            QVERIFY2(outcome.err.contains("CUDA") || outcome.err.contains("NVIDIA"), qPrintable(outcome.err));
            QVERIFY(!outcome.err.contains("cuda."));
        }
        QVERIFY(english.err != korean.err);
    }

    void sizes_that_do_not_exist_are_refused() {
        for (const char* size : {"0", "17", "-16", "1000000"}) {
            const Outcome outcome = in_process({"cuda", "--rates", QString("--sizes=%1").arg(size)});
            QCOMPARE(outcome.status, 2);
            QVERIFY2(outcome.err.contains("16,384"), qPrintable(outcome.err));
        }
    }

    void this_machine_names_its_gpu() {
        const Outcome text = in_process({"devices", "this"});
        QCOMPARE(text.status, 0);
        QVERIFY(text.out.contains("GPU: "));
        const io::Json card = in_process({"devices", "this", "--json"}).json();
        QCOMPARE(card.at("gpu").is_null(), !m_has_gpu);
        QCOMPARE(card.at("gpu_missing").is_null(), m_has_gpu);
    }

    void a_run_without_a_gpu_says_what_is_missing() {
        if (!has_engine()) QSKIP("no LibTorch here");
        const QStringList arguments = {"run", "nano", "--set", "device=cuda", "--set", "length.steps=2"};
        const Outcome outcome = program(arguments);
        if (m_has_gpu) {
            QCOMPARE(outcome.status, 0);
            QVERIFY(outcome.out.contains("CUDA's, on the GPU"));
            return;
        }
        QCOMPARE(outcome.status, 3);
        QCOMPARE(outcome.err.trimmed().count('\n'), 0); // one error, one line
        QVERIFY2(outcome.err.contains("device=cpu") || outcome.err.contains("CUDA Toolkit"), qPrintable(outcome.err));
        QVERIFY(program(QStringList(arguments) << "--lang"
                                               << "ko")
                    .err != outcome.err);
    }

    void what_a_gpu_has_no_use_for_is_refused() {
        for (const char* set : {"threads=2", "fp16_accumulation=native", "autocast.rules=cpu"}) {
            const Outcome outcome = in_process({"run", "nano", "--set", "device=cuda", "--set", set});
            QCOMPARE(outcome.status, 2);
            QVERIFY2(outcome.err.contains(QString(set).section('=', 0, 0)), qPrintable(outcome.err));
        }
    }
};

QTEST_GUILESS_MAIN(TestCudaCommands)
#include "test_cuda_commands.moc"
