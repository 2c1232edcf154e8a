// What the window can do by keys, by search and by the sheet of shortcuts.
#pragma once

namespace ampscope::ui {

class MainWindow;

/// Adds the window's own commands to its list. Once, when the top bar is there.
void addWindowCommands(MainWindow& window);

} // namespace ampscope::ui
