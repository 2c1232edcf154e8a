// A device on one card: figures with where they come from, what it does with each format and why, and its memory.
#pragma once

#include "ui/instruments/drawn_instrument.h"
#include "ui/instruments/hardware/hardware_model.h"

class QToolButton;

namespace ampscope::ui {

class TextFlow;

/// Below the card stand the sources and the note of the row that the pointer or the keyboard is at; a click or Enter
/// opens them in the card. This machine's card has a button that measures it.
class HardwareCard : public ScrolledInstrument, public HardwareViewer {
    Q_OBJECT
  public:
    explicit HardwareCard(QWidget* parent = nullptr);
    void setHardware(HardwareModel* hardware) override;

    struct Row {
        enum class Kind { Heading, Figure, Rule, Note } kind = Kind::Figure;
        QString label, value, other; ///< other: the same of the device beside it
        QString basis;               ///< "the maker's text"
        QString reason;              ///< Rule: why; Note: the words
        QString hue;                 ///< Rule: id of the format
        std::vector<std::string> sources;
        QString note; ///< as it was taken down
        bool hasSource() const { return kind == Kind::Figure || kind == Kind::Rule; }
    };
    const QList<Row>& rows() const { return m_rows; }
    /// The row whose sources are open; -1 for none.
    int opened() const { return m_opened; }
    /// Basis and note, titles and addresses.
    QString sourcesOf(const Row& row) const;
    QToolButton* measureButton() const { return m_measure; }
    TextTable numbers() const override;
    std::size_t itemCount() const override { return static_cast<std::size_t>(m_items.size()); }
    QRectF itemBox(std::size_t item) const override { return m_boxes[static_cast<qsizetype>(item)]; }

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;
    void activate(std::size_t item) override;
    void tell() override;
    void canvasFitted(const QRectF& area) override;

  private:
    const HardwareModel& hardware() const { return m_hardware ? *m_hardware : *m_own; }
    void fillRows();
    void addMemoryRows();
    void flow(TextFlow& flow, QList<QPair<double, double>>* places) const;
    QList<QPair<double, double>> places(const QRectF& area) const;
    void showMeasuring();

    QPointer<HardwareModel> m_hardware;
    HardwareModel* m_own;
    QToolButton* m_measure;
    QList<Row> m_rows;
    QList<int> m_items;    ///< the rows with a source
    QList<QRectF> m_boxes; ///< of the items, on the canvas
    int m_opened = -1;
};

} // namespace ampscope::ui
