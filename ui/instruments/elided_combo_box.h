// A combo box whose text ends in "…" where it is too long, instead of in half a letter.
#pragma once

#include <QStyleOptionComboBox>

#include "ui/instruments/combo_box.h"

namespace ampscope::ui {

class ElidedComboBox : public ComboBox {
  public:
    using ComboBox::ComboBox;

  protected:
    void initStyleOption(QStyleOptionComboBox* option) const override {
        ComboBox::initStyleOption(option);
        const QRect field = style()->subControlRect(QStyle::CC_ComboBox, option, QStyle::SC_ComboBoxEditField, this);
        option->currentText = fontMetrics().elidedText(option->currentText, Qt::ElideRight, field.width() - 6);
    }
};

} // namespace ampscope::ui
