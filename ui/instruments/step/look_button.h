// The way to details that nobody has asked for yet: "Look inside step 37".
#pragma once

#include <QPointer>
#include <QPushButton>

#include "ui/bridge/run_model.h"

namespace ampscope::ui {

/// For instruments that show details of a step. Their update() calls offer(); the details arrive as a change of the
/// run. A click looks and keeps the selection at that step. While the run is looking, the button says how far it is,
/// and a click gives up.
class LookButton : public QPushButton {
    Q_OBJECT
  public:
    explicit LookButton(const train::Look& what, QWidget* parent = nullptr);
    /// Shown only when the details of run->stepToLookInside() are missing; disabled, with the reason as its tooltip,
    /// where they cannot be had.
    void offer(RunModel* run, bool isMissing);

  private:
    void clickedNow();
    void showState();

    const train::Look m_what;
    QPointer<RunModel> m_run;
};

} // namespace ampscope::ui
