// What each stack makes of a value beyond the range, of infinity and of NaN, and the way from an overflow to NaN.
#pragma once

#include "core/numeric/arithmetic_chain.h"
#include "core/numeric/overflow_policies.h"
#include "ui/instruments/numbers/number_instrument.h"

namespace ampscope::ui {

class FormatButton;

/// A row per policy, a column per input; what differs from the chosen row is marked.
///
/// Mouse: a click on a row chooses its policy. Keys: Up and Down.
class PolicyTable : public NumberInstrument {
    Q_OBJECT
  public:
    explicit PolicyTable(QWidget* parent = nullptr);

    /// One per input: the number itself first.
    const std::vector<numeric::PolicyRow>& columns() const { return m_columns; }
    void choose(numeric::Overflow policy);
    TextTable numbers() const override;
    /// Of policy `index`'s row, for tests.
    QRectF rowRect(std::size_t index) const { return rowRect(drawnArea(), index); }

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QRectF rowRect(const QRectF& area, std::size_t index) const;
    std::size_t chosen() const; ///< index of the policy in force
    QString cellText(std::size_t policy, const numeric::PolicyRow& column) const;

    FormatButton* m_format;
    std::vector<numeric::PolicyRow> m_columns;
};

/// A short calculation, step by step, that ends in NaN.
///
/// Keys: Left and Right show another one, Up and Down choose a step, Enter takes its result as the number.
class NanChain : public NumberInstrument {
    Q_OBJECT
  public:
    explicit NanChain(QWidget* parent = nullptr);

    void showChain(std::size_t index);
    const numeric::NamedChain& chain() const { return numeric::named_chains()[m_index]; }
    const std::vector<numeric::ChainResult>& results() const { return m_results; }
    TextTable numbers() const override;

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    void follow() override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QRectF stepRect(const QRectF& area, std::size_t step) const;
    void drawStep(QPainter& painter, const QRectF& box, std::size_t step) const;
    QString noteOf(std::size_t step) const;

    FormatButton* m_format;
    QToolButton* m_which;
    std::size_t m_index = 0, m_step = 0;
    std::vector<numeric::ChainResult> m_results;
};

} // namespace ampscope::ui
