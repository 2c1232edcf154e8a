// What autocast does with each op on CUDA, CPU and MPS, and what this machine really gives.
#pragma once

#include <array>

#include "core/train/autocast_tables.h"
#include "ui/bridge/measured_rules.h"
#include "ui/instruments/drawn_instrument.h"

class QLineEdit;
class QToolButton;

namespace ampscope::ui {

/// A row per op: its policy on each device, what comes out here by each set of rules where the engine can call it, and
/// what it gave in the step that is looked at. Where devices differ, the row says so.
class AutocastTable : public ScrolledInstrument {
    Q_OBJECT
  public:
    explicit AutocastTable(QWidget* parent = nullptr);

    struct Row {
        QString op;
        std::array<train::CastPolicy, 3> policies{}; ///< CUDA, CPU, MPS
        std::array<QString, 2> measured;             ///< by CUDA's rules, by the CPU's; "" for not measured
        QString inRun;                               ///< "fp32→fp16"; "" where the step has no such op
        bool differs() const { return policies[0] != policies[1] || policies[0] != policies[2]; }
    };
    /// Those that the filter lets through.
    const std::vector<Row>& rows() const { return m_rows; }
    void setFilter(const QString& text);
    void setOnlyDifferences(bool only);
    void setOnlyInRun(bool only);
    /// Name of the selected op of the step that is looked at; "" for none. Its row is marked, and a row selects the
    /// first op of its name.
    QString selectedOp() const;
    bool isMeasured() const { return !m_measured->isEmpty(); }
    bool isAsking() const { return m_measured->isAsking(); }
    TextTable numbers() const override;
    std::size_t itemCount() const override { return m_rows.size(); }
    QRectF itemBox(std::size_t item) const override { return rowBox(canvasArea(), item); }
    QString reading() const;

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;
    void activate(std::size_t item) override;
    void tell() override;

  private:
    static constexpr int kColumns = 7;                       ///< op, three devices, two measured, in the run
    std::vector<double> columnsIn(const QRectF& area) const; ///< left edges, and the right one
    QStringList heads() const;
    QRectF rowBox(const QRectF& area, std::size_t row) const;
    void paintHeads(QPainter& painter, const QRectF& area, double top) const;
    void paintRow(QPainter& painter, const QRectF& box, const std::vector<double>& at, const Row& row) const;
    QString low() const; ///< the 16-bit format of the run

    std::vector<Row> m_rows;
    MeasuredRules* m_measured;
    QLineEdit* m_filter;
    QToolButton *m_differences, *m_inRun;
};

} // namespace ampscope::ui
