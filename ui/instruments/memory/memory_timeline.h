// Live bytes inside one step, from allocation to allocation.
#pragma once

#include "ui/instruments/memory/memory_figures.h"
#include "ui/instruments/plot_instrument.h"

namespace ampscope::ui {

class LookButton;
class NoteLine;

/// The pointer reads a point and shades its layer; a click or Left and Right keep it.
class MemoryTimelineView : public PlotInstrument {
    Q_OBJECT
  public:
    explicit MemoryTimelineView(QWidget* parent = nullptr);
    /// The point that is read, in words; the highest one until another is chosen.
    QString reading() const;
    std::optional<double> cursor() const { return m_cursor; }

  protected:
    Figure makeFigure() override;
    void handleSelected(double x) override;
    void update() override;

  private:
    const record::MemoryTimeline* timeline() const;
    void hover(double x);

    NoteLine* m_reading;
    LookButton* m_look;
    std::optional<double> m_cursor, m_hovered;
};

} // namespace ampscope::ui
