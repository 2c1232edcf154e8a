#include "ui/instruments/numbers/number_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <algorithm>

#include "core/io/numbers.h"
#include "core/numeric/decimal.h"
#include "core/numeric/overflow_policies.h"
#include "ui/bridge/language.h"
#include "ui/plot/figure.h"

namespace ampscope::ui {

using numeric::Code;
using numeric::FloatFormat;
using numeric::NumberClass;
using numeric::Overflow;
using numeric::Rounding;

namespace {

struct NumberText {
    Q_DECLARE_TR_FUNCTIONS(ampscope::ui::NumberText)
};

QString shortDecimal(const FloatFormat& format, const Code& code, int digits) {
    return QString::fromStdString(io::to_text(numeric::to_double(numeric::decode(format, code)), digits));
}

} // namespace

QString modeName(Rounding mode) {
    return say(numeric::rounding_name(mode));
}
QString modeMeaning(Rounding mode) {
    return say(numeric::rounding_meaning(mode));
}
QString policyName(Overflow policy) {
    return say(numeric::policy_name(policy));
}
QString policyMeaning(Overflow policy) {
    return say(numeric::policy_meaning(policy));
}

QString roundingWords(const NumberState& state) {
    return NumberText::tr("rounding: %1 · overflow: %2")
               .arg(modeName(state.mode),
                    state.overflow ? policyName(*state.overflow) : NumberText::tr("each format's own")) +
           (state.flush ? NumberText::tr(" · subnormals flushed") : QString()) +
           (state.mode == Rounding::Stochastic ? NumberText::tr(" · seed %1").arg(state.seed) : QString());
}

QString nameOf(const FloatFormat& format) {
    return QString::fromStdString(format.name);
}

QString formatFacts(const FloatFormat& format) {
    const QString infinity = format.has_infinity() ? NumberText::tr("has infinity") : NumberText::tr("no infinity");
    return NumberText::tr("1 + %1 + %2 bits · bias %3 · largest %4 · %5")
               .arg(format.exponent_bits)
               .arg(format.mantissa_bits)
               .arg(format.bias)
               .arg(shortDecimal(format, format.max_finite(), 6), infinity) +
           (format.has_minus_zero() ? QString() : NumberText::tr(" · no −0"));
}

QString classWords(const FloatFormat& format, const Code& code) {
    return say(numeric::describe(format, code));
}

QString significandText(const FloatFormat& format, const Code& code) {
    const auto kind = numeric::classify(format, code);
    if (kind != NumberClass::Normal && kind != NumberClass::Subnormal) return classWords(format, code);
    const auto fields = numeric::fields_of(format, code);
    const QString text =
        powerOfTwo(fields.exponent_value) + " × " + QString::fromStdString(fields.significand) + QStringLiteral("₂");
    return kind == NumberClass::Subnormal ? text + "  " + NumberText::tr("subnormal: exponent pinned") : text;
}

QString codeText(const FloatFormat& format, const Code& code) {
    return QString::fromStdString(numeric::code_text(format, code)).toUpper().replace("0X", "0x");
}

QString fieldsText(const FloatFormat& format, const Code& code) {
    const auto fields = numeric::fields_of(format, code);
    return QString::fromStdString(fields.sign + " " + fields.exponent + " " + fields.mantissa);
}

QString decimalText(const FloatFormat& format, const Code& code) {
    return QString::fromStdString(numeric::exact_decimal(numeric::decode(format, code)));
}

QString digitsOf(const numeric::ExactValue& value) {
    using Kind = numeric::ExactValue::Kind;
    if (value.kind() == Kind::Finite) {
        const numeric::Integer bottom = denominator(value.magnitude());
        const bool ends = (bottom & (bottom - 1)) == 0; // a power of two
        const QString fraction = QString::fromStdString(value.rational().str());
        constexpr qsizetype kLongest = 40;
        if (!ends && fraction.size() <= kLongest) return fraction;
        if (!ends) return QStringLiteral("≈ ") + QString::fromStdString(io::to_text(numeric::to_double(value), 17));
    }
    return QString::fromStdString(numeric::exact_decimal(value));
}

QString figureText(const numeric::Rational& value, int digits) {
    const double number = numeric::error_figure(value);
    QString text = QString::fromStdString(io::to_text(number, digits));
    if (number < 0) text[0] = QChar(0x2212); // a minus sign as wide as the plus
    return number > 0 ? "+" + text : text;
}

QString ulpText(const numeric::Rational& value, int digits) {
    const QString text = figureText(value, digits);
    const bool looks_half = text.endsWith("0.5") && text.size() == 4; // with its sign
    return looks_half && abs(value) * 2 != 1 ? QStringLiteral("≈") + text : text;
}

QString sentence(const QString& words) {
    QString all = words;
    if (!all.isEmpty()) all[0] = all[0].toUpper();
    return all.endsWith('.') ? all : all + '.';
}

QString shareText(std::int64_t count, std::int64_t all) {
    if (count == 0) return QStringLiteral("0 %");
    const double share = 100.0 * static_cast<double>(count) / static_cast<double>(std::max<std::int64_t>(1, all));
    return QString::fromStdString(io::to_text(share, 3)) + QStringLiteral(" %");
}

QString plainFigure(const numeric::Rational& value) {
    return QString::fromStdString(io::to_text(numeric::error_figure(value)));
}

QString shortText(const QString& entered) {
    constexpr qsizetype kLongest = 24;
    return entered.size() > kLongest ? entered.left(11) + QStringLiteral("…") + entered.right(11) : entered;
}

ErrorWords errorWords(const numeric::Conversion& conversion, const numeric::ExactValue& entered) {
    const auto& rounded = conversion.rounded;
    const auto& format = conversion.format;
    if (rounded.inexact && conversion.number_class == NumberClass::Zero)
        return {rounded.flushed ? NumberText::tr("lost: subnormal results are flushed")
                                : NumberText::tr("lost: below half of %1").arg(shortDecimal(format, Code(1), 3)),
                true};
    const bool is_loss = rounded.overflow || rounded.invalid;
    if (conversion.number_class == NumberClass::NaN && !rounded.overflow)
        return {entered.kind() == numeric::ExactValue::Kind::NaN ? NumberText::tr("no number, so no error")
                                                                 : NumberText::tr("no infinity in this format"),
                is_loss};
    if (!rounded.inexact) return {NumberText::tr("no error"), is_loss};
    if (conversion.error && conversion.error_ulp)
        return {NumberText::tr("error %1 · %2 ULP").arg(figureText(*conversion.error), ulpText(*conversion.error_ulp)),
                is_loss};
    if (rounded.overflow)
        return {NumberText::tr("overflow: above %1").arg(shortDecimal(format, format.max_finite(), 6)), true};
    return {NumberText::tr("lost"), true};
}

QString flagsText(const std::vector<std::string>& flags) {
    QStringList words;
    for (const auto& flag : flags) {
        if (flag == "inexact")
            words << NumberText::tr("inexact");
        else if (flag == "overflow")
            words << NumberText::tr("overflow");
        else if (flag == "underflow")
            words << NumberText::tr("underflow");
        else if (flag == "invalid")
            words << NumberText::tr("invalid");
        else if (flag == "divide-by-zero")
            words << NumberText::tr("divide by zero");
        else
            words << QString::fromStdString(flag);
    }
    return words.isEmpty() ? NumberText::tr("none") : words.join(", ");
}

QString copyText(CopyAs kind, const FloatFormat& format, const Code& code) {
    const auto value = numeric::decode(format, code);
    const QString hex_code = QString::fromStdString(numeric::code_text(format, code));
    const QString hex_float = QString::fromStdString(numeric::hexadecimal(value));
    const bool special = !value.is_number();
    const QString sign = value.is_negative() ? "-" : "";
    const bool is_nan = value.kind() == numeric::ExactValue::Kind::NaN;
    const std::string& id = format.id;
    struct Type {
        const char *id, *c, *word, *python;
    };
    static constexpr Type kTypes[] = {{"fp64", "double", "uint64_t", "<d"},
                                      {"fp32", "float", "uint32_t", "<f"},
                                      {"fp16", "_Float16", "uint16_t", "<e"},
                                      {"bf16", "__bf16", "uint16_t", ""}};
    const auto* type = std::ranges::find_if(kTypes, [&](const Type& each) { return id == each.id; });
    const bool known = type != std::end(kTypes);
    switch (kind) {
    case CopyAs::Code: return hex_code;
    case CopyAs::NamedCode: return QString::fromStdString(id) + ":" + hex_code;
    case CopyAs::Decimal: return decimalText(format, code);
    case CopyAs::HexFloat: return hex_float;
    case CopyAs::CLiteral: {
        if (special) return sign + (is_nan ? "NAN" : "INFINITY");
        const QString literal = hex_float + (id == "fp64" ? "" : "f");
        return known && id != "fp64" && id != "fp32" ? QString("(%1)%2").arg(type->c, literal) : literal;
    }
    case CopyAs::CBits:
        if (known) return QString("((union { %1 u; %2 f; }){ %3u }).f").arg(type->word, type->c, hex_code);
        if (id == "e4m3" || id == "e5m2") return "(__nv_fp8_storage_t)" + hex_code + " /* " + nameOf(format) + " */";
        return hex_code + "u /* " + QString::fromStdString(id) + " */";
    case CopyAs::Python:
        return special ? QString("float('%1%2')").arg(sign, is_nan ? "nan" : "inf")
                       : QString("float.fromhex('%1')").arg(hex_float);
    case CopyAs::PythonBits:
        if (id == "bf16") return QString("struct.unpack('<f', (%1 << 16).to_bytes(4, 'little'))[0]").arg(hex_code);
        if (known)
            return QString("struct.unpack('%1', (%2).to_bytes(%3, 'little'))[0]")
                .arg(type->python, hex_code)
                .arg(format.bits() / 8);
        if (id == "e4m3" || id == "e5m2")
            return QString("torch.tensor([%1], dtype=torch.uint8).view(torch.float8_%2)")
                .arg(hex_code, id == "e4m3" ? "e4m3fn" : "e5m2");
        return hex_code + "  # " + QString::fromStdString(id);
    }
    return {};
}

QString pastedText(const QString& text) {
    static const QRegularExpression c_literal(R"(^\s*(?:\((?:_Float16|__bf16)\))?([+-]?0x[0-9a-f.]+p[+-]?\d+)f?\s*$)",
                                              QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression python(R"(^\s*float(?:\.fromhex)?\('([^']*)'\)\s*$)");
    for (const auto* pattern : {&c_literal, &python})
        if (const auto match = pattern->match(text); match.hasMatch()) return match.captured(1);
    return text;
}

QString fitted(const QString& text, const QFont& font, double width) {
    return QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, width);
}

} // namespace ampscope::ui
