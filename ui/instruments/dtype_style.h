// How a dtype looks among words: the format's colour and dash, and its name.
#pragma once

#include <QPen>
#include <QString>

#include "ui/plot/theme.h"

namespace ampscope::ui {

/// The format that a dtype or a mixture ("fp16+fp32") is drawn in: the widest of them; "" for integers.
inline QString hueOf(const std::string& dtype) {
    for (const char* format : {"fp32", "bf16", "fp16", "e4m3", "e5m2"})
        if (dtype.find(format) != std::string::npos) return QString(format);
    return {};
}

inline QPen outlineOf(const std::string& dtype, const Theme& theme, double width) {
    const QString format = hueOf(dtype);
    const FormatStyle style =
        format.isEmpty() ? FormatStyle{theme.color(Token::Muted), {}, Marker::Circle} : theme.format(format);
    QPen pen(style.color, width);
    pen.setCapStyle(Qt::FlatCap);
    if (!style.dash.empty()) pen.setDashPattern(QList<qreal>(style.dash.begin(), style.dash.end()));
    return pen;
}

inline QColor inkOf(const std::string& dtype, const Theme& theme) {
    const QString format = hueOf(dtype);
    return format.isEmpty() ? theme.color(Token::Muted) : theme.format(format).color;
}

} // namespace ampscope::ui
