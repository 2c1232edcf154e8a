// One number in fp32, fp16, bf16 and fp8, down to the bit.
#pragma once

#include "ui/instruments/numbers/bits_view.h"
#include "ui/labs/page.h"

class QBoxLayout;
class QScrollArea;

namespace ampscope::train {
class ComputeThread;
}

namespace ampscope::ui {

class NumberBar;
class NumberCard;

class BitsLab : public Page {
    Q_OBJECT
  public:
    /// With a compute thread, LibTorch's own casts stand beside the exact ones.
    explicit BitsLab(train::ComputeThread* thread = nullptr, QWidget* parent = nullptr);

    QString title() const override { return tr("Bits"); }
    QString section() const override { return tr("Labs"); }
    void reset() override;
    QWidget* firstFocus() override;
    bool isSettled() const override;
    QString commandLine() const override;
    void takeNumber(const QString& text, const QString& format) override;

    /// Reads a value as typed; a text that cannot be read leaves everything as it is and says where it went wrong.
    void enterText(const QString& text) override { m_number->enterText(text); }
    const NumberState& state() const { return m_number->state(); }
    NumberModel* number() const { return m_number; }
    BitsView* bits() const { return m_bits; }
    NumberCard* card() const { return m_card; }
    NumberBar* bar() const { return m_bar; }
    QString errorText() const;
    QUndoStack* undoStack() override { return m_number->undoStack(); }

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void arrange();

    NumberModel* m_number;
    LibTorchCasts* m_libtorch = nullptr;
    NumberBar* m_bar;
    BitsView* m_bits;
    NumberLine* m_line;
    NumberCard* m_card;
    QBoxLayout* m_sides; ///< rows, and the card beside or below them
};

} // namespace ampscope::ui
