// The autocast tables against the LibTorch that is there, and exact casts against LibTorch's.
#include "core/train/autocast_tables.h"

#include <QTest>
#include <map>

#include "core/numeric/expression.h"
#include "core/numeric/rounding.h"
#include "core/train/engine.h"

using namespace ampscope;
using namespace ampscope::train;

class TestAutocast : public QObject {
    Q_OBJECT
    static Engine& engine() { return open_engine(); }
    static bool is_tested_version() { return engine().info().libtorch == "2.15.0"; }

  private Q_SLOTS:
    void cuda_list_is_the_header_s() {
        if (!is_tested_version()) QSKIP("the tables are those of LibTorch 2.15.0");
        QCOMPARE(differing_rules(AutocastDevice::Cuda, engine().listed_autocast_rules(scenario::AutocastRules::Cuda)),
                 std::vector<std::string>{});
    }

    void cpu_list_is_the_dispatcher_s() {
        if (!is_tested_version()) QSKIP("the tables are those of LibTorch 2.15.0");
        auto listed = engine().listed_autocast_rules(scenario::AutocastRules::Cpu);
        QCOMPARE(differing_rules(AutocastDevice::Cpu, listed), std::vector<std::string>{});
        listed.back().op = "something_else";
        QCOMPARE(differing_rules(AutocastDevice::Cpu, listed).size(), std::size_t(2)); // the comparison can fail
    }

    void what_really_comes_out_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QString>("cuda");
        QTest::addColumn<QString>("cpu");
        const auto row = [](const char* op, const char* cuda, const char* cpu) {
            QTest::newRow(op) << QString(op) << QString(cuda) << QString(cpu);
        };
        for (const char* op : {"mm", "matmul", "linear", "bmm", "addmm"})
            row(op, "bf16", "bf16");
        for (const char* op : {"softmax", "log_softmax", "layer_norm", "rms_norm", "exp", "log", "pow", "rsqrt", "sum",
                               "cumsum", "norm", "logsumexp"})
            row(op, "fp32", "bf16");
        for (const char* op : {"gelu", "relu", "mean", "mul"})
            row(op, "bf16", "bf16");
        row("add", "fp32", "fp32"); // bf16 + fp32: type promotion, no rule
        row("cat", "fp32", "fp32"); // follows its inputs, or promotes: the same here
        row("prod", "fp32", "fp32");
        row("mse_loss", "fp32", "fp32");
        row("cross_entropy_loss", "fp32", "fp32"); // CUDA: through log_softmax
    }
    void what_really_comes_out() {
        QFETCH(QString, op);
        QFETCH(QString, cuda);
        QFETCH(QString, cpu);
        QCOMPARE(
            QString::fromStdString(engine().measured_autocast_dtype(op.toStdString(), scenario::AutocastRules::Cuda)),
            cuda);
        QCOMPARE(
            QString::fromStdString(engine().measured_autocast_dtype(op.toStdString(), scenario::AutocastRules::Cpu)),
            cpu);
        QCOMPARE(
            QString::fromStdString(engine().measured_autocast_dtype(op.toStdString(), scenario::AutocastRules::Cuda)),
            cuda); // and back
    }

    void rules_are_found_with_and_without_overload() {
        QVERIFY(autocast_policy(AutocastDevice::Cuda, "softmax") == CastPolicy::Fp32SetDtype);
        QVERIFY(autocast_policy(AutocastDevice::Cuda, "pow.Tensor_Scalar") == CastPolicy::Fp32);
        QVERIFY(autocast_policy(AutocastDevice::Cpu, "softmax") == CastPolicy::Follow);
        QVERIFY(autocast_policy(AutocastDevice::Mps, "softmax") == CastPolicy::Fp32);
        QVERIFY(autocast_policy(AutocastDevice::Cuda, "binary_cross_entropy") == CastPolicy::Banned);
        QVERIFY(autocast_policy(AutocastDevice::Cuda, "mean") == CastPolicy::Follow);
        QVERIFY(find_device("mps") && !find_device("tpu"));
    }

    // LibTorch's casts from fp32 round once, like ours; from fp64 they go through fp32 and may round twice.
    void casts_agree_with_libtorch_where_it_rounds_once() {
        for (const char* id : {"fp16", "bf16", "e5m2"}) {
            const auto& format = numeric::format(id);
            const auto last = static_cast<std::uint32_t>(format.max_finite());
            const std::uint32_t stride = format.bits() == 16 ? 7 : 1;
            for (std::uint32_t low = 0; low < last; low += stride) {
                const double a = numeric::to_double(numeric::decode(format, low)),
                             b = numeric::to_double(numeric::decode(format, low + 1));
                for (const double value :
                     {a, (a + b) / 2, -(a + b) / 2}) // the middle is exact in fp32: no second rounding
                    QCOMPARE(
                        *engine().cast_code(value, id),
                        static_cast<std::uint32_t>(
                            numeric::round_to(format, numeric::ExactValue::finite(numeric::Rational(value))).code));
            }
        }
    }

    void known_differences_are_still_there() {
        // 1 + 2^-11 + 2^-40: fp32 drops the last bit, and what is left is a tie.
        const double value = 1 + 0x1p-11 + 0x1p-40;
        QCOMPARE(*engine().cast_code(value, "fp16"), 0x3c00u);
        QVERIFY(numeric::round_to(numeric::format("fp16"), numeric::parse_expression("1+2^-11+2^-40")).code == 0x3c01);
        if (is_tested_version()) QCOMPARE(*engine().cast_code(1e6, "e4m3"), 0x7eu); // saturates since 2.12
    }
};

QTEST_GUILESS_MAIN(TestAutocast)
#include "test_autocast.moc"
