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

PrintLook::PrintLook() : m_kind(ThemeSwitch::instance().m_kind), m_scale(ThemeSwitch::instance().m_scale) {
    ThemeSwitch::instance().m_kind = ThemeKind::Print;
    ThemeSwitch::instance().m_scale = 1;
}
PrintLook::~PrintLook() {
    ThemeSwitch::instance().m_kind = m_kind;
    ThemeSwitch::instance().m_scale = m_scale;
}

const Theme& theme() {
    return ThemeSwitch::instance().theme();
}
double scaled(double pixels) {
    return pixels * ThemeSwitch::instance().scale();
}

} // namespace ampscope::ui
