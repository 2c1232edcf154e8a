// What the window can do in front of a class, as commands with keys.
#include <QFileDialog>
#include <algorithm>

#include "core/lesson/class_view.h"
#include "ui/bridge/language.h"
#include "ui/shell/commands.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/presentation/presentation.h"
#include "ui/shell/presentation/presenter_window.h"

namespace ampscope::ui {

using Group = Command::Group;

constexpr int kMostKeys = 6; ///< choices with a key of their own

void Presentation::addCommands() {
    Commands& commands = m_window.commands();
    const auto on = [this] { return m_isOn; };
    const auto teaches = [this] { return m_isOn && m_lesson; };
    const auto add = [&](const char* id, std::function<QString()> title, const QList<QKeySequence>& keys,
                         std::function<void()> act, std::function<bool()> can) {
        commands.add({Group::Present, id, std::move(title), keys, std::move(act), std::move(can)});
    };
    add(
        "present.toggle", [] { return tr("Present, or end the presentation"); }, {Qt::Key_F5},
        [this] { m_isOn ? leave() : enter(); }, [this] { return m_window.page() != nullptr; });
    add(
        "present.resume",
        [this] {
            const QString place = m_class->parkedPlace();
            return place.isEmpty() ? tr("Resume the parked class") : tr("Resume class: %1").arg(place);
        },
        {Qt::SHIFT | Qt::Key_F5}, [this] { resume(); }, [this] { return !m_class->parkedPlace().isEmpty(); });
    add(
        "present.park", [] { return tr("Park the class"); }, {Qt::CTRL | Qt::Key_F5}, [this] { park(); }, teaches);
    add(
        "present.window", [] { return tr("Notes, clock and hands in a second window"); }, {Qt::Key_F6},
        [this] { openPresenter(); }, on);
    add(
        "present.next", [] { return tr("Next step (clicker)"); },
        {Qt::Key_Right, Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter}, [this] { next(); }, on);
    add(
        "present.back", [] { return tr("Previous step (clicker)"); }, {Qt::Key_Left}, [this] { back(); }, on);
    add(
        "present.blank", [] { return tr("Blank the screen, or show it again"); }, {Qt::Key_B, Qt::Key_Period},
        [this] { setBlank(!isBlank()); }, on);
    add(
        "present.commit", [] { return tr("Commit the class's answer"); }, {Qt::CTRL | Qt::Key_Return},
        [this] { commit(); }, [this] { return m_isOn && canCommit(); });
    for (int choice = 0; choice < kMostKeys; ++choice)
        commands.add({Group::Present,
                      QString("hands.%1").arg(choice + 1),
                      [choice] { return tr("One more hand for choice %1").arg(choice + 1); },
                      {static_cast<Qt::Key>(Qt::Key_1 + choice)},
                      [this, choice] { raiseHand(choice); },
                      [this, choice] {
                          const auto asked = m_isOn ? question() : std::nullopt;
                          return asked && asked->is_open && choice < static_cast<int>(asked->options.size());
                      }});
    add(
        "hands.back", [] { return tr("Take back the last hand"); }, {Qt::Key_Backspace},
        [this] { m_class->takeBackHand(); }, teaches);
    add(
        "hands.csv", [] { return tr("Save the hands as CSV …"); }, {}, [this] { exportHands(); },
        [this] { return !m_class->session().hands.empty(); });
    commands.addBack([this] {
        if (!m_isOn) return false;
        leave();
        return true;
    });
}

void Presentation::exportHands() {
    QWidget* parent = m_presenter && m_presenter->isVisible() ? static_cast<QWidget*>(m_presenter) : &m_window;
    const QString path = QFileDialog::getSaveFileName(parent, tr("Save the hands"), "hands.csv", tr("CSV (*.csv)"));
    if (path.isEmpty()) return;
    try {
        m_class->exportHands(path);
        Q_EMIT noticed(tr("Written: %1").arg(path));
    } catch (const text::Error& error) {
        m_window.showNotice(say(error));
        Q_EMIT noticed(say(error));
    }
}

} // namespace ampscope::ui
