// All 256 codes of an 8-bit format as a map of 16 by 16.
#pragma once

#include "ui/instruments/numbers/number_instrument.h"

namespace ampscope::ui {

class FormatButton;

/// Rows are the high hexadecimal digit, columns the low one. The number's own code is framed.
///
/// Mouse: hovering reads a code, a click takes it as the number. Keys: arrows, Home, End, Page Up and Page Down move
/// the cursor, Enter and Space take the code under it.
class CodeTable : public NumberInstrument {
    Q_OBJECT
  public:
    explicit CodeTable(QWidget* parent = nullptr);

    /// The code that the cursor or the mouse points at.
    int cursor() const { return m_cursor; }
    /// What stands below the map: "0x3C · 0 0111 100 · 1.5 · normal".
    QString reading() const;
    TextTable numbers() const override;
    QSize minimumSizeHint() const override;
    /// Of a code, for tests.
    QRectF cellRect(int code) const { return cellRect(drawnArea(), code); }

  Q_SIGNALS:
    /// A code was taken; it is the number now.
    void codeChosen(const ampscope::numeric::FloatFormat& format, const ampscope::numeric::Code& code);

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QRectF cellRect(const QRectF& area, int code) const;
    int codeAt(const QPointF& point) const; ///< -1 for none
    void moveTo(int code);
    void take(int code);
    int ownCode() const;
    void drawLegend(QPainter& painter, const QRectF& area) const;

    FormatButton* m_format;
    numeric::FloatFormat m_shown; ///< whose words are in m_labels
    QStringList m_labels;         ///< short values, by code
    int m_cursor = 0;
    std::optional<int> m_hover;
};

} // namespace ampscope::ui
