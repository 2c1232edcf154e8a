#include "core/train/snapshot_shelf.h"

#include <atomic>

namespace ampscope::train {

static std::atomic<std::size_t> total_bytes = 0;

std::size_t SnapshotShelf::used() {
    return total_bytes;
}

template <typename Condition>
void SnapshotShelf::drop_if(Condition condition) {
    std::erase_if(m_snapshots, [&](const std::unique_ptr<Snapshot>& snapshot) {
        if (!condition(snapshot->next_step())) return false;
        total_bytes -= snapshot->bytes();
        return true;
    });
}

SnapshotShelf::~SnapshotShelf() {
    drop_if([](std::int64_t) { return true; });
}

void SnapshotShelf::offer(const Trainer& trainer) {
    const std::int64_t step = trainer.next_step();
    if (step % m_interval != 0 || (!m_snapshots.empty() && m_snapshots.back()->next_step() >= step)) return;
    // Room for one more like the last, before the memory is taken.
    if (!m_snapshots.empty() && total_bytes + m_snapshots.back()->bytes() > m_budget) {
        m_interval *= 2;
        drop_if([&](std::int64_t taken) { return taken % m_interval != 0; });
        if (step % m_interval != 0 || m_snapshots.empty()) return;
        if (total_bytes + m_snapshots.back()->bytes() > m_budget) return;
    }
    auto snapshot = trainer.save();
    if (!snapshot || total_bytes + snapshot->bytes() > m_budget) return;
    total_bytes += snapshot->bytes();
    m_snapshots.push_back(std::move(snapshot));
}

const Snapshot* SnapshotShelf::nearest(std::int64_t step) const {
    const Snapshot* found = nullptr;
    for (const auto& snapshot : m_snapshots)
        if (snapshot->next_step() <= step) found = snapshot.get();
    return found;
}

void SnapshotShelf::drop_after(std::int64_t step) {
    drop_if([&](std::int64_t taken) { return taken > step; });
}

} // namespace ampscope::train
