// Words below each other: lines with something at their right end, paragraphs that wrap. Measures without a painter.
#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>

#include "ui/plot/theme.h"

namespace ampscope::ui {

/// Draws in the theme and type size of the moment. Lengths are in units of scale 1.
class TextFlow {
  public:
    /// `painter` nullptr: nothing is drawn, only height() counts.
    TextFlow(QPainter* painter, const QRectF& area) : m_painter(painter), m_area(area), m_y(area.top()) {}

    enum class Style { Heading, Strong, Plain, Muted, Number };
    /// One line, cut where it is too long; `right` stands at its end and is whole.
    void line(const QString& left, const QString& right = {}, Style style = Style::Plain,
              Style rightStyle = Style::Muted, const QColor& color = {});
    /// Wrapped at words. `mark` stands before its first line, where the others are indented.
    void paragraph(const QString& text, Style style = Style::Plain, const QString& mark = {});
    void space(double height);
    void rule();
    /// Behind what will be drawn from `top` to `bottom`: a selected row; around it: the one that the keyboard is at.
    void ground(double top, double bottom) const;
    void outline(double top, double bottom) const;

    double y() const { return m_y; }
    void moveTo(double y) { m_y = y; }
    const QRectF& area() const { return m_area; }
    QPainter* painter() const { return m_painter; }

  private:
    QRectF around(double top, double bottom) const;
    static QFont fontOf(Style style);
    static QColor colorOf(Style style);

    QPainter* m_painter;
    QRectF m_area;
    double m_y;
};

} // namespace ampscope::ui
