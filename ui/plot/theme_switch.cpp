#include "ui/plot/theme_switch.h"

#include <QApplication>

namespace ampscope::ui {

ThemeSwitch& ThemeSwitch::instance() {
    static ThemeSwitch one;
    return one;
}

void ThemeSwitch::set(ThemeKind kind, double scale) {
    m_kind = kind;
    m_scale = scale;
    QApplication::setPalette(theme().palette());
    QApplication::setFont(textFont(kChromePixels * scale));
    qApp->setStyleSheet(theme().styleSheet(scale));
    Q_EMIT changed();
}

const Theme& theme() {
    return ThemeSwitch::instance().theme();
}
double scaled(double pixels) {
    return pixels * ThemeSwitch::instance().scale();
}

} // namespace ampscope::ui
