// The settings of the window. Every change shows at once; Cancel takes all of them back.
#pragma once

#include <QDialog>
#include <functional>

#include "ui/shell/settings.h"

class QButtonGroup;
class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSlider;
class QSpinBox;

namespace ampscope::ui {

class SettingsDialog : public QDialog {
    Q_OBJECT
  public:
    /// `apply` puts settings in place: after each change, and with those of before on Cancel. Language and theme may
    /// also be switched by other means while the dialog is open (Ctrl+L, Ctrl+T): it follows, and Cancel lets that be.
    SettingsDialog(const Settings& settings, std::function<void(const Settings&)> apply, QWidget* parent);
    ~SettingsDialog() override;

    const Settings& settings() const { return m_next; }
    /// The data folder from the next start on; "~/x" lies in the home folder. False, with the reason below its line,
    /// when it cannot be used.
    bool setDataFolder(const QString& asked);
    void resetAll();
    /// "type-size", "data-folder", …: gives the keyboard to that row.
    void jumpTo(const QString& row);
    /// Ids and names of the rows, for the search.
    static QList<std::pair<QString, std::function<QString()>>> rows();
    /// Asks for a folder; replaced in tests. "" when the user gives up.
    static std::function<QString(QWidget* parent, const QString& now)> askForFolder;

  public Q_SLOTS:
    void reject() override;

  private:
    void addRow(const QString& id, QWidget* control, std::function<QString()> help);
    QWidget* choices(QButtonGroup* group, std::vector<std::pair<int, std::function<QString()>>> all);
    void build();
    void changed();
    void showValues(const Settings& settings);
    void showFolder();
    void followLanguage();
    void followTheme();

    Settings m_before, m_next;
    std::function<void(const Settings&)> m_apply;
    QFormLayout* m_form;
    QButtonGroup *m_language, *m_theme;
    QSlider* m_sizeSlider;
    QSpinBox *m_size, *m_threads;
    QCheckBox *m_calm, *m_welcome;
    QLineEdit* m_folder;
    QLabel *m_folderNote, *m_folderError;
    bool m_isShowing = false;
};

} // namespace ampscope::ui
