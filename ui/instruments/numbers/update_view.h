// What becomes of a weight under small steps: on one axis with its neighbours, and over many steps.
#pragma once

#include "ui/instruments/numbers/sum_figures.h"
#include "ui/instruments/plot_instrument.h"

namespace ampscope::ui {

/// The weight, its neighbours in the format and the step on one axis; the range from which everything rounds back to
/// the weight is shaded. A lamp says whether the step vanishes.
class UpdateAxis : public QWidget {
    Q_OBJECT
  public:
    explicit UpdateAxis(QWidget* parent = nullptr);
    void show(const numeric::UpdateFate& fate);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }
    /// What the lamp says: "vanishes: …".
    QString verdict() const { return m_verdict; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    double pixelOf(double value) const;

    struct Tick {
        double value;
        bool isWeight;
    };
    std::vector<Tick> m_ticks; ///< numbers of the format; empty where they lie too close to be told apart
    double m_lower = 0, m_upper = 1, m_weight = 0, m_target = 0;
    double m_zone_lower = 0, m_zone_upper = 0; ///< rounds back to the weight
    QString m_format, m_verdict, m_distance;
    bool m_vanishes = false, m_isEmpty = true;
};

class UpdateView : public PlotInstrument {
    Q_OBJECT
  public:
    explicit UpdateView(QWidget* parent = nullptr);

    /// refused() follows for settings that cannot be used, and the old ones stay.
    void setSettings(const UpdateSettings& settings);
    const UpdateSettings& settings() const { return m_settings; }
    const numeric::UpdateFate& fate() const { return m_fate; }
    UpdateAxis* axis() const { return m_axis; }
    void select(std::optional<std::int64_t> steps);

  Q_SIGNALS:
    void refused(const QString& reason);

  protected:
    Figure makeFigure() override;
    bool needsRun() const override { return false; }

  private:
    UpdateSettings m_settings;
    numeric::UpdateFate m_fate;
    std::optional<std::int64_t> m_selected;
    UpdateAxis* m_axis;
};

} // namespace ampscope::ui
