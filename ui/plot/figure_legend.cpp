// The legend of a plot: where it hides least, and what stands in it.
#include <algorithm>
#include <cmath>

#include "ui/plot/figure_painter.h"
#include "ui/plot/text_fit.h"

namespace ampscope::ui {

namespace {

bool isNamed(const Series& series) {
    return !series.name.isEmpty() && !series.faint;
}

// How much of lines and glyphs lies in a rectangle of the plot: their points, and places on the way between those.
int inkIn(const QCustomPlot& plot, const QRectF& area) {
    int count = 0;
    for (int i = 0; i < plot.graphCount(); ++i) {
        const bool is_line = plot.graph(i)->lineStyle() != QCPGraph::lsNone;
        QPointF before(std::nan(""), 0);
        for (const auto& point : *plot.graph(i)->data()) {
            const QPointF at(plot.xAxis->coordToPixel(point.key), plot.yAxis->coordToPixel(point.value));
            const double way = is_line ? std::hypot(at.x() - before.x(), at.y() - before.y()) : 0; // NaN after a gap
            const int places = way > 0 ? std::clamp(static_cast<int>(std::min(way, 1e4) / 6), 1, 100) : 1;
            for (int place = 0; place < places; ++place)
                count += area.contains(places == 1 ? at : at + (before - at) * place / places);
            before = at;
        }
    }
    return count;
}

} // namespace

// Names of the lines in their colour and with a sample of their dash: in the first corner that has nothing in it, or
// else in the one with least; top right comes first.
void FigurePainter::addLegend(const Figure& figure, const Theme& theme, double scale) {
    const QFont font = textFont(kTickPixels * scale, QFont::DemiBold);
    const QFontMetricsF metrics(font);
    const QRect area = m_plot->axisRect()->rect();
    const double line_height = metrics.height() + 3 * scale, top = 4 * scale, sample_width = 34 * scale;
    if (area.height() < line_height + top + 2 * scale) return; // a plot of a few pixels
    const auto nameOf = [&](const Series& series) {            // no wider than the plot
        return fittedLine(series.name, font, area.width() - 58 * scale);
    };
    int named = 0;
    double widest = 0;
    for (const auto& series : figure.series)
        if (isNamed(series)) ++named, widest = std::max(widest, metrics.horizontalAdvance(nameOf(series)));
    const bool beside = named > 1 && named * line_height > 0.6 * area.height(); // each other, in a low plot
    const QSizeF block(beside ? area.width() : widest + sample_width + 16 * scale,
                       beside ? line_height : named * line_height);
    struct Place {
        bool atLeft, atBottom;
    };
    std::vector<Place> places{{false, false}, {false, true}};
    if (!beside && !figure.handle) places = {{false, false}, {true, false}, {false, true}, {true, true}};
    const auto ink = [&](const Place& at) {
        const double reach = 5 * scale; // of a glyph
        return inkIn(*m_plot, QRectF(QPointF(at.atLeft ? area.left() : area.right() - block.width(),
                                             at.atBottom ? area.bottom() - top - block.height() : area.top()),
                                     block + QSizeF(0, top))
                                  .adjusted(-reach, -reach, reach, reach));
    };
    Place place = places.front();
    for (int least = ink(place); const auto& other : places) {
        if (least == 0) break;
        if (const int found = ink(other); found < least) least = found, place = other;
    }
    const bool at_left = place.atLeft;

    // The layout is not known before the repaint: everything hangs in pixels from a corner of the axis rectangle.
    auto* corner = new QCPItemText(m_plot);
    corner->setText(QString());
    corner->position->setType(QCPItemPosition::ptAxisRectRatio);
    corner->position->setCoords(at_left ? 0 : 1, place.atBottom ? 1 : 0);
    const auto hang = [&](QCPItemPosition* position, double x, double y) {
        position->setParentAnchor(corner->position);
        position->setType(QCPItemPosition::ptAbsolute);
        position->setCoords(x, y);
    };
    const double first_line = place.atBottom ? -block.height() - top : top;
    double offset = first_line, along = 0;
    for (const auto& series : figure.series) {
        if (!isNamed(series)) continue;
        const QString name = nameOf(series);
        const double width = metrics.horizontalAdvance(name);
        if (beside && area.width() - along < width + 50 * scale) { // a second line, no third one
            if (along == 0 || offset > first_line || area.height() < top + 2 * line_height) break;
            along = 0;
            offset += line_height;
        }
        const FormatStyle style = styleOf(series.format, theme);
        const bool points = series.kind == Series::Kind::Points;
        auto* label = new QCPItemText(m_plot);
        label->setFont(font);
        label->setColor(style.color);
        label->setText(points ? QStringLiteral("● ") + name : name);
        label->setPositionAlignment(Qt::AlignTop | (at_left ? Qt::AlignLeft : Qt::AlignRight));
        const double from = at_left ? (points ? 8 * scale : sample_width) : -16 * scale - along;
        hang(label->position, from, offset);
        if (figure.selected) { // its line ends at letters
            const double past = m_plot->xAxis->coordToPixel(*figure.selected) - from -
                                (at_left ? area.left() : area.right() - metrics.horizontalAdvance(label->text()));
            if (past > -4 * scale && past < metrics.horizontalAdvance(label->text()) + 4 * scale)
                label->setBrush(theme.color(Token::Panel));
        }
        if (!points) {
            auto* sample = new QCPItemLine(m_plot);
            QPen line = pen(style.color, 1.8 * scale * theme.stroke());
            if (!style.dash.empty() && figure.series.size() > 1) // as the line itself is drawn
                line.setDashPattern(QList<qreal>(style.dash.begin(), style.dash.end()));
            if (series.dashed) line.setDashPattern({5, 4});
            sample->setPen(line);
            const double y = offset + line_height / 2 - scale;
            hang(sample->start, at_left ? 6 * scale : (beside ? -44 : -50) * scale - width - along, y);
            hang(sample->end, at_left ? 30 * scale : -24 * scale - width - along, y);
        }
        if (beside)
            along += width + 46 * scale;
        else
            offset += line_height;
    }
}

} // namespace ampscope::ui
