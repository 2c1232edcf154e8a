// What one step did: to the weights and the optimizer, and in which order the scaler was called.
#pragma once

#include "ui/instruments/drawn_instrument.h"

namespace ampscope::ui {

/// Weights, Adam's averages and its step count, before and after the selected step.
class WeightsView : public DrawnInstrument {
    Q_OBJECT
  public:
    explicit WeightsView(QWidget* parent = nullptr);
    QSize sizeHint() const override { return {320, 190}; }
    TextTable numbers() const override;

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;

  private:
    struct Row {
        QString name, before, after;
        bool changed;
    };
    std::vector<Row> m_rows;
    QString m_verdict;
};

/// The calls of a step with a loss scaler, in their order, with what each found in the selected step.
class ScalerState : public DrawnInstrument {
    Q_OBJECT
  public:
    explicit ScalerState(QWidget* parent = nullptr);
    QSize sizeHint() const override { return {320, 220}; }
    TextTable numbers() const override;

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;

  private:
    struct Call {
        QString code, state, found;
        enum class Tone { Plain, Lost, Off } tone = Tone::Plain;
    };
    QString emptyWords() const;
    std::vector<Call> m_calls;
};

} // namespace ampscope::ui
