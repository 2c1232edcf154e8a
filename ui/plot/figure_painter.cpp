#include "ui/plot/figure_painter.h"

#include <algorithm>

#include "core/io/numbers.h"
#include "core/text/message.h"
#include "ui/plot/decimate.h"
#include "ui/plot/stack_painter.h"
#include "ui/plot/text_fit.h"

namespace ampscope::ui {
namespace {

// Ticks at whole numbers only, and 2ⁿ labels for axes whose positions are exponents.
// Numbers as people write them: 25,000 instead of 2.5e4.
class NumberTicker : public QCPAxisTicker {
  protected:
    double getTickStep(const QCPRange& range) override { return m_step = QCPAxisTicker::getTickStep(range); }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        if (tick == std::round(tick) && std::fabs(tick) < 1e9)
            return QString::fromStdString(text::grouped(static_cast<std::int64_t>(tick)));
        // One digit more than the first of the step: steps of 2.5, too, give neighbours labels of their own.
        const double digits = std::floor(std::log10(std::fabs(tick))) - std::floor(std::log10(m_step)) + 2;
        return QString::fromStdString(io::to_text(tick, digits > 4 ? static_cast<int>(std::min(digits, 12.0)) : 4));
    }

  private:
    double m_step = 1;
};

class WholeTicker : public QCPAxisTicker {
  public:
    explicit WholeTicker(Axis::Ticks ticks) : m_ticks(ticks) { setTickCount(6); }
    static QString label(Axis::Ticks ticks, double tick) {
        if (ticks == Axis::Ticks::PowersOfTwo) return powerOfTwo(qRound(tick));
        return ticks == Axis::Ticks::Doublings ? doublingText(qRound(tick)) : QString::number(qRound64(tick));
    }

  protected:
    double getTickStep(const QCPRange& range) override {
        return std::max(1.0, std::ceil(cleanMantissa(std::max(1.0, range.size() / (tickCount() + 1e-10)))));
    }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return label(m_ticks, tick); }

  private:
    Axis::Ticks m_ticks;
};

struct Extent {
    double lower = std::numeric_limits<double>::infinity(), upper = -std::numeric_limits<double>::infinity();
    void add(double value) {
        if (!std::isfinite(value)) return;
        lower = std::min(lower, value);
        upper = std::max(upper, value);
    }
    bool isEmpty() const { return lower > upper; }
};

// The range of the axis: what it asks for, else the data with a margin. QCustomPlot silently refuses ranges that are
// empty, infinite or too wide, so they are never handed over.
QCPRange fitted(const Axis& axis, Extent extent, double margin) {
    if (extent.isEmpty()) extent = {0, 1};
    double span = extent.upper - extent.lower;
    const double least = axis.smallestSpan > 0 ? axis.smallestSpan : std::max(1e-9, std::fabs(extent.upper) * 1e-6);
    if (span < least) {
        const double middle = (extent.lower + extent.upper) / 2;
        extent = {middle - least / 2, middle + least / 2};
        span = least;
    }
    const double lower = std::isnan(axis.lower) ? extent.lower - margin * span : axis.lower;
    const double upper = std::isnan(axis.upper) ? extent.upper + margin * span : axis.upper;
    return lower < upper ? QCPRange(lower, upper) : QCPRange(lower, lower + 1);
}

constexpr double kLabelLine = 19; ///< a line of labels in a plot, high enough for Hangul

QFont handleFont(double scale) {
    return textFont(kTickPixels * scale, QFont::DemiBold);
}

QCPScatterStyle glyph(Glyph::Shape shape, const Theme& theme, double scale) {
    const QColor lost = theme.color(Token::Lost), ink = theme.color(Token::Muted);
    switch (shape) {
    case Glyph::Shape::Cross:
        return {QCPScatterStyle::ssCross, QPen(lost, 1.8 * scale * theme.stroke()), Qt::NoBrush, 7 * scale};
    case Glyph::Shape::Up: return {QCPScatterStyle::ssTriangle, QPen(ink, 1.2 * scale), QBrush(ink), 6 * scale};
    case Glyph::Shape::Down:
        return {QCPScatterStyle::ssTriangleInverted, QPen(ink, 1.2 * scale), QBrush(ink), 6 * scale};
    }
    return {};
}

} // namespace

FigurePainter::FigurePainter(QCustomPlot* plot) : m_plot(plot) {
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setPlottingHint(QCP::phFastPolylines, true);
    m_plot->setAutoAddPlottableToLegend(false);
    m_plot->setLocale(QLocale::c()); // the same digits under every locale
}

void FigurePainter::setUserRange(Qt::Orientation axis, std::optional<QCPRange> range) {
    (axis == Qt::Horizontal ? m_userX : m_userY) = range;
}

QPen FigurePainter::pen(const QColor& color, double width) const {
    QPen result(color, width);
    result.setCapStyle(Qt::FlatCap);
    return result;
}

void FigurePainter::show(const Figure& figure, const Theme& theme, double scale) {
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->setBackground(QBrush(theme.color(Token::Panel)));
    styleAxes(figure, theme, scale);

    Extent x, y;
    know(figure);
    for (const auto& known : m_known)
        for (const double end : {known.xRange.lower, known.xRange.upper})
            x.add(end);
    for (const auto& known : m_known)
        for (const double end : {known.yRange.lower, known.yRange.upper})
            y.add(end);
    for (const auto& envelope : figure.envelopes) {
        for (const double value : envelope.lower)
            y.add(value);
        for (const double value : envelope.upper)
            y.add(value);
    }
    for (const auto& bars : figure.bars) {
        for (const double left : bars.x)
            x.add(left), x.add(left + bars.width);
        for (const double height : bars.height)
            y.add(height);
        y.add(0);
    }
    for (const auto& mark : figure.glyphs)
        x.add(mark.x), y.add(mark.y);
    StackPainter stacks(m_plot, theme, scale);
    const bool has_areas = !figure.areas.x.isEmpty(), has_rows = !figure.rows.rows.empty();
    if (has_areas) {
        x.add(figure.areas.x.front()), x.add(figure.areas.x.back() + 1);
        y.add(0), y.add(highest(figure.areas));
    }
    const bool has_bars = !figure.bars.empty() || has_areas;
    m_plot->xAxis->setRange(m_userX.value_or(fitted(figure.x, x, has_bars ? 0.0 : 0.01)));
    m_plot->yAxis->setRange(m_userY.value_or(fitted(figure.y, y, 0.08)));
    m_plot->yAxis->setRangeReversed(has_rows);
    if (has_rows) stacks.nameRows(figure.rows);

    // What fits beside what is decided in pixels, so the layout must be known before the repaint.
    const auto lay_out = [&] {
        for (const auto phase :
             {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
            m_plot->plotLayout()->update(phase);
    };
    lay_out();
    fitLabels(figure, scale);
    lay_out();
    if (!m_userX && !figure.glyphs.empty()) { // a mark on the edge is whole
        const QRect area = m_plot->axisRect()->rect();
        const double margin = 6 * scale / std::max(1, area.width()) * m_plot->xAxis->range().size();
        m_plot->xAxis->setRange(std::min(m_plot->xAxis->range().lower, x.lower - margin),
                                std::max(m_plot->xAxis->range().upper, x.upper + margin));
    }
    // A low plot of areas shows them, and leaves its words to whatever stands below it.
    const bool low_areas = has_areas && m_plot->axisRect()->height() < 4 * kLabelLine * scale;
    if (!m_userY && figure.y.headroomLines > 0 && !low_areas) {
        const double high = std::max(1, m_plot->axisRect()->height());
        // Labels keep a hundredth of the height from the top and from the bars: in a high plot that is a part of a
        // line.
        const double gaps = high > 300 * scale ? 0.02 * high : 0,
                     lines = figure.y.headroomLines * kLabelLine * scale + gaps;
        const QCPRange range = m_plot->yAxis->range();
        m_plot->yAxis->setRange(range.lower, range.lower + range.size() / std::max(0.35, 1 - lines / high));
    }

    if (has_rows) stacks.addRows(figure.rows);
    if (has_areas) stacks.addAreas(figure.areas);
    stacks.addKey(has_rows ? figure.rows.parts : figure.areas.parts);
    addBands(figure, theme, scale);
    addBars(figure, theme, scale);
    addBreaks(figure, theme, scale);
    addEnvelopes(figure, theme);
    addSeries(figure, theme, scale);
    addGlyphs(figure, theme, scale);
    clearLegend(figure, scale);
    addMarks(figure, theme, scale, !low_areas);
    addLegend(figure, theme, scale);
}

void FigurePainter::know(const Figure& figure) {
    m_known.resize(figure.series.size());
    for (std::size_t i = 0; i < m_known.size(); ++i) {
        const auto& series = figure.series[i];
        Known& known = m_known[i];
        const auto is_same = [](const QVector<double>& a, const QVector<double>& b) {
            return a.constData() == b.constData() && a.size() == b.size();
        };
        if (is_same(known.x, series.x) && is_same(known.y, series.y)) continue;
        Extent x, y;
        for (const double value : series.x)
            x.add(value);
        for (const double value : series.y)
            y.add(value);
        known = {series.x, series.y, {}, {}, std::ranges::is_sorted(series.x)};
        known.xRange.lower = x.lower, known.xRange.upper = x.upper; // QCPRange would turn them round
        known.yRange.lower = y.lower, known.yRange.upper = y.upper;
    }
}

int FigurePainter::columns() const {
    return std::max(1, qRound(2 * m_plot->axisRect()->width() * m_plot->bufferDevicePixelRatio()));
}

void FigurePainter::styleAxes(const Figure& figure, const Theme& theme, double scale) {
    const auto style = [&](QCPAxis* axis, const Axis& given, bool grid) {
        const bool with_hint = axis->orientation() == Qt::Horizontal && !figure.handleHint.isEmpty() && figure.handle &&
                               theme.kind() != ThemeKind::Print; // paper cannot be dragged
        axis->setLabel(with_hint ? given.title + QStringLiteral("   ·   ") + figure.handleHint : given.title);
        axis->setLabelFont(textFont(kTickPixels * scale));
        axis->setLabelColor(theme.color(Token::Muted));
        axis->setTickLabelFont(textFont(kTickPixels * scale));
        axis->setTickLabelColor(theme.color(Token::Muted));
        axis->setBasePen(axis->orientation() == Qt::Horizontal ? pen(theme.color(Token::Hairline), scale) : Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelPadding(qRound(6 * scale));
        axis->setLabelPadding(qRound(4 * scale));
        axis->grid()->setPen(grid ? pen(theme.color(Token::Grid), scale) : Qt::NoPen);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->setTickLabels(given.ticks != Axis::Ticks::None);
        if (given.ticks == Axis::Ticks::Numbers || given.ticks == Axis::Ticks::None)
            axis->setTicker(QSharedPointer<NumberTicker>::create());
        else
            axis->setTicker(QSharedPointer<WholeTicker>::create(given.ticks));
        if (given.ticks == Axis::Ticks::None) axis->grid()->setPen(Qt::NoPen);
    };
    style(m_plot->xAxis, figure.x, false);
    style(m_plot->yAxis, figure.y, true);
    // The words at the handle have a line of their own above the plot.
    double top = figure.handle ? QFontMetricsF(handleFont(scale)).height() + 3 * scale : 4 * scale;
    // Chosen ranges may end at a tick: its label needs half a line.
    if (m_userY) top = std::max(top, QFontMetricsF(textFont(kTickPixels * scale)).height() / 2 + 2 * scale);
    top +=
        StackPainter(m_plot, theme, scale).keyHeight(figure.rows.rows.empty() ? figure.areas.parts : figure.rows.parts);
    if (figure.rows.limit) top += kLabelLine * scale;
    m_plot->axisRect()->setMinimumMargins(QMargins(qRound(8 * scale), qRound(top), qRound(14 * scale), 0));
}

// As many ticks as there is room for, and axis titles that are no longer than their axis.
void FigurePainter::fitLabels(const Figure& figure, double scale) {
    const QFontMetricsF metrics(textFont(kTickPixels * scale));
    const QRect area = m_plot->axisRect()->rect();
    double widest = 0;
    for (const double end : {m_plot->xAxis->range().lower, m_plot->xAxis->range().upper})
        widest = std::max(widest, metrics.horizontalAdvance(WholeTicker::label(figure.x.ticks, end)));
    const auto fit = [](QCPAxis* axis, double pixels, double each) {
        axis->ticker()->setTickCount(std::clamp(static_cast<int>(pixels / std::max(1.0, each)), 1, 6));
    };
    fit(m_plot->xAxis, area.width(), widest + 20 * scale);
    fit(m_plot->yAxis, area.height(), metrics.height() + 8 * scale);
    // Two of them would lie on each other.
    if (area.height() < 1.5 * metrics.height()) m_plot->yAxis->setTickLabels(false);
    const auto title = [&](QCPAxis* axis, const QString& full, const QString& plain, double room) {
        const QString fitting =
            metrics.horizontalAdvance(full) <= room ? full : fittedLine(plain, axis->labelFont(), room);
        axis->setLabel(2 * fitting.size() < plain.size() ? QString() : fitting); // "h…" says nothing
    };
    const bool is_low = area.height() < 2.2 * metrics.height(); // then the line of the title is the plot's
    title(m_plot->xAxis, is_low ? QString() : m_plot->xAxis->label(), is_low ? QString() : figure.x.title,
          area.width() + 12 * scale);
    title(m_plot->yAxis, figure.y.title, figure.y.title, area.height() + 6 * scale);
}

void FigurePainter::addBands(const Figure& figure, const Theme& theme, double scale) {
    const QCPRange visible = m_plot->xAxis->range();
    for (const auto& band : figure.bands) {
        const double from = std::max(band.from, visible.lower), to = std::min(band.to, visible.upper);
        if (from >= to) continue;
        if (band.role != Band::Role::Plain) {
            auto* ground = new QCPItemRect(m_plot);
            ground->setLayer("background");
            ground->setPen(Qt::NoPen);
            ground->setBrush(theme.color(band.role == Band::Role::Lost ? Token::LostGround : Token::SelectionGround));
            ground->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
            ground->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
            ground->topLeft->setCoords(from, 0);
            ground->bottomRight->setCoords(to, 1);
        }
        const double pixels = std::fabs(m_plot->xAxis->coordToPixel(to) - m_plot->xAxis->coordToPixel(from));
        const QFont font = textFont(kTickPixels * scale);
        if (band.label.isEmpty() || pixels < QFontMetricsF(font).horizontalAdvance(band.label) + 6 * scale) continue;
        // In a low plot the counts come first.
        if (figure.y.headroomLines > 0 && m_plot->axisRect()->height() < 3.4 * kLabelLine * scale) continue;
        auto* label = new QCPItemText(m_plot);
        label->setFont(font);
        label->setColor(theme.color(Token::Muted));
        label->setText(band.label);
        label->setPositionAlignment(Qt::AlignTop | Qt::AlignHCenter);
        label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        label->position->setCoords((from + to) / 2, 0.01);
    }
}

void FigurePainter::addBars(const Figure& figure, const Theme& theme, double scale) {
    for (const auto& bars : figure.bars) {
        auto* plottable = new QCPBars(m_plot->xAxis, m_plot->yAxis);
        const QColor color = theme.format(bars.format).color;
        plottable->setWidth(bars.width * (bars.outlined ? 1.0 : 0.9));
        plottable->setPen(bars.outlined ? pen(color, 1.4 * scale * theme.stroke()) : Qt::NoPen);
        plottable->setBrush(bars.outlined ? QBrush(Qt::NoBrush) : QBrush(color));
        QVector<double> centers;
        for (const double left : bars.x)
            centers << left + bars.width / 2;
        plottable->setData(centers, bars.height, true);
    }
}

// Two slanted lines with the panel's colour between them: the bar goes on beyond what is drawn.
void FigurePainter::addBreaks(const Figure& figure, const Theme& theme, double scale) {
    for (const auto& broken : figure.breaks) {
        auto* corner = new QCPItemText(m_plot);
        corner->setText(QString());
        corner->position->setCoords(broken.x, broken.height);
        const double wide = m_plot->xAxis->coordToPixel(broken.x + 1) - m_plot->xAxis->coordToPixel(broken.x);
        const auto line = [&](double y, const QPen& ink) {
            auto* item = new QCPItemLine(m_plot);
            item->setPen(ink);
            const auto hang = [&](QCPItemPosition* end, double at, double lift) {
                end->setParentAnchor(corner->position);
                end->setType(QCPItemPosition::ptAbsolute);
                end->setCoords(at, y + lift);
            };
            hang(item->start, -4 * scale, 3 * scale);
            hang(item->end, wide + 4 * scale, -3 * scale);
        };
        line(14 * scale, pen(theme.color(Token::Panel), 5 * scale));
        line(11 * scale, pen(theme.color(Token::Text), 1.2 * scale));
        line(17 * scale, pen(theme.color(Token::Text), 1.2 * scale));
    }
}

FormatStyle FigurePainter::styleOf(const QString& format, const Theme& theme) {
    return format.isEmpty() ? FormatStyle{theme.color(Token::Text), {}, Marker::Circle} : theme.format(format);
}

void FigurePainter::addEnvelopes(const Figure& figure, const Theme& theme) {
    for (const auto& envelope : figure.envelopes) {
        auto* upper = new QCPGraph(m_plot->xAxis, m_plot->yAxis);
        auto* lower = new QCPGraph(m_plot->xAxis, m_plot->yAxis);
        QColor ground = styleOf(envelope.format, theme).color;
        ground.setAlphaF(0.2F); // bands lie over each other
        for (auto* edge : {upper, lower})
            edge->setPen(Qt::NoPen);
        upper->setBrush(ground);
        upper->setChannelFillGraph(lower);
        const QCPRange range = m_plot->xAxis->range();
        for (const auto& [edge, heights] : {std::pair(upper, &envelope.upper), std::pair(lower, &envelope.lower)}) {
            const Points points = decimateLine(envelope.x, *heights, range.lower, range.upper, columns());
            edge->setData(points.x, points.y, true);
        }
    }
}

namespace {

bool isFormat(const Series& series) {
    return std::ranges::find(Theme::hues(), series.format) != Theme::hues().end();
}

QCPScatterStyle::ScatterShape markerShape(Marker marker) {
    switch (marker) {
    case Marker::Square: return QCPScatterStyle::ssSquare;
    case Marker::Triangle: return QCPScatterStyle::ssTriangle;
    case Marker::Diamond: return QCPScatterStyle::ssDiamond;
    case Marker::Cross: return QCPScatterStyle::ssCross;
    case Marker::Circle: break;
    }
    return QCPScatterStyle::ssCircle;
}

} // namespace

namespace {

// Is the line so long that its dashes and its width cannot be seen?
bool fillsPlot(const QCustomPlot& plot, const Points& points) {
    constexpr double kTimes = 40;
    const QRect area = plot.axisRect()->rect();
    const double high = area.height();
    double length = 0, before = std::nan("");
    for (const double y : points.y) {
        const double way = std::fabs(plot.yAxis->coordToPixel(y) - before);
        if (way > 0) length += std::min(way, high); // NaN at gaps
        before = plot.yAxis->coordToPixel(y);
    }
    return length > kTimes * std::max(1, area.width());
}

} // namespace

void FigurePainter::addSeries(const Figure& figure, const Theme& theme, double scale) {
    const QCPRange x = m_plot->xAxis->range(), y = m_plot->yAxis->range();
    for (std::size_t i = 0; i < figure.series.size(); ++i) {
        const auto& series = figure.series[i];
        auto* graph = new QCPGraph(m_plot->xAxis, m_plot->yAxis);
        const FormatStyle style = styleOf(series.format, theme);
        QColor color = style.color;
        if (series.faint) color = theme.tint(color, 0.45);
        QPen line = pen(color, (series.faint ? 1.2 : 1.8) * theme.stroke() * scale);
        // The dash tells lines apart; a single one is drawn solid.
        if (!style.dash.empty() && !series.faint && figure.series.size() > 1)
            line.setDashPattern(QList<qreal>(style.dash.begin(), style.dash.end()));
        if (series.dashed) line.setDashPattern({5, 4});
        const Points points = !m_known[i].ascends ? Points{series.x, series.y}
                              : series.kind == Series::Kind::Points
                                  ? decimateDots(series.x, series.y, x.lower, x.upper, columns(), y.lower, y.upper,
                                                 2 * m_plot->axisRect()->height())
                                  : decimateLine(series.x, series.y, x.lower, x.upper, columns());
        // A line that fills the plot is an area: strokes of a pixel, which are drawn one by one and a hundred times as
        // fast as a wide path that crosses itself thousands of times.
        if (series.kind != Series::Kind::Points && fillsPlot(*m_plot, points)) line = QPen(color, 1.0);
        graph->setPen(line);
        graph->setLineStyle(series.kind == Series::Kind::Steps ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
        if (series.kind == Series::Kind::Points) {
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setScatterStyle({QCPScatterStyle::ssDisc, theme.tint(color, 0.6), 3.4 * scale});
        } else if (theme.kind() == ThemeKind::Print && figure.series.size() > 1 && isFormat(series) && !series.faint) {
            // Paper may be grey: the format's marker, a few times along the line.
            constexpr qsizetype kMarkers = 8;
            graph->setScatterStyle(
                {markerShape(style.marker), QPen(color, scale), QBrush(theme.color(Token::Panel)), 5.5 * scale});
            graph->setScatterSkip(static_cast<int>(std::max<qsizetype>(0, points.x.size() / kMarkers - 1)));
        }
        if (points.x.size() == 1 && series.kind != Series::Kind::Points) // no line yet: a run of one step
            graph->setScatterStyle({QCPScatterStyle::ssDisc, color, 7 * scale});
        graph->setAdaptiveSampling(true);
        graph->setData(points.x, points.y, true);
    }
}

void FigurePainter::addGlyphs(const Figure& figure, const Theme& theme, double scale) {
    for (const auto shape : {Glyph::Shape::Up, Glyph::Shape::Down, Glyph::Shape::Cross}) {
        QVector<double> x, y;
        for (const auto& mark : figure.glyphs)
            if (mark.shape == shape) x << mark.x, y << mark.y;
        if (x.isEmpty()) continue;
        auto* graph = new QCPGraph(m_plot->xAxis, m_plot->yAxis);
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(glyph(shape, theme, scale));
        graph->setData(x, y);
    }
}

void FigurePainter::addMarks(const Figure& figure, const Theme& theme, double scale, bool withNotes) {
    const auto vertical = [&](double x, QPen line) {
        auto* item = new QCPItemStraightLine(m_plot);
        item->setPen(line);
        item->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
        item->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
        item->point1->setCoords(x, 0);
        item->point2->setCoords(x, 1);
    };
    for (const double x : figure.cuts)
        vertical(x, pen(theme.color(Token::Muted), 0.8 * scale));
    if (figure.selected) {
        QPen line = pen(theme.color(Token::Text), 1.2 * scale * theme.stroke());
        line.setDashPattern({3, 3});
        vertical(*figure.selected, line);
    }
    if (figure.handle) {
        vertical(*figure.handle, pen(theme.color(Token::Text), 1.6 * scale));
        auto* label = new QCPItemText(m_plot);
        label->setFont(handleFont(scale));
        label->setColor(theme.color(Token::Text));
        label->setPadding(QMargins());
        label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        label->setClipToAxisRect(false);
        // The tip stands over the line, its words on the side with more room.
        const QString tip = QStringLiteral("▼");
        const double half = QFontMetricsF(label->font()).horizontalAdvance(tip) / 2;
        const bool left_half = *figure.handle < m_plot->xAxis->range().center();
        label->setText(left_half ? tip + " " + figure.handleText : figure.handleText + " " + tip);
        label->setPositionAlignment(Qt::AlignBottom | (left_half ? Qt::AlignLeft : Qt::AlignRight));
        const double shift =
            (left_half ? -half : half) / std::max(1, m_plot->axisRect()->width()) * m_plot->xAxis->range().size();
        label->position->setCoords(*figure.handle + shift, 0);
        label->setVisible(m_plot->xAxis->range().contains(*figure.handle));
    }
    for (const auto& note : withNotes ? figure.notes : std::vector<Note>()) {
        auto* label = new QCPItemText(m_plot);
        label->setFont(textFont(kTickPixels * scale, note.strong ? QFont::DemiBold : QFont::Normal));
        label->setColor(theme.color(note.strong ? Token::Text : Token::Muted));
        label->setText(note.text);
        if (!figure.cuts.empty()) label->setBrush(theme.color(Token::Panel)); // lines end at letters
        label->position->setCoords(note.x, note.y);
        // Centred over its place, unless that would cut it off at an edge.
        const QRectF area = m_plot->axisRect()->rect();
        const double half = QFontMetricsF(label->font()).horizontalAdvance(note.text) / 2 + 4 * scale;
        const double x = m_plot->xAxis->coordToPixel(note.x);
        const auto side = x - half < area.left()    ? Qt::AlignLeft
                          : x + half > area.right() ? Qt::AlignRight
                                                    : Qt::AlignHCenter;
        // On its place, unless that is too near the top.
        const double top = m_plot->yAxis->coordToPixel(note.y) - QFontMetricsF(label->font()).height() - 4 * scale;
        label->setPositionAlignment((top < area.top() ? Qt::AlignTop : Qt::AlignBottom) | side);
        // A plot of a few lines has no room for words over its bars; the table has the numbers.
        label->setVisible(area.height() > 4 * QFontMetricsF(label->font()).height());
    }
}

} // namespace ampscope::ui
