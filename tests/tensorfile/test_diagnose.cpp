// Training logs in the words of several frameworks, and checkpoints.
#include <QTest>
#include <cmath>

#include "core/diagnose/findings.h"
#include "tests/tensorfile/files.h"

using namespace ampscope;
using namespace ampscope::testing;
using namespace ampscope::diagnose;

class TestDiagnose : public QObject {
    Q_OBJECT
    Folder m_folder;

    static const Finding* find(const Diagnosis& diagnosis, const char* id) {
        for (const auto& finding : diagnosis.findings)
            if (finding.id == id) return &finding;
        return nullptr;
    }
    static QString ids(const Diagnosis& diagnosis) {
        QStringList all;
        for (const auto& finding : diagnosis.findings)
            all << QString::fromStdString(finding.id);
        return all.join(' ');
    }
    Diagnosis checkpoint(const QByteArray& json, const QByteArray& data) {
        return diagnose_checkpoint(
            *tensorfile::open_tensor_file(m_folder.write("x.safetensors", safetensors(json, data))));
    }

  private Q_SLOTS:
    void lines_of_many_frameworks_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<double>("step");
        QTest::addColumn<double>("loss");
        QTest::addColumn<double>("norm");
        QTest::addColumn<double>("scale");
        const double none = -1;
        const auto row = [](const char* name, const char* line, double step, double loss, double norm, double scale) {
            QTest::newRow(name) << QString(line) << step << loss << norm << scale;
        };
        row("nanoGPT", "iter 10: loss 3.2345, time 12.3ms, mfu 5.10%", 10, 3.2345, none, none);
        row("nanoGPT, evaluation", "step 250: train loss 1.9700, val loss 2.0100", 250, 1.97, none, none);
        row("HF Trainer", "{'loss': 2.31, 'grad_norm': 1.25, 'learning_rate': 5e-05, 'epoch': 0.1}", none, 2.31, 1.25,
            none);
        row("JSON", "{\"step\": 7, \"loss\": 1.5e0, \"loss_scale\": 65536}", 7, 1.5, none, 65536);
        row("Megatron",
            " iteration       10/  1000 | consumed samples: 160 | elapsed time per iteration (ms): 812.4 | learning "
            "rate: "
            "1.0E-04 | lm loss: 9.5E+00 | loss scale: 4294967296.0 | grad norm: 1.234 | number of skipped iterations:  "
            " 1 |",
            10, 9.5, 1.234, 4294967296.0);
        row("fairseq",
            "2024-01-01 10:00:00 | INFO | train_inner | epoch 001: 10 / 100 loss=8.1, gnorm=2.5, loss_scale=128", none,
            8.1, 2.5, 128);
        row("Lightning", "Epoch 0:  10%|# | 10/100 [00:01<00:09, loss=2.345, v_num=0]", none, 2.345, none, none);
        row("Keras", "10/100 [===>....] - ETA: 0s - loss: 0.5123 - accuracy: 0.8", none, 0.5123, none, none);
        row("a tensor", "step=3 loss=tensor(2.5, device='cuda:0')", 3, 2.5, none, none);
        row("plain", "step 12 loss 4.19 grad_norm 0.8 scale 32768", 12, 4.19, 0.8, 32768);
    }
    void lines_of_many_frameworks() {
        QFETCH(QString, line);
        const Log log = read_log(line.toStdString());
        QCOMPARE(log.steps.size(), std::size_t(1));
        const LogStep& step = log.steps[0];
        if (QByteArray(QTest::currentDataTag()) != "Keras") QTEST(step.step.value_or(-1), "step");
        QTEST(step.loss.value_or(-1), "loss");
        QTEST(step.gradient_norm.value_or(-1), "norm");
        QTEST(step.scale.value_or(-1), "scale");
    }

    void a_loss_that_becomes_nan() {
        std::string log;
        for (int i = 0; i < 30; ++i)
            log += "step " + std::to_string(i) + " loss " + (i < 20 ? "3." + std::to_string(90 - i) : "nan") + "\n";
        const auto diagnosis = diagnose_log(read_log(log));
        const Finding* finding = find(diagnosis, "loss-not-finite");
        QVERIFY2(finding, qPrintable(ids(diagnosis)));
        QVERIFY(diagnosis.has_problem());
        QCOMPARE(finding->evidence[0].line, 20);
        QCOMPARE(finding->evidence[1].line, 21);
        QCOMPARE(text::render(finding->what, text::Language::English),
                 std::string("the loss is nan from step 20 on and does not come back"));
    }

    void a_scale_that_finds_its_place_is_no_problem() {
        std::string log = "step,loss,scale\n";
        double scale = 16777216;
        for (int i = 0; i < 200; ++i) {
            log += std::to_string(i) + "," + std::to_string(4.0 - 0.01 * i) + "," + std::to_string(scale) + "\n";
            if (i < 6) scale /= 2;
        }
        const auto diagnosis = diagnose_log(read_log(log));
        QVERIFY(!diagnosis.has_problem());
        QVERIFY2(find(diagnosis, "scale-found-its-place"), qPrintable(ids(diagnosis)));
        QCOMPARE(diagnosis.summary.skipped, std::size_t(6));
    }

    void a_scale_that_falls_without_end() {
        std::string log;
        double scale = 65536;
        for (int i = 0; i < 17; ++i) {
            scale /= 2;
            log += "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to " + std::to_string(scale) +
                   "\n";
        }
        const auto diagnosis = diagnose_log(read_log(log));
        QVERIFY(diagnosis.has_problem());
        QVERIFY2(find(diagnosis, "scale-at-one"), qPrintable(ids(diagnosis)));
        QVERIFY(find(diagnosis, "scale-keeps-falling"));
        QCOMPARE(diagnosis.summary.skipped, std::size_t(17));
        QCOMPARE(diagnosis.summary.lowest_scale.value(), 0.5);
    }

    void sentences_of_frameworks_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("id");
        const auto row = [](const char* line, const char* id) { QTest::newRow(id) << QString(line) << QString(id); };
        row("FloatingPointError: Minimum loss scale reached (0.0001). Your loss is probably exploding.",
            "scale-at-minimum");
        row("RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.", "nan-in-backward");
        row("AssertionError: No inf checks were recorded for this optimizer.", "no-inf-checks");
        row("RuntimeError: unscale_() has already been called on this optimizer since the last update().",
            "unscaled-twice");
        row("ValueError: Attempting to unscale FP16 gradients.", "unscaled-fp16");
        row("RuntimeError: mat1 and mat2 must have the same dtype, but got Float and Half", "wrong-dtype");
        row("UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`.", "scheduler-first");
        row("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB", "out-of-memory");
    }
    void sentences_of_frameworks() {
        QFETCH(QString, line);
        QFETCH(QString, id);
        const auto diagnosis = diagnose_log(read_log(line.toStdString()));
        const Finding* finding = find(diagnosis, qPrintable(id));
        QVERIFY2(finding, qPrintable(ids(diagnosis)));
        QCOMPARE(finding->evidence.at(0).text, line.toStdString());
    }

    void shapes_of_the_loss() {
        std::string constant, spike, flat, healthy;
        for (int i = 0; i < 80; ++i) {
            const std::string step = "step " + std::to_string(i) + " loss ";
            const double noise = 0.01 * std::sin(7.0 * i);
            constant += step + "4.17\n";
            spike += step + std::to_string(i == 60 ? 9.0 : 4 * std::exp(-0.02 * i) + noise) + "\n";
            flat += step + std::to_string(4 + noise) + "\n";
            healthy += step + std::to_string(4 * std::exp(-0.02 * i) + noise) + "\n";
        }
        QVERIFY(find(diagnose_log(read_log(constant)), "loss-constant"));
        QVERIFY(find(diagnose_log(read_log(spike)), "loss-spike"));
        QCOMPARE(find(diagnose_log(read_log(spike)), "loss-spike")->evidence.at(0).line, 61);
        QVERIFY(find(diagnose_log(read_log(flat)), "loss-never-fell"));
        QCOMPARE(ids(diagnose_log(read_log(healthy))), QString("nothing-found"));
    }

    void what_is_no_log() {
        for (const char* text : {"", "hello\nworld\n", "1 2 3\n", "a,b\n1,2\n"}) {
            try {
                (void)read_log(text);
                QFAIL(text);
            } catch (const text::Error& error) {
                QCOMPARE(error.message().id, std::string("diagnose.nothing"));
            }
        }
        QVERIFY_THROWS_EXCEPTION(text::Error, read_log("loss \xff"));
        // Hostile, but no crash and no long time.
        (void)read_log("loss: 1e99999 scale=-inf step 0x10 loss loss loss = = 3 e e e\n");
        (void)read_log("loss 1 " + std::string(1 << 20, '-'));
    }

    void a_checkpoint_with_nan() {
        const auto diagnosis =
            checkpoint("{\"w\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[0,8]}}", bytes<float>({NAN, 1}));
        const Finding* finding = find(diagnosis, "weights-not-finite");
        QVERIFY(finding && finding->severity == Severity::Problem);
        QCOMPARE(finding->evidence.at(0).text, std::string("w"));
        QCOMPARE(text::render(*finding->evidence.at(0).figure, text::Language::English), std::string("1 of 2 (50%)"));
    }

    void updates_below_half_an_ulp() {
        // bf16: half an ULP of 1.0 is 2^-8, far above 1e-4; of 2^-20 it is 2^-28, far below.
        QByteArray big, small;
        for (int i = 0; i < 8; ++i) {
            big += QByteArray("\x80\x3f", 2);
            small += QByteArray("\x80\x35", 2);
        }
        const QByteArray json = "{\"w\":{\"dtype\":\"BF16\",\"shape\":[2,4],\"data_offsets\":[0,16]}}";
        QVERIFY(find(checkpoint(json, big), "updates-vanish"));
        QVERIFY(!find(checkpoint(json, small), "updates-vanish"));
    }

    void sizes_beyond_fp16() {
        const auto diagnosis = checkpoint("{\"w\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}}",
                                          bytes<float>({1e6f, 1e-9f, 1}));
        QVERIFY(find(diagnosis, "overflow-in-fp16"));
        QVERIFY(find(diagnosis, "lost-in-fp16"));
        QVERIFY(!find(diagnosis, "overflow-in-bf16"));
        QVERIFY(!diagnosis.has_problem());
    }
};

QTEST_GUILESS_MAIN(TestDiagnose)
#include "test_diagnose.moc"
