// Tables that instruments fill by themselves: dense, without a grid, read row by row.
#pragma once

#include <QTableWidget>
#include <initializer_list>

namespace ampscope::ui {

/// A table whose rows are chosen as a whole and whose cells are not edited.
QTableWidget* makeCompactTable(QWidget* parent);
/// `right`: a number, in the number font; `bad`: in the colour of what is lost.
void putCell(QTableWidget* table, int row, int column, const QString& text, bool right = true, bool bad = false);
/// Columns as wide as their contents; what is left of the panel is shared out. Where there is no room for all, those of
/// `expendable` are left out, and only whole rows are shown. `below`: pixels of the panel that other
/// widgets under the table take.
void fitColumns(QTableWidget* table, std::initializer_list<int> expendable = {}, int below = 0);

} // namespace ampscope::ui
