// Every claim of the two chapters, tested on this machine.
#pragma once

#include <QUndoStack>

#include "ui/instruments/claims/claims_view.h"
#include "ui/labs/page.h"

namespace ampscope::ui {

class ClaimsLab : public Page {
    Q_OBJECT
  public:
    explicit ClaimsLab(QWidget* parent = nullptr);

    QString title() const override { return tr("Claims"); }
    QString section() const override { return tr("Labs"); }
    QWidget* firstFocus() override;
    bool isSettled() const override;
    /// "chapters" or "contradictions"; "tested": everything in the list is tested.
    bool showView(const QString& view) override;
    /// A claim's id is chosen; anything else is looked for.
    void enterText(const QString& text) override;
    void reset() override;
    /// Leaving the page ends a test: times would not be those of this machine alone.
    void pauseRuns() override;
    QUndoStack* undoStack() override { return &m_undo; }
    QString commandLine() const override;

    ClaimsView* view() const { return m_view; }

  private:
    void follow();
    void push(const ClaimFilter& next, const QString& what);

    ClaimsView* m_view;
    ClaimFilter m_filter; ///< that is shown
    QUndoStack m_undo;
    bool m_isApplying = false;
};

} // namespace ampscope::ui
