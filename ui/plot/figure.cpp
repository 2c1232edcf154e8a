#include "ui/plot/figure.h"

#include "core/io/numbers.h"

namespace ampscope::ui {

QString powerOfTwo(int exponent) {
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = QStringLiteral("2");
    for (const QChar c : QString::number(exponent))
        text += c == u'-' ? QChar(u'⁻') : digits[c.digitValue()];
    return text;
}

QString scaleText(double value) {
    if (value > 0 && std::isfinite(value)) {
        int exponent = 0;
        const bool power = std::frexp(value, &exponent) == 0.5;
        --exponent;
        if (power && (exponent >= 10 || exponent < 0)) return powerOfTwo(exponent);
    }
    return QString::fromStdString(io::to_text(value, 4));
}

} // namespace ampscope::ui
