// How far apart the numbers of each format lie, over their whole range.
#pragma once

#include "ui/instruments/numbers/sum_figures.h"
#include "ui/instruments/plot_instrument.h"

namespace ampscope::ui {

/// Relative or absolute spacing, with gradual or abrupt underflow. A click, Left or Right choose the power of two whose
/// spacing is read out.
class SpacingPlot : public PlotInstrument {
    Q_OBJECT
  public:
    explicit SpacingPlot(QWidget* parent = nullptr);

    const SpacingOptions& options() const { return m_options; }
    /// fp32, fp16, bf16, E4M3, E5M2 until others are set.
    void setFormats(const std::vector<numeric::FloatFormat>& formats);
    /// The number whose cell is lit; infinite, NaN and 0 light none.
    void setValue(std::optional<double> value);
    void setAbsolute(bool absolute);
    void setUnderflow(numeric::Underflow underflow);

  protected:
    Figure makeFigure() override;
    bool needsRun() const override { return false; }

  private:
    SpacingOptions m_options;
    QToolButton *m_absolute, *m_abrupt;
};

} // namespace ampscope::ui
