// What a step holds, three ways: as the chapter says, by formula, and in this run; or the ten ways of counting bytes
// per parameter.
#pragma once

#include "ui/instruments/memory/memory_figures.h"
#include "ui/instruments/plot_instrument.h"

namespace ampscope::ui {

class NoteLine;

/// Runs beside the first get rows of their own. Without a run the rows are those of settings (setSettings()).
class MemoryBars : public PlotInstrument {
    Q_OBJECT
  public:
    explicit MemoryBars(QWidget* parent = nullptr);

    bool showsSchemes() const;
    void setShowsSchemes(bool schemes);
    /// A line that the rows can hit.
    const std::optional<hardware::Budget>& budget() const { return m_budget; }
    void setBudget(std::optional<hardware::Budget> budget);
    /// Rows of formulas for these settings while there is no run.
    void setSettings(const scenario::Scenario& settings);
    /// Formulas of another model than the run's; nothing of it is measured.
    void setModel(std::optional<memory::Model> model);
    /// As a lesson sets it: "memory-bars" (parts, schemes), "model", "budget"; others are passed over. Throws as
    /// parse_model() and parse_budget() do.
    void set(const QString& setting, const QString& value);
    /// What is said below the plot.
    QString note() const;
    /// The row that is read in words: a scheme with what it counts, or a row of parts.
    int chosenRow() const { return showsSchemes() ? m_scheme : m_row; }
    void chooseRow(int row);

  Q_SIGNALS:
    /// The user has chosen in the header: a setting that set() takes, and its value; "" for no budget.
    void chosen(const QString& setting, const QString& value);

  protected:
    Figure makeFigure() override;
    bool needsRun() const override { return false; }
    void update() override;

  private:
    std::vector<MemorySubject> subjects() const;
    std::int64_t shownStep() const;
    const memory::Scheme* ownScheme() const;
    void buildBudgets();
    QString rowWords() const;

    QToolButton *m_schemesButton, *m_budgetButton;
    NoteLine* m_note;
    std::optional<hardware::Budget> m_budget;
    std::optional<scenario::Scenario> m_settings;
    std::optional<memory::Model> m_model;
    int m_scheme = -1; ///< -1: the run's own
    int m_row = -1;    ///< -1: none
};

} // namespace ampscope::ui
