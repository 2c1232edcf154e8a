#include "ui/instruments/runs/run_table.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>
#include <array>

#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::RunEntry;
using record::StoredState;
using Column = RunListModel::Column;

namespace {

constexpr double kRowHeight = 26;
// The first gives way first.
constexpr std::array kExpendable = {Column::Place,   Column::Seed,  Column::Skipped,
                                    Column::Created, Column::State, Column::Precision};

class StepsDelegate : public QStyledItemDelegate {
  public:
    StepsDelegate(const RunListModel& model, QObject* parent) : QStyledItemDelegate(parent), m_model(model) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const RunEntry& entry = m_model.entries()[static_cast<std::size_t>(index.row())];
        if (index.column() != Column::Steps || entry.state != StoredState::Running || entry.planned <= 0) return;
        const double made = static_cast<double>(entry.steps_run + entry.steps_skipped);
        const double share = std::min(1.0, made / static_cast<double>(entry.planned));
        QRectF line = QRectF(option.rect).adjusted(6, 0, -6, -2);
        line.setTop(line.bottom() - 2);
        painter->fillRect(line, theme().color(Token::Hairline));
        line.setWidth(line.width() * share);
        painter->fillRect(line, theme().color(Token::Accent));
    }

  private:
    const RunListModel& m_model;
};

// The widest that stands in a column.
double widthOf(int column, const QFontMetricsF& words, const QFontMetricsF& numbers) {
    switch (column) {
    case Column::Created: return numbers.horizontalAdvance("2026-03-01 14:02");
    case Column::Precision: return words.horizontalAdvance("fp16-master");
    case Column::Steps: return numbers.horizontalAdvance("1000 / 1000");
    case Column::Skipped: return numbers.horizontalAdvance("0000");
    case Column::Loss: return numbers.horizontalAdvance("-1.234e-05");
    case Column::Seed: return numbers.horizontalAdvance("000000");
    case Column::Place: return scaled(130);
    case Column::State: {
        double widest = 0;
        for (const auto state : {StoredState::Running, StoredState::Finished, StoredState::Stopped, StoredState::Failed,
                                 StoredState::Interrupted})
            widest = std::max(widest, words.horizontalAdvance(stateText(state)));
        return widest;
    }
    default: return 0;
    }
}

} // namespace

RunTable::RunTable(RunListModel* model, QWidget* parent) : QTableView(parent), m_runs(model) {
    setObjectName("compactTable");
    setModel(model);
    setItemDelegate(new StepsDelegate(*model, this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::EditKeyPressed);
    setTabKeyNavigation(false); // Tab leaves the table
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &RunTable::fitColumns);
}

std::vector<RunEntry> RunTable::selectedEntries() const {
    std::vector<RunEntry> chosen;
    for (int row = 0; row < m_runs->rowCount(); ++row)
        if (selectionModel()->isRowSelected(row)) chosen.push_back(m_runs->entries()[static_cast<std::size_t>(row)]);
    return chosen;
}

QStringList RunTable::select(const QStringList& ids) {
    QStringList missing;
    QItemSelection rows;
    for (const QString& id : ids) {
        const int row = m_runs->rowOf(id);
        if (row < 0)
            missing << id;
        else
            rows.select(m_runs->index(row, 0), m_runs->index(row, RunListModel::kColumns - 1));
    }
    if (rows.isEmpty()) return missing;
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    const QModelIndex first = m_runs->index(rows.front().top(), Column::Name);
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    scrollTo(first);
    return missing;
}

void RunTable::editName(const QString& id) {
    const QModelIndex name = m_runs->index(m_runs->rowOf(id), Column::Name);
    setFocus();
    setCurrentIndex(name);
    edit(name);
}

void RunTable::sortBy(int column) {
    const auto* header = horizontalHeader();
    const bool again =
        column >= 0 && header->sortIndicatorSection() == column && header->sortIndicatorOrder() == Qt::AscendingOrder;
    horizontalHeader()->setSortIndicator(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void RunTable::fitColumns() {
    const QFontMetricsF words(textFont(scaled(kChromePixels), QFont::DemiBold));
    const QFontMetricsF numbers(monoFont(scaled(kTickPixels + 0.5)));
    const QFontMetricsF head(textFont(scaled(kTickPixels)));
    horizontalHeader()->setFont(textFont(scaled(kTickPixels)));
    verticalHeader()->setDefaultSectionSize(qRound(scaled(kRowHeight)));
    std::array<double, RunListModel::kColumns> wide{};
    double rest = viewport()->width() - scaled(8); // numbers do not touch the edge
    for (int column = 0; column < RunListModel::kColumns; ++column) {
        const QString title = m_runs->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const double arrow = column == Column::Pinned ? 0 : scaled(14); // of the sorted column
        const double content = std::max(widthOf(column, words, numbers), head.horizontalAdvance(title) + arrow);
        wide[static_cast<std::size_t>(column)] = content + scaled(16);
        if (column != Column::Name) rest -= content + scaled(16);
    }
    const double least = scaled(240); // of the name
    for (const int column : kExpendable) {
        const bool hide = rest < least;
        if (hide) rest += wide[static_cast<std::size_t>(column)];
        setColumnHidden(column, hide);
    }
    wide[Column::Name] = std::max(rest, scaled(80));
    for (int column = 0; column < RunListModel::kColumns; ++column)
        setColumnWidth(column, static_cast<int>(wide[static_cast<std::size_t>(column)]));
}

void RunTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

} // namespace ampscope::ui
