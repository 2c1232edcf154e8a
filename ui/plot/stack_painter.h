// Parts of a whole in a QCustomPlot: areas upon each other, rows of bars, and the key of their greys.
#pragma once

#include "ui/plot/figure.h"
#include "ui/plot/qcp.h"

namespace ampscope::ui {

/// Fills a rectangle as a part of a stack; also for widgets that paint boxes and keys by themselves.
void paintFill(QPainter& painter, const QRectF& area, const Fill& fill, const Theme& theme, double scale);
/// Of the theme's ink and its panel the one that is read more easily on that ground.
QColor readableOn(const QColor& ground, const Theme& theme);

class StackPainter {
  public:
    /// `plot` and `theme` must outlive the items that are added.
    StackPainter(QCustomPlot* plot, const Theme& theme, double scale) : m_plot(plot), m_theme(theme), m_scale(scale) {}

    /// Pixels above the axes that the key of these parts takes.
    double keyHeight(const std::vector<StackPart>& parts) const;
    void addKey(const std::vector<StackPart>& parts);
    void addAreas(const StackedAreas& areas);
    /// Names as labels of the y axis, the first row on top. To be called before the layout.
    void nameRows(const StackedRows& rows);
    /// Bars, their words, the limit; chooses the range of x so that the words behind the bars have room.
    void addRows(const StackedRows& rows);

  private:
    QCustomPlot* m_plot;
    const Theme& m_theme;
    double m_scale;
};

/// The highest sum of the parts.
double highest(const StackedAreas& areas);

} // namespace ampscope::ui
