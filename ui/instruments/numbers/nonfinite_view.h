// How a step came to hold an Inf or NaN, link by link: step, parameter, op, products, the bits, the line of code.
#pragma once

#include "core/train/offending_value.h"
#include "ui/instruments/drawn_instrument.h"

namespace ampscope::ui {

class LookButton;

/// Each link is an item: a click marks the parameter or the op for all instruments, opens a product or the sum in the
/// Bits lab, or lights the line of code. Of a step in which everything was finite it names the ones where not.
class NonfiniteView : public ScrolledInstrument {
    Q_OBJECT
  public:
    explicit NonfiniteView(QWidget* parent = nullptr);

    enum class Link { Step, Parameter, Op, Product, Sum, Bits, Code, OtherStep };
    TextTable numbers() const override;
    std::size_t itemCount() const override { return m_layout.items.size(); }
    QRectF itemBox(std::size_t item) const override { return m_layout.items[item].box; }
    Link linkOf(std::size_t item) const { return m_rows[m_layout.items[item].row].link; }
    /// What stands in that item.
    QString wordsOf(std::size_t item) const;

  Q_SIGNALS:
    /// The ops of the step are to be seen.
    void opsAsked();

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;
    void canvasFitted(const QRectF& area) override;
    void activate(std::size_t item) override;
    void tell() override;

  private:
    struct Row {
        Link link;
        QString name = {};              ///< at the left: "op"; "" where the row before has the same
        QString value = {}, right = {}; ///< beside it, and at the right end
        QString more = {};              ///< muted, in a line of its own below
        std::size_t index = 0;          ///< of the product; of another step its number
        bool isMono = false, isLost = false, isItem = true;
    };
    struct Item {
        QRectF box;
        std::size_t row;
    };
    struct Layout {
        std::vector<Item> items;
        double height = 0;
    };
    Layout layOut(QPainter* painter, const QRectF& area) const;
    void drawBits(QPainter& painter, const QRectF& area) const;
    void addChain(const record::RunRecord& record, const record::FirstNonfinite& first);
    void addValue(const record::FirstNonfinite& first);
    void addOtherSteps(const record::RunRecord& record);
    void addStep(const record::RunRecord& record, const record::Sample& sample);
    QString help(Link link) const;
    void askNumber(const numeric::ExactValue& value);

    std::int64_t m_step = -1;
    std::optional<record::FirstNonfinite> m_first;
    train::OffendingValue m_offender;
    std::vector<Row> m_rows;
    QString m_empty; ///< said where there is no chain
    Layout m_layout; ///< on the screen
    LookButton* m_look;
};

} // namespace ampscope::ui
