// The table of the run shelf: columns that fit, and a line under the steps of a run that goes on.
#pragma once

#include <QTableView>

#include "ui/instruments/runs/run_list_model.h"

namespace ampscope::ui {

class RunTable : public QTableView {
    Q_OBJECT
  public:
    explicit RunTable(RunListModel* model, QWidget* parent = nullptr);

    RunListModel* runs() const { return m_runs; }
    std::vector<record::RunEntry> selectedEntries() const;
    /// Selects those that are in the list; gives back the others.
    QStringList select(const QStringList& ids);
    void editName(const QString& id);
    /// By a column, or with -1 pinned runs first, then the newest; again by the same column: the other way round.
    void sortBy(int column);
    /// The name takes what the other columns leave, and where that would be too little the less important ones give
    /// way.
    void fitColumns();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    RunListModel* m_runs;
};

} // namespace ampscope::ui
