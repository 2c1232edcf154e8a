// One value in several formats, bit by bit, and what exists near it.
#pragma once

#include <vector>

#include "core/numeric/conversion.h"
#include "ui/instruments/instrument.h"

namespace ampscope::ui {

/// The value that the Bits lab is about, and the formats it is shown in. Everything else is computed from it.
struct BitsState {
    numeric::ExactValue value = numeric::ExactValue::finite(numeric::Rational(1) / 10);
    QString text = "0.1"; ///< as it was entered
    std::vector<numeric::FloatFormat> formats;
    numeric::Rounding rounding = numeric::Rounding::NearestEven;
    bool operator==(const BitsState& other) const {
        return text == other.text && formats == other.formats && rounding == other.rounding;
    }
};
/// fp32, fp16, bf16, E4M3, E5M2.
std::vector<numeric::FloatFormat> defaultFormats();

/// A row per format with its bits as buttons, aligned at the border of exponent and mantissa.
///
/// Mouse: click flips a bit, dragging paints what the first click made. Keys: arrows move between bits and rows, Space
/// flips, Page Up and Page Down go to the next value, Ctrl+C copies the row's code.
class BitsView : public Instrument {
    Q_OBJECT
  public:
    explicit BitsView(QWidget* parent = nullptr);

    void setState(const BitsState& state);
    /// Lower rows, where there is little height.
    void setLow(bool low);
    const std::vector<numeric::Conversion>& rows() const { return m_rows; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// Flips bit `bit` (0 is the lowest) of row `row`, as a click does.
    void flip(int row, int bit);
    /// The cursor of the keyboard.
    int currentRow() const { return m_row; }
    int currentBit() const { return m_bit; }
    /// What a screen reader hears about the bit under the cursor: "fp16, exponent bit 3, one, value 8".
    QString spokenBit() const;

  Q_SIGNALS:
    /// A row's bits were changed: the new value is the one of this code.
    void codeChosen(const ampscope::numeric::FloatFormat& format, const ampscope::numeric::Code& code);

  protected:
    void update() override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    struct Place {
        int row, bit;
        bool operator==(const Place&) const = default;
    };
    QRectF rowRect(int row) const;
    QRectF bitRect(int row, int bit) const;
    double rowHeight() const;
    double cellWidth() const;
    std::optional<Place> placeAt(const QPointF& point) const;
    bool bitIsSet(int row, int bit) const;
    void setBit(int row, int bit, bool on);
    void paintRow(QPainter& painter, int row);
    void moveTo(int row, int bit);
    void buildMenu();

    BitsState m_state;
    std::vector<numeric::Conversion> m_rows;
    int m_row = 0, m_bit = 0;
    bool m_low = false;
    std::optional<bool> m_painting; ///< what dragging makes of the bits it passes
    std::optional<Place> m_lastPainted;
};

/// The numbers of each format around the value, on one axis.
class NumberLine : public Instrument {
    Q_OBJECT
  public:
    explicit NumberLine(QWidget* parent = nullptr);
    void setState(const BitsState& state);
    QSize sizeHint() const override;

  Q_SIGNALS:
    /// A tick was clicked.
    void codeChosen(const ampscope::numeric::FloatFormat& format, const ampscope::numeric::Code& code);

  protected:
    void update() override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

  private:
    struct Lane {
        numeric::FloatFormat format;
        std::vector<numeric::Code> codes; ///< inside the range, ascending; empty when too dense to be told apart
        bool dense = false;
    };
    double pixelOf(double value) const;
    QRectF axisRect() const;

    BitsState m_state;
    std::vector<Lane> m_lanes;
    double m_value = 0, m_lower = 0, m_upper = 1;
    bool m_isShown = false;
};

} // namespace ampscope::ui
