// Instruments that are plots.
#pragma once

#include "ui/instruments/figures.h"
#include "ui/instruments/instrument.h"

class QStackedLayout;
class QTableView;

namespace ampscope::ui {

class PlotView;
class FigureTableModel;

/// A figure with its menu: export as PNG, SVG, PDF or CSV, copy, the same numbers as a table.
class PlotInstrument : public Instrument {
    Q_OBJECT
  public:
    explicit PlotInstrument(const QString& id, QWidget* parent = nullptr);

    const Figure& figure() const;
    PlotView* view() const { return m_view; }
    bool showsTable() const;
    void setShowsTable(bool table);
    /// Writes the current figure; tells the user when it cannot.
    bool exportTo(const QString& path);

    /// Asks where to save; replaced in tests. Returns "" when the user gives up.
    static std::function<QString(QWidget* parent, const QString& suggested, const QString& filter)> askForFile;

  Q_SIGNALS:
    void noticed(const QString& message);

  protected:
    virtual Figure makeFigure() = 0;
    virtual void handleMoved(double) {}
    void update() override;

  private:
    void buildMenu();
    void askAndExport(const QString& ending);

    PlotView* m_view;
    QTableView* m_table;
    FigureTableModel* m_tableModel;
    QStackedLayout* m_stack;
};

class LossInstrument : public PlotInstrument {
    Q_OBJECT
  public:
    explicit LossInstrument(QWidget* parent = nullptr) : PlotInstrument("loss", parent) {}

  protected:
    Figure makeFigure() override;
};

class ScaleTraceInstrument : public PlotInstrument {
    Q_OBJECT
  public:
    explicit ScaleTraceInstrument(QWidget* parent = nullptr) : PlotInstrument("scale-trace", parent) {}

  protected:
    Figure makeFigure() override;
};

/// With a handle that slides the gradients as another loss scale would.
class HistogramInstrument : public PlotInstrument {
    Q_OBJECT
  public:
    explicit HistogramInstrument(QWidget* parent = nullptr) : PlotInstrument("histogram", parent) {}
    /// log2 of a scale to look at; nullopt: the run's own.
    void setWhatIfScale(std::optional<int> scale);
    std::optional<int> whatIfScale() const { return m_options.whatIfScale; }

  protected:
    Figure makeFigure() override;
    void handleMoved(double x) override;

  private:
    HistogramOptions m_options;
};

} // namespace ampscope::ui
