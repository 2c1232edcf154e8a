// The Autocast lab with LibTorch: what the instruments show is what CUDA's lists, and the CPU's, say.
#include <QTest>

#include "core/scenario/fields.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/step/autocast_table.h"
#include "ui/instruments/step/layers_view.h"
#include "ui/instruments/step/op_flow.h"
#include "ui/instruments/step/shadow_error.h"
#include "ui/labs/autocast_lab.h"
#include "ui/labs/stage.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestAutocastSession : public QObject {
    Q_OBJECT

    std::unique_ptr<train::ComputeThread> m_thread;
    std::unique_ptr<AutocastLab> m_lab;

    void settle() {
        QTRY_VERIFY_WITH_TIMEOUT(m_lab->isSettled() && !m_lab->run()->record().details().empty() &&
                                     m_lab->run()->record().detail_at<record::ShadowError>(1000),
                                 120'000);
    }
    // Of the forward pass, at the top: name -> "in>out", all of that name alike.
    QString dtypesOf(const char* op) const {
        const auto* view = qobject_cast<OpFlowView*>(m_lab->stage()->instrument("op-flow"));
        QStringList kinds;
        for (const auto& group : view->flow().groups)
            for (const auto& row : group.rows)
                for (const auto& one : row.forward)
                    if (one.name == op) kinds << QString::fromStdString(one.from + ">" + one.to);
        kinds.removeDuplicates();
        return kinds.join(' ');
    }
    void choose(const char* preset) {
        m_lab->choosePreset(preset);
        QTRY_VERIFY(!m_lab->isSettled() || m_lab->run()->record().samples().empty());
        settle();
        m_lab->setShown("op-flow", true);
        m_lab->stage()->instrument("op-flow")->refresh();
    }

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        m_thread = std::make_unique<train::ComputeThread>();
        m_lab = std::make_unique<AutocastLab>(*m_thread);
        m_lab->resize(1400, 900);
        m_lab->show();
        m_lab->enter();
        settle();
    }
    void cleanupTestCase() { m_lab.reset(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    // The documentation of torch.amp: matmul and linear on the list of 16 bits, softmax and losses on that of fp32;
    // gelu on none; a residual stream that begins in fp32 stays there.
    void rules_of_cuda() {
        QCOMPARE(dtypesOf("linear"), QString("fp32>fp16 fp16+fp32>fp16")); // what comes in, and an fp32 weight
        QCOMPARE(dtypesOf("matmul"), QString("fp16>fp16 fp32+fp16>fp16")); // scores, and softmax times values
        QCOMPARE(dtypesOf("softmax"), QString("fp16>fp32"));
        QCOMPARE(dtypesOf("gelu"), QString("fp16>fp16"));
        QCOMPARE(dtypesOf("rms_norm"), QString("fp32>fp32"));
        QVERIFY(dtypesOf("add").contains("fp32+fp16>fp32"));
    }

    void the_flow_has_the_layers_of_the_model() {
        const auto* view = qobject_cast<OpFlowView*>(m_lab->stage()->instrument("op-flow"));
        QStringList names;
        for (const auto& group : view->flow().groups)
            names << group.name;
        QVERIFY2(names.contains("blocks.0") && names.contains("embedding") && names.contains("loss"),
                 qPrintable(names.join(' ')));
        const auto block = std::ranges::find(view->flow().groups, QString("blocks.0"), &FlowGroup::name);
        QCOMPARE(block->times, 2); // nano has two, and they do the same
        for (const auto& row : block->rows)
            QVERIFY2(!row.backward.empty() || row.layer.endsWith("add"), qPrintable(row.layer)); // passes it on
    }

    void errors_and_sizes_are_there() {
        for (const char* view : {"shadow-error", "layers", "autocast-table"})
            m_lab->setShown(view, true);
        const auto* shadow = qobject_cast<ShadowErrorView*>(m_lab->stage()->instrument("shadow-error"));
        const auto* layers = qobject_cast<LayersView*>(m_lab->stage()->instrument("layers"));
        m_lab->stage()->instrument("shadow-error")->refresh();
        m_lab->stage()->instrument("layers")->refresh();
        QVERIFY(shadow->rows().size() > 10);
        // fp16 rounds at 2^-11: the relative error of a layer is near that, far from 1 and from fp32's 2^-24.
        int near = 0;
        for (const auto& row : shadow->rows())
            near += row.layer.relative > 0x1p-16 && row.layer.relative < 0x1p-4;
        QVERIFY(near * 2 > static_cast<int>(shadow->rows().size()));
        QVERIFY(layers->tiles().size() > 10);
        const auto* table = qobject_cast<AutocastTable*>(m_lab->stage()->instrument("autocast-table"));
        QTRY_VERIFY_WITH_TIMEOUT(table->isMeasured(), 60'000);
        const auto softmax = std::ranges::find(table->rows(), QString("softmax"), &AutocastTable::Row::op);
        QCOMPARE(softmax->measured, (std::array<QString, 2>{"fp32", "bf16"}));
        QCOMPARE(softmax->inRun, QStringLiteral("fp16→fp32"));
    }

    void an_op_that_is_kept_in_fp32() {
        choose("keep-gelu");
        QCOMPARE(dtypesOf("gelu"), QString("fp16>fp32"));
        QVERIFY(m_lab->effect().contains("without"));
    }

    void rules_of_the_cpu() {
        choose("cpu");
        QCOMPARE(dtypesOf("softmax"), QString("bf16>bf16"));
        QCOMPARE(dtypesOf("matmul"), QString("bf16>bf16"));
    }

    void the_first_inf_is_marked() {
        choose("overflow");
        const auto* view = qobject_cast<OpFlowView*>(m_lab->stage()->instrument("op-flow"));
        const auto* first = m_lab->run()->record().detail_at<record::FirstNonfinite>(1000);
        QVERIFY(first);
        const FlowOp* marked = view->flow().find(first->op_index);
        int marks = 0;
        for (const auto& group : view->flow().groups)
            for (const auto& row : group.rows)
                for (const auto* ops : {&row.forward, &row.backward})
                    for (const auto& op : *ops)
                        marks += op.isNonfinite;
        QCOMPARE(marks, 1);
        QVERIFY(!marked || marked->isNonfinite);
    }
};

QTEST_MAIN(TestAutocastSession)
#include "test_autocast_session.moc"
