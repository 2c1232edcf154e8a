// Snapshots of a run, for going back: as many as the memory set aside for all runs allows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/train/engine.h"

namespace ampscope::train {

/// Belongs to one run; for the compute thread. All shelves of the process share kBudget bytes.
class SnapshotShelf {
  public:
    static constexpr std::size_t kBudget = 512'000'000;
    /// Steps between two snapshots at first; doubled whenever the budget is used up, and every other one dropped then.
    static constexpr std::int64_t kFirstInterval = 10;

    explicit SnapshotShelf(std::size_t budget = kBudget) : m_budget(budget) {}
    ~SnapshotShelf();
    SnapshotShelf(const SnapshotShelf&) = delete;
    SnapshotShelf& operator=(const SnapshotShelf&) = delete;

    /// Between two steps: keeps a snapshot when one is due.
    void offer(const Trainer& trainer);
    /// The newest that was taken at or before `step`; nullptr: start from the beginning.
    const Snapshot* nearest(std::int64_t step) const;
    /// Forgets what was taken after `step`.
    void drop_after(std::int64_t step);

    std::size_t count() const { return m_snapshots.size(); }
    /// Bytes that all shelves of the process hold.
    static std::size_t used();

  private:
    template <typename Condition>
    void drop_if(Condition condition);

    std::size_t m_budget;
    std::int64_t m_interval = kFirstInterval;
    std::vector<std::unique_ptr<Snapshot>> m_snapshots; ///< by step
};

} // namespace ampscope::train
