// One operation in a format: operands as they are stored, the exact result, its rounding, and IEEE's flags.
#pragma once

#include "ui/instruments/named_lines.h"
#include "ui/instruments/numbers/number_instrument.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace ampscope::ui {

class FormatButton;

/// Two values and an operation (one for a square root, three for fma), edited in the instrument.
class ArithmeticView : public NumberInstrument {
    Q_OBJECT
  public:
    explicit ArithmeticView(QWidget* parent = nullptr);

    QLineEdit* operand(int index) const { return m_operands[static_cast<std::size_t>(index)]; }
    QComboBox* operation() const { return m_operation; }
    const numeric::Computed& computed() const { return m_computed; }
    TextTable numbers() const override;

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    void follow() override;
    int drawingTop() const override;

  private:
    std::vector<NamedLine> lines() const;
    void drawFlags(QPainter& painter, const QRectF& area) const;

    FormatButton* m_format;
    QWidget* m_controls;
    std::array<QLineEdit*, 3> m_operands;
    QComboBox* m_operation;
    QLabel* m_more; ///< the sign before the third operand
    std::vector<numeric::Conversion> m_stored;
    numeric::Computed m_computed;
};

} // namespace ampscope::ui
