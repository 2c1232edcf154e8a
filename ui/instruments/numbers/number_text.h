// Words and figures for single numbers, in the window's language.
#pragma once

#include <QFont>
#include <QString>

#include "ui/instruments/numbers/number_model.h"

namespace ampscope::ui {

/// "nearest, ties to even", "stochastic": as the selectors show them.
QString modeName(numeric::Rounding mode);
/// "IEEE: infinity", "CUDA, SATFINITE": as the selectors show them.
QString policyName(numeric::Overflow policy);
/// One line on what a mode or policy does.
QString modeMeaning(numeric::Rounding mode);
QString policyMeaning(numeric::Overflow policy);
/// "rounded to nearest, ties to even; overflow: each format's own rule".
QString roundingWords(const NumberState& state);
/// What nobody should confuse: "8 bits: 1 + 4 + 3 · bias 7 · largest 448 · no infinity".
QString formatFacts(const numeric::FloatFormat& format);
QString nameOf(const numeric::FloatFormat& format);

/// "zero", "subnormal", …; NaN with its kind and payload: "signalling NaN, payload 1".
QString classWords(const numeric::FloatFormat& format, const numeric::Code& code);
/// "2⁻⁴ × 1.1001100110₂"; subnormal numbers with the exponent pinned; specials in words.
QString significandText(const numeric::FloatFormat& format, const numeric::Code& code);
/// "0x3C01", "0 01111 0000000001".
QString codeText(const numeric::FloatFormat& format, const numeric::Code& code);
QString fieldsText(const numeric::FloatFormat& format, const numeric::Code& code);
/// Every digit.
QString decimalText(const numeric::FloatFormat& format, const numeric::Code& code);
/// An exact value: every digit where they end, else as a fraction, or with "≈" where that is long.
QString digitsOf(const numeric::ExactValue& value);
/// With its sign, "−2.4e-5"; 0 only where it is exactly 0.
QString figureText(const numeric::Rational& value, int digits = 2);
/// As figureText(); with "≈" where what is not quite half a ULP would look like a tie.
QString ulpText(const numeric::Rational& value, int digits = 2);
/// The share of a count, "2.51 %"; 0 only where it is none.
QString shareText(std::int64_t count, std::int64_t all);
/// For files: all digits of a double, a point, no sign for plus.
QString plainFigure(const numeric::Rational& value);
/// The first letter large, a full stop at the end.
QString sentence(const QString& words);
/// A text as entered, with its middle left out where it is long.
QString shortText(const QString& entered);
/// "no error", "error +1.5e-9 · 0.20 ULP", "overflow: above 65504", "lost: below half of …": and whether that is a
/// loss.
struct ErrorWords {
    QString text;
    bool isLoss = false;
};
ErrorWords errorWords(const numeric::Conversion& conversion, const numeric::ExactValue& entered);
/// "inexact, underflow" in words; "none" where there are none.
QString flagsText(const std::vector<std::string>& flags);

/// A text for programs.
enum class CopyAs { Code, NamedCode, Decimal, HexFloat, CLiteral, CBits, Python, PythonBits };
QString copyText(CopyAs kind, const numeric::FloatFormat& format, const numeric::Code& code);

/// A text from elsewhere as parse_expression() reads it: what copyText() made for C or Python is unwrapped, anything
/// else stays as it is.
QString pastedText(const QString& text);

/// The text with its middle left out where it is wider than `width`.
QString fitted(const QString& text, const QFont& font, double width);

} // namespace ampscope::ui
