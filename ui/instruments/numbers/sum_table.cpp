#include "ui/instruments/numbers/sum_table.h"

#include <QPainter>

#include "core/io/numbers.h"
#include "core/numeric/conversion.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

constexpr double kRowHeight = 18, kHeaderHeight = 30, kSampleWidth = 26;
constexpr double kHeadingPixels = 10.5;
constexpr int kColumns = 6;

} // namespace

SumTable::SumTable(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize SumTable::sizeHint() const {
    return {300, qRound(scaled(kHeaderHeight + 6 + kRowHeight * static_cast<double>(m_rows.size())))};
}

QStringList SumTable::row(int index) const {
    return m_rows[static_cast<std::size_t>(index)].cells;
}

void SumTable::show(const SumOutcome* outcome, std::optional<std::int64_t> added) {
    m_rows.clear();
    if (outcome) {
        m_header = {tr("method"),
                    added ? tr("sum after %1").arg(countText(outcome->race.at[placeOf(outcome->race.at, *added)]))
                          : tr("sum"),
                    tr("sticks at"),
                    tr("changed nothing"),
                    tr("error, ULP"),
                    tr("lost bits")};
        for (const auto& lane : outcome->lanes()) {
            const numeric::SumResult& result = *lane.result;
            const double sum = added ? result.trace[placeOf(lane.race->at, *added)] : result.final_value;
            const QString error =
                result.error_ulp ? sumText(numeric::error_figure(*result.error_ulp), 3) : QStringLiteral("–");
            const QString stuck = result.sticks_at      ? countText(*result.sticks_at)
                                  : result.overflows_at ? tr("inf at %1").arg(countText(*result.overflows_at))
                                                        : QStringLiteral("–");
            const QStringList cells = {
                lane.name, sumText(sum), stuck, countText(result.changed_nothing), error, countText(result.lost_bits)};
            m_rows.push_back({cells, lane.format, lane.dots, result.sticks_at || result.overflows_at});
        }
    }
    QStringList spoken;
    for (const auto& row : m_rows) {
        QStringList cells;
        for (int column = 1; column < kColumns; ++column)
            cells << m_header[column] + " " + row.cells[column];
        spoken << row.cells[0] + ": " + cells.join(", ");
    }
    setAccessibleName(spoken.join("; "));
    setToolTip(tr("sticks at: the addition from which on nothing changes any more. changed nothing: additions after "
                  "which the sum was what it had been. lost bits: additions whose exact result the format does not "
                  "have."));
    updateGeometry();
    update();
}

void SumTable::paintEvent(QPaintEvent*) {
    if (m_rows.empty()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double left = scaled(kSampleWidth + 4), gap = scaled(8);
    const QFont words = textFont(scaled(kTickPixels)), numbers = monoFont(scaled(kTickPixels)),
                headings = textFont(scaled(kHeadingPixels));
    // A column is as wide as its widest cell and the longest word of its heading. Digits are never cut: columns from
    // the end are left out where there is no room for them.
    std::vector<double> widths;
    double used = left;
    for (int column = 0; column < kColumns; ++column) {
        double wide = 0;
        for (const QString& word : m_header[column].split(' '))
            wide = std::max(wide, QFontMetricsF(headings).horizontalAdvance(word));
        for (const auto& row : m_rows)
            wide = std::max(wide, QFontMetricsF(column == 0 ? words : numbers).horizontalAdvance(row.cells[column]));
        if (column > 2 && used + wide + gap + 2 > width()) break;
        used += wide + gap + 2;
        widths.push_back(wide + 2);
    }
    const int columns = static_cast<int>(widths.size());
    const double spare = std::max(0.0, width() - used) / (columns - 1);
    std::vector<double> starts = {left};
    for (int column = 1; column < columns; ++column)
        starts.push_back(starts.back() + widths[static_cast<std::size_t>(column - 1)] + gap);
    const auto cell = [&](int column, double y, double height) {
        const auto i = static_cast<std::size_t>(column);
        return QRectF(starts[i] + spare * std::max(0, column - 1), y, widths[i] + (column > 0 ? spare : 0), height);
    };
    painter.setFont(headings);
    painter.setPen(theme().color(Token::Muted));
    for (int column = 0; column < columns; ++column)
        drawFitted(painter, cell(column, 0, scaled(kHeaderHeight)),
                   Qt::AlignBottom | (column == 0 ? Qt::AlignLeft : Qt::AlignRight), m_header[column]);
    double y = scaled(kHeaderHeight + 4);
    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.drawLine(QPointF(0, y - scaled(2)), QPointF(width(), y - scaled(2)));
    for (const auto& row : m_rows) {
        const FormatStyle style = row.format.isEmpty() ? FormatStyle{theme().color(Token::Text), {}, Marker::Circle}
                                                       : theme().format(row.format);
        const double middle = y + scaled(kRowHeight) / 2;
        if (row.dots) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(style.color);
            for (const double x : {5.0, 13.0, 21.0})
                painter.drawEllipse(QPointF(scaled(x), middle), scaled(1.8), scaled(1.8));
        } else {
            QPen line(style.color, scaled(1.8));
            line.setCapStyle(Qt::FlatCap);
            if (!style.dash.empty()) line.setDashPattern(QList<qreal>(style.dash.begin(), style.dash.end()));
            painter.setPen(line);
            painter.drawLine(QPointF(0, middle), QPointF(scaled(kSampleWidth), middle));
        }
        for (int column = 0; column < columns; ++column) {
            const bool lost = row.isStuck && (column == 1 || column == 2);
            painter.setFont(column == 0 ? words : numbers);
            painter.setPen(theme().color(lost ? Token::Lost : Token::Text));
            drawFitted(painter, cell(column, y, scaled(kRowHeight)),
                       Qt::AlignVCenter | (column == 0 ? Qt::AlignLeft : Qt::AlignRight), row.cells[column]);
        }
        y += scaled(kRowHeight);
    }
}

} // namespace ampscope::ui
