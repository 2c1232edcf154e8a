// The run shelf: every kept run in a table that can be searched, sorted, named, pinned, deleted and taken out.
#pragma once

#include <QUndoStack>
#include <functional>

#include "ui/instruments/instrument.h"
#include "ui/instruments/runs/run_files.h"
#include "ui/instruments/runs/run_list_model.h"

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace ampscope::ui {

class ComboBox;
class NoteLine;
class RunTable;

/// On a lesson's stage it begins with the runs of that lesson. What is changed can be undone (undoStack()).
class RunsView : public Instrument {
    Q_OBJECT
  public:
    /// As many as fit side by side.
    static constexpr int kMostCompared = 8;

    explicit RunsView(QWidget* parent = nullptr);

    RunListModel* model() const { return m_model; }
    RunTable* table() const { return m_table; }
    QUndoStack* undoStack() const { return m_undo; }
    QWidget* firstFocus() const;
    /// Ids, in the order of the list.
    QStringList selected() const;
    /// Once they are in the list.
    void select(const QStringList& ids);
    void setText(const QString& text);
    /// Only runs of that page; "" for all.
    void setPlace(const QString& page);
    void showDeleted(bool deleted);
    void showPinned(bool pinned);
    /// Nothing is on its way from or to the library.
    bool isSettled() const { return !m_model->isLoading() && m_pending == 0; }
    /// What stands under the list.
    QString summary() const;

    // What the buttons and keys do, with what is selected.
    void openSelected();
    void renameCurrent();
    /// Pins them, or, where all are pinned, takes the pins off.
    void pinSelected();
    /// In the list of deleted runs: brings them back.
    void deleteSelected();
    /// One file; of several runs one each, into a folder. Asks where.
    void exportSelected(RunFile kind);
    /// Records and journals; one notice says what came in, and what did not and why.
    void importFiles(const QStringList& paths);
    /// record.json or a journal (by the ending alone).
    static bool takes(const QString& path);

    // Asks the user; tests put answers in their place. Empty: the user has thought better of it.
    static std::function<QStringList(QWidget*)> askForFiles;
    static std::function<QString(QWidget*)> askForFolder;
    static std::function<bool(QWidget*, const QString& question)> askForConsent;

  Q_SIGNALS:
    /// To be looked at: one run, or up to kMostCompared side by side.
    void openAsked(const QStringList& ids);
    void pageAsked(const QString& id);

  protected:
    void update() override {}
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void build();
    void refreshWords();
    void refreshMenu();
    void refreshChoices();
    void refreshState();
    void filter();
    void fitTools();
    void act(const QString& words, std::function<void(record::RunStore&)> redo,
             std::function<void(record::RunStore&)> undo, const std::function<void()>& said = {});
    void rename(const QString& id, const QString& name);
    void purge();

    RunListModel* m_model;
    QUndoStack* m_undo;
    RunTable* m_table;
    QLineEdit* m_search;
    ComboBox *m_state, *m_precision, *m_place;
    QToolButton* m_pinned;
    QPushButton *m_open, *m_rename, *m_pin, *m_delete, *m_export, *m_import;
    QWidget *m_tools, *m_buttons, *m_nothing; ///< rows above and below the list, and what stands in its place
    QLabel *m_summary, *m_empty;
    QPushButton* m_emptyLab;
    NoteLine* m_rule;
    QMenu* m_exportMenu;
    QStringList m_wanted; ///< to be selected when the list is there
    bool m_placeIsSet = false;
    int m_pending = 0;
};

} // namespace ampscope::ui
