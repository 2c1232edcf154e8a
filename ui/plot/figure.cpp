#include "ui/plot/figure.h"

#include "core/io/numbers.h"
#include "core/record/events.h"
#include "core/text/message.h"

namespace ampscope::ui {

QString powerOfTwo(int exponent) {
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = QStringLiteral("2");
    for (const QChar c : QString::number(exponent))
        text += c == u'-' ? QChar(u'⁻') : digits[c.digitValue()];
    return text;
}

QString doublingText(int exponent) {
    constexpr int kLargest = 62;
    const std::int64_t number = std::int64_t(1) << std::min(std::abs(exponent), kLargest);
    const QString text = QString::fromStdString(text::grouped(number));
    return exponent < 0 ? QStringLiteral("1/") + text : text;
}

QString numberText(double value, int digits) {
    return record::is_missing(value) ? QStringLiteral("–") : QString::fromStdString(io::to_text(value, digits));
}

QString scaleText(double value) {
    if (value > 0 && std::isfinite(value)) {
        int exponent = 0;
        const bool power = std::frexp(value, &exponent) == 0.5;
        --exponent;
        if (power && (exponent >= 10 || exponent < 0)) return powerOfTwo(exponent);
    }
    return numberText(value);
}

} // namespace ampscope::ui
