#include "ui/shell/help/window_help.h"

#include <QApplication>
#include <QMenu>
#include <QToolButton>

#include "ui/instruments/instrument.h"
#include "ui/labs/page.h"
#include "ui/shell/commands.h"
#include "ui/shell/help/about.h"
#include "ui/shell/help/search_box.h"
#include "ui/shell/help/search_sources.h"
#include "ui/shell/help/shortcuts_sheet.h"
#include "ui/shell/help/whats_this.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings_dialog.h"
#include "ui/shell/top_bar.h"

namespace ampscope::ui {

using Group = Command::Group;

WindowHelp::WindowHelp(MainWindow& window) : QObject(&window), m_window(window) {
    new WhatsThis(this);
    addCommands();
    connect(window.topBar(), &TopBar::aboutAsked, this, [this] { showMenu(); });
    connect(window.topBar(), &TopBar::searchAsked, this, [this] { openSearch(); });
}

void WindowHelp::addCommands() {
    Commands& commands = m_window.commands();
    commands.add({Group::Help,
                  "search.open",
                  [] { return tr("Search for anything"); },
                  {Qt::CTRL | Qt::Key_K},
                  [this] { openSearch(); }});
    commands.add({Group::Help,
                  "help.shortcuts",
                  [] { return tr("Keys"); },
                  {Qt::Key_F1, Qt::CTRL | Qt::Key_Slash},
                  [this] { showShortcuts(); }});
    commands.add({Group::Help,
                  "help.whats_this",
                  [] { return tr("What is this? (what has the keyboard)"); },
                  {Qt::SHIFT | Qt::Key_F1},
                  [] { WhatsThis::explainFocus(); }});
    commands.add({Group::Help,
                  "help.point",
                  [] { return tr("What is this? (the next click)"); },
                  {},
                  [] { WhatsThis::enterMode(); }});
    commands.add(
        {Group::Help, "help.glossary", [] { return tr("Glossary"); }, {}, [this] { m_window.open("glossary"); }});
    commands.add(
        {Group::Help, "help.welcome", [] { return tr("Show the welcome"); }, {}, [this] { m_window.showWelcome(); }});
    commands.add(
        {Group::Help, "help.about", [] { return tr("About ampscope, licences"); }, {}, [this] { showAbout(); }});
    commands.add({Group::View,
                  "settings.open",
                  [] { return tr("Settings"); },
                  {Qt::CTRL | Qt::Key_Comma},
                  [this] { showSettings(); }});
}

SearchBox* WindowHelp::search() {
    if (!m_search)
        m_search = new SearchBox(
            &m_window, [this](SearchIndex& index) { fillSearch(m_window, index); },
            [this] { return firstOfSearch(m_window); }, [this] { return learnAnotherLab(m_window); });
    return m_search;
}

void WindowHelp::openSearch(const QString& query) {
    search()->open(query);
}

// One at a time: asked for again it comes to the front.
template <typename Dialog>
Dialog* WindowHelp::showDialog(const std::function<Dialog*()>& make) {
    auto* dialog = m_window.findChild<Dialog*>(QString(), Qt::FindDirectChildrenOnly);
    if (!dialog) {
        dialog = make();
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

SettingsDialog* WindowHelp::showSettings(const QString& row) {
    auto* dialog = showDialog<SettingsDialog>([this] {
        return new SettingsDialog(
            m_window.settings(), [this](const Settings& next) { m_window.applySettings(next); }, &m_window);
    });
    if (!row.isEmpty()) dialog->jumpTo(row);
    return dialog;
}

ShortcutsSheet* WindowHelp::showShortcuts() {
    return showDialog<ShortcutsSheet>([this] { return new ShortcutsSheet(m_window.commands(), &m_window); });
}

AboutDialog* WindowHelp::showAbout() {
    return showDialog<AboutDialog>(
        [this] { return new AboutDialog(m_window.settings().dataFolder, m_window.lessonsFolder(), &m_window); });
}

QMenu* WindowHelp::showMenu() {
    auto* menu = new QMenu(&m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const Commands& commands = m_window.commands();
    for (const char* id : {"help.point", "help.shortcuts", "search.open", "", "help.glossary", "help.welcome", "",
                           "settings.open", "help.about"}) {
        const Command* command = commands.find(id);
        if (!command) {
            menu->addSeparator();
            continue;
        }
        auto* action = menu->addAction(command->title(), command->act);
        if (!command->keys.isEmpty()) action->setShortcut(command->keys.first());
        action->setShortcutContext(Qt::WidgetShortcut); // shown; the window answers
    }
    QWidget* button = m_window.topBar()->helpButton();
    menu->popup(button->mapToGlobal(QPoint(button->width() - menu->sizeHint().width(), button->height())));
    return menu;
}

QStringList WindowHelp::ids() {
    return {"search", "welcome", "settings", "shortcuts", "about", "help-menu", "how-to-read"};
}

QWidget* WindowHelp::show(const QString& kind, const QString& rest) {
    if (kind == "search") {
        openSearch(rest);
        return &m_window;
    }
    if (kind == "welcome") {
        m_window.showWelcome();
        return &m_window;
    }
    if (kind == "settings") return showSettings(rest);
    if (kind == "shortcuts") return showShortcuts();
    if (kind == "help-menu") return showMenu();
    if (kind == "about") {
        AboutDialog* dialog = showAbout();
        return rest.isEmpty() || dialog->showView(rest) ? dialog : nullptr;
    }
    if (kind == "how-to-read")
        if (auto* instrument = m_window.page()->findChild<Instrument*>("instrument-" + rest)) {
            WhatsThis::show(instrument);
            for (auto* shown : QApplication::topLevelWidgets())
                if (shown->inherits("QWhatsThat")) return shown;
        }
    return nullptr;
}

} // namespace ampscope::ui
