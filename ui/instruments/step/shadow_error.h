// How far a step's numbers are from those of the same step in fp32, layer by layer.
#pragma once

#include "core/record/details.h"
#include "ui/instruments/drawn_instrument.h"

class QToolButton;

namespace ampscope::ui {

class LookButton;

/// A row per layer: its relative error on a logarithmic axis, what was lost to zero, what is not finite. The same layer
/// of a run beside it is drawn hollow. A click or Enter selects the layer's parameter.
class ShadowErrorView : public ScrolledInstrument {
    Q_OBJECT
  public:
    explicit ShadowErrorView(QWidget* parent = nullptr);

    struct Row {
        record::ShadowError::Layer layer;
        std::optional<double> other; ///< relative error of the run beside it
        QString parameter() const;   ///< the one that belongs to it
    };
    const std::vector<Row>& rows() const { return m_rows; }
    TextTable numbers() const override;
    std::size_t itemCount() const override { return m_rows.size(); }
    QRectF itemBox(std::size_t item) const override { return rowBox(canvasArea(), item); }
    void setSortedByError(bool sorted);
    QString reading() const;

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void buildMenu() override;
    void follow() override;
    void activate(std::size_t item) override;
    void tell() override;

  private:
    /// Where things stand in an area.
    struct Places {
        double plotLeft, plotRight, dtype, lost, nonfinite, right;
        int lower, upper; ///< exponents at the ends of the axis
        double x(double log2) const { return plotLeft + (log2 - lower) / (upper - lower) * (plotRight - plotLeft); }
    };
    Places placesIn(const QRectF& area) const;
    QRectF rowBox(const QRectF& area, std::size_t row) const;
    int strideOf(const Places& places) const;
    void paintGrid(QPainter& painter, const QRectF& area, const Places& places) const;
    void paintHeads(QPainter& painter, const Places& places, double top) const;
    void paintAxis(QPainter& painter, const Places& places, double top) const;
    void paintRow(QPainter& painter, const QRectF& box, const Places& places, const Row& row) const;

    std::vector<Row> m_rows;
    std::int64_t m_step = -1;
    bool m_byError = false;
    bool m_hasOther = false; ///< a run beside it was compared, too
    LookButton* m_look;
    QToolButton *m_activations, *m_gradients;
};

} // namespace ampscope::ui
