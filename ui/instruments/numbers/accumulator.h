// A race of sums: the same numbers added up in several ways, and where each sticks.
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "ui/instruments/numbers/sum_figures.h"
#include "ui/instruments/plot_instrument.h"

namespace ampscope::ui {

class SumTable;

/// The sums as lines, their counts as a table below. Long races run on a thread of their own and can be stopped.
/// Left and Right, or a click, choose how many numbers have been added; the table then shows the sums there.
class Accumulator : public PlotInstrument {
    Q_OBJECT
  public:
    explicit Accumulator(QWidget* parent = nullptr);
    ~Accumulator() override;

    /// Starts the race; refused() follows at once for settings that cannot be used, and the old race stays.
    void setSettings(const SumSettings& settings);
    const SumSettings& settings() const { return m_settings; }
    /// Of the last race that came to its end; nullptr before.
    const SumOutcome* outcome() const { return m_outcome.get(); }
    bool isRunning() const { return m_isRunning; }
    bool wasStopped() const { return m_wasStopped; }
    /// Ends a race early; its figures are not shown.
    void stop();
    bool showsError() const;
    void setShowsError(bool error);
    /// Numbers added, or nullopt for the end.
    void select(std::optional<std::int64_t> added);

  Q_SIGNALS:
    void refused(const QString& reason);
    void finished();
    /// The plain sum at the selected place.
    void sumChosen(double sum);

  protected:
    Figure makeFigure() override;
    bool needsRun() const override { return false; }
    void resizeEvent(QResizeEvent* event) override;

  private:
    struct Job {
        std::stop_source stop;
        std::atomic<std::int64_t> progress = 0;
        std::int64_t total = 1;
    };
    void take(std::unique_ptr<SumOutcome> outcome);
    void endJob();

    SumSettings m_settings;
    std::unique_ptr<SumOutcome> m_outcome;
    std::optional<std::int64_t> m_selected;
    bool m_isRunning = false, m_wasStopped = false;
    std::shared_ptr<Job> m_job;
    std::thread m_worker;
    QTimer m_progress;
    QToolButton *m_error, *m_stop;
    SumTable* m_counts;
};

} // namespace ampscope::ui
