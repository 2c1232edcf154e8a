// Everything that the window can do, in one list: keys, the search of Ctrl+K and the sheet of shortcuts are made of it.
#pragma once

#include <QKeySequence>
#include <QObject>
#include <functional>
#include <vector>

class QAction;
class QWidget;

namespace ampscope::ui {

/// One thing that can be done.
struct Command {
    enum class Group { Run, Page, View, Present, File, Help } group;
    QString id;                          ///< "run.pause"; never shown
    std::function<QString()> title;      ///< in the window's language
    QList<QKeySequence> keys;            ///< none, one, or several for the same thing; the first is the one shown
    std::function<void()> act;           ///< what it does
    std::function<bool()> can = nullptr; ///< whether it can be done now; nullptr: always
};

/// Owned by the window, which gets an action with the keys of each command. GUI thread.
class Commands : public QObject {
    Q_OBJECT
  public:
    explicit Commands(QWidget* window);

    /// Ids and keys are unique: a second one with the same is a programming error (asserted).
    void add(Command command);
    const std::vector<Command>& all() const { return m_all; }
    /// nullptr when there is none.
    const Command* find(const QString& id) const;
    /// Does it, where it can be done; false otherwise.
    bool act(const QString& id);
    /// What Escape does, the latest added first: the first that returns true has done something.
    void addBack(std::function<bool()> back) { m_backs.push_back(std::move(back)); }
    bool back();
    /// Keys of a command work only while this is so; for keys that pages want for themselves at times.
    void setKeysEnabled(const QString& id, bool enabled);

  protected:
    /// Undo and Redo in a line that has nothing to take back are the page's.
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget* m_window;
    std::vector<Command> m_all;
    std::vector<QAction*> m_actions; ///< of the same index
    std::vector<std::function<bool()>> m_backs;
};

/// "Run", "Page", … in the window's language.
QString groupTitle(Command::Group group);

} // namespace ampscope::ui
