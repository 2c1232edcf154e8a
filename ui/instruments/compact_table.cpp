#include "ui/instruments/compact_table.h"

#include <QHeaderView>
#include <algorithm>

#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

QTableWidget* makeCompactTable(QWidget* parent) {
    auto* table = new QTableWidget(parent);
    table->setObjectName("compactTable");
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false); // Tab leaves the table
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table->setMinimumHeight(40);
    return table;
}

void putCell(QTableWidget* table, int row, int column, const QString& text, bool right, bool bad) {
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (right) item->setFont(monoFont(scaled(kTickPixels + 0.5)));
    if (bad) item->setForeground(theme().color(Token::Lost));
    table->setItem(row, column, item);
}

void fitColumns(QTableWidget* table, std::initializer_list<int> expendable, int below) {
    constexpr double kRow = 24;
    constexpr int kFocusLine = 2; // around the table: of the style sheet
    const int row_height = qRound(scaled(kRow));
    table->horizontalHeader()->setFont(textFont(scaled(kTickPixels)));
    for (int column = 0; column < table->columnCount(); ++column)
        table->setColumnHidden(column, false);
    table->resizeColumnsToContents();
    for (int row = 0; row < table->rowCount(); ++row)
        table->setRowHeight(row, row_height);
    const int header = table->horizontalHeader()->sizeHint().height();
    const int high = table->parentWidget()->height() - table->y() - 10 - below;
    const int rows = qBound(1, (high - header) / row_height, qMax(1, table->rowCount()));
    table->setMaximumHeight(header + rows * row_height + 2 * kFocusLine);

    const auto wide = [&] {
        int sum = 0;
        for (int column = 0; column < table->columnCount(); ++column)
            sum += table->columnWidth(column); // 0 of a hidden one
        return sum;
    };
    const int room = table->width() - 2 * kFocusLine - (rows < table->rowCount() ? 14 : 2); // a scroll bar
    for (const int column : expendable)
        if (wide() > room) table->setColumnHidden(column, true);
    int shown = 0;
    for (int column = 0; column < table->columnCount(); ++column)
        shown += table->isColumnHidden(column) ? 0 : 1;
    const int rest = (room - wide()) / std::max(1, shown);
    for (int column = 0; column < table->columnCount() && rest > 0; ++column)
        if (!table->isColumnHidden(column)) table->setColumnWidth(column, table->columnWidth(column) + rest);
}

} // namespace ampscope::ui
