// This machine as the window knows it: what was measured before, and measuring it now.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/hardware/device.h"
#include "core/hardware/machine.h"
#include "core/train/compute_thread.h"
#include "core/train/machine_rates.h"

namespace ampscope::ui {

/// One object per process, for the GUI thread. Begins with the rates that the data folder keeps.
class MachineModel : public QObject {
    Q_OBJECT
  public:
    static MachineModel& instance();

    /// Where measuring runs; nullptr before that thread ends, which also ends a measurement.
    void setThread(train::ComputeThread* thread);
    bool canMeasure() const { return m_thread != nullptr; }
    /// Measures on the compute thread, where runs wait for it, and keeps the result. Does nothing while it goes on.
    void measure(const train::RatePlan& plan = {});
    void cancel();
    bool isMeasuring() const { return m_isMeasuring; }
    /// Of the measurement that goes on.
    const train::RateProgress& progress() const { return m_progress; }
    /// Why there is no result, or why it could not be kept.
    const std::optional<text::Error>& error() const { return m_error; }

    const hardware::MeasuredRates& rates() const { return m_rates; }
    void setRates(const hardware::MeasuredRates& rates);
    const hardware::Device& device() const { return m_device; }

  Q_SIGNALS:
    void changed();    ///< rates, device
    void progressed(); ///< and when measuring begins or ends

  private:
    MachineModel();
    void take(int number, const std::optional<hardware::MeasuredRates>& rates, const std::optional<text::Error>& error);

    train::ComputeThread* m_thread = nullptr;
    hardware::Machine m_machine;
    hardware::MeasuredRates m_rates;
    hardware::Device m_device;
    std::stop_source m_stop;
    int m_number = 0; ///< of the measurement; news of older ones is passed over
    bool m_isMeasuring = false;
    train::RateProgress m_progress;
    std::optional<text::Error> m_error;
};

} // namespace ampscope::ui
