// Undo, redo and reset, as every lab has them.
#pragma once

#include <QWidget>
#include <functional>

class QUndoStack;

namespace ampscope::ui {

/// The stack must outlive them. `reset`: everything as the author left it; it can be undone, too.
class UndoButtons : public QWidget {
    Q_OBJECT
  public:
    UndoButtons(QUndoStack& stack, std::function<void()> reset, QWidget* parent = nullptr);
};

} // namespace ampscope::ui
