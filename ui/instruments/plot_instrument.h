// Instruments that are plots.
#pragma once

#include "ui/instruments/figures.h"
#include "ui/instruments/instrument.h"

class QLabel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace ampscope::ui {

class PlotView;
class FigureTableModel;

/// A figure with its menu: export, copy, the same numbers as a table.
class PlotInstrument : public Instrument {
    Q_OBJECT
  public:
    explicit PlotInstrument(const QString& id, QWidget* parent = nullptr);

    const Figure& figure() const;
    PlotView* view() const { return m_view; }
    bool showsTable() const;
    void setShowsTable(bool table);
    Exhibit exhibit() override;

    /// Asks where to save; replaced in tests. Returns "" when the user gives up.
    static std::function<QString(QWidget* parent, const QString& suggested, const QString& filter)> askForFile;

  protected:
    virtual Figure makeFigure() = 0;
    /// False for figures of numbers, which are made without a run.
    virtual bool needsRun() const { return true; }
    /// Records of this run and of those beside it that have something to show.
    std::vector<const record::RunRecord*> shownRecords() const;
    virtual void handleMoved(double) {}
    /// A place on x was chosen: a step of the run, unless a class has another x.
    virtual void handleSelected(double x);
    /// The keyboard went to a bar.
    virtual void handleCursor(double) {}
    void update() override;

  private:
    void buildMenu();

    PlotView* m_view;
    QTableView* m_table;
    FigureTableModel* m_tableModel;
    QStackedLayout* m_stack;
};

/// Losses of this run and of those beside it; on demand as differences to one of them (see referenceLane()).
class LossInstrument : public PlotInstrument {
    Q_OBJECT
  public:
    explicit LossInstrument(QWidget* parent = nullptr);
    /// Place of the lane that the others are compared to; nullopt: as referenceLane() chooses.
    void setReference(std::optional<int> lane);

  protected:
    LossInstrument(const QString& id, QWidget* parent);
    Figure makeFigure() override;

  private:
    QToolButton* m_difference;
    std::optional<int> m_reference;
};

/// Always the difference.
class LossDifferenceInstrument : public LossInstrument {
    Q_OBJECT
  public:
    explicit LossDifferenceInstrument(QWidget* parent = nullptr);
};

/// Steps per second, with a second badge where this CPU stands in for other hardware.
class ThroughputInstrument : public PlotInstrument {
    Q_OBJECT
  public:
    explicit ThroughputInstrument(QWidget* parent = nullptr);

  protected:
    Figure makeFigure() override;

  private:
    QLabel* m_notHardware;
};

class ScaleTraceInstrument : public PlotInstrument {
    Q_OBJECT
  public:
    explicit ScaleTraceInstrument(QWidget* parent = nullptr) : PlotInstrument("scale-trace", parent) {}

  protected:
    Figure makeFigure() override;
};

/// With a handle that slides the gradients as another loss scale would. A bin is selected for all instruments, and
/// opens in the Bits lab.
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
    void handleSelected(double x) override;
    void handleCursor(double x) override;

  private:
    void selectBinAt(double x);
    HistogramOptions m_options;
};

} // namespace ampscope::ui
