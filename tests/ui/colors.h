// What colours are to the eye: contrast and distance.
#pragma once

#include <QColor>
#include <algorithm>
#include <cmath>

namespace ampscope::ui::testing {

inline double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}
inline double encoded(double channel) {
    channel = std::clamp(channel, 0.0, 1.0);
    return channel <= 0.0031308 ? 12.92 * channel : 1.055 * std::pow(channel, 1 / 2.4) - 0.055;
}

// WCAG 2.1, relative luminance and contrast ratio.
inline double luminance(const QColor& c) {
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}
inline double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

struct Lab {
    double l, a, b;
};
inline Lab lab(const QColor& c) { // D65
    const double r = linear(c.redF()), g = linear(c.greenF()), b = linear(c.blueF());
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047),
                 y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b),
                 z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}
inline double cie76(const QColor& a, const QColor& b) {
    const Lab x = lab(a), y = lab(b);
    return std::hypot(x.l - y.l, x.a - y.a, x.b - y.b);
}

} // namespace ampscope::ui::testing
