// What LibTorch on this machine makes of a value, for instruments that stand it beside the exact answer.
#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/text/message.h"
#include "core/train/compute_thread.h"

namespace ampscope::ui {

/// Asks the compute thread and tells when the answer is there; never waits. Questions that come faster than the answers
/// are left out but for the latest.
class LibTorchCasts : public QObject {
    Q_OBJECT
  public:
    explicit LibTorchCasts(train::ComputeThread& thread, QObject* parent = nullptr);
    ~LibTorchCasts() override;

    /// Casts of `value` from fp64 to each format.
    void ask(double value, const QStringList& formats);
    /// The code for a format that was asked for; none while the answer is on its way, or without LibTorch.
    std::optional<std::uint32_t> code(const QString& format) const;
    bool isAsking() const { return m_isAsking; }
    /// Why there is no LibTorch; none as long as it is there or has not been asked.
    const std::optional<text::Error>& missing() const { return m_missing; }
    /// "2.15.0"; "" before the first answer.
    const QString& version() const { return m_version; }

  Q_SIGNALS:
    void changed();

  private:
    struct Question {
        double value = 0;
        QStringList formats;
        bool isSame(const Question& other) const; ///< by bits: NaN is itself, and -0 is not 0
    };
    struct Answer {
        QHash<QString, std::uint32_t> codes;
        QString version;
        std::optional<text::Error> missing;
    };
    struct Door; ///< through which the compute thread reaches this object, as long as it lives
    void post();
    void take(const Question& question, const Answer& answer);

    train::ComputeThread& m_thread;
    std::shared_ptr<Door> m_door;
    Question m_wanted;
    QHash<QString, std::uint32_t> m_codes;
    QString m_version;
    std::optional<text::Error> m_missing;
    bool m_isAsking = false;
};

} // namespace ampscope::ui
