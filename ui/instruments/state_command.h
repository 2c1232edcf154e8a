// One undo step for whatever keeps all its settings in one value.
#pragma once

#include <QUndoCommand>
#include <functional>
#include <utility>

namespace ampscope::ui {

/// Applies `after`, and `before` when it is undone.
template <typename State>
class StateCommand : public QUndoCommand {
  public:
    StateCommand(State before, State after, std::function<void(const State&)> apply)
        : m_before(std::move(before)), m_after(std::move(after)), m_apply(std::move(apply)) {}
    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }

  private:
    State m_before, m_after;
    std::function<void(const State&)> m_apply;
};

} // namespace ampscope::ui
