#include "ui/instruments/named_lines.h"

#include <algorithm>

#include "ui/instruments/numbers/number_text.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

constexpr double kLine = 20, kNames = 100;
constexpr int kMostLines = 4; ///< of words

QStringList wrapped(const NamedLine& line, double width) { // pixels
    return fittedLines(line.words, textFont(scaled(kChromePixels)), width, kMostLines);
}

double heightOfOne(const NamedLine& line, double width) {
    return line.isNumber ? kLine : kLine * static_cast<double>(wrapped(line, scaled(width - kNames)).size());
}

} // namespace

double heightOf(const std::vector<NamedLine>& lines, double width) {
    double height = 0;
    for (const auto& line : lines)
        height += heightOfOne(line, width);
    return height;
}

void drawLines(QPainter& painter, const QRectF& area, const std::vector<NamedLine>& lines) {
    const QFont names = textFont(scaled(12)), words = textFont(scaled(kChromePixels)), digits = monoFont(scaled(12.5));
    const double left = area.left() + scaled(kNames), width = area.right() - left;
    double y = area.top();
    for (const auto& line : lines) {
        painter.setFont(names);
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(QRectF(area.left(), y, scaled(kNames - 8), scaled(kLine)), Qt::AlignLeft | Qt::AlignVCenter,
                         fitted(line.name, names, scaled(kNames - 8)));
        painter.setFont(line.isNumber ? digits : words);
        painter.setPen(theme().color(line.ink));
        for (const auto& each : line.isNumber ? QStringList{fitted(line.words, digits, width)} : wrapped(line, width)) {
            painter.drawText(QRectF(left, y, width, scaled(kLine)), Qt::AlignLeft | Qt::AlignVCenter, each);
            y += scaled(kLine);
        }
    }
}

TextTable tableOf(const std::vector<NamedLine>& lines, const QStringList& header) {
    TextTable table{header, {}};
    for (const auto& line : lines)
        table.rows << QStringList{line.name, line.words};
    return table;
}

QString spokenLines(const std::vector<NamedLine>& lines) {
    QStringList spoken;
    for (const auto& line : lines)
        spoken << (line.name.isEmpty() ? line.words : line.name + ": " + line.words);
    return spoken.join("; ");
}

} // namespace ampscope::ui
