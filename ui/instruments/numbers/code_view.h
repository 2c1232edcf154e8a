// The PyTorch lines of the current scenario, with the line lit that the selected step is about.
#pragma once

#include "core/train/training_step.h"
#include "ui/instruments/instrument.h"

namespace ampscope::ui {

class CodeView : public Instrument {
    Q_OBJECT
  public:
    explicit CodeView(QWidget* parent = nullptr);
    /// What is shown while no run is there.
    void setScenario(const scenario::Scenario& scenario);
    /// Few lines around the lit one, where there is little height; a click, Enter or Space shows them all.
    void setCompact(bool compact, std::size_t lines = 3);
    /// All lines as text, with their remarks.
    QString text() const;
    /// The lit line as text, with its remark; "" while no step is there.
    QString litText() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    TextTable paperTable() const override;
    void update() override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    void expand();
    double lineHeight() const;
    QString lineText(std::size_t line) const;
    std::pair<std::size_t, std::size_t> shownLines() const; ///< first, and one past the last
    scenario::Scenario m_scenario;
    std::vector<train::CodeLine> m_lines;
    train::LitCode m_lit;
    bool m_hasStep = false;
    bool m_compact = false, m_expanded = false;
    std::size_t m_compactLines = 3; ///< shown while compact, around the lit one
};

} // namespace ampscope::ui
