// The counts of a race of sums, one row per method.
#pragma once

#include <QWidget>

#include "ui/instruments/numbers/sum_figures.h"

namespace ampscope::ui {

class SumTable : public QWidget {
    Q_OBJECT
  public:
    explicit SumTable(QWidget* parent = nullptr);
    /// `added`: show the sums after so many numbers; none: at the end.
    void show(const SumOutcome* outcome, std::optional<std::int64_t> added);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }
    /// The cells of a row as texts; for tests and screen readers.
    QStringList row(int index) const;
    int rows() const { return static_cast<int>(m_rows.size()); }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    struct Row {
        QStringList cells;
        QString format;
        bool dots, isStuck;
    };
    QStringList m_header;
    std::vector<Row> m_rows;
};

} // namespace ampscope::ui
