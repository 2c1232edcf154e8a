// The ops of a real step: which layer, which phase, which dtype, and why.
#pragma once

#include "ui/instruments/drawn_instrument.h"
#include "ui/instruments/step/op_flow_model.h"

class QLineEdit;
class QToolButton;

namespace ampscope::ui {

class LookButton;

/// Layers as groups that fold, phases as columns, each op a pill. The op under the pointer or the cursor says below why
/// it has its dtype; a click or Enter selects it for all instruments.
class OpFlowView : public ScrolledInstrument {
    Q_OBJECT
  public:
    explicit OpFlowView(QWidget* parent = nullptr);

    TextTable numbers() const override;
    std::size_t itemCount() const override { return m_layout.items.size(); }
    QRectF itemBox(std::size_t item) const override { return m_layout.items[item].box; }
    /// What the pill of an item stands for; nullptr for the head of a group.
    const FlowOp* opOf(std::size_t item) const { return m_layout.items[item].op; }
    const OpFlow& flow() const { return m_flow; }
    const FlowOptions& options() const { return m_options; }
    void setOptions(const FlowOptions& options);
    void setFolded(const QString& group, bool folded);
    /// Fades what does not match by name, layer or dtype.
    void search(const QString& text);
    /// The op that the pointer or the keyboard is at; nullptr for none, and at the head of a group.
    const FlowOp* cursor() const;
    /// What is said of that op.
    QString reading() const;

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void buildMenu() override;
    void follow() override;
    void canvasFitted(const QRectF& area) override;
    void activate(std::size_t item) override;
    void tell() override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    /// A pill, or the head of a group (no op).
    struct Item {
        QRectF box;
        const FlowOp* op = nullptr;
        int group = -1; ///< index; -1: the optimizer
    };
    struct Words {
        QRectF box;
        QString text;
        bool isHead = false;
        QString layer; ///< whole name of a row's layer
    };
    struct Layout {
        std::vector<Item> items;
        std::vector<Words> words;
        double height = 0;
    };
    Layout layOut(const QRectF& area) const;
    void placeCell(Layout& layout, const std::vector<FlowOp>& ops, const QRectF& cell, int group, double& bottom) const;
    void paintItem(QPainter& painter, const Item& item) const;
    void paintHead(QPainter& painter, const Item& item) const;
    bool matches(const FlowOp& op) const;
    bool looksOther();
    void show(const record::OpList* list, std::int64_t step);
    void nextMatch();

    record::OpList m_list;
    std::int64_t m_step = -1;
    std::optional<std::size_t> m_nonfinite;
    FlowOptions m_options;
    OpFlow m_flow;
    QSet<QString> m_folded;
    QString m_search;
    Layout m_layout;        ///< on the screen
    bool m_isStale = true;  ///< it is of an earlier flow
    double m_laidScale = 0; ///< for which it was made
    text::Language m_laidLanguage = text::Language::English;
    LookButton* m_look;
    QLineEdit* m_searchField;
    QToolButton *m_moves, *m_inner;
    QWidget* m_controls;
};

} // namespace ampscope::ui
