#include "ui/instruments/memory/memory_timeline.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/instruments/note_line.h"
#include "ui/instruments/step/look_button.h"
#include "ui/plot/plot_view.h"

namespace ampscope::ui {

using record::MemoryTimeline;

MemoryTimelineView::MemoryTimelineView(QWidget* parent)
    : PlotInstrument("memory-timeline", parent),
      m_reading(new NoteLine(2, this)),
      m_look(new LookButton({.memory = true}, this)) {
    body()->addWidget(m_reading);
    body()->addWidget(m_look, 0, Qt::AlignCenter);
    connect(view(), &PlotView::hovered, this, &MemoryTimelineView::hover);
}

const MemoryTimeline* MemoryTimelineView::timeline() const {
    return run() ? run()->record().detail_at<MemoryTimeline>(run()->selectedStep()) : nullptr;
}

QString MemoryTimelineView::reading() const {
    return m_reading->text();
}

void MemoryTimelineView::hover(double x) {
    const auto hovered = std::isnan(x) ? std::nullopt : std::optional(x);
    if (!timeline() || hovered == m_hovered) return;
    m_hovered = hovered;
    refresh();
}

// One allocation on, or back, where the keyboard asks for the next place; the nearest one where a click does.
void MemoryTimelineView::handleSelected(double x) {
    const MemoryTimeline* shown = timeline();
    if (!shown || shown->size() == 0) return;
    std::size_t point = pointAt(*shown, x);
    if (m_cursor && x > *m_cursor && pointAt(*shown, *m_cursor) == point) // between two events
        point = std::min(point + 1, shown->size() - 1);
    m_cursor = static_cast<double>(shown->event[point]);
    refresh();
}

Figure MemoryTimelineView::makeFigure() {
    if (!run()->hasRun()) return memoryTimelineFigure({}, -1, std::nullopt);
    const MemoryTimeline* shown = timeline();
    if (shown && m_cursor && shown->size() > 0 && *m_cursor > static_cast<double>(shown->event.back()))
        m_cursor.reset();
    return memoryTimelineFigure(run()->record(), run()->selectedStep(), m_hovered ? m_hovered : m_cursor);
}

void MemoryTimelineView::update() {
    PlotInstrument::update();
    const MemoryTimeline* shown = timeline();
    QString words;
    if (shown && shown->size() > 0) {
        const auto at = m_hovered ? m_hovered : m_cursor;
        words = timelineWords(*shown, at ? pointAt(*shown, *at) : shown->peak());
        if (!at) words = tr("Highest: %1").arg(words);
    }
    m_reading->setText(words);
    m_look->offer(run(), run() && !run()->record().detail_of<MemoryTimeline>(run()->stepToLookInside()));
}

} // namespace ampscope::ui
