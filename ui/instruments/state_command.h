// One undo step for whatever keeps all its settings in one value.
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QUndoCommand>
#include <functional>
#include <utility>

namespace ampscope::ui {

/// Applies `after`, and `before` when it is undone. Changes of the same thing that follow each other quickly become one
/// step: typing, the arrows of a number. One that ends where it began is none.
template <typename State>
class StateCommand : public QUndoCommand {
  public:
    using Apply = std::function<void(const State&)>;
    /// `what`: the thing that is changed; "" for a step of its own.
    StateCommand(State before, State after, Apply apply, QString what = {})
        : m_before(std::move(before)), m_after(std::move(after)), m_apply(std::move(apply)), m_what(std::move(what)) {
        m_age.start();
    }
    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }
    int id() const override { return m_what.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* next) override {
        const auto* other = dynamic_cast<const StateCommand*>(next);
        if (!other || other->m_what != m_what || m_age.elapsed() > kQuickMilliseconds) return false;
        m_after = other->m_after;
        m_age.restart();
        setObsolete(m_after == m_before);
        return true;
    }

    static constexpr int kQuickMilliseconds = 1000;

  private:
    State m_before, m_after;
    Apply m_apply;
    QString m_what;
    QElapsedTimer m_age; ///< since the last change that is in it
};

} // namespace ampscope::ui
