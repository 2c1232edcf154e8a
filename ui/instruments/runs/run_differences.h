// Runs side by side as a table: settings that differ, figures, and where each parts from the one it is compared to.
#pragma once

#include "core/record/store/comparison.h"
#include "ui/instruments/instrument.h"
#include "ui/plot/export.h"

class QTableWidget;

namespace ampscope::ui {

/// Shows allRuns(), one column each. The same numbers as `ampscope-cli runs compare` and `runs diff`.
class RunDifferences : public Instrument {
    Q_OBJECT
  public:
    explicit RunDifferences(QWidget* parent = nullptr);

    /// What stands above the columns; without a name a run is called by its precision and seed.
    void setNames(const QStringList& names);
    /// Place of the run that the others are compared to.
    void setReference(int run);
    QTableWidget* table() const { return m_table; }

  protected:
    void update() override;
    void resizeEvent(QResizeEvent* event) override;
    TextTable paperTable() const override;

  private:
    struct Row {
        QString name, tip;
        QStringList cells; ///< empty: a heading
    };
    std::vector<Row> rowsOf(const std::vector<const record::RunRecord*>& runs) const;
    void addParting(std::vector<Row>& rows, const std::vector<const record::RunRecord*>& runs) const;
    QString nameOf(std::size_t run, const record::RunRecord& record) const;
    void fill();

    QTableWidget* m_table;
    QStringList m_names;
    int m_reference = 0;
    QStringList m_header;
    std::vector<Row> m_rows;
};

} // namespace ampscope::ui
