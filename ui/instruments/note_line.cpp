#include "ui/instruments/note_line.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

NoteLine::NoteLine(int most, QWidget* parent) : QWidget(parent), m_most(most) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    if (parent) parent->installEventFilter(this);
    hide();
}

void NoteLine::setText(const QString& text) {
    m_text = text;
    setToolTip(plainTip(text));
    setAccessibleName(text);
    setVisible(!text.isEmpty());
    fitHeight();
    update();
}

void NoteLine::fitHeight() {
    constexpr double kLowPanel = 210, kHighPanel = 300;
    const int high = parentWidget() ? parentWidget()->height() : 1000;
    const int most = high < scaled(kLowPanel) ? 1 : high < scaled(kHighPanel) ? std::min(2, m_most) : m_most;
    const QFont font = textFont(scaled(kTickPixels));
    const auto lines = fittedLines(m_text, font, std::max(1, width()), most).size();
    const int wanted = qCeil(QFontMetricsF(font).lineSpacing() * static_cast<double>(lines)) + 2;
    if (minimumHeight() != wanted || maximumHeight() != wanted) setFixedHeight(wanted);
}

bool NoteLine::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize) fitHeight();
    return QWidget::eventFilter(watched, event);
}

void NoteLine::resizeEvent(QResizeEvent*) {
    fitHeight();
}

void NoteLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(textFont(scaled(kTickPixels)));
    painter.setPen(theme().color(Token::Muted));
    drawFitted(painter, rect(), Qt::AlignLeft | Qt::AlignTop, m_text);
}

} // namespace ampscope::ui
