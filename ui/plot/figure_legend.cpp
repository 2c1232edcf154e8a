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

constexpr double kTop = 4; ///< above the first name
constexpr double kSampleWidth = 34;
constexpr double kReach = 5;       ///< of a glyph
constexpr double kBesideEach = 46; ///< sample and gap, beside the words

QFont legendFont(double scale) {
    return textFont(kTickPixels * scale, QFont::DemiBold);
}

double lineHeight(double scale) {
    return QFontMetricsF(legendFont(scale)).height() + 3 * scale;
}

// No wider than the plot.
QString nameOf(const Series& series, const QRect& area, double scale) {
    return fittedLine(series.name, legendFont(scale), area.width() - 58 * scale);
}

} // namespace

std::optional<FigurePainter::Legend> FigurePainter::planLegend(const Figure& figure, double scale) const {
    const QFontMetricsF metrics(legendFont(scale));
    const QRect area = m_plot->axisRect()->rect();
    const double line_height = lineHeight(scale), top = kTop * scale;
    if (area.height() < line_height + top + 2 * scale) return std::nullopt; // a plot of a few pixels
    int named = 0, lines = 1;
    double widest = 0, along = 0;
    for (const auto& series : figure.series) {
        if (!isNamed(series)) continue;
        const double width = metrics.horizontalAdvance(nameOf(series, area, scale));
        ++named;
        widest = std::max(widest, width);
        if (area.width() - along < width + 50 * scale) along = 0, ++lines;
        along += width + kBesideEach * scale;
    }
    if (named == 0) return std::nullopt;
    Legend legend;
    legend.beside = named > 1 && named * line_height > 0.6 * area.height(); // each other, in a low plot
    lines = area.height() < top + 2 * line_height ? 1 : std::min(lines, 2); // no third one
    legend.block = QSizeF(legend.beside ? area.width() : widest + (kSampleWidth + 16) * scale,
                          (legend.beside ? lines : named) * line_height);
    struct Place {
        bool atLeft, atBottom;
    };
    // The first corner that has nothing in it, or else the one with least; top right comes first.
    std::vector<Place> places{{false, false}, {false, true}};
    if (!legend.beside && !figure.handle) places = {{false, false}, {true, false}, {false, true}, {true, true}};
    const auto ink = [&](const Place& at) {
        const double reach = kReach * scale;
        return inkIn(*m_plot, QRectF(QPointF(at.atLeft ? area.left() : area.right() - legend.block.width(),
                                             at.atBottom ? area.bottom() - top - legend.block.height() : area.top()),
                                     legend.block + QSizeF(0, top))
                                  .adjusted(-reach, -reach, reach, reach));
    };
    legend.hidden = ink(places.front());
    for (const auto& other : places) {
        if (legend.hidden == 0) break;
        if (const int found = ink(other); found < legend.hidden)
            legend.hidden = found, legend.atLeft = other.atLeft, legend.atBottom = other.atBottom;
    }
    return legend;
}

void FigurePainter::clearLegend(const Figure& figure, double scale) {
    const auto legend = planLegend(figure, scale);
    if (!legend || legend->hidden == 0 || m_userY) return;
    constexpr double kMostOfPlot = 0.4;
    const double share = (legend->block.height() + (kTop + kReach) * scale) / std::max(1, m_plot->axisRect()->height());
    if (share > kMostOfPlot) return;
    const QCPRange range = m_plot->yAxis->range();
    m_plot->yAxis->setRange(range.lower, range.lower + range.size() / (1 - share));
}

// Names of the lines in their colour and with a sample of their dash.
void FigurePainter::addLegend(const Figure& figure, const Theme& theme, double scale) {
    const auto plan = planLegend(figure, scale);
    if (!plan) return;
    const QFont font = legendFont(scale);
    const QFontMetricsF metrics(font);
    const QRect area = m_plot->axisRect()->rect();
    const double line_height = lineHeight(scale), top = kTop * scale, sample_width = kSampleWidth * scale;
    const bool at_left = plan->atLeft, beside = plan->beside;

    // The layout is not known before the repaint: everything hangs in pixels from a corner of the axis rectangle.
    auto* corner = new QCPItemText(m_plot);
    corner->setText(QString());
    corner->position->setType(QCPItemPosition::ptAxisRectRatio);
    corner->position->setCoords(at_left ? 0 : 1, plan->atBottom ? 1 : 0);
    const auto hang = [&](QCPItemPosition* position, double x, double y) {
        position->setParentAnchor(corner->position);
        position->setType(QCPItemPosition::ptAbsolute);
        position->setCoords(x, y);
    };
    const double first_line = plan->atBottom ? -plan->block.height() - top : top;
    double offset = first_line, along = 0;
    for (const auto& series : figure.series) {
        if (!isNamed(series)) continue;
        const QString name = nameOf(series, area, scale);
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
            along += width + kBesideEach * scale;
        else
            offset += line_height;
    }
}

} // namespace ampscope::ui
