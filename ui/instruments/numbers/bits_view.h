// One value in several formats, bit by bit, and what exists near it.
#pragma once

#include <vector>

#include "ui/instruments/numbers/number_instrument.h"
#include "ui/instruments/numbers/number_text.h"

namespace ampscope::ui {

class LibTorchCasts;

/// A row per format with its bits as buttons, aligned at the border of exponent and mantissa.
///
/// Mouse: click flips a bit, dragging paints what the first click made. Keys: arrows move between bits and rows, Space
/// flips, Page Up and Page Down go to the next value, Delete removes the row. Ctrl+C copies the code with its format,
/// Ctrl+V reads a value or such a code, Ctrl+Shift+V reads a bare code of the row's format. The menu copies the value
/// for C and Python, and adds and removes formats.
class BitsView : public NumberInstrument {
    Q_OBJECT
  public:
    explicit BitsView(QWidget* parent = nullptr);

    /// Lower rows, where there is little height.
    void setLow(bool low);
    /// Larger cells and words, on screens with room for them.
    void setZoom(double zoom);
    /// Stands LibTorch's own casts beside the exact ones; not owned.
    void setLibTorch(LibTorchCasts* casts);
    const std::vector<numeric::Conversion>& rows() const { return m_rows; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    TextTable numbers() const override;

    /// Flips bit `bit` (0 is the lowest) of row `row`, as a click does.
    void flip(int row, int bit);
    /// The cursor of the keyboard.
    int currentRow() const { return m_row; }
    int currentBit() const { return m_bit; }
    const numeric::Conversion& current() const { return m_rows[static_cast<std::size_t>(m_row)]; }
    /// The next number of the current row's format, up or down.
    void step(bool up);
    void copy(CopyAs kind) const;
    /// Reads the clipboard: a value, an expression, a code with its format, or what copy() writes. With `asCode` a bare
    /// code of the current row's format.
    void paste(bool asCode = false);
    /// Shows a format that is not shown, or takes away one that is; the last one stays.
    void toggleFormat(const numeric::FloatFormat& format);
    /// Puts the cursor into the format's row, where it has one.
    void goToFormat(const numeric::FloatFormat& format);
    /// What a screen reader hears about the bit under the cursor: "fp16, exponent bit 3, one, value 8".
    QString spokenBit() const;
    /// Of a bit, for tests.
    QRectF bitRect(int row, int bit) const { return bitRect(rect(), row, bit); }

  Q_SIGNALS:
    /// A row's bits were changed: the number is the one of this code now.
    void codeChosen(const ampscope::numeric::FloatFormat& format, const ampscope::numeric::Code& code);
    /// The cursor is in another row, or the row holds another value.
    void currentChanged();

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    void follow() override;
    void buildMenu() override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    struct Place {
        int row, bit;
        bool operator==(const Place&) const = default;
    };
    QRectF rowRect(const QRectF& area, int row) const;
    QRectF bitRect(const QRectF& area, int row, int bit) const;
    double rowHeight() const;
    double sized(double pixels) const; ///< scaled(), and zoomed
    double cellWidth(const QRectF& area) const;
    std::optional<Place> placeAt(const QPointF& point) const;
    int rowAt(const QPointF& point) const; ///< -1 for none
    bool bitIsSet(int row, int bit) const;
    void setBit(int row, int bit, bool on);
    void drawRow(QPainter& painter, const QRectF& area, int row) const;
    void drawBits(QPainter& painter, const QRectF& area, int row) const;
    /// Third line at the right: where the number is from, and LibTorch's where it differs.
    std::pair<QString, bool> sourceWords(const numeric::Conversion& row) const;
    void choose(const numeric::FloatFormat& format, const numeric::Code& code);
    void moveTo(int row, int bit);
    void askLibTorch();

    std::vector<numeric::Conversion> m_rows;
    QPointer<LibTorchCasts> m_libtorch;
    int m_row = 0, m_bit = 0;
    bool m_low = false;
    double m_zoom = 1;
    std::optional<bool> m_painting; ///< what dragging makes of the bits it passes
    std::optional<Place> m_lastPainted;
};

/// The numbers of each format around the value, on one axis.
class NumberLine : public NumberInstrument {
    Q_OBJECT
  public:
    explicit NumberLine(QWidget* parent = nullptr);
    TextTable numbers() const override;

  Q_SIGNALS:
    /// A tick was clicked; the number is that one now.
    void codeChosen(const ampscope::numeric::FloatFormat& format, const ampscope::numeric::Code& code);

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    void follow() override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    struct Lane {
        numeric::FloatFormat format;
        std::vector<numeric::Code> codes; ///< inside the range, ascending; empty when too dense to be told apart
        bool dense = false;
    };
    double pixelOf(const QRectF& axis, double value) const;
    QRectF axisRect(const QRectF& area) const;

    std::vector<Lane> m_lanes;
    double m_value = 0, m_lower = 0, m_upper = 1;
    bool m_isShown = false;
};

} // namespace ampscope::ui
