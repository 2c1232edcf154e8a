// What forward kept for backward, tensor by tensor.
#pragma once

#include "ui/instruments/instrument.h"
#include "ui/plot/export.h"

class QComboBox;
class QTableWidget;

namespace ampscope::ui {

class LookButton;
class NoteLine;

/// The biggest first; another order with a click on a column's head, or by the menu. Weights and tensors that stand
/// there already are grey: they are in no sum. Tensors of the selected parameter's layer are marked; a weight selects
/// its parameter.
class SavedTensorTable : public Instrument {
    Q_OBJECT
  public:
    enum class Order { Saved, Layer, Op, Bytes };
    explicit SavedTensorTable(QWidget* parent = nullptr);
    QSize sizeHint() const override { return {420, 260}; }
    QSize minimumSizeHint() const override { return {220, 150}; }

    void setOrder(Order order);
    /// Shows one layer and those inside it; "" for all.
    void setLayer(const QString& layer);
    /// What is shown, row by row.
    TextTable numbers() const;
    /// The sum, and how it compares with the column bytes_activations.
    QString sumWords() const;
    QTableWidget* table() const { return m_table; }

  protected:
    TextTable paperTable() const override;
    void update() override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    const record::SavedTensors* saved() const;
    QString markedLayer() const;
    void fillTable();
    std::vector<const record::SavedTensor*> shown() const;
    void buildMenu();
    void fillLayers();
    void fit();

    QTableWidget* m_table;
    QComboBox* m_layers;
    NoteLine* m_sum;
    LookButton* m_look;
    Order m_order = Order::Bytes;
    bool m_reversed = false;
    QString m_layer;
    /// What the table was filled with: while a run goes on, it stays as it is.
    struct Filling {
        const record::SavedTensors* tensors;
        int rewrites;
        std::size_t details;
        Order order;
        bool reversed;
        QString layer, marked;
        int theme, language;
        double scale;
        bool operator==(const Filling&) const = default;
    };
    std::optional<Filling> m_filling;
};

} // namespace ampscope::ui
