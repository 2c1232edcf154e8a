#include "ui/bridge/measured_rules.h"

#include <QCoreApplication>
#include <QPointer>

namespace ampscope::ui {

using scenario::AutocastRules;

void MeasuredRules::ask(train::ComputeThread& thread, const QStringList& ops) {
    if (m_isAsking || !m_libtorch.isEmpty()) return;
    m_isAsking = true;
    // The pointer is looked into on this thread only: whoever asked may be gone by then.
    const auto hand = [owner = QPointer<MeasuredRules>(this)](const Answer& answer) {
        if (auto* application = QCoreApplication::instance())
            QMetaObject::invokeMethod(
                application,
                [owner, answer] {
                    if (owner) owner->take(answer);
                },
                Qt::QueuedConnection);
    };
    thread.post({[ops, hand](train::Engine& engine) {
                     Answer answer;
                     try {
                         // The rules are process-wide: one set after the other.
                         for (const auto rules : {AutocastRules::Cuda, AutocastRules::Cpu})
                             for (const QString& op : ops) {
                                 const auto dtype = engine.measured_autocast_dtype(op.toStdString(), rules);
                                 auto& to = rules == AutocastRules::Cuda ? answer.cuda : answer.cpu;
                                 if (!dtype.empty()) to.insert(op, QString::fromStdString(dtype));
                             }
                         answer.libtorch = QString::fromStdString(engine.info().libtorch);
                     } catch (const text::Error&) {
                         answer = {}; // nothing measured: the columns stay empty
                     }
                     hand(answer);
                 },
                 [hand](const text::Error&) { hand({}); }});
}

void MeasuredRules::take(const Answer& answer) {
    m_isAsking = false;
    m_cuda = answer.cuda;
    m_cpu = answer.cpu;
    m_libtorch = answer.libtorch;
    Q_EMIT changed();
}

QString MeasuredRules::dtype(const QString& op, AutocastRules rules) const {
    return (rules == AutocastRules::Cuda ? m_cuda : m_cpu).value(op);
}

} // namespace ampscope::ui
