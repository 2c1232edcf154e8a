// The run shelf: every kept run in a list; one of them looked at step by step, or several side by side.
#pragma once

#include <functional>

#include "ui/labs/page.h"

class QComboBox;
class QMenu;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace ampscope::ui {

class ElidedLabel;
class RunDifferences;
class RunGroup;
class RunsView;
class Stage;

class RunsPage : public Page {
    Q_OBJECT
  public:
    /// A page that takes settings over.
    struct Lab {
        QString id;
        std::function<QString()> title;
    };
    RunsPage(train::ComputeThread& thread, std::vector<Lab> labs, QWidget* parent = nullptr);

    QString title() const override;
    QString section() const override { return tr("Runs"); }
    bool isExact() const override { return false; }
    QWidget* firstFocus() override;
    bool isSettled() const override;
    QUndoStack* undoStack() override;
    QString commandLine() const override;
    /// "list"; of what is looked at "plots" or "table".
    bool showView(const QString& view) override;
    /// Ids or names of runs with commas between them, to be looked at; anything else is looked for.
    void enterText(const QString& text) override;
    QString refusal() const override { return m_refusal; }
    /// The run that is looked at: its steps can be chosen. nullptr while the list is shown.
    RunModel* run() const override;
    std::int64_t seed() const override;
    /// The chosen run again with these settings, in the lab that fits.
    void restart(std::optional<std::int64_t> seed) override;
    /// Looks at the step after the one that is looked at.
    void stepRuns() override;
    void reset() override;

    RunsView* list() const { return m_list; }
    RunGroup* group() const { return m_group; }
    Stage* stage() const { return m_stage; }
    RunDifferences* differences() const { return m_differences; }
    bool isLooking() const;

    /// Reads these runs and shows them.
    void look(const QStringList& ids);
    /// Records that need not be in the library.
    void showRecords(std::vector<record::RunRecord> records, const QStringList& names);
    /// Place of the lane that the others are compared to.
    void setReference(int lane);
    /// Pins what is selected, or looked at.
    void pin();
    /// Whether what is looked at stands in the library.
    bool isKept() const { return !m_ids.isEmpty(); }
    /// What is looked at as a report in that folder; tells how it went.
    void writeReport(const QString& folder);

  Q_SIGNALS:
    /// Settings for another page.
    void scenarioAsked(const QString& page, const scenario::Scenario& scenario);

  private:
    QWidget* buildLook();
    void refreshWords();
    void refreshLook();
    void fillReferences();
    void giveRuns();
    void choose(RunModel* run);
    void follow();

    RunsView* m_list;
    QStackedWidget *m_views, *m_sides;
    RunGroup* m_group;
    Stage* m_stage;
    RunDifferences* m_differences;
    ElidedLabel* m_title;
    QPushButton *m_back, *m_again, *m_use;
    QToolButton *m_plots, *m_table;
    QComboBox* m_reference;
    QMenu* m_useMenu;
    std::vector<Lab> m_labs;
    QString m_refusal;          ///< of what was entered last
    QStringList m_ids, m_names; ///< of what is looked at; no ids where it is not of the library
    RunModel* m_chosen = nullptr;
    int m_pending = 0;
    bool m_goesOn = false; ///< one of the runs was still going on when it was read
};

} // namespace ampscope::ui
