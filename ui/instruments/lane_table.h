// Runs side by side, one row each: how far it is, its loss, skipped steps, and the bytes it holds. A row is chosen with
// a click or with Up and Down.
#pragma once

#include "ui/instruments/instrument.h"

namespace ampscope::ui {

/// Shows run() and comparison(). Of several seeds of one lane the first is shown.
class LaneTable : public Instrument {
    Q_OBJECT
  public:
    explicit LaneTable(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {300, sizeHint().height()}; }
    /// The run whose row is marked; its code, scale and time bar are shown.
    void setChosen(RunModel* run);

    struct Row {
        RunModel* run;
        QString name, format;
        std::int64_t step, planned;
        double loss;
        std::int64_t skipped; ///< up to the selected step
        double parts[4];      ///< weights with their fp32 copies, gradients, optimizer, activations; bytes
        double peak;          ///< bytes; kMissing before the first step
        QString badge;
    };
    const std::vector<Row>& rows() const { return m_rows; }

  Q_SIGNALS:
    void chosen(RunModel* run);

  protected:
    void update() override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    double rowTop(std::size_t row) const;
    void paintRow(QPainter& painter, const Row& row, double y, double largest) const;
    void paintKey(QPainter& painter) const;
    QString text() const;

    std::vector<Row> m_rows;
    QPointer<RunModel> m_chosen;
};

} // namespace ampscope::ui
