#include "ui/instruments/runs/run_list_model.h"

#include <QDateTime>
#include <QFont>
#include <algorithm>
#include <array>

#include "core/io/numbers.h"
#include "ui/bridge/language.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::RunEntry;
using record::RunOrder;
using record::StoredState;

namespace {

// By column.
constexpr std::array kOrders = {RunOrder::Pinned,    RunOrder::Name,      RunOrder::Page,     RunOrder::Created,
                                RunOrder::State,     RunOrder::Precision, RunOrder::StepsRun, RunOrder::StepsSkipped,
                                RunOrder::FinalLoss, RunOrder::Seed};
static_assert(kOrders.size() == RunListModel::kColumns);

bool isNumber(int column) {
    return column == RunListModel::Steps || column == RunListModel::Skipped || column == RunListModel::Loss ||
           column == RunListModel::Seed;
}

// As a list shows it; NaN is like itself.
bool isSame(const RunEntry& a, const RunEntry& b) {
    const bool same_loss =
        a.final_loss == b.final_loss || (a.final_loss != a.final_loss && b.final_loss != b.final_loss);
    return a.id == b.id && a.name == b.name && a.state == b.state && a.steps_run == b.steps_run &&
           a.steps_skipped == b.steps_skipped && same_loss && a.pinned == b.pinned && a.deleted == b.deleted;
}

} // namespace

QString stateText(StoredState state) {
    static constexpr std::array kIds = {"runs.state_running", "runs.state_finished", "runs.state_stopped",
                                        "runs.state_failed", "runs.state_interrupted"};
    return say(kIds[static_cast<std::size_t>(state)]);
}

QString timeText(std::int64_t milliseconds) {
    return QDateTime::fromMSecsSinceEpoch(milliseconds).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

struct RunListModel::Answer {
    std::vector<RunEntry> entries;
    std::vector<std::string> pages;
    std::int64_t total = 0;
};

RunListModel::RunListModel(QObject* parent) : QAbstractTableModel(parent) {
    connect(&RunLibrary::instance(), &RunLibrary::changed, this, &RunListModel::reload);
}

void RunListModel::setFilter(const record::RunFilter& filter) {
    const RunOrder order = m_filter.order;
    const bool descending = m_filter.descending;
    m_filter = filter;
    m_filter.order = order;
    m_filter.descending = descending;
    reload();
}

void RunListModel::setActive(bool active) {
    m_isActive = active;
    if (active && m_isStale) reload();
}

void RunListModel::reload() {
    m_isStale = true;
    if (!m_isActive || m_isAsking) return; // an answer on its way is followed by another question
    m_isAsking = true;
    m_isStale = false;
    RunLibrary::instance().ask<Answer>(
        this,
        [filter = m_filter](record::RunStore& store) {
            return Answer{store.list(filter), store.pages(), store.count()};
        },
        [this](Answer answer) { take(std::move(answer)); }, [this] { take({}); });
}

void RunListModel::take(Answer answer) {
    m_isAsking = false;
    if (m_isStale) return reload();
    m_isThere = true;
    m_total = answer.total;
    m_pages.clear();
    for (const auto& page : answer.pages)
        m_pages << QString::fromStdString(page);
    if (std::ranges::equal(m_entries, answer.entries, {}, &RunEntry::id, &RunEntry::id)) {
        for (std::size_t row = 0; row < m_entries.size(); ++row)
            if (!isSame(m_entries[row], answer.entries[row])) {
                m_entries[row] = std::move(answer.entries[row]);
                const int at = static_cast<int>(row);
                Q_EMIT dataChanged(index(at, 0), index(at, kColumns - 1));
            }
    } else {
        // Rows that stay keep their indices, so that selection, current row and an open editor go with them.
        Q_EMIT layoutAboutToBeChanged();
        const QModelIndexList before = persistentIndexList();
        QStringList ids;
        for (const auto& index : before)
            ids << QString::fromStdString(m_entries[static_cast<std::size_t>(index.row())].id);
        m_entries = std::move(answer.entries);
        QHash<QString, int> rows;
        for (std::size_t row = 0; row < m_entries.size() && !ids.isEmpty(); ++row)
            rows.insert(QString::fromStdString(m_entries[row].id), static_cast<int>(row));
        QModelIndexList after;
        for (qsizetype i = 0; i < before.size(); ++i) {
            const auto found = rows.constFind(ids[i]);
            after << (found == rows.cend() ? QModelIndex() : index(*found, before[i].column()));
        }
        changePersistentIndexList(before, after);
        Q_EMIT layoutChanged();
    }
    Q_EMIT loaded();
}

int RunListModel::rowOf(const QString& id) const {
    const auto found = std::ranges::find(m_entries, id.toStdString(), &RunEntry::id);
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

int RunListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}
int RunListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QString RunListModel::titleOf(const QString& page) const {
    const QString title = m_titleOf ? m_titleOf(page) : QString();
    return title.isEmpty() ? page : title;
}

QString RunListModel::text(const RunEntry& entry, int column) const {
    switch (column) {
    case Pinned: return entry.pinned ? QStringLiteral("★") : QString();
    case Name: return QString::fromStdString(entry.name);
    case Created: return timeText(entry.created);
    case Precision: return QString::fromStdString(entry.precision);
    case Steps: {
        const auto made = QString::number(entry.steps_run + entry.steps_skipped);
        return entry.planned > 0 && entry.state != StoredState::Finished ? made + " / " + QString::number(entry.planned)
                                                                         : made;
    }
    case Skipped: return QString::number(entry.steps_skipped);
    case Loss:
        return record::is_missing(entry.final_loss) ? QStringLiteral("–")
                                                    : QString::fromStdString(io::to_text(entry.final_loss, 5));
    case State: return stateText(entry.state);
    case Seed: return entry.seed ? QString::number(*entry.seed) : QStringLiteral("–");
    case Place: return titleOf(QString::fromStdString(entry.origin.page));
    default: return {};
    }
}

QVariant RunListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const RunEntry& entry = m_entries[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return text(entry, column);
    case Qt::TextAlignmentRole:
        return QVariant((isNumber(column)   ? Qt::AlignRight
                         : column == Pinned ? Qt::AlignHCenter
                                            : Qt::AlignLeft) |
                        Qt::AlignVCenter);
    case Qt::FontRole:
        if (column == Precision) return textFont(scaled(kChromePixels), QFont::DemiBold);
        return isNumber(column) || column == Created ? monoFont(scaled(kTickPixels + 0.5))
                                                     : textFont(scaled(kChromePixels));
    case Qt::ForegroundRole:
        if (column == Precision)
            return theme().format(QString::fromStdString(entry.precision).section('-', 0, 0)).color;
        if ((column == Skipped && entry.steps_skipped > 0) || (column == State && entry.state == StoredState::Failed) ||
            (column == Loss && !record::is_missing(entry.final_loss) && !std::isfinite(entry.final_loss)))
            return theme().color(Token::Lost);
        return column == Created || column == Place || column == State ? theme().color(Token::Muted)
                                                                       : theme().color(Token::Text);
    case Qt::ToolTipRole:
        if (column == Name) return plainTip(tr("%1\nF2 gives it another name").arg(text(entry, Name)));
        if (column == Place || column == Created) return plainTip(text(entry, column));
        return {};
    case Qt::AccessibleTextRole:
        return column == Pinned ? (entry.pinned ? tr("pinned") : tr("not pinned")) : text(entry, column);
    case Qt::UserRole: return QString::fromStdString(entry.id);
    default: return {};
    }
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((isNumber(section)   ? Qt::AlignRight
                         : section == Pinned ? Qt::AlignHCenter
                                             : Qt::AlignLeft) |
                        Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Pinned) return tr("Pinned runs stand first and are never dropped");
    if (role == Qt::ToolTipRole && section == Loss) return tr("The loss of the last step, in nats");
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
    switch (section) {
    case Pinned: return role == Qt::AccessibleTextRole ? tr("pinned") : QStringLiteral("★");
    case Name: return tr("name");
    case Created: return tr("when");
    case Precision: return tr("precision");
    case Steps: return tr("steps");
    case Skipped: return tr("skipped");
    case Loss: return tr("final loss");
    case State: return tr("state");
    case Seed: return tr("seed");
    case Place: return tr("from");
    default: return {};
    }
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.column() == Name && !m_filter.deleted) flags |= Qt::ItemIsEditable;
    return flags;
}

bool RunListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::EditRole || index.column() != Name) return false;
    RunEntry& entry = m_entries[static_cast<std::size_t>(index.row())];
    const std::string name = record::clean_name(value.toString().toStdString());
    if (name.empty() || name == entry.name) return false; // as it was
    entry.name = name;                                    // shown at once; what the library makes of it follows
    Q_EMIT dataChanged(index, index);
    Q_EMIT renameAsked(QString::fromStdString(entry.id), QString::fromStdString(name));
    return true;
}

void RunListModel::sort(int column, Qt::SortOrder order) {
    const bool known = column >= 0 && static_cast<std::size_t>(column) < kOrders.size();
    m_filter.order = known ? kOrders[static_cast<std::size_t>(column)] : RunOrder::Shelf;
    m_filter.descending = order == Qt::DescendingOrder;
    reload();
}

} // namespace ampscope::ui
