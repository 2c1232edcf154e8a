// Runs side by side, one row each: how far it is, its loss, skipped steps, and the bytes it holds. A row is chosen with
// a click or with Up and Down.
#pragma once

#include "ui/instruments/drawn_instrument.h"

namespace ampscope::ui {

/// Shows run() and comparison(). Of several seeds of one lane the first is shown.
class LaneTable : public DrawnInstrument {
    Q_OBJECT
  public:
    explicit LaneTable(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
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
    TextTable numbers() const override;

  Q_SIGNALS:
    void chosen(RunModel* run);

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void drawRow(QPainter& painter, const QRectF& area, const Row& row, double y, double largest) const;
    void drawKey(QPainter& painter, const QRectF& area) const;

    std::vector<Row> m_rows;
    QPointer<RunModel> m_chosen;
};

} // namespace ampscope::ui
