// What checkpointing keeps of each block and what it computes again, run by run.
#pragma once

#include "ui/instruments/drawn_instrument.h"
#include "ui/instruments/memory/checkpoint_figures.h"

namespace ampscope::ui {

class LookButton;

/// Shows run() and those beside it. The row under the pointer is read in words; a click or Enter chooses its run.
class CheckpointMap : public ScrolledInstrument {
    Q_OBJECT
  public:
    explicit CheckpointMap(QWidget* parent = nullptr);
    TextTable numbers() const override;
    const std::vector<CheckpointLane>& lanes() const { return m_lanes; }
    /// The run whose row is marked.
    void setChosen(RunModel* run);
    std::size_t itemCount() const override { return m_lanes.size(); }
    QRectF itemBox(std::size_t item) const override;

  Q_SIGNALS:
    void chosen(RunModel* run);

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;
    void activate(std::size_t item) override;
    void tell() override;

  private:
    QString laneWords(const CheckpointLane& lane) const;
    void drawLane(QPainter& painter, const QRectF& area, const CheckpointLane& lane, double largest) const;
    void drawKey(QPainter& painter, const QRectF& area) const;

    std::vector<CheckpointLane> m_lanes;
    QList<QPointer<RunModel>> m_models; ///< of the lanes
    QPointer<RunModel> m_chosen;
    LookButton* m_look;
};

} // namespace ampscope::ui
