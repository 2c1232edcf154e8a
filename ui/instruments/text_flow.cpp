#include "ui/instruments/text_flow.h"

#include <QFontMetricsF>

#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {
constexpr double kGap = 12, kIndent = 16, kLead = 3;
}

QFont TextFlow::fontOf(Style style) {
    switch (style) {
    case Style::Heading: return textFont(scaled(kChromePixels), QFont::Bold);
    case Style::Strong: return textFont(scaled(kTickPixels + 1), QFont::DemiBold);
    case Style::Number: return monoFont(scaled(kTickPixels + 0.5));
    default: return textFont(scaled(kTickPixels + 1));
    }
}

QColor TextFlow::colorOf(Style style) {
    return theme().color(style == Style::Muted ? Token::Muted : Token::Text);
}

void TextFlow::line(const QString& left, const QString& right, Style style, Style rightStyle, const QColor& color) {
    const QFont font = fontOf(style), right_font = fontOf(rightStyle);
    const double high = std::max(QFontMetricsF(font).height(), QFontMetricsF(right_font).height()) + scaled(kLead);
    const QRectF row(m_area.left(), m_y, m_area.width(), high);
    m_y += high;
    if (!m_painter) return;
    const double wide = right.isEmpty() ? 0 : QFontMetricsF(right_font).horizontalAdvance(right) + scaled(kGap);
    if (!right.isEmpty()) {
        m_painter->setFont(right_font);
        m_painter->setPen(colorOf(rightStyle));
        m_painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, right);
    }
    m_painter->setFont(font);
    m_painter->setPen(color.isValid() ? color : colorOf(style));
    m_painter->drawText(row, Qt::AlignLeft | Qt::AlignVCenter, fittedLine(left, font, row.width() - wide));
}

void TextFlow::paragraph(const QString& text, Style style, const QString& mark) {
    const QFont font = fontOf(style);
    const QFontMetricsF metrics(font);
    const double indent = mark.isEmpty() ? 0 : scaled(kIndent), step = metrics.height() + scaled(1);
    constexpr int kEveryLine = 10'000;
    const QStringList lines = text.split('\n');
    if (m_painter) {
        m_painter->setFont(font);
        m_painter->setPen(colorOf(style));
        if (!mark.isEmpty()) m_painter->drawText(QPointF(m_area.left(), m_y + metrics.ascent()), mark);
    }
    for (const QString& part : lines)
        for (const QString& line : fittedLines(part, font, std::max(1.0, m_area.width() - indent), kEveryLine)) {
            if (m_painter) m_painter->drawText(QPointF(m_area.left() + indent, m_y + metrics.ascent()), line);
            m_y += step;
        }
    m_y += scaled(kLead);
}

void TextFlow::space(double height) {
    m_y += scaled(height);
}

void TextFlow::rule() {
    m_y += scaled(5);
    if (m_painter) {
        m_painter->setPen(QPen(theme().color(Token::Hairline), 1));
        m_painter->drawLine(QPointF(m_area.left(), m_y), QPointF(m_area.right(), m_y));
    }
    m_y += scaled(6);
}

QRectF TextFlow::around(double top, double bottom) const {
    return {m_area.left() - scaled(6), top - scaled(2), m_area.width() + scaled(12), bottom - top + scaled(2)};
}

void TextFlow::ground(double top, double bottom) const {
    if (!m_painter) return;
    m_painter->setPen(Qt::NoPen);
    m_painter->setBrush(theme().color(Token::SelectionGround));
    m_painter->drawRoundedRect(around(top, bottom), 4, 4);
}

void TextFlow::outline(double top, double bottom) const {
    if (!m_painter) return;
    m_painter->setPen(QPen(theme().color(Token::Hairline), 1.2));
    m_painter->setBrush(Qt::NoBrush);
    m_painter->drawRoundedRect(around(top, bottom), 4, 4);
}

} // namespace ampscope::ui
