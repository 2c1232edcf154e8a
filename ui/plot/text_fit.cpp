#include "ui/plot/text_fit.h"

#include <QFontMetricsF>
#include <QTextDocument>
#include <QTextLayout>
#include <algorithm>

namespace ampscope::ui {

QString fittedLine(const QString& text, const QFont& font, double width) {
    const QFontMetricsF metrics(font);
    return metrics.horizontalAdvance(text) <= width ? text : metrics.elidedText(text, Qt::ElideRight, width);
}

QStringList fittedLines(const QString& text, const QFont& font, double width, int most) {
    if (most <= 1 || QFontMetricsF(font).horizontalAdvance(text) <= width) return {fittedLine(text, font, width)};
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1.0, width));
        const bool last = lines.size() + 1 == most;
        const QString rest = text.mid(line.textStart(), last ? -1 : line.textLength()).trimmed();
        // The layout has measured what stands on this line; text is measured again only where more would follow.
        const bool is_whole = !last || line.textStart() + line.textLength() == text.size();
        lines << (is_whole && line.naturalTextWidth() <= width ? rest : fittedLine(rest, font, width));
        if (last) break;
    }
    layout.endLayout();
    return lines.isEmpty() ? QStringList{QString()} : lines;
}

double drawFitted(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QString& text) {
    const QFont font = painter.font();
    const QFontMetricsF metrics(font);
    const int room = std::max(1, static_cast<int>(area.height() / metrics.lineSpacing()));
    const QStringList lines = fittedLines(text, font, area.width(), room);
    const double height = metrics.lineSpacing() * static_cast<double>(lines.size());
    double y = area.top();
    if (alignment & Qt::AlignVCenter) y += (area.height() - height) / 2;
    if (alignment & Qt::AlignBottom) y += area.height() - height;
    const int across = static_cast<int>((alignment & Qt::AlignHorizontal_Mask) | Qt::AlignVCenter | Qt::TextDontClip |
                                        Qt::TextSingleLine);
    for (const QString& line : lines) {
        painter.drawText(QRectF(area.left(), y, area.width(), metrics.lineSpacing()), across, line);
        y += metrics.lineSpacing();
    }
    return height;
}

QString plainTip(const QString& text) {
    return Qt::mightBeRichText(text) ? "<span>" + text.toHtmlEscaped().replace('\n', "<br>") + "</span>" : text;
}

} // namespace ampscope::ui
