// Memory in one line: what the chapter says, what the formula gives, what this run held.
#pragma once

#include "ui/instruments/drawn_instrument.h"

namespace ampscope::ui {

class MemoryStrip : public DrawnInstrument {
    Q_OBJECT
  public:
    explicit MemoryStrip(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    /// One line without bars, where there is little height.
    void setCompact(bool compact);
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }
    TextTable numbers() const override;

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;

  private:
    struct Row {
        QString name, badge, brief; ///< the badge in full and in one word
        double parts[4]; ///< weights with their fp32 copies, gradients, optimizer, activations; decimal bytes
        bool measured;
        double total() const { return parts[0] + parts[1] + parts[2] + parts[3]; }
    };
    QStringList partNames() const;
    void drawLine(QPainter& painter, const QRectF& area) const;
    void drawKey(QPainter& painter, const QRectF& area) const;
    std::vector<Row> m_rows;
    bool m_has_master = false;
    bool m_compact = false;
};

} // namespace ampscope::ui
