#include "ui/instruments/drawn_instrument.h"

#include <QAccessible>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/language.h"
#include "ui/instruments/paper/paper_menu.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

DrawnInstrument::DrawnInstrument(const QString& id, QWidget* parent) : Instrument(id, parent) {
    setFocusPolicy(Qt::StrongFocus);
    translated(this, [this] {
        // Virtual: the class that is being made is not there yet.
        QMetaObject::invokeMethod(
            this, [this] { buildMenu(); }, Qt::QueuedConnection);
    });
}

bool DrawnInstrument::showsTable() const {
    return m_table && m_table->isVisibleTo(this);
}

void DrawnInstrument::setShowsTable(bool table) {
    if (table && !m_table) {
        m_table = new QTableWidget(this);
        m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_table->setTabKeyNavigation(false); // Tab leaves the table
        m_table->setAccessibleName(accessibleName());
        m_table->verticalHeader()->hide();
        m_table->setFrameShape(QFrame::NoFrame);
        body()->addWidget(m_table, 1);
    }
    if (m_table) m_table->setVisible(table);
    tableShown(table);
    refresh();
    buildMenu();
}

void DrawnInstrument::update() {
    follow();
    if (showsTable()) fillTable();
    updateGeometry();
    QFrame::update();
}

// Not again 30 times a second while a run goes on.
void DrawnInstrument::fillTable() {
    const TextTable table = numbers();
    if (table.header == m_filled.header && table.rows == m_filled.rows) return;
    m_filled = table;
    m_table->setColumnCount(static_cast<int>(table.header.size()));
    m_table->setRowCount(static_cast<int>(table.rows.size()));
    m_table->setHorizontalHeaderLabels(table.header);
    for (int row = 0; row < m_table->rowCount(); ++row)
        for (int column = 0; column < m_table->columnCount(); ++column)
            m_table->setItem(row, column, new QTableWidgetItem(table.rows[row].value(column)));
    m_table->resizeColumnsToContents();
}

void DrawnInstrument::speak(const QString& description) {
    if (description == accessibleDescription()) return;
    setAccessibleDescription(description);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

QRectF DrawnInstrument::drawnArea() const {
    return QRectF(rect()).adjusted(kSideMargin, drawingTop() + scaled(6), -kSideMargin, -scaled(kBelowMargin));
}

void DrawnInstrument::paintEvent(QPaintEvent* event) {
    Instrument::paintEvent(event);
    if (showsTable()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus()) {
        painter.setPen(QPen(theme().color(Token::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), kPanelRadius - 1, kPanelRadius - 1);
    }
    if (paintsItself()) draw(painter, drawnArea());
}

void DrawnInstrument::focusInEvent(QFocusEvent*) {
    QFrame::update();
}
void DrawnInstrument::focusOutEvent(QFocusEvent*) {
    QFrame::update();
}

Exhibit DrawnInstrument::exhibit() {
    refresh();
    TextTable table = numbers();
    if (table.rows.isEmpty()) throw nothingToShow({});
    QSizeF size;
    {
        const PrintLook look;
        size = drawnSize(kPaperWidth);
        size.setWidth(std::max(size.width(), kPaperWidth));
    }
    Exhibit exhibit{Drawing{accessibleName(), paperCaption(caption(), provenance()), size,
                            [this](QPainter& painter, const QSizeF& area) {
                                const PrintLook look;
                                draw(painter, QRectF(QPointF(0, 0), area));
                            },
                            std::move(table), accessibleDescription()},
                    {},
                    {},
                    {},
                    {}};
    nameExhibit(exhibit);
    return exhibit;
}

void DrawnInstrument::drawNothing(QPainter& painter, const QRectF& area, const QString& why) {
    painter.setPen(theme().color(Token::Muted));
    painter.setFont(textFont(scaled(kChromePixels)));
    drawFitted(painter, area, Qt::AlignCenter, why);
}

void DrawnInstrument::buildMenu() {
    menu()->clear();
    addCommonEntries();
}

void DrawnInstrument::addCommonEntries() {
    addPaperEntries(*this, *menu());
    menu()->addSeparator();
    menu()->addAction(showsTable() ? tr("Show the drawing") : tr("Show the numbers as a table"), this,
                      [this] { setShowsTable(!showsTable()); });
}

ScrolledInstrument::ScrolledInstrument(const QString& id, QWidget* parent)
    : DrawnInstrument(id, parent), m_scroll(new QScrollArea(this)), m_canvas(new QWidget), m_reading(new QLabel(this)) {
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus); // the panel has the keyboard
    m_scroll->viewport()->setAutoFillBackground(false);
    m_canvas->setAutoFillBackground(false);
    m_canvas->setMouseTracking(true);
    m_canvas->installEventFilter(this);
    m_scroll->setWidget(m_canvas);
    m_scroll->viewport()->installEventFilter(this);
    // Heads that stay in sight are painted on the canvas.
    connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, m_canvas, qOverload<>(&QWidget::update));
    body()->addWidget(m_scroll, 1);
    m_reading->setWordWrap(true);
    m_reading->setProperty("role", "muted");
    m_reading->setTextFormat(Qt::PlainText);
    m_reading->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_reading->hide();
    body()->addWidget(m_reading);
}

void ScrolledInstrument::setReading(const QString& words, int lines) {
    m_reading->setText(words);
    m_reading->setFixedHeight(qCeil((lines + 0.2) * QFontMetricsF(m_reading->font()).lineSpacing()));
    m_reading->setHidden(showsTable());
}

void ScrolledInstrument::tableShown(bool table) {
    m_scroll->setVisible(!table);
    m_reading->setVisible(!table && !m_reading->text().isEmpty());
}

QRectF ScrolledInstrument::canvasArea() const {
    return QRectF(m_canvas->rect()).adjusted(0, 2, -scaled(6), -2);
}

double ScrolledInstrument::visibleBottom() const {
    return visibleTop() + m_scroll->viewport()->height();
}

void ScrolledInstrument::fitCanvas() {
    const int wide = m_scroll->viewport()->width();
    const QSizeF drawn = drawnSize((wide - scaled(6)) / scaled(1));
    const int high = std::max(qCeil(scaled(drawn.height())) + 4, m_scroll->viewport()->height());
    if (m_canvas->size() != QSize(wide, high)) m_canvas->resize(wide, high);
    canvasFitted(canvasArea());
    for (auto* item : {&m_cursor, &m_hover})
        if (*item && **item >= itemCount()) item->reset();
    m_canvas->update();
}

std::optional<std::size_t> ScrolledInstrument::itemAt(const QPointF& point) const {
    for (std::size_t i = 0; i < itemCount(); ++i)
        if (itemBox(i).contains(point)) return i;
    return std::nullopt;
}

// The nearest one above or below.
std::optional<std::size_t> ScrolledInstrument::itemBeyond(std::size_t from, int by) const {
    const QRectF start = itemBox(from);
    std::optional<std::size_t> best;
    double least = 0;
    for (std::size_t i = 0; i < itemCount(); ++i) {
        const QRectF box = itemBox(i);
        const double down = by * (box.center().y() - start.center().y());
        if (down < std::min(start.height(), box.height()) / 2) continue;
        const double beside = std::max({0.0, box.left() - start.center().x(), start.center().x() - box.right()});
        const double distance = 3 * down + beside;
        if (!best || distance < least) best = i, least = distance;
    }
    return best;
}

void ScrolledInstrument::moveTo(std::size_t item) {
    m_cursor = item;
    m_hover.reset();
    const QRectF box = itemBox(item);
    auto* bar = m_scroll->verticalScrollBar();
    const int page = m_scroll->viewport()->height();
    const double margin = scaled(40); // heads and axes at the ends come into view, too
    if (box.top() - margin < bar->value()) bar->setValue(qFloor(box.top() - margin));
    if (box.bottom() + margin > bar->value() + page) bar->setValue(qCeil(box.bottom() + margin) - page);
    tell();
}

void ScrolledInstrument::forgetItem() {
    m_cursor.reset();
    m_hover.reset();
}

void ScrolledInstrument::keyPressEvent(QKeyEvent* event) {
    const std::size_t count = itemCount();
    if (count == 0 || showsTable()) return DrawnInstrument::keyPressEvent(event);
    const auto vertical = [&](int by) {
        if (!m_cursor) return moveTo(0);
        if (const auto next = itemBeyond(*m_cursor, by)) moveTo(*next);
    };
    switch (event->key()) {
    case Qt::Key_Right: return moveTo(m_cursor ? std::min(*m_cursor + 1, count - 1) : 0);
    case Qt::Key_Left: return moveTo(m_cursor && *m_cursor > 0 ? *m_cursor - 1 : 0);
    case Qt::Key_Down: return vertical(1);
    case Qt::Key_Up: return vertical(-1);
    case Qt::Key_Home: return moveTo(0);
    case Qt::Key_End: return moveTo(count - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_cursor) activate(*m_cursor);
        return;
    default: DrawnInstrument::keyPressEvent(event);
    }
}

bool ScrolledInstrument::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_scroll->viewport() && event->type() == QEvent::Resize) fitCanvas();
    if (watched != m_canvas) return DrawnInstrument::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::Paint: {
        QPainter painter(m_canvas);
        painter.setRenderHint(QPainter::Antialiasing);
        draw(painter, canvasArea());
        return true;
    }
    case QEvent::MouseButtonPress: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() != Qt::LeftButton) return false;
        setFocus(Qt::MouseFocusReason);
        if (const auto item = itemAt(mouse->position())) {
            m_cursor = item;
            m_hover.reset();
            activate(*item);
        }
        return true;
    }
    case QEvent::MouseMove:
    case QEvent::Leave: {
        const auto over =
            event->type() == QEvent::Leave ? std::nullopt : itemAt(static_cast<QMouseEvent*>(event)->position());
        if (over != m_hover) {
            m_hover = over;
            tell();
        }
        return false;
    }
    default: return false;
    }
}

void ScrolledInstrument::resizeEvent(QResizeEvent* event) {
    DrawnInstrument::resizeEvent(event);
    fitCanvas();
}

} // namespace ampscope::ui
