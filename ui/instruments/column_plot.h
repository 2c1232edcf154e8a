// One column of the record over the steps, for all runs beside each other.
#pragma once

#include "core/record/events.h"
#include "ui/instruments/plot_instrument.h"

class QComboBox;

namespace ampscope::ui {

/// Columns that are of one size over the whole run are drawn as they are; loss scales, whose steps double, as powers of
/// two.
Figure columnFigure(const std::vector<const record::RunRecord*>& runs, record::Column column,
                    std::int64_t selectedStep);

/// Which column is chosen in the header, among those that the runs have recorded.
class ColumnPlot : public PlotInstrument {
    Q_OBJECT
  public:
    explicit ColumnPlot(QWidget* parent = nullptr);
    record::Column column() const { return m_column; }
    void setColumn(record::Column column);

  protected:
    Figure makeFigure() override;

  private:
    record::Column m_column = record::Column::GradNorm;
    QComboBox* m_choice;
};

} // namespace ampscope::ui
