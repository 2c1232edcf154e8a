// The left side of a lab with runs: what it is about, its presets, its settings.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

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
    std::vector<std::pair<const char*, const char*>> changes; ///< of the default scenario: field, value
    int seeds = 1;                                            ///< Train lab
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
    /// Undo, redo and reset. The stack must outlive the form's use of it.
    void addUndo(QUndoStack& stack, std::function<void()> reset);
    void finish();

    const LabPreset* preset(const QString& id) const;
    /// The preset that is shown; "" when the settings are nobody's.
    void showSettings(const scenario::Scenario& scenario, const QString& presetId);

  Q_SIGNALS:
    void presetChosen(const QString& id);
    void edited(const QString& path, const QString& value);

  private:
    std::vector<LabPreset> m_list;
    QVBoxLayout* m_column;
    QLabel *m_heading, *m_hint;
    QComboBox* m_presets;
    QString m_shown;
    QList<FieldEditor*> m_editors;
};

} // namespace ampscope::ui
