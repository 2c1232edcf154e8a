// A control for one field of a scenario, made from the field table.
#pragma once

#include <QWidget>

#include "core/scenario/fields.h"

class QLabel;

namespace ampscope::ui {

/// A check box, a choice, a number or, for the loss scale and the loss multiplier, a slider over powers. Its tooltip is
/// the field's meaning. Values that the field does not take are refused with a sentence under the control.
class FieldEditor : public QWidget {
    Q_OBJECT
  public:
    enum class Numbers {
        Sliders, ///< of the fields that have one
        Typed,   ///< every value can be entered to the last digit
    };
    explicit FieldEditor(const QString& path, Numbers numbers = Numbers::Sliders, QWidget* parent = nullptr);

    const QString& path() const { return m_path; }
    /// Shows the field's value; does not say edited().
    void setValue(const scenario::Scenario& scenario);
    /// A sentence under the control, until the next setValue().
    void showError(const QString& words);
    QString error() const;

  Q_SIGNALS:
    /// The user has chosen this value; it has been checked.
    void edited(const QString& path, const QString& value);

  private:
    void offer(const QString& value);
    void buildSlider(int least, int most, const QString& base);
    void buildPlain();
    void buildLine();

    QString m_path;
    const scenario::Field* m_field;
    QLabel *m_name, *m_error;
    std::function<void(const scenario::Scenario&)> m_show;
    bool m_isShowing = false;
};

/// Short names of fields for labels: "initial scale".
QString fieldLabel(const QString& path);
/// What a field counts, "steps"; "" for a bare number.
QString unitText(const scenario::Field& field);

} // namespace ampscope::ui
