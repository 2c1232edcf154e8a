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
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    setFocusPolicy(Qt::StrongFocus);
}

PlotView::~PlotView() = default;

void PlotView::setFigure(const Figure& figure) {
    m_figure = figure;
    setAccessibleName(figure.title);
    setAccessibleDescription(figure.summary);
    m_plot->setVisible(figure.empty.isEmpty());
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

void PlotView::redraw() {
    if (m_figure.empty.isEmpty()) {
        m_painter->show(m_figure, Theme::of(m_theme), m_scale);
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
    update();
}

void PlotView::resizeEvent(QResizeEvent*) {
    const QRect inside = rect().adjusted(2, 2, -2, -2); // room for the focus line
    if (inside.isEmpty()) return;                       // QCustomPlot cannot paint on nothing
    m_plot->setGeometry(inside);
    m_plot->setViewport(m_plot->rect()); // its own resize event comes only when it is shown for the first time
    redraw();                            // what fits depends on the width
}

void PlotView::paintEvent(QPaintEvent*) {
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
            if (!m_dragsHandle) Q_EMIT selected(x);
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
            Q_EMIT selected(x); // scrubbing
        }
        const bool on_handle = m_dragsHandle || isNearHandle(mouse->position().x());
        m_plot->setCursor(on_handle ? Qt::SizeHorCursor : Qt::ArrowCursor);
        m_plot->setToolTip(on_handle && !m_dragsHandle ? m_figure.handleHelp : QString());
        return true;
    }
    case QEvent::MouseButtonRelease:
        m_dragsHandle = false;
        m_panFrom.reset();
        return static_cast<QMouseEvent*>(event)->button() != Qt::RightButton;
    case QEvent::MouseButtonDblClick: resetZoom(); return true;
    case QEvent::Wheel: {
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

void PlotView::moveSelection(int steps) {
    if (m_figure.handle)
        Q_EMIT handleMoved(*m_figure.handle + steps);
    else
        Q_EMIT selected(m_figure.selected.value_or(m_plot->xAxis->range().lower) + steps);
}

void PlotView::keyPressEvent(QKeyEvent* event) {
    const int stride = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Left: moveSelection(-stride); break;
    case Qt::Key_Right: moveSelection(stride); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(0.8, m_figure.selected.value_or(m_plot->xAxis->range().center())); break;
    case Qt::Key_Minus: zoom(1.25, m_figure.selected.value_or(m_plot->xAxis->range().center())); break;
    case Qt::Key_Home: resetZoom(); break;
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace ampscope::ui
