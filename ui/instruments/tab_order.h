// The keyboard's way through parts that were not made in the order in which they are read.
#pragma once

#include <QLayout>
#include <QWidget>
#include <functional>

namespace ampscope::ui {

/// Tab goes through these parts one after the other, and inside each as it did before.
inline void setTabOrderOf(const QList<QWidget*>& parts) {
    QWidget* last = nullptr;
    for (auto* part : parts) {
        QList<QWidget*> inside{part};
        const auto all = part->findChildren<QWidget*>().size() + 1; // mostly the next ones: the chain is long
        for (QWidget* next = part->nextInFocusChain(); next != part && inside.size() < all;
             next = next->nextInFocusChain())
            if (part->isAncestorOf(next)) inside << next;
        for (auto* widget : inside) {
            if (!(widget->focusPolicy() & Qt::TabFocus)) continue;
            if (last) QWidget::setTabOrder(last, widget);
            last = widget;
        }
    }
}

/// Tab goes through what a widget's layout holds in the order in which it stands there.
inline void setTabOrderByLayout(const QWidget& widget) {
    QList<QWidget*> parts;
    const std::function<void(QLayout*)> collect = [&](QLayout* layout) {
        for (int i = 0; layout && i < layout->count(); ++i) {
            if (auto* part = layout->itemAt(i)->widget()) parts << part;
            collect(layout->itemAt(i)->layout());
        }
    };
    collect(widget.layout());
    setTabOrderOf(parts);
}

} // namespace ampscope::ui
