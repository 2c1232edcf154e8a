// What the instruments of devices look at, together: a device, another one beside it, a model and how it is trained.
#pragma once

#include <QObject>
#include <optional>

#include "core/hardware/advice.h"
#include "core/hardware/device.h"
#include "core/memory/model.h"
#include "core/scenario/scenario.h"

namespace ampscope::ui {

struct HardwareState {
    QString device = QStringLiteral("t4"); ///< an id of the catalogue, or "this"
    QString other;                         ///< beside it; "" for none
    QString model = QStringLiteral("10m"); ///< as memory::parse_model() reads it
    QString precision;                     ///< "fp32", "fp16", "bf16"; "": as advised
    qint64 batch = 128, sequence = 512;    ///< sequences per optimizer step; tokens
    bool fused = false;                    ///< attention
    QString budget;                        ///< "16 GB" in place of the device's memory; "": the device's
    bool operator==(const HardwareState&) const = default;
};

/// Follows this machine's rates when they are measured.
class HardwareModel : public QObject {
    Q_OBJECT
  public:
    explicit HardwareModel(QObject* parent = nullptr);

    const HardwareState& state() const { return m_state; }
    /// Takes names as people write them ("RTX 4090") and keeps ids. Throws text::Error for what does not exist or is
    /// out of range; then everything is as it was.
    void change(const HardwareState& next);

    /// One setting of a lesson: core/lesson/settings.h. False for a setting of others.
    bool set(const QString& setting, const QString& value);

    const hardware::Device& device() const { return m_now.device; }
    const std::optional<hardware::Device>& other() const { return m_now.other; }
    const memory::Model& model() const { return m_now.request.model; }
    const hardware::AdviceRequest& request() const { return m_now.request; }
    /// None where the device's memory is not known; why() says so.
    const std::optional<hardware::Advice>& advice() const { return m_now.advice; }
    const std::optional<text::Error>& why() const { return m_now.why; }
    /// The advised setting, in the precision that was chosen.
    const scenario::Scenario& scenario() const { return m_now.scenario; }
    /// Of its products.
    hardware::Format format() const;

    /// "t4", "RTX 4090", "this". Throws text::Error with the nearest names.
    static hardware::Device deviceNamed(const QString& name);

  Q_SIGNALS:
    void changed();

  private:
    struct Resolved {
        hardware::Device device;
        std::optional<hardware::Device> other;
        hardware::AdviceRequest request;
        std::optional<hardware::Advice> advice;
        std::optional<text::Error> why;
        scenario::Scenario scenario;
    };
    static Resolved resolved(HardwareState& state);

    HardwareState m_state;
    Resolved m_now;
};

/// One that looks at a HardwareModel: its own until it is given another, which it does not own.
class HardwareViewer {
  public:
    virtual ~HardwareViewer() = default;
    virtual void setHardware(HardwareModel* hardware) = 0;
};

} // namespace ampscope::ui
