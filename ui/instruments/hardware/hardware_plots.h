// The plots of a device.
#pragma once

#include "ui/instruments/hardware/hardware_model.h"
#include "ui/instruments/plot_instrument.h"

namespace ampscope::ui {

class HardwarePlot : public PlotInstrument, public HardwareViewer {
    Q_OBJECT
  public:
    explicit HardwarePlot(const QString& id, QWidget* parent = nullptr);
    void setHardware(HardwareModel* hardware) override;

  protected:
    bool needsRun() const override { return false; }
    void handleSelected(double) override {} // x is no step
    const HardwareModel& hardware() const { return m_hardware ? *m_hardware : *m_own; }

  private:
    QPointer<HardwareModel> m_hardware;
    HardwareModel* m_own;
};

/// Which products memory bounds and which arithmetic: Williams, Waterman and Patterson 2009.
class Roofline : public HardwarePlot {
    Q_OBJECT
  public:
    explicit Roofline(QWidget* parent = nullptr) : HardwarePlot("roofline", parent) {}

  protected:
    Figure makeFigure() override;
};

/// What a faster product does to a whole step.
class SpeedParts : public HardwarePlot {
    Q_OBJECT
  public:
    explicit SpeedParts(QWidget* parent = nullptr) : HardwarePlot("speed-parts", parent) {}

  protected:
    Figure makeFigure() override;
};

} // namespace ampscope::ui
