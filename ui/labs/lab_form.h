// The left side of a lab: what it is about, its presets, its settings, and what can be done with them.
#pragma once

#include <QMap>
#include <QWidget>
#include <functional>
#include <vector>

#include "core/scenario/fields.h"
#include "core/scenario/scenario.h"

class QComboBox;
class QLabel;
class QUndoStack;
class QVBoxLayout;

namespace ampscope::ui {

class FieldEditor;

/// A setting of a lab that is worth looking at.
struct LabPreset {
    QString id;
    std::function<QString()> title, meaning;                  ///< in the window's language
    std::vector<std::pair<const char*, const char*>> changes; ///< of the lab's first scenario: field, value
    QMap<QString, QString> more = {};                         ///< of LabState::more
};

class LabForm : public QWidget {
    Q_OBJECT
  public:
    LabForm(std::vector<LabPreset> presets, QWidget* parent = nullptr);

    /// Said again after every change of language.
    void setWords(std::function<QString()> heading, std::function<QString()> hint);
    /// An editor for a field of the scenario, below what is there.
    void addField(const char* path);
    /// Any other control. A label that names it comes before it where `name` is given.
    void add(QWidget* control, std::function<QString()> name = nullptr);
    /// Undo, redo and reset, always in sight. The stack must outlive the form's use of them.
    void addUndo(QUndoStack& stack, std::function<void()> reset);
    /// Buttons in a line below them.
    void addTools(const QList<QWidget*>& buttons);

    const LabPreset* preset(const QString& id) const;
    QStringList presetIds() const;
    /// The preset that is shown; "" when the settings are nobody's.
    void showSettings(const scenario::Scenario& scenario, const QString& presetId);
    /// What does not go together: under the editor of its field, or above all where there is none.
    void showProblems(const std::vector<scenario::Problem>& problems);

  Q_SIGNALS:
    void presetChosen(const QString& id);
    void edited(const QString& path, const QString& value);

  private:
    void showPreset();

    std::vector<LabPreset> m_list;
    QVBoxLayout *m_column, *m_foot;
    QLabel *m_heading, *m_hint, *m_problem;
    QComboBox* m_presets;
    QString m_shown;
    QList<FieldEditor*> m_editors;
};

} // namespace ampscope::ui
