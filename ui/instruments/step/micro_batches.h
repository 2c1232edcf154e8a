// Gradient accumulation: the micro-batches of each optimizer step, and the calls of one step in their order.
#pragma once

#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/step/micro_batch_figures.h"

class QToolButton;

namespace ampscope::ui {

/// The calls of the selected step: its micro-batches in one row, what is called once per step in the next.
class CallTrack : public QWidget {
    Q_OBJECT
  public:
    explicit CallTrack(QWidget* parent = nullptr);
    void setStep(std::optional<StepParts> parts, StepCounters counters);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void paintBatches(QPainter& painter, const QRectF& row) const;
    void paintCalls(QPainter& painter, const QRectF& row) const;
    std::optional<StepParts> m_parts;
    StepCounters m_counters;
};

/// Losses of the micro-batches over the steps, or the gradient norm before and after clipping, above the call track.
class MicroBatches : public PlotInstrument {
    Q_OBJECT
  public:
    explicit MicroBatches(QWidget* parent = nullptr);
    void setShowsNorm(bool norm);

  protected:
    Figure makeFigure() override;
    void update() override;

  private:
    QToolButton* m_norm;
    CallTrack* m_track;
};

} // namespace ampscope::ui
