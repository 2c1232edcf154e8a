#include "ui/labs/claims_lab.h"

#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/instruments/claims_view.h"
#include "ui/plot/theme.h"

namespace ampscope::ui {

ClaimsLab::ClaimsLab(QWidget* parent) : Page(parent), m_view(new ClaimsView) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * kSpace, 2 * kSpace, 2 * kSpace, 2 * kSpace);
    layout->addWidget(m_view);
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

void ClaimsLab::reset() {
    m_view->setFilter({}, std::nullopt);
    m_view->setGroup(ClaimsView::Group::Chapters);
}

void ClaimsLab::pauseRuns() {
    ClaimTester::instance().cancel();
}

} // namespace ampscope::ui
