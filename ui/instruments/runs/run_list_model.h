// The kept runs as a table: what the library's thread has read, sorted and filtered there.
#pragma once

#include <QAbstractTableModel>
#include <functional>

#include "ui/bridge/run_library.h"

namespace ampscope::ui {

/// Reads anew whenever the library says changed() while it is active, and leaves rows in their place as far as they
/// stay the same: a selection and a position survive.
class RunListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Pinned, Name, Place, Created, State, Precision, Steps, Skipped, Loss, Seed, kColumns };
    explicit RunListModel(QObject* parent = nullptr);

    /// Everything but the order, which sort() sets.
    void setFilter(const record::RunFilter& filter);
    const record::RunFilter& filter() const { return m_filter; }
    /// The title of a page by its id.
    void setTitles(std::function<QString(const QString& page)> titleOf) { m_titleOf = std::move(titleOf); }
    QString titleOf(const QString& page) const;
    /// Whether it follows the library; an inactive one keeps what it has.
    void setActive(bool active);
    void reload();
    /// An answer is on its way.
    bool isLoading() const { return m_isAsking; }

    const std::vector<record::RunEntry>& entries() const { return m_entries; }
    /// -1 when it is not in the list.
    int rowOf(const QString& id) const;
    /// Runs in the library, whatever the filter; pages that they come from.
    std::int64_t total() const { return m_total; }
    const QStringList& pages() const { return m_pages; }
    /// Has the library been read?
    bool isThere() const { return m_isThere; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    /// Column -1: pinned runs first, then the newest.
    void sort(int column, Qt::SortOrder order) override;

  Q_SIGNALS:
    void loaded();
    void renameAsked(const QString& id, const QString& name);

  private:
    struct Answer;
    void take(Answer answer);
    QString text(const record::RunEntry& entry, int column) const;

    std::function<QString(const QString&)> m_titleOf;
    record::RunFilter m_filter;
    std::vector<record::RunEntry> m_entries;
    std::int64_t m_total = 0;
    QStringList m_pages;
    bool m_isThere = false, m_isActive = false, m_isAsking = false, m_isStale = true;
};

/// "finished", "마침", …
QString stateText(record::StoredState state);
/// "2026-03-01 14:02" in this machine's zone.
QString timeText(std::int64_t milliseconds);

} // namespace ampscope::ui
