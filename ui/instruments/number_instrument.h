// What the instruments of single numbers have in common: a shared number, exports, the same numbers as a table.
#pragma once

#include "ui/instruments/instrument.h"
#include "ui/instruments/number_model.h"
#include "ui/plot/export.h"

class QTableWidget;

namespace ampscope::ui {

class FormatButton;

/// Paints itself below its header with theme() and scaled(); the same painting goes to paper. Looks at a NumberModel
/// instead of a run; until it is given one it has its own, so that it stands alone in a lesson.
class NumberInstrument : public Instrument {
    Q_OBJECT
  public:
    explicit NumberInstrument(const QString& id, QWidget* parent = nullptr);

    /// The number to show; not owned.
    void setNumber(NumberModel* number);
    NumberModel* number() const { return m_number; }
    const NumberState& state() const { return m_number->state(); }

    /// Everything that is drawn, as texts.
    virtual TextTable numbers() const = 0;
    bool showsTable() const;
    void setShowsTable(bool table);
    /// Writes what is drawn, in the print theme; tells the user when it cannot.
    bool exportTo(const QString& path);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  Q_SIGNALS:
    void noticed(const QString& message);

  protected:
    /// Size of what is drawn, in units of scale 1, at a width of at most `width`.
    virtual QSizeF drawnSize(double width) const = 0;
    virtual void draw(QPainter& painter, const QRectF& area) const = 0;
    /// For the caption of exports: how the numbers were rounded.
    virtual QString caption() const;
    virtual void buildMenu();
    /// Title and spoken text, and whatever else follows from the state.
    virtual void follow() = 0;
    /// Says the description to screen readers, also when only it has changed.
    void speak(const QString& description);
    /// Where the drawing begins: below the header, and below controls of its own that a class puts into the body.
    virtual int drawingTop() const { return headerBottom(); }
    /// Where draw() paints on the screen.
    QRectF drawnArea() const;
    /// A button for the header that chooses one of the number's formats, as an undo step. `accepts` as in FormatMenu.
    FormatButton* makeFormatButton(numeric::FloatFormat NumberState::*which,
                                   std::function<bool(const numeric::FloatFormat&)> accepts = {});
    /// Standard entries: exports, copies, the table.
    void addCommonEntries();

    void update() final;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    Drawing drawing() const;
    void askAndExport(const QString& ending);

    QPointer<NumberModel> m_number;
    NumberModel* m_own;
    QTableWidget* m_table = nullptr; ///< made when it is first asked for
};

} // namespace ampscope::ui
