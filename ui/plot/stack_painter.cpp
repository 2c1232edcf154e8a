#include "ui/plot/stack_painter.h"

#include <algorithm>
#include <numeric>

#include "ui/plot/text_fit.h"

namespace ampscope::ui {
namespace {

constexpr double kSwatch = 9, kKeyLine = 18, kKeyGap = 16, kStrokes = 5;
constexpr double kAxisHeight = 50, kLeastPitch = 16; ///< numbers and title below the rows; a row with its words

// The texture of a fill on this theme. On paper, where greys may come out alike, each part has one of its own.
Fill::Texture textureOf(const Fill& fill, const Theme& theme) {
    if (theme.kind() != ThemeKind::Print || fill.texture != Fill::Texture::Plain) return fill.texture;
    if (fill.ground == Token::Memory2) return Fill::Texture::Upright;
    return fill.ground == Token::Memory3 ? Fill::Texture::Dotted : Fill::Texture::Plain;
}

// Strokes are drawn one by one: pattern brushes do not grow with the paper's resolution.
QPen strokePen(const Fill& fill, const Theme& theme, double scale) {
    // Soft on light greys: spikes of a single allocation would make noise of strong strokes.
    const bool strong = fill.ground == Token::Memory1 || theme.kind() == ThemeKind::Print;
    QColor ink = strong ? readableOn(theme.color(fill.ground), theme) : theme.color(Token::Memory2);
    if (strong) ink.setAlphaF(0.55F);
    QPen pen(ink, scale);
    pen.setCapStyle(Qt::FlatCap);
    if (textureOf(fill, theme) == Fill::Texture::Dotted) pen.setDashPattern({1.2, 2.8});
    return pen;
}

// A line from the lower left to the upper right every few pixels, cut at the edges of the rectangle.
void paintSlanted(QPainter& painter, const QRectF& area, double apart) {
    for (double c = area.left() - area.height() + apart; c < area.right(); c += apart) {
        const double from = std::max(c, area.left()), to = std::min(c + area.height(), area.right());
        if (from < to)
            painter.drawLine(QPointF(from, area.bottom() - (from - c)), QPointF(to, area.bottom() - (to - c)));
    }
}

double luminance(const QColor& color) {
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

// Something that paints itself in pixels each time the plot is drawn.
class Painted : public QCPAbstractItem {
  public:
    Painted(QCustomPlot* plot, std::function<void(QCPPainter&)> paint, bool clips = true)
        : QCPAbstractItem(plot), m_paint(std::move(paint)) {
        setClipToAxisRect(clips);
        setAntialiased(true);
    }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

  protected:
    void draw(QCPPainter* painter) override {
        painter->save();
        m_paint(*painter);
        painter->restore();
    }

  private:
    std::function<void(QCPPainter&)> m_paint;
};

// The outline of everything up to a part: one point for each pixel column, at its highest.
struct Columns {
    std::vector<double> x;
    std::vector<std::vector<double>> tops; ///< [0]: the ground; [part + 1]: its upper edge
};

Columns columnsOf(const QCustomPlot& plot, const StackedAreas& areas) {
    Columns columns;
    const std::size_t parts = areas.parts.size();
    columns.tops.resize(parts + 1);
    double last_column = -1e9, last_total = 0;
    for (qsizetype i = 0; i < areas.x.size(); ++i) {
        const double x = plot.xAxis->coordToPixel(areas.x[i]);
        double total = 0;
        for (const auto& heights : areas.heights)
            total += heights[i];
        const bool same = std::floor(x) == last_column;
        if (same && total < last_total) continue;
        if (!same) columns.x.push_back(x);
        double sum = 0;
        for (std::size_t part = 0; part <= parts; ++part) {
            if (part > 0) sum += areas.heights[part - 1][i];
            const double y = plot.yAxis->coordToPixel(sum);
            if (same)
                columns.tops[part].back() = y;
            else
                columns.tops[part].push_back(y);
        }
        last_column = std::floor(x), last_total = total;
    }
    return columns;
}

void paintAreas(QCPPainter& painter, const QCustomPlot& plot, const StackedAreas& areas, const Theme& theme,
                double scale) {
    const Columns columns = columnsOf(plot, areas);
    if (columns.x.empty()) return;
    const double end = plot.xAxis->coordToPixel(areas.x.back() + 1);
    const QRect shown = plot.axisRect()->rect();
    const std::size_t count = columns.x.size();
    for (std::size_t part = 0; part < areas.parts.size(); ++part) {
        const auto& lower = columns.tops[part];
        const auto& upper = columns.tops[part + 1];
        QPolygonF outline;
        for (std::size_t i = 0; i < count; ++i) {
            const double next = i + 1 < count ? columns.x[i + 1] : end;
            outline << QPointF(columns.x[i], upper[i]) << QPointF(next, upper[i]);
        }
        for (std::size_t i = count; i-- > 0;) {
            const double next = i + 1 < count ? columns.x[i + 1] : end;
            outline << QPointF(next, lower[i]) << QPointF(columns.x[i], lower[i]);
        }
        const Fill& fill = areas.parts[part].fill;
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(fill.ground));
        painter.drawPolygon(outline);
        if (textureOf(fill, theme) == Fill::Texture::Plain) continue;
        painter.setPen(strokePen(fill, theme, scale));
        std::size_t i = 0;
        const double apart = kStrokes * scale, first = columns.x.front() + scale;
        const double skipped = std::max(0.0, std::floor((shown.left() - first) / apart)); // far left when magnified
        for (double x = first + skipped * apart; x < std::min(end, shown.right() + 1.0); x += apart) {
            while (i + 1 < count && columns.x[i + 1] <= x)
                ++i;
            if (lower[i] - upper[i] > scale) painter.drawLine(QPointF(x, lower[i]), QPointF(x, upper[i]));
        }
    }
}

double sumOf(const StackedRow& row) {
    return std::accumulate(row.parts.begin(), row.parts.end(), 0.0);
}
double endOf(const StackedRow& row) {
    return std::max(sumOf(row), row.mark.value_or(0));
}

// Where things are in a row, in pixels.
struct RowPlace {
    double middle, pitch, high;
};

class RowsPainter {
  public:
    RowsPainter(const QCustomPlot& plot, const StackedRows& rows, const Theme& theme, double scale)
        : m_plot(plot), m_rows(rows), m_theme(theme), m_scale(scale) {}

    static QFont resultFont(double scale) { return textFont(kTickPixels * scale, QFont::DemiBold); }
    static QFont wordFont(double scale) { return textFont(kTickPixels * scale); }
    static double wordsWidth(const StackedRow& row, double scale) {
        const double badge =
            row.badge.isEmpty() ? 0 : QFontMetricsF(wordFont(scale)).horizontalAdvance(row.badge) + 10 * scale;
        return QFontMetricsF(resultFont(scale)).horizontalAdvance(row.result) + badge + 10 * scale;
    }

    void paint(QCPPainter& painter) const {
        for (std::size_t i = 0; i < m_rows.rows.size(); ++i) {
            if (!isInSight(i)) continue;
            if (isSelected(i)) {
                const QRect area = m_plot.axisRect()->rect();
                const RowPlace place = placeOf(i);
                painter.fillRect(QRectF(area.left(), place.middle - place.pitch / 2, area.width(), place.pitch),
                                 m_theme.color(Token::SelectionGround));
            }
            paintRow(painter, m_rows.rows[i], placeOf(i));
        }
        if (m_rows.limit) paintLimit(painter);
        for (std::size_t i = 0; i < m_rows.rows.size(); ++i)
            if (isInSight(i))
                paintWords(painter, m_rows.rows[i], placeOf(i), isSelected(i) ? Token::SelectionGround : Token::Panel);
    }

  private:
    bool isInSight(std::size_t row) const { return m_plot.yAxis->range().contains(static_cast<double>(row)); }
    bool isSelected(std::size_t row) const { return static_cast<int>(row) == m_rows.selected; }
    RowPlace placeOf(std::size_t row) const {
        const double pitch = std::fabs(m_plot.yAxis->coordToPixel(1) - m_plot.yAxis->coordToPixel(0));
        return {m_plot.yAxis->coordToPixel(static_cast<double>(row)), pitch, std::min(0.66 * pitch, 24 * m_scale)};
    }

    void paintRow(QCPPainter& painter, const StackedRow& row, const RowPlace& place) const {
        const double top = place.middle - place.high / 2;
        double from = 0;
        for (std::size_t part = 0; part < row.parts.size(); ++part) {
            // Only what is in sight: of a bar that is magnified a billion times the strokes alone would take for ever.
            const QRect shown = m_plot.axisRect()->rect();
            const double left = std::max(m_plot.xAxis->coordToPixel(from), shown.left() - 1.0),
                         right = std::min(m_plot.xAxis->coordToPixel(from + row.parts[part]), shown.right() + 2.0);
            from += row.parts[part];
            if (!(right - left >= 0.5)) continue; // NaN, too
            const QRectF area(left, top, std::max(0.6, right - left - 1), place.high);
            paintFill(painter, area, m_rows.parts[part].fill, m_theme, m_scale);
            const QString label = row.labels.value(static_cast<qsizetype>(part));
            painter.setFont(textFont((kTickPixels - 1) * m_scale));
            const QFontMetricsF metrics(painter.font());
            const bool is_cut = m_rows.limit && from > *m_rows.limit; // its end is red
            if (is_cut || label.isEmpty() || metrics.horizontalAdvance(label) + 6 * m_scale > area.width() ||
                metrics.height() > area.height())
                continue;
            const QColor ground = m_theme.color(m_rows.parts[part].fill.ground);
            if (m_rows.parts[part].fill.texture != Fill::Texture::Plain || m_theme.kind() == ThemeKind::Print) {
                const double wide = metrics.horizontalAdvance(label) + 4 * m_scale;
                painter.fillRect(QRectF(area.center().x() - wide / 2, area.center().y() - metrics.height() / 2, wide,
                                        metrics.height()),
                                 ground); // letters stand on no strokes
            }
            painter.setPen(readableOn(ground, m_theme));
            painter.drawText(area, Qt::AlignCenter, label);
        }
        if (m_rows.limit && from > *m_rows.limit) {
            const double left = m_plot.xAxis->coordToPixel(*m_rows.limit), right = m_plot.xAxis->coordToPixel(from);
            painter.fillRect(QRectF(left, top, std::max(1.0, right - left - 1), place.high),
                             m_theme.color(Token::Lost));
        }
        if (row.mark) {
            const double x = m_plot.xAxis->coordToPixel(*row.mark);
            painter.setPen(QPen(m_theme.color(Token::Text), 2 * m_scale));
            painter.drawLine(QPointF(x, top - 3 * m_scale), QPointF(x, top + place.high + 3 * m_scale));
        }
    }

    void paintWords(QCPPainter& painter, const StackedRow& row, const RowPlace& place, Token ground) const {
        const QRect area = m_plot.axisRect()->rect();
        const double left = m_plot.xAxis->coordToPixel(endOf(row)) + 8 * m_scale, line = 18 * m_scale;
        QRectF words(left, place.middle - line / 2, area.right() - left, line);
        painter.setFont(resultFont(m_scale));
        const double wide = QFontMetricsF(painter.font()).horizontalAdvance(row.result);
        painter.fillRect(QRectF(left - 2 * m_scale, words.top(), std::min(wide + 4 * m_scale, words.width()), line),
                         m_theme.color(ground)); // the limit's line ends at letters
        painter.setPen(m_theme.color(m_rows.limit && sumOf(row) > *m_rows.limit ? Token::Lost : Token::Text));
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                         fittedLine(row.result, painter.font(), words.width()));
        words.setLeft(left + wide + 10 * m_scale);
        painter.setFont(wordFont(m_scale));
        if (row.badge.isEmpty() || QFontMetricsF(painter.font()).horizontalAdvance(row.badge) > words.width()) return;
        painter.setPen(m_theme.color(Token::Muted));
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, row.badge);
    }

    void paintLimit(QCPPainter& painter) const {
        const QRect area = m_plot.axisRect()->rect();
        const double x = m_plot.xAxis->coordToPixel(*m_rows.limit);
        QPen pen(m_theme.color(Token::Lost), 1.6 * m_scale);
        pen.setDashPattern({4, 2.5});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }

    const QCustomPlot& m_plot;
    const StackedRows& m_rows;
    const Theme& m_theme;
    double m_scale;
};

} // namespace

QColor readableOn(const QColor& ground, const Theme& theme) {
    const auto contrast = [&](Token ink) {
        const double a = luminance(theme.color(ink)), b = luminance(ground);
        return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
    };
    return theme.color(contrast(Token::Text) >= contrast(Token::Panel) ? Token::Text : Token::Panel);
}

void paintFill(QPainter& painter, const QRectF& area, const Fill& fill, const Theme& theme, double scale) {
    painter.fillRect(area, theme.color(fill.ground));
    const auto texture = textureOf(fill, theme);
    if (texture == Fill::Texture::Plain) return;
    painter.setPen(strokePen(fill, theme, scale));
    if (texture == Fill::Texture::Slanted) return paintSlanted(painter, area, kStrokes * scale);
    for (double x = area.left() + kStrokes / 2 * scale; x < area.right(); x += kStrokes * scale)
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
}

double highest(const StackedAreas& areas) {
    double most = 0;
    for (qsizetype i = 0; i < areas.x.size(); ++i) {
        double sum = 0;
        for (const auto& heights : areas.heights)
            sum += heights[i];
        most = std::max(most, sum);
    }
    return most;
}

// Words of the key in lines: x and line of each part.
static std::vector<QPointF> keyPlaces(const std::vector<StackPart>& parts, double width, double scale) {
    const QFontMetricsF metrics(textFont(kTickPixels * scale));
    std::vector<QPointF> places;
    double x = 0, line = 0;
    for (const auto& part : parts) {
        const double wide = (kSwatch + 5) * scale + metrics.horizontalAdvance(part.name);
        if (x > 0 && x + wide > width) x = 0, ++line;
        places.emplace_back(x, line);
        x += wide + kKeyGap * scale;
    }
    return places;
}

double StackPainter::keyHeight(const std::vector<StackPart>& parts) const {
    if (parts.empty()) return 0;
    return (keyPlaces(parts, m_plot->width() - 24 * m_scale, m_scale).back().y() + 1) * kKeyLine * m_scale +
           4 * m_scale;
}

void StackPainter::addKey(const std::vector<StackPart>& parts) {
    const double scale = m_scale;
    const Theme& theme = m_theme;
    QCustomPlot* plot = m_plot;
    new Painted(
        m_plot,
        [parts, plot, &theme, scale](QCPPainter& painter) {
            const auto places = keyPlaces(parts, plot->width() - 24 * scale, scale);
            painter.setFont(textFont(kTickPixels * scale));
            for (std::size_t i = 0; i < parts.size(); ++i) {
                const QPointF at(10 * scale + places[i].x(), 2 * scale + places[i].y() * kKeyLine * scale);
                const double side = kSwatch * scale, line = kKeyLine * scale;
                paintFill(painter, QRectF(at.x(), at.y() + (line - side) / 2, side, side), parts[i].fill, theme,
                          scale * 0.7);
                painter.setPen(theme.color(Token::Muted));
                const double left = at.x() + (kSwatch + 5) * scale;
                painter.drawText(QRectF(left, at.y(), plot->width() - left, line), Qt::AlignLeft | Qt::AlignVCenter,
                                 fittedLine(parts[i].name, painter.font(), plot->width() - left));
            }
        },
        false);
}

void StackPainter::addAreas(const StackedAreas& areas) {
    const double scale = m_scale;
    const Theme& theme = m_theme;
    QCustomPlot* plot = m_plot;
    new Painted(m_plot,
                [areas, plot, &theme, scale](QCPPainter& painter) { paintAreas(painter, *plot, areas, theme, scale); });
}

void StackPainter::nameRows(const StackedRows& rows) {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const QFont font = textFont(kTickPixels * m_scale, QFont::DemiBold);
    const double room = 0.34 * m_plot->width();
    const bool high = m_plot->height() > static_cast<double>(rows.rows.size() + 2) * 36 * m_scale;
    for (std::size_t i = 0; i < rows.rows.size(); ++i)
        ticker->addTick(static_cast<double>(i), fittedLines(rows.rows[i].name, font, room, high ? 2 : 1).join('\n'));
    m_plot->yAxis->setTicker(ticker);
    m_plot->yAxis->setTickLabelFont(font);
    m_plot->yAxis->setTickLabelColor(m_theme.color(Token::Text));
    m_plot->yAxis->grid()->setPen(Qt::NoPen);
    // A low plot shows as many as have room for their words, around the chosen one.
    const double key = keyHeight(rows.parts) + (rows.limit ? kKeyLine * m_scale : 0);
    const int count = static_cast<int>(rows.rows.size());
    const int fit =
        std::clamp(static_cast<int>((m_plot->height() - key - kAxisHeight * m_scale) / (kLeastPitch * m_scale)), 1,
                   std::max(1, count));
    const double first = std::clamp(rows.selected - fit / 2, 0, std::max(0, count - fit)) - 0.5;
    m_plot->yAxis->setRange(first, first + fit);
}

void StackPainter::addRows(const StackedRows& rows) {
    const double width = std::max(1, m_plot->axisRect()->width());
    double upper = rows.limit.value_or(0) * 1.06;
    for (const auto& row : rows.rows) {
        const double words = std::min(0.62 * width, RowsPainter::wordsWidth(row, m_scale) + 8 * m_scale);
        upper = std::max(upper, endOf(row) * width / (width - words));
    }
    m_plot->xAxis->setRange(0, upper > 0 ? upper : 1);
    if (rows.limit && !rows.limitText.isEmpty()) {
        auto* label = new QCPItemText(m_plot);
        label->setFont(textFont(kTickPixels * m_scale, QFont::DemiBold));
        label->setColor(m_theme.color(Token::Lost));
        label->setText(rows.limitText);
        label->setClipToAxisRect(false);
        label->setPadding(QMargins(0, 0, 0, 1));
        const double wide = QFontMetricsF(label->font()).horizontalAdvance(rows.limitText),
                     x = m_plot->xAxis->coordToPixel(*rows.limit), right = m_plot->axisRect()->rect().right();
        label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        label->position->setCoords(*rows.limit, 0);
        label->setPositionAlignment(Qt::AlignBottom | (x + wide > right ? Qt::AlignRight : Qt::AlignLeft));
    }
    QCustomPlot* plot = m_plot;
    const Theme& theme = m_theme;
    const double scale = m_scale;
    new Painted(m_plot, [rows, plot, &theme, scale](QCPPainter& painter) {
        RowsPainter(*plot, rows, theme, scale).paint(painter);
    });
}

} // namespace ampscope::ui
