// A combo box with an arrow in the colours of the theme: style sheets can only take one from a file.
#pragma once

#include <QComboBox>
#include <QPainter>
#include <QWheelEvent>

#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

class ComboBox : public QComboBox {
  public:
    using QComboBox::QComboBox;

  protected:
    void paintEvent(QPaintEvent* event) override {
        QComboBox::paintEvent(event);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme().color(isEnabled() ? Token::Muted : Token::Hairline), 1.6));
        const QPointF tip(width() - scaled(16), height() / 2.0 + scaled(2));
        painter.drawLine(tip, tip + QPointF(-scaled(4), -scaled(4)));
        painter.drawLine(tip, tip + QPointF(scaled(4), -scaled(4)));
    }
    void wheelEvent(QWheelEvent* event) override { event->ignore(); } // scrolling a form must not change it
};

} // namespace ampscope::ui
