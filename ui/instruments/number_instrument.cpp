#include "ui/instruments/number_instrument.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QResizeEvent>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/instruments/format_menu.h"
#include "ui/instruments/number_text.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

constexpr double kSide = 14, kBelow = 12; ///< margins around what is drawn
constexpr double kPaperWidth = 720;       ///< of exports, in 1/96 inch

NumberInstrument::NumberInstrument(const QString& id, QWidget* parent)
    : Instrument(id, parent), m_own(new NumberModel(this)) {
    setFocusPolicy(Qt::StrongFocus);
    setProvenance(Provenance::Computed);
    setNumber(m_own);
    translated(this, [this] {
        // Virtual: the class that is being made is not there yet.
        QMetaObject::invokeMethod(
            this, [this] { buildMenu(); }, Qt::QueuedConnection);
    });
}

void NumberInstrument::setNumber(NumberModel* number) {
    if (m_number == number) return;
    if (m_number) disconnect(m_number, nullptr, this, nullptr);
    m_number = number ? number : m_own;
    connect(m_number, &NumberModel::changed, this, &NumberInstrument::refresh);
    if (m_number != m_own) refresh();
}

bool NumberInstrument::showsTable() const {
    return m_table && m_table->isVisibleTo(this);
}

void NumberInstrument::setShowsTable(bool table) {
    if (table && !m_table) {
        m_table = new QTableWidget(this);
        m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_table->verticalHeader()->hide();
        m_table->setFrameShape(QFrame::NoFrame);
        body()->addWidget(m_table, 1);
    }
    if (m_table) m_table->setVisible(table);
    refresh();
    buildMenu();
}

void NumberInstrument::update() {
    follow();
    if (showsTable()) {
        const TextTable table = numbers();
        m_table->setColumnCount(static_cast<int>(table.header.size()));
        m_table->setRowCount(static_cast<int>(table.rows.size()));
        m_table->setHorizontalHeaderLabels(table.header);
        for (int row = 0; row < m_table->rowCount(); ++row)
            for (int column = 0; column < m_table->columnCount(); ++column)
                m_table->setItem(row, column, new QTableWidgetItem(table.rows[row].value(column)));
        m_table->resizeColumnsToContents();
    }
    updateGeometry();
    QFrame::update();
}

void NumberInstrument::speak(const QString& description) {
    if (description == accessibleDescription()) return;
    setAccessibleDescription(description);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

QRectF NumberInstrument::drawnArea() const {
    return QRectF(rect()).adjusted(kSide, drawingTop() + scaled(6), -kSide, -scaled(kBelow));
}

QSize NumberInstrument::sizeHint() const {
    const double known = width() > 300 ? width() - 2 * kSide : kPaperWidth;
    const QSizeF drawn = drawnSize(known / scaled(1));
    return {qCeil(scaled(drawn.width()) + 2 * kSide),
            qCeil(scaled(drawn.height() + 6 + kBelow) + std::max(drawingTop(), 34))};
}

void NumberInstrument::paintEvent(QPaintEvent* event) {
    Instrument::paintEvent(event);
    if (showsTable()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus()) {
        painter.setPen(QPen(theme().color(Token::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), kPanelRadius - 1, kPanelRadius - 1);
    }
    draw(painter, drawnArea());
}

// Words wrap: another width may need another height.
void NumberInstrument::resizeEvent(QResizeEvent* event) {
    Instrument::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) updateGeometry();
}

void NumberInstrument::focusInEvent(QFocusEvent*) {
    QFrame::update();
}
void NumberInstrument::focusOutEvent(QFocusEvent*) {
    QFrame::update();
}

QString NumberInstrument::caption() const {
    return roundingWords(state()) + QStringLiteral(" · ") + badgeText(Provenance::Computed) +
           QStringLiteral(" · ampscope");
}

Drawing NumberInstrument::drawing() const {
    QSizeF size;
    {
        const PrintLook look;
        size = drawnSize(kPaperWidth);
        size.setWidth(std::max(size.width(), kPaperWidth));
    }
    return {accessibleName(), caption(), size,
            [this](QPainter& painter, const QSizeF& area) {
                const PrintLook look;
                draw(painter, QRectF(QPointF(0, 0), area));
            },
            numbers()};
}

bool NumberInstrument::exportTo(const QString& path) {
    try {
        exportDrawing(drawing(), path);
        Q_EMIT noticed(tr("Saved: %1").arg(path));
        return true;
    } catch (const text::Error& error) {
        Q_EMIT noticed(say(error));
        return false;
    }
}

void NumberInstrument::askAndExport(const QString& ending) {
    QString path =
        PlotInstrument::askForFile(this, id() + "." + ending, QString("%1 (*.%2)").arg(ending.toUpper(), ending));
    if (path.isEmpty()) return;
    if (!path.endsWith("." + ending, Qt::CaseInsensitive)) path += "." + ending;
    exportTo(path);
}

void NumberInstrument::buildMenu() {
    menu()->clear();
    addCommonEntries();
}

FormatButton* NumberInstrument::makeFormatButton(numeric::FloatFormat NumberState::*which,
                                                 std::function<bool(const numeric::FloatFormat&)> accepts) {
    return new FormatButton({[this, which](const auto& format) { return format == state().*which; },
                             [this, which](const auto& format) {
                                 NumberState next = state();
                                 next.*which = format;
                                 number()->change(next);
                             },
                             std::move(accepts)},
                            this);
}

void NumberInstrument::addCommonEntries() {
    for (const char* ending : {"png", "svg", "pdf", "csv"})
        menu()->addAction(tr("Export as %1 …").arg(QString(ending).toUpper()), this,
                          [this, ending] { askAndExport(ending); });
    menu()->addSeparator();
    menu()->addAction(tr("Copy picture"), this, [this] {
        QGuiApplication::clipboard()->setImage(QImage::fromData(renderDrawing(drawing(), FileFormat::Png)));
    });
    menu()->addAction(tr("Copy numbers"), this, [this] {
        const TextTable table = numbers();
        QStringList lines{table.header.join('\t')};
        for (const auto& row : table.rows)
            lines << row.join('\t');
        QGuiApplication::clipboard()->setText(lines.join('\n'));
    });
    menu()->addSeparator();
    menu()->addAction(showsTable() ? tr("Show the drawing") : tr("Show the numbers as a table"), this,
                      [this] { setShowsTable(!showsTable()); });
}

} // namespace ampscope::ui
