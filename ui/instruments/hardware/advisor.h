// Which settings for which model on which device: chapter B's six rows worked out, and one of one's own with reasons
// and a checklist.
#pragma once

#include "ui/instruments/drawn_instrument.h"
#include "ui/instruments/hardware/hardware_model.h"

namespace ampscope::ui {

class TextFlow;

/// The first row is what is looked at, the others are the chapter's. A click on a row, or Enter, looks at its device
/// and model.
class Advisor : public ScrolledInstrument, public HardwareViewer {
    Q_OBJECT
  public:
    explicit Advisor(QWidget* parent = nullptr);
    void setHardware(HardwareModel* hardware) override;

    struct Row {
        QString name;                   ///< "10M / Colab T4"
        QString device, model;          ///< ids
        QString ours, chapter, verdict; ///< settings in words; "" without a row of the chapter
        bool fits = true, agrees = true;
        const hardware::ChapterRow* row = nullptr;
    };
    const QList<Row>& rows() const { return m_rows; }
    /// The row that is looked at.
    int chosen() const { return m_chosen; }
    TextTable numbers() const override;
    std::size_t itemCount() const override { return static_cast<std::size_t>(m_rows.size()); }
    QRectF itemBox(std::size_t item) const override { return m_boxes.value(static_cast<qsizetype>(item)); }

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;
    void activate(std::size_t item) override;
    void tell() override;
    void canvasFitted(const QRectF& area) override;

  private:
    HardwareModel& hardware() const { return m_hardware ? *m_hardware : *m_own; }
    /// Draws, or measures without a painter: returns the lower end; `boxes` gets the place of each row.
    double layOut(QPainter* painter, const QRectF& area, QList<QRectF>* boxes) const;
    void flowRow(TextFlow& flow, int row, QList<QRectF>* boxes) const;
    void flowReasons(TextFlow& flow) const;
    void flowChecklist(TextFlow& flow) const;

    QPointer<HardwareModel> m_hardware;
    HardwareModel* m_own;
    QList<Row> m_rows;
    QList<QRectF> m_boxes; ///< of the rows, on the canvas
    QString m_spoken;      ///< of what is looked at
    int m_chosen = -1;     ///< the row of the chapter that is looked at, or 0
};

} // namespace ampscope::ui
