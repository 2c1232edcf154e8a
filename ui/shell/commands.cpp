#include "ui/shell/commands.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QWidget>
#include <algorithm>

#include "ui/bridge/language.h"

namespace ampscope::ui {

Commands::Commands(QWidget* window) : QObject(window), m_window(window) {
    QCoreApplication::instance()->installEventFilter(this);
}

void Commands::add(Command command) {
    Q_ASSERT(!find(command.id));
    for (const auto& other : m_all)
        for (const auto& keys : command.keys)
            Q_ASSERT_X(!other.keys.contains(keys), "Commands", qPrintable(command.id + " / " + other.id));
    auto* action = new QAction(m_window);
    action->setShortcuts(command.keys);
    connect(action, &QAction::triggered, this, [this, id = command.id] { act(id); });
    translated(action, [action, title = command.title] { action->setText(title()); });
    m_window->addAction(action);
    m_actions.push_back(action);
    m_all.push_back(std::move(command));
}

const Command* Commands::find(const QString& id) const {
    const auto found = std::ranges::find(m_all, id, &Command::id);
    return found == m_all.end() ? nullptr : &*found;
}

bool Commands::act(const QString& id) {
    const Command* command = find(id);
    if (!command || (command->can && !command->can())) return false;
    const auto what = command->act; // it may add commands
    what();
    return true;
}

void Commands::setKeysEnabled(const QString& id, bool enabled) {
    const auto found = std::ranges::find(m_all, id, &Command::id);
    if (found != m_all.end()) m_actions[static_cast<std::size_t>(found - m_all.begin())]->setEnabled(enabled);
}

bool Commands::back() {
    for (auto back = m_backs.rbegin(); back != m_backs.rend(); ++back)
        if ((*back)()) return true;
    return false;
}

// A line edit keeps Ctrl+Z for itself even when it has nothing to undo: after Enter the page would wait in vain.
bool Commands::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool undo = key->matches(QKeySequence::Undo);
    if (!undo && !key->matches(QKeySequence::Redo)) return false;
    auto* line = qobject_cast<QLineEdit*>(watched);
    if (!line && qobject_cast<QAbstractSpinBox*>(watched)) line = watched->findChild<QLineEdit*>();
    if (!line || (undo ? line->isUndoAvailable() : line->isRedoAvailable())) return false;
    event->ignore();
    return true;
}

QString groupTitle(Command::Group group) {
    switch (group) {
    case Command::Group::Run: return Commands::tr("Run");
    case Command::Group::Page: return Commands::tr("Page");
    case Command::Group::View: return Commands::tr("View");
    case Command::Group::Present: return Commands::tr("Present");
    case Command::Group::File: return Commands::tr("File");
    case Command::Group::Help: return Commands::tr("Help");
    }
    return {};
}

} // namespace ampscope::ui
