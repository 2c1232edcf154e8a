#include "ui/shell/presentation/curtain.h"

#include <QEvent>
#include <algorithm>
#include <utility>

namespace ampscope::ui {

void Curtain::hide(QWidget* widget) {
    m_isOurs = true;
    widget->hide();
    m_isOurs = false;
}

void Curtain::draw(const QList<QWidget*>& widgets) {
    for (auto* widget : widgets) {
        if (std::ranges::any_of(m_behind, [&](const Behind& each) { return each.widget == widget; })) continue;
        m_behind << Behind{widget, !widget->isHidden()};
        widget->installEventFilter(this);
        hide(widget);
    }
}

void Curtain::lift() {
    for (const auto& [widget, isWanted] : std::exchange(m_behind, {})) {
        if (!widget) continue;
        widget->removeEventFilter(this);
        widget->setVisible(isWanted);
    }
}

bool Curtain::eventFilter(QObject* watched, QEvent* event) {
    if (m_isOurs || (event->type() != QEvent::ShowToParent && event->type() != QEvent::HideToParent)) return false;
    for (auto& behind : m_behind) {
        if (behind.widget != watched) continue;
        behind.isWanted = event->type() == QEvent::ShowToParent;
        if (behind.isWanted) hide(behind.widget);
    }
    return false;
}

} // namespace ampscope::ui
