#include "core/train/torch/memory_probe.h"

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#include <algorithm>
#include <unordered_map>

#include "core/train/torch/process_state.h"

namespace ampscope::train {

namespace {

thread_local int ignoring = 0;

class Counter : public c10::MemoryReportingInfoBase {
  public:
    // size > 0: allocated; size < 0: released. Releases come without their kind, so blocks that do not count as the
    // step's own are remembered by address.
    void reportMemoryUsage(void* pointer, std::int64_t size, std::size_t, std::size_t, c10::Device) override {
        if (size > 0 && ignoring > 0) {
            m_others[pointer] = 0;
        } else if (size > 0 && in_emulated_product()) {
            m_others[pointer] = size;
            emulation += size;
            emulation_peak = std::max(emulation_peak, emulation);
        } else if (const auto found = size < 0 ? m_others.find(pointer) : m_others.end(); found != m_others.end()) {
            emulation -= found->second;
            m_others.erase(found);
        } else {
            live += size;
            peak = std::max(peak, live);
        }
    }
    bool memoryProfilingEnabled() const override { return true; }

    std::int64_t live = 0, peak = 0, emulation = 0, emulation_peak = 0;

  private:
    std::unordered_map<void*, std::int64_t> m_others; ///< address -> bytes of emulation; 0: not counted at all
};

} // namespace

struct MemoryProbe::Impl {
    std::shared_ptr<Counter> counter = std::make_shared<Counter>();
    c10::DebugInfoGuard guard{c10::DebugInfoKind::PROFILER_STATE, counter};
};

MemoryProbe::Ignore::Ignore() {
    ++ignoring;
}
MemoryProbe::Ignore::~Ignore() {
    --ignoring;
}

MemoryProbe::MemoryProbe() : m_impl(std::make_unique<Impl>()) {}
MemoryProbe::~MemoryProbe() = default;

std::int64_t MemoryProbe::live() const {
    return m_impl->counter->live;
}
std::int64_t MemoryProbe::peak() const {
    return m_impl->counter->peak;
}
std::int64_t MemoryProbe::emulation_peak() const {
    return m_impl->counter->emulation_peak;
}

} // namespace ampscope::train
