#include "ui/instruments/step/look_button.h"

#include "ui/bridge/language.h"

namespace ampscope::ui {

LookButton::LookButton(const train::Look& what, QWidget* parent) : QPushButton(parent), m_what(what) {
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    hide();
    connect(this, &QPushButton::clicked, this, &LookButton::clickedNow);
    translated(this, [this] { showState(); });
}

void LookButton::offer(RunModel* run, bool isMissing) {
    if (m_run != run) {
        if (m_run) disconnect(m_run, nullptr, this, nullptr);
        m_run = run;
        if (run) {
            connect(run, &RunModel::lookingChanged, this, &LookButton::showState);
            connect(run, &RunModel::stateChanged, this, &LookButton::showState);
        }
    }
    showState();
    setVisible(isMissing && run && run->hasRun() && run->stepToLookInside() >= 0);
}

void LookButton::clickedNow() {
    if (!m_run) return;
    if (m_run->looking()) return m_run->cancelLooks();
    const std::int64_t step = m_run->stepToLookInside();
    m_run->lookInside(step, m_what);
    m_run->select(step);
}

void LookButton::showState() {
    if (!m_run) return;
    const std::int64_t step = m_run->stepToLookInside();
    if (const auto looking = m_run->looking()) {
        setText(tr("Looking inside step %1: %2 % – give up")
                    .arg(looking->step)
                    .arg(100 * looking->done / std::max<std::int64_t>(1, looking->total)));
        setToolTip(tr("The steps up to this one are trained again, silently, from the nearest snapshot. The run itself "
                      "does not notice."));
        setEnabled(true);
        return;
    }
    const bool possible = m_run->canLookInside(step);
    setText(tr("Look inside step %1").arg(step));
    setEnabled(possible);
    setToolTip(possible ? tr("Takes the step once more under probes; the run itself does not notice.")
                        : tr("This run was recorded elsewhere: only what it wrote down can be shown."));
}

} // namespace ampscope::ui
