// The number that instruments look at together: its value, the formats it is shown in, how it is rounded.
#pragma once

#include <QObject>
#include <QStringList>
#include <QUndoStack>
#include <functional>
#include <vector>

#include "core/numeric/arithmetic.h"
#include "core/numeric/conversion.h"

namespace ampscope::ui {

/// fp32, fp16, bf16, E4M3, E5M2.
std::vector<numeric::FloatFormat> defaultFormats();
/// fp64, fp32, fp16, E4M3.
std::vector<numeric::FloatFormat> defaultChain();

/// Everything that is shown is computed from it.
struct NumberState {
    numeric::ExactValue value = numeric::ExactValue::finite(numeric::Rational(1) / 10);
    QString text = "0.1";                                         ///< as it was entered
    std::vector<numeric::FloatFormat> formats = defaultFormats(); ///< rows of `bits` and `number-line`
    numeric::FloatFormat format = numeric::format("fp16");        ///< of `rounding` and `arithmetic`
    numeric::FloatFormat table = numeric::format("e4m3");         ///< of `code-table`: 8 bits
    std::vector<numeric::FloatFormat> chain = defaultChain();     ///< of `cast-chain`: at least one
    numeric::Rounding mode = numeric::Rounding::NearestEven;
    std::optional<numeric::Overflow> overflow; ///< none: each format's own default
    bool flush = false;                        ///< subnormal results become zero
    std::uint64_t seed = 1;                    ///< of stochastic rounding
    numeric::Operation operation = numeric::Operation::Add;
    QStringList operands = {"1", "2^-11", "1"}; ///< of `arithmetic`, as entered
    bool operator==(const NumberState& other) const;

    /// With the random bits that the seed gives.
    numeric::RoundingOptions options() const;
    numeric::Conversion convertTo(const numeric::FloatFormat& to) const {
        return numeric::convert(value, to, options());
    }
};

/// A value as a person would type it again: its digits where they are few, else its code.
QString typedText(const numeric::FloatFormat& format, const numeric::Code& code);

/// Holds one state, with undo. Instruments that share one follow each other.
class NumberModel : public QObject {
    Q_OBJECT
  public:
    explicit NumberModel(QObject* parent = nullptr);

    const NumberState& state() const { return m_state; }
    /// A change by the user: can be undone.
    void change(const NumberState& state);
    /// Starts again from `first`; nothing can be undone.
    void reset(const NumberState& first);
    /// Reads a value as typed or pasted. A text that cannot be read leaves everything as it is: refused() says why, and
    /// where in the text.
    bool enterText(const QString& text);
    /// The value is now the one of this code.
    void chooseCode(const numeric::FloatFormat& format, const numeric::Code& code);
    /// As enterText(), for operand `index` of the arithmetic.
    bool enterOperand(int index, const QString& text);
    /// "fp64, fp32, e5m10" or with arrows between; an unknown format is refused.
    bool enterChain(const QString& text);
    QUndoStack* undoStack() { return &m_undo; }

  Q_SIGNALS:
    void changed();
    /// `what`: "value", "operand", "chain", "format".
    void refused(const QString& what, const QString& text, const QString& reason);

  private:
    bool tryChange(const QString& what, const QString& text, const std::function<void(NumberState&)>& edit);
    void apply(const NumberState& state);

    NumberState m_state;
    QUndoStack m_undo;
};

} // namespace ampscope::ui
