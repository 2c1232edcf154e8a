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
/// there already are grey: they are in no sum.
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
    bool exportTo(const QString& path);

  Q_SIGNALS:
    void noticed(const QString& message);

  protected:
    void update() override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    const record::SavedTensors* saved() const;
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
};

} // namespace ampscope::ui
