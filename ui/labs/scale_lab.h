// The loss scale, live: a real fp16 training run whose scaler, loss and gradients can be played with.
#pragma once

#include "ui/labs/run_lab.h"

namespace ampscope::ui {

/// Beside a 16-bit run the same scenario runs in fp32 for comparison.
class ScaleLab : public RunLab {
    Q_OBJECT
  public:
    explicit ScaleLab(train::ComputeThread& thread, QWidget* parent = nullptr);

    QString title() const override { return tr("Scale"); }
    std::vector<scenario::Scenario> scenarios() const override;

  private:
    LabState stateOf(const LabPreset& preset) const override;
    void showRuns() override;
};

} // namespace ampscope::ui
