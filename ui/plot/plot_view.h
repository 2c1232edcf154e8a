// A figure on screen: drawn, zoomed, read with the keyboard, selected from.
#pragma once

#include <QWidget>
#include <memory>

#include "ui/plot/figure.h"

class QCustomPlot;

namespace ampscope::ui {

class FigurePainter;

/// Left button: select the step (or the row) under the pointer, or drag the handle. Wheel: zoom x; drag with the middle
/// button or with Shift: pan; double click or Home: the whole range. Keys: Left and Right move the handle where there
/// is one, else the selection; over bars they move a cursor (with Ctrl beside a handle), and Enter selects what it is
/// on; Up and Down move the selection of rows, + and - zoom.
class PlotView : public QWidget {
    Q_OBJECT
  public:
    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    /// Draws the figure when it is next painted, which a view out of sight is not; however many calls, it is drawn
    /// once.
    void setFigure(Figure figure);
    /// How often a figure was drawn so far.
    int drawings() const { return m_drawings; }
    const Figure& figure() const { return m_figure; }
    void setTheme(ThemeKind theme, double scale);
    void resetZoom();
    /// What is in sight of an axis, in its coordinates: from, to.
    std::pair<double, double> range(Qt::Orientation axis) const;

    QSize sizeHint() const override { return {360, 220}; }
    QSize minimumSizeHint() const override { return {200, 110}; }

  Q_SIGNALS:
    /// An x position was chosen, in plot coordinates.
    void selected(double x);
    void handleMoved(double x);
    /// The keyboard went to that x, over bars: Figure::selected is to follow.
    void cursorMoved(double x);
    /// A row of Figure::rows was chosen.
    void rowSelected(int row);
    /// The pointer is over that x; NaN when it has left.
    void hovered(double x);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    void redraw();
    /// What is asked of the plot is asked of the newest figure.
    void drawNow() const;
    void zoom(double factor, double center);
    bool isNearHandle(double pixel) const;
    void moveSelection(int steps, bool cursor);
    bool moveRow(int by);
    bool hasRows() const { return !m_figure.rows.rows.empty(); }
    void selectAt(const QPointF& position);

    Figure m_figure;
    ThemeKind m_theme = ThemeKind::Light;
    double m_scale = 1;
    QCustomPlot* m_plot;
    std::unique_ptr<FigurePainter> m_painter;
    mutable bool m_isStale = true; ///< the plot still shows an earlier figure
    mutable int m_drawings = 0;
    bool m_dragsHandle = false;
    std::optional<double> m_panFrom;
};

} // namespace ampscope::ui
