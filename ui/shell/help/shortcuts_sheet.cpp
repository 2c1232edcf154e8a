#include "ui/shell/help/shortcuts_sheet.h"

#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/language.h"
#include "ui/instruments/instrument_help.h"
#include "ui/instruments/registry.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/commands.h"

namespace ampscope::ui {
namespace {

QString heading(const QString& words) {
    return QString("<tr><td colspan=\"2\" style=\"padding: 12px 0 4px 0\"><b>%1</b></td></tr>")
        .arg(words.toHtmlEscaped());
}

QString row(const QString& left, const QString& right) {
    return QString("<tr><td style=\"padding: 3px 28px 3px 0\">%1</td><td style=\"padding: 3px 0\">%2</td></tr>")
        .arg(left, right.toHtmlEscaped());
}

} // namespace

ShortcutsSheet::ShortcutsSheet(const Commands& commands, QWidget* parent)
    : QDialog(parent), m_commands(commands), m_text(new QTextBrowser) {
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    auto* close = new QPushButton;
    close->setProperty("role", "primary");
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 12, 24, 16);
    layout->addWidget(m_text, 1);
    layout->addWidget(close, 0, Qt::AlignRight);
    const auto fit = [this] {
        const QSize room = parentWidget() ? parentWidget()->size() - QSize(40, 40) : QSize(1240, 680);
        resize(std::min(qRound(scaled(780)), room.width()), std::min(qRound(scaled(700)), room.height()));
        m_text->document()->setDefaultFont(textFont(scaled(kChromePixels)));
        m_text->setHtml(html());
    };
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, fit);
    translated(this, [this, close, fit] {
        setWindowTitle(tr("Keys"));
        m_text->setAccessibleName(tr("Keys"));
        close->setText(tr("Close"));
        close->setToolTip(tr("Close (Escape)"));
        fit();
    });
}

QString ShortcutsSheet::html() const {
    const auto keysOf = [](const Command& command) {
        QStringList all;
        for (const auto& keys : command.keys)
            all << QString("<span style=\"font-family:'JetBrains Mono'; color:%1\">%2</span>")
                       .arg(theme().color(Token::Text).name(), keys.toString(QKeySequence::NativeText).toHtmlEscaped());
        return all.join(QStringLiteral(", "));
    };
    QString rows;
    using Group = Command::Group;
    for (const auto group : {Group::Run, Group::Page, Group::View, Group::Present, Group::File, Group::Help}) {
        QString of_group;
        for (const auto& command : m_commands.all())
            if (command.group == group && !command.keys.isEmpty()) of_group += row(keysOf(command), command.title());
        if (!of_group.isEmpty()) rows += heading(groupTitle(group)) + of_group;
    }
    // Instruments with the same keys share a line.
    QList<std::pair<QString, QStringList>> families;
    for (const QString& id : instrumentIds()) {
        const QString keys = instrumentKeys(id);
        if (keys.isEmpty()) continue;
        auto found = std::ranges::find(families, keys, &std::pair<QString, QStringList>::first);
        if (found == families.end()) found = families.insert(families.end(), {keys, {}});
        found->second << instrumentName(id);
    }
    QString instruments;
    for (const auto& [keys, names] : families)
        instruments += QString("<p><b>%1</b><br>%2</p>")
                           .arg(names.join(QStringLiteral(" · ")).toHtmlEscaped(), keys.toHtmlEscaped());
    return QString(
               "<table>%1</table><p style=\"margin-top:20px\"><b>%2</b><br><span style=\"color:%3\">%4</span></p>%5")
        .arg(rows, tr("While an instrument has the keyboard").toHtmlEscaped(), theme().color(Token::Muted).name(),
             tr("Tab goes from one to the next; the arrows go through it.").toHtmlEscaped(), instruments);
}

} // namespace ampscope::ui
