#include "ui/plot/plot_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include "ui/plot/figure_painter.h"
#include "ui/plot/text_fit.h"

namespace ampscope::ui {

PlotView::PlotView(QWidget* parent)
    : QWidget(parent), m_plot(new QCustomPlot(this)), m_painter(std::make_unique<FigurePainter>(m_plot)) {
    m_plot->setInteractions(QCP::Interactions());
    // A replot that paints at once would ask for the newest figure while it cannot replot: axes without it would stay.
    m_plot->setPlottingHint(QCP::phImmediateRefresh, false);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    setFocusPolicy(Qt::StrongFocus);
}

PlotView::~PlotView() = default;

void PlotView::setFigure(Figure figure) {
    m_figure = std::move(figure);
    const bool is_empty = !m_figure.empty.isEmpty();
    setAccessibleName(m_figure.title.isEmpty() ? m_figure.empty : m_figure.title);
    setAccessibleDescription(is_empty ? m_figure.empty : m_figure.summary);
    m_plot->setVisible(m_figure.empty.isEmpty());
    redraw();
}

void PlotView::setTheme(ThemeKind theme, double scale) {
    m_theme = theme;
    m_scale = scale;
    redraw();
}

void PlotView::resetZoom() {
    m_painter->setUserRange(Qt::Horizontal, std::nullopt);
    m_painter->setUserRange(Qt::Vertical, std::nullopt);
    redraw();
}

std::pair<double, double> PlotView::range(Qt::Orientation axis) const {
    drawNow();
    const QCPRange range = (axis == Qt::Horizontal ? m_plot->xAxis : m_plot->yAxis)->range();
    return {range.lower, range.upper};
}

void PlotView::redraw() {
    m_isStale = true;
    update();
}

void PlotView::drawNow() const {
    if (!m_isStale || !m_figure.empty.isEmpty()) return;
    m_isStale = false;
    ++m_drawings;
    m_painter->show(m_figure, Theme::of(m_theme), m_scale);
    m_plot->replot(QCustomPlot::rpQueuedRefresh);
}

void PlotView::resizeEvent(QResizeEvent*) {
    const QRect inside = rect().adjusted(2, 2, -2, -2); // room for the focus line
    if (inside.isEmpty()) return;                       // QCustomPlot cannot paint on nothing
    m_plot->setGeometry(inside);
    m_plot->setViewport(m_plot->rect()); // its own resize event comes only when it is shown for the first time
    redraw();                            // what fits depends on the width
}

void PlotView::paintEvent(QPaintEvent*) {
    drawNow(); // before the plot paints itself, which comes after its parent
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::of(m_theme);
    if (hasFocus()) {
        painter.setPen(QPen(theme.color(Token::Accent), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
    if (!m_figure.empty.isEmpty()) {
        painter.setPen(theme.color(Token::Muted));
        painter.setFont(textFont(kChromePixels * m_scale));
        drawFitted(painter, rect().adjusted(16, 4, -16, -4), Qt::AlignCenter, m_figure.empty);
    }
}

void PlotView::focusInEvent(QFocusEvent*) {
    update();
}
void PlotView::focusOutEvent(QFocusEvent*) {
    update();
}

bool PlotView::isNearHandle(double pixel) const {
    constexpr double kReach = 10;
    return m_figure.handle && std::fabs(m_plot->xAxis->coordToPixel(*m_figure.handle) - pixel) < kReach;
}

bool PlotView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_plot) return QWidget::eventFilter(watched, event);
    const bool asks_where = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove ||
                            event->type() == QEvent::Wheel;
    // Qt may paint the opaque plot without its parent: it never shows an earlier figure, or none.
    if (asks_where || event->type() == QEvent::Paint) drawNow();
    switch (event->type()) {
    case QEvent::MouseButtonPress: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        setFocus(Qt::MouseFocusReason);
        const double x = m_plot->xAxis->pixelToCoord(mouse->position().x());
        if (mouse->button() == Qt::MiddleButton ||
            (mouse->button() == Qt::LeftButton && mouse->modifiers() & Qt::ShiftModifier)) {
            m_panFrom = x;
        } else if (mouse->button() == Qt::LeftButton) {
            m_dragsHandle = isNearHandle(mouse->position().x());
            if (!m_dragsHandle) selectAt(mouse->position());
        }
        return mouse->button() != Qt::RightButton; // the menu is the panel's
    }
    case QEvent::MouseMove: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const double x = m_plot->xAxis->pixelToCoord(mouse->position().x());
        if (m_dragsHandle) {
            Q_EMIT handleMoved(x);
        } else if (m_panFrom) {
            const QCPRange range = m_plot->xAxis->range();
            m_painter->setUserRange(Qt::Horizontal,
                                    QCPRange(range.lower + *m_panFrom - x, range.upper + *m_panFrom - x));
            redraw();
        } else if (mouse->buttons() & Qt::LeftButton) {
            selectAt(mouse->position()); // scrubbing
        } else {
            Q_EMIT hovered(x);
        }
        const bool on_handle = m_dragsHandle || isNearHandle(mouse->position().x());
        m_plot->setCursor(on_handle ? Qt::SizeHorCursor : Qt::ArrowCursor);
        m_plot->setToolTip(on_handle && !m_dragsHandle ? m_figure.handleHelp : QString());
        return true;
    }
    case QEvent::Leave: Q_EMIT hovered(std::nan("")); return false;
    case QEvent::MouseButtonRelease:
        m_dragsHandle = false;
        m_panFrom.reset();
        return static_cast<QMouseEvent*>(event)->button() != Qt::RightButton;
    case QEvent::MouseButtonDblClick: resetZoom(); return true;
    case QEvent::Wheel: {
        if (hasRows()) return false; // bars begin at 0
        const auto* wheel = static_cast<QWheelEvent*>(event);
        zoom(std::pow(0.85, wheel->angleDelta().y() / 120.0), m_plot->xAxis->pixelToCoord(wheel->position().x()));
        return true;
    }
    default: return false;
    }
}

void PlotView::zoom(double factor, double center) {
    const QCPRange range = m_plot->xAxis->range();
    const QCPRange next(center + (range.lower - center) * factor, center + (range.upper - center) * factor);
    // Below about 1e-12 relative neighbouring ticks get the same label.
    if (next.size() < 1e-12 * std::max(1.0, std::fabs(center)) || next.size() > 1e12) return;
    m_painter->setUserRange(Qt::Horizontal, next);
    redraw();
}

void PlotView::moveSelection(int steps, bool cursor) {
    if (m_figure.handle && !cursor)
        Q_EMIT handleMoved(*m_figure.handle + steps);
    else if (!m_figure.bars.empty())
        Q_EMIT cursorMoved(m_figure.selected
                               ? *m_figure.selected + steps
                               : std::floor(m_figure.handle.value_or(m_plot->xAxis->range().center())) + 0.5);
    else
        Q_EMIT selected(m_figure.selected.value_or(m_plot->xAxis->range().lower) + steps);
}

void PlotView::selectAt(const QPointF& position) {
    if (!hasRows()) {
        Q_EMIT selected(m_plot->xAxis->pixelToCoord(position.x()));
        return;
    }
    const int row = qRound(m_plot->yAxis->pixelToCoord(position.y()));
    if (row >= 0 && row < static_cast<int>(m_figure.rows.rows.size())) Q_EMIT rowSelected(row);
}

bool PlotView::moveRow(int by) {
    if (!hasRows()) return false;
    const int last = static_cast<int>(m_figure.rows.rows.size()) - 1, now = m_figure.rows.selected;
    Q_EMIT rowSelected(now < 0 ? (by > 0 ? 0 : last) : qBound(0, now + by, last));
    return true;
}

void PlotView::keyPressEvent(QKeyEvent* event) {
    drawNow();
    const int stride = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!moveRow(event->key() == Qt::Key_Up ? -1 : 1)) QWidget::keyPressEvent(event);
        break;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (hasRows()) return QWidget::keyPressEvent(event);
        moveSelection(event->key() == Qt::Key_Left ? -stride : stride, event->modifiers() & Qt::ControlModifier);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_figure.selected) return QWidget::keyPressEvent(event);
        Q_EMIT selected(*m_figure.selected);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(0.8, m_figure.selected.value_or(m_plot->xAxis->range().center())); break;
    case Qt::Key_Minus: zoom(1.25, m_figure.selected.value_or(m_plot->xAxis->range().center())); break;
    case Qt::Key_Home: resetZoom(); break;
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace ampscope::ui
