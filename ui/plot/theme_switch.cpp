#include "ui/plot/theme_switch.h"

#include <QApplication>
#include <algorithm>

namespace ampscope::ui {

constexpr double kMostPresented = 2; ///< who reads at twice the size already needs no more than that

ThemeSwitch& ThemeSwitch::instance() {
    static ThemeSwitch one;
    return one;
}

void ThemeSwitch::set(ThemeKind kind, double scale) {
    m_chosenKind = kind;
    m_chosenScale = scale;
    dress();
}

void ThemeSwitch::setPresenting(bool presenting, double factor) {
    if (presenting == m_isPresenting) return;
    m_isPresenting = presenting;
    m_factor = factor;
    dress();
}

void ThemeSwitch::dress() {
    m_kind = m_isPresenting ? ThemeKind::Projector : m_chosenKind;
    m_scale =
        m_isPresenting ? std::max(m_chosenScale, std::min(m_chosenScale * m_factor, kMostPresented)) : m_chosenScale;
    QApplication::setPalette(theme().palette());
    QApplication::setFont(textFont(kChromePixels * m_scale));
    qApp->setStyleSheet(theme().styleSheet(m_scale));
    Q_EMIT changed();
}

PrintLook::PrintLook() : m_kind(ThemeSwitch::instance().m_kind), m_scale(ThemeSwitch::instance().m_scale) {
    ThemeSwitch::instance().m_kind = ThemeKind::Print;
    ThemeSwitch::instance().m_scale = 1;
    setPaperFonts(true);
}
PrintLook::~PrintLook() {
    ThemeSwitch::instance().m_kind = m_kind;
    ThemeSwitch::instance().m_scale = m_scale;
    setPaperFonts(m_kind == ThemeKind::Print); // one inside another
}

const Theme& theme() {
    return ThemeSwitch::instance().theme();
}
double scaled(double pixels) {
    return pixels * ThemeSwitch::instance().scale();
}

} // namespace ampscope::ui
