#include "ui/instruments/numbers/format_menu.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QWidgetAction>

#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

// "e3m4" and Enter; what is no format, or none that fits here, leaves the field red and the menu open.
QWidgetAction* ownFormat(QMenu* menu, const FormatMenu& options) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(22, 4, 12, 4);
    auto* label = new QLabel(FormatButton::tr("own format"));
    auto* entry = new QLineEdit;
    entry->setPlaceholderText("e3m4");
    entry->setMaxLength(12);
    entry->setFont(monoFont(scaled(kChromePixels)));
    entry->setAccessibleName(FormatButton::tr("A format of your own: e, exponent bits, m, mantissa bits"));
    entry->setToolTip(FormatButton::tr(
        "e<exponent bits>m<mantissa bits>, with IEEE's rules: at most 15 and 112 bits. Enter takes it."));
    layout->addWidget(label);
    layout->addWidget(entry, 1);
    auto* message = new QLabel;
    message->setProperty("role", "error");
    message->setTextFormat(Qt::PlainText);
    message->hide();
    layout->addWidget(message);
    QObject::connect(entry, &QLineEdit::returnPressed, menu, [menu, entry, message, options] {
        const auto format = numeric::find_format(entry->text().trimmed().toStdString());
        if (!format || (options.accepts && !options.accepts(*format))) {
            message->setText(format ? FormatButton::tr("does not fit here") : FormatButton::tr("no such format"));
            message->show();
            return entry->selectAll();
        }
        menu->close();
        options.choose(*format);
    });
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(row);
    return action;
}

} // namespace

void fillFormatMenu(QMenu* menu, const FormatMenu& options) {
    menu->clear();
    menu->setToolTipsVisible(true);
    const bool wide = !options.accepts || options.accepts(numeric::format("fp32"));
    for (const auto& format : numeric::known_formats()) {
        if (options.accepts && !options.accepts(format)) continue;
        if (format.id == "e4m3-ieee" && wide) menu->addSection(FormatButton::tr("look-alikes"));
        auto* action = menu->addAction(nameOf(format) + "\t" + QString::fromStdString(format.id), menu,
                                       [options, format] { options.choose(format); });
        action->setCheckable(true);
        action->setChecked(options.isChecked(format));
        action->setToolTip(formatFacts(format));
    }
    menu->addSeparator();
    menu->addAction(ownFormat(menu, options));
}

FormatButton::FormatButton(FormatMenu options, QWidget* parent) : QToolButton(parent), m_options(std::move(options)) {
    setProperty("role", "switch");
    setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(this);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillFormatMenu(menu, m_options); });
    translated(this, [this] { show(m_format); });
}

void FormatButton::show(const numeric::FloatFormat& format) {
    m_format = format;
    if (format.id.empty()) return;
    setText(nameOf(format) + QStringLiteral(" ▾"));
    setToolTip(formatFacts(format));
    setAccessibleName(tr("Format: %1").arg(nameOf(format)));
}

} // namespace ampscope::ui
