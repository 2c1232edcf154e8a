// How one value is rounded to one format: the bits that are kept, those that decide, and what each mode makes of them.
#pragma once

#include "ui/instruments/numbers/number_instrument.h"

namespace ampscope::ui {

class FormatButton;

/// Cells for the kept bits, guard, round and sticky; the two neighbours on a line; a row per rounding mode.
///
/// Mouse: a click on a mode chooses it. Keys: Up and Down choose a mode, R draws again (stochastic), Page Up and Page
/// Down go to the next number of the format.
class RoundingView : public NumberInstrument {
    Q_OBJECT
  public:
    explicit RoundingView(QWidget* parent = nullptr);

    /// One per mode, in the order of all_roundings(); all with the seed's draw.
    const std::vector<numeric::Conversion>& rows() const { return m_rows; }
    /// That of the chosen mode.
    const numeric::Conversion& chosen() const;
    /// Draws that went away from zero, of kDraws with the seed.
    int draws() const { return m_draws; }
    static constexpr int kDraws = 1000;

    void chooseMode(numeric::Rounding mode);
    /// Another seed.
    void drawAgain();
    TextTable numbers() const override;
    /// Of mode `index`'s row, for tests.
    QRectF rowRect(std::size_t index) const { return rowRect(drawnArea(), index); }

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    void follow() override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QRectF rowRect(const QRectF& area, std::size_t index) const;
    void drawCells(QPainter& painter, const QRectF& area) const;
    void drawLine(QPainter& painter, const QRectF& area) const;
    void drawModes(QPainter& painter, const QRectF& area) const;
    QString cutWords() const;
    QString chanceWords() const;
    QString reasonWords() const;

    FormatButton* m_format;
    std::vector<numeric::Conversion> m_rows;
    int m_draws = 0;
};

} // namespace ampscope::ui
