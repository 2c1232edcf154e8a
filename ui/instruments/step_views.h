// What one step did: to the weights and the optimizer, and in which order the scaler was called.
#pragma once

#include "ui/instruments/instrument.h"

namespace ampscope::ui {

/// Weights, Adam's averages and its step count, before and after the selected step.
class WeightsView : public Instrument {
    Q_OBJECT
  public:
    explicit WeightsView(QWidget* parent = nullptr);
    QSize sizeHint() const override { return {320, 190}; }

  protected:
    void update() override;
    void paintEvent(QPaintEvent* event) override;

  private:
    struct Row {
        QString name, before, after;
        bool changed;
    };
    std::vector<Row> m_rows;
    QString m_verdict;
};

/// The calls of a step with a loss scaler, in their order, with what each found in the selected step.
class ScalerState : public Instrument {
    Q_OBJECT
  public:
    explicit ScalerState(QWidget* parent = nullptr);
    QSize sizeHint() const override { return {320, 220}; }

  protected:
    void update() override;
    void paintEvent(QPaintEvent* event) override;

  private:
    struct Call {
        QString code, state, found;
        enum class Tone { Plain, Lost, Off } tone = Tone::Plain;
    };
    std::vector<Call> m_calls;
};

} // namespace ampscope::ui
