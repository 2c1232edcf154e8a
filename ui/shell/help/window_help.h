// What helps to find one's way: search, welcome, What's This, keys, settings, About.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

class QMenu;

namespace ampscope::ui {

class AboutDialog;
class MainWindow;
class SearchBox;
class SettingsDialog;
class ShortcutsSheet;

/// Adds its commands to the window's. Everything here is made when it is first asked for.
class WindowHelp : public QObject {
    Q_OBJECT
  public:
    explicit WindowHelp(MainWindow& window);

    /// `query` is typed already.
    void openSearch(const QString& query = {});
    /// `row`: gets the keyboard, see SettingsDialog::rows().
    SettingsDialog* showSettings(const QString& row = {});
    ShortcutsSheet* showShortcuts();
    AboutDialog* showAbout();
    /// The menu of the "?" button, below it.
    QMenu* showMenu();
    /// Something by its id, as pictures ask for it, with what is to be seen in it: "search" (what is typed), "welcome",
    /// "settings" (a row), "shortcuts", "about" (a view), "help-menu", "how-to-read" (an instrument of the page). The
    /// widget to look at; nullptr for an id that is not known.
    QWidget* show(const QString& id, const QString& what);
    static QStringList ids();
    static bool knows(const QString& id) { return ids().contains(id); }
    SearchBox* search();

  private:
    void addCommands();
    template <typename Dialog>
    Dialog* showDialog(const std::function<Dialog*()>& make);

    MainWindow& m_window;
    SearchBox* m_search = nullptr;
};

} // namespace ampscope::ui
