// How a number is rounded, cast after cast, over all codes, beyond the range, and in arithmetic.
#pragma once

#include "ui/instruments/numbers/number_model.h"
#include "ui/labs/page.h"

class QAbstractButton;
class QButtonGroup;
class QBoxLayout;
class QHBoxLayout;
class QStackedWidget;
class QVBoxLayout;

namespace ampscope::ui {

class ArithmeticView;
class CastChainView;
class CodeTable;
class NanChain;
class NumberBar;
class NumberInstrument;
class PolicyTable;
class RoundingView;

class RoundingLab : public Page {
    Q_OBJECT
  public:
    explicit RoundingLab(QWidget* parent = nullptr);

    QString title() const override { return tr("Rounding"); }
    QString section() const override { return tr("Labs"); }
    void reset() override;
    QWidget* firstFocus() override;
    void enterText(const QString& text) override { m_number->enterText(text); }
    void takeNumber(const QString& text, const QString& format) override;
    bool showView(const QString& view) override;
    QUndoStack* undoStack() override { return m_number->undoStack(); }
    QString commandLine() const override;

    NumberModel* number() const { return m_number; }
    NumberBar* bar() const { return m_bar; }
    RoundingView* rounding() const { return m_rounding; }
    CastChainView* chain() const { return m_chain; }
    CodeTable* table() const { return m_table; }
    PolicyTable* policies() const { return m_policies; }
    NanChain* nanChain() const { return m_nanChain; }
    ArithmeticView* arithmetic() const { return m_arithmetic; }
    /// "rounding", "cast-chain", "code-table", "overflow", "arithmetic": what stands beside or instead of the decision.
    QString view() const;

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    /// Instruments below each other; the code table takes all the height.
    QBoxLayout* scrolled(const QList<NumberInstrument*>& instruments, QWidget*& page);
    void chooseView(const QString& id);
    void addView(const QString& id, QWidget* page, std::function<QString()> name);
    /// Puts a view at the left, or back among the others at `place`.
    void setAtLeft(QWidget* page, int place, bool left);
    void arrange();

    NumberModel* m_number;
    NumberBar* m_bar;
    RoundingView* m_rounding;
    CastChainView* m_chain;
    CodeTable* m_table;
    PolicyTable* m_policies;
    NanChain* m_nanChain;
    ArithmeticView* m_arithmetic;
    QButtonGroup* m_tabs;
    QStackedWidget* m_views;
    QWidget *m_roundingPage = nullptr, *m_arithmeticPage = nullptr;
    QVBoxLayout* m_left;  ///< what stands beside the views in a wide window
    QBoxLayout* m_beyond; ///< policies and the way to NaN
    QHBoxLayout* m_sides;
};

} // namespace ampscope::ui
