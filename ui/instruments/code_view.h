// The PyTorch lines of the current scenario, with the line lit that the selected step is about.
#pragma once

#include "core/train/pytorch_export.h"
#include "ui/instruments/instrument.h"

namespace ampscope::ui {

class CodeView : public Instrument {
    Q_OBJECT
  public:
    explicit CodeView(QWidget* parent = nullptr);
    /// What is shown while no run is there.
    void setScenario(const scenario::Scenario& scenario);
    /// All lines as text, with their remarks.
    QString text() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void update() override;
    void paintEvent(QPaintEvent* event) override;

  private:
    double lineHeight() const;
    scenario::Scenario m_scenario;
    std::vector<train::CodeLine> m_lines;
    train::LitCode m_lit;
    bool m_hasStep = false;
};

} // namespace ampscope::ui
