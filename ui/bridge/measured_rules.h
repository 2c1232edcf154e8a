// Which dtype autocast really gives on this machine, op by op.
#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>

#include "core/train/compute_thread.h"

namespace ampscope::ui {

/// Has the compute thread run each op under autocast to bf16, once by each set of rules, and tells when the answers are
/// there. Never waits.
class MeasuredRules : public QObject {
    Q_OBJECT
  public:
    explicit MeasuredRules(QObject* parent = nullptr) : QObject(parent) {}

    /// Asks once; later calls are passed over until it has failed.
    void ask(train::ComputeThread& thread, const QStringList& ops);
    bool isAsking() const { return m_isAsking; }
    /// "bf16", "fp32"; "" for ops that the engine cannot call, and before the answer.
    QString dtype(const QString& op, scenario::AutocastRules rules) const;
    bool isEmpty() const { return m_cuda.isEmpty(); }
    /// "2.15.0"; "" before the answer, and without LibTorch.
    const QString& libtorch() const { return m_libtorch; }

  Q_SIGNALS:
    void changed();

  private:
    struct Answer {
        QHash<QString, QString> cuda, cpu;
        QString libtorch;
    };
    void take(const Answer& answer);

    QHash<QString, QString> m_cuda, m_cpu;
    QString m_libtorch;
    bool m_isAsking = false;
};

} // namespace ampscope::ui
