// One value through several formats, one after the other, beside the single cast.
#pragma once

#include "core/numeric/cast_chain.h"
#include "ui/instruments/numbers/number_instrument.h"

namespace ampscope::ui {

/// A lane per format: bits, exact decimal, errors; a lamp where the chain differs from the single cast.
///
/// Mouse: a click chooses a lane. Keys: Up and Down choose one, Enter takes its value as the number,
/// Delete removes it. The button holds ready-made chains and a field for another.
class CastChainView : public NumberInstrument {
    Q_OBJECT
  public:
    explicit CastChainView(QWidget* parent = nullptr);

    const numeric::CastChain& chain() const { return m_chain; }
    void setChain(const std::vector<numeric::FloatFormat>& formats);
    TextTable numbers() const override;

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    void buildMenu() override;
    void follow() override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    double laneHeight(std::size_t lane) const; ///< at scale 1
    QRectF laneRect(const QRectF& area, std::size_t lane) const;
    void drawLane(QPainter& painter, const QRectF& area, std::size_t index) const;
    void fillMenu(QMenu* menu);
    void remove(std::size_t lane);
    void take(std::size_t lane);

    QToolButton* m_button;
    numeric::CastChain m_chain{numeric::ExactValue::zero(), {}};
    int m_lane = 0;
};

} // namespace ampscope::ui
