#include "ui/labs/claims_lab.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/instruments/state_command.h"
#include "ui/labs/command_line.h"
#include "ui/labs/command_line_button.h"
#include "ui/labs/undo_buttons.h"
#include "ui/plot/theme.h"

namespace ampscope::ui {

ClaimsLab::ClaimsLab(QWidget* parent) : Page(parent), m_view(new ClaimsView) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * kSpace, 2 * kSpace, 2 * kSpace, 2 * kSpace);
    layout->addWidget(m_view);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(kSpace);
    foot->addStretch(1);
    foot->addWidget(new UndoButtons(m_undo, [this] { reset(); }));
    foot->addWidget(new CommandLineButton(*this));
    layout->addLayout(foot);
    m_filter = m_view->filter();
    connect(m_view, &ClaimsView::filterChanged, this, &ClaimsLab::follow);
    connect(m_view, &ClaimsView::noticed, this, &Page::noticed);
    connect(m_view, &ClaimsView::lessonAsked, this, &Page::pageAsked);
    translated(this, [this] { Q_EMIT changed(); });
}

QWidget* ClaimsLab::firstFocus() {
    return m_view->firstFocus();
}

bool ClaimsLab::isSettled() const {
    return !ClaimTester::instance().isRunning();
}

bool ClaimsLab::showView(const QString& view) {
    if (view == "tested") {
        m_view->testShown();
        return true;
    }
    if (view != "chapters" && view != "contradictions") return false;
    m_view->setGroup(view == "chapters" ? ClaimsView::Group::Chapters : ClaimsView::Group::Contradictions);
    return true;
}

void ClaimsLab::enterText(const QString& text) {
    const bool is_claim = ClaimTester::instance().result(text.toStdString()) != nullptr;
    m_view->setFilter(is_claim ? QString() : text, std::nullopt);
    if (is_claim) m_view->choose(text);
}

// Whoever has changed the filter: one undo step, typing as one.
void ClaimsLab::follow() {
    const ClaimFilter now = m_view->filter();
    if (m_isApplying || now == m_filter) return;
    push(now, m_filter.text == now.text ? "" : "text");
}

void ClaimsLab::push(const ClaimFilter& next, const QString& what) {
    const auto apply = [this](const ClaimFilter& filter) {
        m_filter = filter; // first: the view says filterChanged() for each of its three
        m_isApplying = true;
        m_view->setFilter(filter);
        m_isApplying = false;
        Q_EMIT changed();
    };
    m_undo.push(new StateCommand<ClaimFilter>(m_filter, next, apply, what));
}

void ClaimsLab::reset() {
    if (!(m_filter == ClaimFilter())) push({}, {});
}

// All of them, or those that are shown.
QString ClaimsLab::commandLine() const {
    const bool all = m_view->filter().text.trimmed().isEmpty() && m_view->filter().verdict == 0;
    return shellLine(QStringList{"claims"} + (all ? QStringList() : m_view->shown()));
}

void ClaimsLab::pauseRuns() {
    ClaimTester::instance().cancel();
}

} // namespace ampscope::ui
