// One row of the field table: name, control, meaning, range, default, and the way back to it.
#pragma once

#include <QWidget>

#include "core/scenario/fields.h"

class QLabel;
class QToolButton;

namespace ampscope::ui {

class FieldEditor;

class FieldRow : public QWidget {
    Q_OBJECT
  public:
    explicit FieldRow(const scenario::Field& field, QWidget* parent = nullptr);

    const QString& path() const { return m_path; }
    void setValue(const scenario::Scenario& scenario);
    FieldEditor* editor() const { return m_editor; }
    bool isChanged() const { return m_isChanged; }
    QToolButton* backButton() const { return m_back; }
    /// What the field needs in order to have an effect, as a sentence with a link; "" where it has one.
    QString needs() const;
    /// What a search looks into, in the window's language.
    QString searchWords() const;

  Q_SIGNALS:
    void edited(const QString& path, const QString& value);

  private:
    void showWords();

    const scenario::Field& m_field;
    QString m_path, m_needed;
    bool m_isChanged = false;
    FieldEditor* m_editor;
    QToolButton* m_back;
    QLabel *m_mark, *m_meaning, *m_range, *m_needs;
};

} // namespace ampscope::ui
