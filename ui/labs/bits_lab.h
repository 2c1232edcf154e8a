// One number in fp32, fp16, bf16 and fp8, down to the bit.
#pragma once

#include <QUndoStack>

#include "ui/instruments/bits_view.h"
#include "ui/labs/page.h"

class QLabel;
class QLineEdit;
class QHBoxLayout;

namespace ampscope::ui {

class BitsLab : public Page {
    Q_OBJECT
  public:
    explicit BitsLab(QWidget* parent = nullptr);

    QString title() const override { return tr("Bits"); }
    QString section() const override { return tr("Labs"); }
    void reset() override;
    QWidget* firstFocus() override;

    /// Reads a value as typed; a text that cannot be read leaves everything as it is and says where it went wrong.
    void enterText(const QString& text);
    const BitsState& state() const { return m_state; }
    BitsView* bits() const { return m_bits; }
    QString errorText() const;
    QUndoStack* undoStack() { return &m_undo; }

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void apply(const BitsState& state);
    void change(const BitsState& state);
    void chooseCode(const numeric::FloatFormat& format, const numeric::Code& code);

    BitsState m_state;
    QLineEdit* m_entry;
    QLabel* m_message;
    BitsView* m_bits;
    NumberLine* m_line;
    QUndoStack m_undo;
};

} // namespace ampscope::ui
