// The line above the labs of single numbers: the value, its presets, how it is rounded.
#pragma once

#include <QWidget>

#include "ui/instruments/numbers/number_model.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace ampscope::ui {

class FlowLayout;

/// Edits a NumberModel. A text that cannot be read stays in its field, and a line below says where it went wrong.
class NumberBar : public QWidget {
    Q_OBJECT
  public:
    explicit NumberBar(NumberModel& number, QWidget* parent = nullptr);

    QLineEdit* entry() const { return m_entry; }
    QComboBox* modes() const { return m_modes; }
    QComboBox* policies() const { return m_policies; }
    QCheckBox* flush() const { return m_flush; }
    /// A preset as a button. `why` is asked again after every change of language.
    void addExample(const QString& shown, const QString& value, std::function<QString()> why);
    /// The corner cases of the core, by format, in a menu.
    void addCornerCases();
    void addControl(QWidget* control);
    /// Selectors for rounding, overflow and subnormals.
    void addRounding();
    /// "" while everything has been understood.
    QString errorText() const;

  private:
    void show();
    void takeCase(std::string_view id);

    NumberModel& m_number;
    QLineEdit* m_entry;
    QLabel* m_message;
    QComboBox *m_modes = nullptr, *m_policies = nullptr;
    QCheckBox* m_flush = nullptr;
    FlowLayout* m_flow;
};

} // namespace ampscope::ui
