// A label that ends in "…" where a plain one would be cut off.
#pragma once

#include <QPainter>
#include <QWidget>

#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

/// One line of text that gives way: its tooltip is the whole of it.
class ElidedLabel : public QWidget {
  public:
    explicit ElidedLabel(Token ink = Token::Muted, int weight = QFont::Normal, QWidget* parent = nullptr)
        : QWidget(parent), m_ink(ink), m_weight(weight) {
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    }
    const QString& text() const { return m_text; }
    void setText(const QString& text) {
        if (text == m_text) return;
        m_text = text;
        setToolTip(plainTip(text));
        setAccessibleName(text);
        updateGeometry();
        update();
    }
    double textWidth() const { return QFontMetricsF(font()).horizontalAdvance(m_text) + 1; }
    QSize sizeHint() const override { return {qCeil(textWidth()), qCeil(QFontMetricsF(font()).height())}; }
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setFont(font());
        painter.setPen(theme().color(m_ink));
        painter.drawText(QRectF(0, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         fittedLine(m_text, font(), width()));
    }

  private:
    QFont font() const { return textFont(scaled(kChromePixels), m_weight); }
    QString m_text;
    Token m_ink;
    int m_weight;
};

} // namespace ampscope::ui
