// What the instruments of single numbers have in common: a shared number, exports, the same numbers as a table.
#pragma once

#include "ui/instruments/drawn_instrument.h"
#include "ui/instruments/numbers/number_model.h"

namespace ampscope::ui {

class FormatButton;

/// Looks at a NumberModel instead of a run; until it is given one it has its own, so that it stands alone in a lesson.
class NumberInstrument : public DrawnInstrument {
    Q_OBJECT
  public:
    explicit NumberInstrument(const QString& id, QWidget* parent = nullptr);

    /// The number to show; not owned.
    void setNumber(NumberModel* number);
    NumberModel* number() const { return m_number; }
    const NumberState& state() const { return m_number->state(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    /// How the numbers were rounded.
    QString caption() const override;
    /// A button for the header that chooses one of the number's formats, as an undo step. `accepts` as in FormatMenu.
    FormatButton* makeFormatButton(numeric::FloatFormat NumberState::*which,
                                   std::function<bool(const numeric::FloatFormat&)> accepts = {});
    void resizeEvent(QResizeEvent* event) override;

  private:
    QPointer<NumberModel> m_number;
    NumberModel* m_own;
};

} // namespace ampscope::ui
