#include "core/train/torch/memory_probe.h"

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#include <algorithm>
#include <unordered_map>

#include "core/train/torch/process_state.h"

namespace ampscope::train {

namespace {

int ignoring = 0; // autograd has a thread of its own for a GPU; the training thread waits for it
void (*listening)(const MemoryEvent&) = nullptr;

void tell(const MemoryEvent& event) {
    if (listening) listening(event);
}

class Counter : public c10::MemoryReportingInfoBase {
  public:
    // size > 0: allocated; size < 0: released. Releases come without their kind, so blocks that do not count as the
    // step's own are remembered by address.
    void reportMemoryUsage(void* pointer, std::int64_t size, std::size_t, std::size_t, c10::Device device) override {
        if (device.type() != m_counted) return;
        if (size > 0 && ignoring > 0) {
            m_others[pointer] = 0;
        } else if (size > 0 && in_emulated_product()) {
            m_others[pointer] = size;
            emulation += size;
            emulation_peak = std::max(emulation_peak, emulation);
            tell({pointer, size, true});
        } else if (const auto found = size < 0 ? m_others.find(pointer) : m_others.end(); found != m_others.end()) {
            emulation -= found->second;
            if (found->second > 0) tell({pointer, -found->second, true});
            m_others.erase(found);
        } else {
            live += size;
            peak = std::max(peak, live);
            tell({pointer, size, false});
        }
    }
    bool memoryProfilingEnabled() const override { return true; }

    explicit Counter(c10::DeviceType counted) : m_counted(counted) {}
    std::int64_t live = 0, peak = 0, emulation = 0, emulation_peak = 0;

  private:
    c10::DeviceType m_counted;
    std::unordered_map<void*, std::int64_t> m_others; ///< address -> bytes of emulation; 0: not counted at all
};

} // namespace

struct MemoryProbe::Impl {
    explicit Impl(c10::DeviceType counted) : counter(std::make_shared<Counter>(counted)) {}
    std::shared_ptr<Counter> counter;
    c10::DebugInfoGuard guard{c10::DebugInfoKind::PROFILER_STATE, counter};
};

void listen_to_memory(void (*listener)(const MemoryEvent&)) {
    listening = listener;
}

MemoryProbe::Ignore::Ignore() {
    ++ignoring;
}
MemoryProbe::Ignore::~Ignore() {
    --ignoring;
}

MemoryProbe::MemoryProbe(c10::DeviceType counted) : m_impl(std::make_unique<Impl>(counted)) {}
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
