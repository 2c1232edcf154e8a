#include "ui/instruments/hardware/hardware_plots.h"

#include "ui/instruments/hardware/hardware_figures.h"
#include "ui/plot/plot_view.h"

namespace ampscope::ui {

HardwarePlot::HardwarePlot(const QString& id, QWidget* parent)
    : PlotInstrument(id, parent), m_own(new HardwareModel(this)) {
    setHardware(m_own);
}

void HardwarePlot::setHardware(HardwareModel* hardware) {
    if (m_hardware == hardware) return;
    if (m_hardware) disconnect(m_hardware, nullptr, this, nullptr);
    m_hardware = hardware;
    const auto show = [this] {
        view()->resetZoom(); // another device has another range
        refresh();
    };
    if (hardware) connect(hardware, &HardwareModel::changed, this, show);
    if (isVisible()) show();
}

Figure Roofline::makeFigure() {
    return rooflineFigure(hardware());
}

Figure SpeedParts::makeFigure() {
    return speedPartsFigure(hardware());
}

} // namespace ampscope::ui
