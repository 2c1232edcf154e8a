// Instruments that paint what they show: with exports, copies and the same facts as a table.
#pragma once

#include "ui/instruments/instrument.h"
#include "ui/plot/export.h"

class QLabel;
class QScrollArea;
class QTableWidget;

namespace ampscope::ui {

/// Paints itself below its header with theme() and scaled(); the same painting goes to paper.
class DrawnInstrument : public Instrument {
    Q_OBJECT
  public:
    explicit DrawnInstrument(const QString& id, QWidget* parent = nullptr);

    /// Everything that is drawn, as texts.
    virtual TextTable numbers() const = 0;
    bool showsTable() const;
    void setShowsTable(bool table);
    Exhibit exhibit() override;

  protected:
    /// Size of what is drawn, in units of scale 1, at a width of at most `width`.
    virtual QSizeF drawnSize(double width) const = 0;
    virtual void draw(QPainter& painter, const QRectF& area) const = 0;
    /// Below exports: where the numbers come from.
    virtual QString caption() const = 0;
    virtual void buildMenu();
    /// Title, spoken text and whatever else follows from what is looked at.
    virtual void follow() = 0;
    /// Says the description to screen readers, also when only it has changed.
    void speak(const QString& description);
    /// Where the drawing begins: below the header, and below controls of its own that a class puts into the body.
    virtual int drawingTop() const { return headerBottom(); }
    /// Where draw() paints on the screen.
    QRectF drawnArea() const;
    /// Standard entries: exports, copies, the table.
    void addCommonEntries();
    /// In the middle: why there is nothing to draw.
    static void drawNothing(QPainter& painter, const QRectF& area, const QString& why);
    /// The table takes the place of the drawing, or gives it back.
    virtual void tableShown(bool table) { Q_UNUSED(table); }
    virtual bool paintsItself() const { return true; }

    void update() final;
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

    static constexpr double kSideMargin = 14, kBelowMargin = 12; ///< around what is drawn
    static constexpr double kPaperWidth = 720;                   ///< of exports, in 1/96 inch

  private:
    void fillTable();

    QTableWidget* m_table = nullptr; ///< made when it is first asked for
    TextTable m_filled;              ///< what it shows
};

/// One whose drawing may be higher than the panel: it is painted on a canvas in a scroll area. It is made of items
/// (rows, tiles, pills) that the pointer and the arrow keys go to; a click, Enter or Space acts on one.
class ScrolledInstrument : public DrawnInstrument {
    Q_OBJECT
  public:
    explicit ScrolledInstrument(const QString& id, QWidget* parent = nullptr);
    QSize sizeHint() const override { return {420, 300}; }
    QSize minimumSizeHint() const override { return {220, 150}; }
    /// What is painted on.
    QWidget* canvas() const { return m_canvas; }
    virtual std::size_t itemCount() const = 0;
    /// In the coordinates of the canvas.
    virtual QRectF itemBox(std::size_t item) const = 0;
    /// The item that the pointer is over, or else the keyboard is at.
    std::optional<std::size_t> item() const { return m_hover ? m_hover : m_cursor; }
    void moveTo(std::size_t item);

  protected:
    bool paintsItself() const override { return false; }
    void tableShown(bool table) override;
    /// The canvas is as wide as the panel and as high as what is drawn. To be called when that has changed.
    void fitCanvas();
    QRectF canvasArea() const;
    /// y of the canvas at the upper and at the lower edge of what is in sight.
    double visibleTop() const { return -m_canvas->y(); }
    double visibleBottom() const;
    /// What is drawn will be drawn into this area of the canvas from now on.
    virtual void canvasFitted(const QRectF& area) { Q_UNUSED(area); }
    /// The line below: what stands at item(), or how to read the drawing. Room for `lines` lines.
    void setReading(const QString& words, int lines = 2);
    virtual void activate(std::size_t item) = 0;
    /// item() is another one.
    virtual void tell() = 0;
    /// The items are others: none of them is looked at.
    void forgetItem();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    std::optional<std::size_t> itemAt(const QPointF& point) const;
    std::optional<std::size_t> itemBeyond(std::size_t from, int by) const;

    QScrollArea* m_scroll;
    QWidget* m_canvas;
    QLabel* m_reading;
    std::optional<std::size_t> m_cursor, m_hover;
};

} // namespace ampscope::ui
