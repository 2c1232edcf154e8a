#include "ui/shell/help/whats_this.h"

#include <QAbstractButton>
#include <QApplication>
#include <QHelpEvent>
#include <QUrl>
#include <QWhatsThis>

#include "ui/labs/page.h"
#include "ui/shell/lessons/glossary_page.h"

namespace ampscope::ui {
namespace {

QString paragraphs(const QString& name, const QString& words) {
    const QString said = Qt::mightBeRichText(words) ? words : words.toHtmlEscaped();
    if (name.isEmpty() || name == words) return "<p>" + said + "</p>";
    return "<p><b>" + name.toHtmlEscaped() + "</b></p><p>" + said + "</p>";
}

QString nameOf(const QWidget* widget) {
    if (!widget->accessibleName().isEmpty()) return widget->accessibleName();
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    return button ? button->text().remove('&') : QString();
}

} // namespace

QString explanationOf(const QWidget* widget) {
    QString name, words; // of the innermost that has them: what it lies in may speak of all its parts
    for (; widget; widget = widget->parentWidget()) {
        if (!widget->whatsThis().isEmpty()) {
            const QString own = words.isEmpty() ? name : words;
            const bool is_new = !own.isEmpty() && !widget->whatsThis().contains(own.toHtmlEscaped());
            return (is_new ? "<p><b>" + own.toHtmlEscaped() + "</b></p>" : QString()) + widget->whatsThis();
        }
        if (name.isEmpty()) name = nameOf(widget);
        if (words.isEmpty()) words = widget->toolTip();
        if (!words.isEmpty() && words != name) return paragraphs(name, words);
        const auto* page = qobject_cast<const Page*>(widget);
        if (page && words.isEmpty())
            return paragraphs(name.isEmpty() ? page->title() : name,
                              page->section() + QStringLiteral(" › ") + page->title());
        if (widget->isWindow()) break;
    }
    return words.isEmpty() ? QString() : paragraphs(name, words);
}

WhatsThis::WhatsThis(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

void WhatsThis::enterMode() {
    QWhatsThis::enterWhatsThisMode();
}

void WhatsThis::explainFocus() {
    QWidget* widget = QApplication::focusWidget();
    if (widget && !explanationOf(widget).isEmpty())
        show(widget);
    else
        enterMode();
}

void WhatsThis::show(QWidget* widget) {
    QWhatsThis::showText(widget->mapToGlobal(widget->rect().center()),
                         GlossaryHelp::instance().marked(explanationOf(widget)), widget);
}

bool WhatsThis::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::WhatsThisClicked) {
        if (!GlossaryHelp::instance().follow(QUrl(static_cast<QWhatsThisClickedEvent*>(event)->href()))) return false;
        QWhatsThis::hideText();
        return true;
    }
    if (event->type() != QEvent::WhatsThis && event->type() != QEvent::QueryWhatsThis) return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    const QString words = explanationOf(widget);
    if (words.isEmpty()) return false;
    if (event->type() == QEvent::WhatsThis)
        QWhatsThis::showText(static_cast<QHelpEvent*>(event)->globalPos(), GlossaryHelp::instance().marked(words),
                             widget);
    event->accept();
    return true;
}

} // namespace ampscope::ui
