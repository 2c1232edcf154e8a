#include "ui/shell/window_commands.h"

#include <QCoreApplication>
#include <QUndoStack>

#include "ui/labs/page.h"
#include "ui/shell/commands.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/presentation/presentation.h"
#include "ui/shell/time_commands.h"
#include "ui/shell/top_bar.h"

namespace ampscope::ui {
namespace {

using Group = Command::Group;

/// Words of the window's commands, all in one context of the translation.
struct WindowCommands {
    Q_DECLARE_TR_FUNCTIONS(ampscope::ui::WindowCommands)
  public:
    static void addRun(MainWindow& window);
    static void addPage(MainWindow& window);
    static void addView(MainWindow& window);
};

void WindowCommands::addRun(MainWindow& window) {
    Commands& commands = window.commands();
    TopBar* bar = window.topBar();
    const auto has_run = [&window] { return window.page() && window.page()->run(); };
    commands.add({Group::Run,
                  "run.pause",
                  [] { return tr("Run or pause"); },
                  {Qt::Key_F9},
                  [bar] { bar->runOrPause(); },
                  has_run});
    commands.add({Group::Run,
                  "run.step",
                  [] { return tr("One training step"); },
                  {Qt::Key_F10},
                  [bar] { bar->stepOnce(); },
                  has_run});
    commands.add({Group::Run,
                  "run.restart",
                  [] { return tr("From the first step with the same seed"); },
                  {Qt::CTRL | Qt::Key_R},
                  [bar] { bar->restart(); },
                  has_run});
    commands.add({Group::Run,
                  "run.new_seed",
                  [] { return tr("Another seed"); },
                  {Qt::CTRL | Qt::SHIFT | Qt::Key_R},
                  [bar] { bar->newSeed(); },
                  has_run});
}

void WindowCommands::addPage(MainWindow& window) {
    Commands& commands = window.commands();
    const auto undo_stack = [&window]() { return window.page() ? window.page()->undoStack() : nullptr; };
    commands.add({Group::Page,
                  "edit.undo",
                  [] { return tr("Undo the last change"); },
                  {Qt::CTRL | Qt::Key_Z},
                  [undo_stack] { undo_stack()->undo(); },
                  [undo_stack] { return undo_stack() && undo_stack()->canUndo(); }});
    commands.add({Group::Page,
                  "edit.redo",
                  [] { return tr("Redo the change"); },
                  {Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y},
                  [undo_stack] { undo_stack()->redo(); },
                  [undo_stack] { return undo_stack() && undo_stack()->canRedo(); }});

    const auto lesson = [&window] { return qobject_cast<LessonPage*>(window.page()); };
    const auto can_go = [lesson](int by) {
        return lesson() && static_cast<int>(lesson()->player().position()) + by >= 0;
    };
    commands.add({Group::Page,
                  "lesson.next",
                  [] { return tr("Next card of the lesson"); },
                  {Qt::Key_PageDown},
                  [&window] { window.presentation().next(); },
                  [can_go] { return can_go(1); }});
    commands.add({Group::Page,
                  "lesson.back",
                  [] { return tr("Previous card of the lesson"); },
                  {Qt::Key_PageUp},
                  [&window] { window.presentation().back(); },
                  [can_go] { return can_go(-1); }});
    // Labs of numbers go to the next value with these.
    const auto follow = [&window, lesson] {
        for (const char* id : {"lesson.next", "lesson.back"})
            window.commands().setKeysEnabled(id, lesson() != nullptr);
    };
    QObject::connect(&window, &MainWindow::pageOpened, &commands, follow);
    follow();
}

void WindowCommands::addView(MainWindow& window) {
    Commands& commands = window.commands();
    commands.add({Group::View,
                  "view.side_bar",
                  [] { return tr("Lessons and labs at the left"); },
                  {Qt::CTRL | Qt::Key_B},
                  [&window] { window.toggleSideBar(); }});
    commands.add({Group::View,
                  "view.language",
                  [] { return tr("Korean or English"); },
                  {Qt::CTRL | Qt::Key_L},
                  [&window] { window.switchLanguage(); }});
    commands.add({Group::View,
                  "view.theme",
                  [] { return tr("Light or dark"); },
                  {Qt::CTRL | Qt::Key_T},
                  [&window] { window.switchTheme(); }});
    commands.add({Group::View,
                  "view.back",
                  [] { return tr("Close what lies over the page"); },
                  {Qt::Key_Escape},
                  [&window] { window.commands().back(); }});
    commands.setKeysEnabled("view.back", false); // the window gets this key after everything else: see keyPressEvent()
}

} // namespace

void addWindowCommands(MainWindow& window) {
    WindowCommands::addRun(window);
    addTimeCommands(window.commands(), [&window] { return window.page(); });
    WindowCommands::addPage(window);
    WindowCommands::addView(window);
}

} // namespace ampscope::ui
