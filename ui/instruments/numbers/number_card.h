// Everything about one value in one format, said in lines: fields, class, neighbours, errors, the decision, LibTorch.
#pragma once

#include <QToolButton>

#include "ui/instruments/named_lines.h"
#include "ui/instruments/numbers/number_instrument.h"

namespace ampscope::ui {

class LibTorchCasts;

/// Lines of a name and what it is. Buttons go to the next numbers of the format.
class NumberCard : public NumberInstrument {
    Q_OBJECT
  public:
    explicit NumberCard(QWidget* parent = nullptr);

    /// The format to speak of; until it is called, the number's own.
    void setFormat(const numeric::FloatFormat& format);
    void setLibTorch(LibTorchCasts* casts);
    /// Offers to show how the value is rounded; the owner answers roundingAsked().
    void offerRounding() { m_how->show(); }
    const numeric::Conversion& conversion() const { return *m_conversion; }
    TextTable numbers() const override;

  Q_SIGNALS:
    /// The button "Rounding": this value, in this format.
    void roundingAsked();

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    void follow() override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    std::vector<NamedLine> lines() const;
    void step(bool up);

    std::optional<numeric::FloatFormat> m_format;
    std::optional<numeric::Conversion> m_conversion;
    QPointer<LibTorchCasts> m_libtorch;
    QToolButton *m_down, *m_up, *m_how;
};

} // namespace ampscope::ui
