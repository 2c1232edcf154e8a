// Puts a Figure into a QCustomPlot: the same code for the screen and for paper.
#pragma once

#include "ui/plot/figure.h"
#include "ui/plot/qcp.h"

namespace ampscope::ui {

/// One figure after the other in one plot. For the GUI thread.
class FigurePainter {
  public:
    /// `plot` must outlive the painter.
    explicit FigurePainter(QCustomPlot* plot);

    /// Draws the figure; the next one takes its place. `scale` multiplies fonts and pens. Does not repaint.
    void show(const Figure& figure, const Theme& theme, double scale);

    /// Ranges fitted to the data of the last figure, or those the user has chosen.
    void setUserRange(Qt::Orientation axis, std::optional<QCPRange> range);

  private:
    /// What a series of the last figure is like. The copies share their memory with the figure, so that the same place
    /// in memory means the same numbers: a million points are gone through once, not at each zoom.
    struct Known {
        QVector<double> x, y;
        QCPRange xRange, yRange; ///< of the finite ones; upside down where there are none
        bool ascends = true;     ///< x does
    };
    void know(const Figure& figure);
    int columns() const; ///< of pixels, and as many again for screens and paper that are finer
    void styleAxes(const Figure& figure, const Theme& theme, double scale);
    void addBands(const Figure& figure, const Theme& theme, double scale);
    void fitLabels(const Figure& figure, double scale);
    void addBars(const Figure& figure, const Theme& theme, double scale);
    void addBreaks(const Figure& figure, const Theme& theme, double scale);
    void addEnvelopes(const Figure& figure, const Theme& theme);
    void addSeries(const Figure& figure, const Theme& theme, double scale);
    void addGlyphs(const Figure& figure, const Theme& theme, double scale);
    /// The names of the lines: one below the other or, in a low plot, beside each other; in which corner they hide
    /// least, and how much of lines and glyphs they hide there.
    struct Legend {
        bool beside = false, atLeft = false, atBottom = false;
        QSizeF block; ///< pixels
        int hidden = 0;
    };
    std::optional<Legend> planLegend(const Figure& figure, double scale) const; ///< nullopt: no room for any
    /// Where the names would lie on lines, they get a strip of the plot of their own, unless it is too low for that.
    void clearLegend(const Figure& figure, double scale);
    void addLegend(const Figure& figure, const Theme& theme, double scale);
    void addMarks(const Figure& figure, const Theme& theme, double scale, bool withNotes);
    QPen pen(const QColor& color, double width) const;
    static FormatStyle styleOf(const QString& format, const Theme& theme); ///< ink where there is no format

    QCustomPlot* m_plot;
    std::vector<Known> m_known; ///< of the series, by index
    std::optional<QCPRange> m_userX, m_userY;
};

} // namespace ampscope::ui
