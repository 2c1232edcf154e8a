// What a step holds, byte by byte: every allocation and release of this thread, backward included.
#pragma once

#include <c10/core/DeviceType.h>

#include <cstdint>
#include <memory>

namespace ampscope::train {

/// One allocation or release while a MemoryProbe lives.
struct MemoryEvent {
    const void* address = nullptr;
    std::int64_t bytes = 0; ///< > 0 allocated, < 0 released
    bool emulation = false; ///< fp32 copies inside emulated products
};
/// Hears every event that counts, of any probe; nullptr: nobody. What is ignored makes no event.
void listen_to_memory(void (*listener)(const MemoryEvent&));

/// While it lives, LibTorch's allocators report to it; those of other kinds of device are not counted. A GPU's gives
/// blocks of a multiple of 512 bytes, and those are counted. Counts are relative to the moment of construction. For the
/// thread that makes it.
class MemoryProbe {
  public:
    explicit MemoryProbe(c10::DeviceType counted = c10::DeviceType::CPU);
    ~MemoryProbe();
    MemoryProbe(const MemoryProbe&) = delete;
    MemoryProbe& operator=(const MemoryProbe&) = delete;

    /// Bytes allocated and not yet released, without emulation.
    std::int64_t live() const;
    std::int64_t peak() const;           ///< highest live()
    std::int64_t emulation_peak() const; ///< highest number of bytes of fp32 copies inside emulated products

    /// What is allocated on this thread while one lives is not counted, nor is its release: looking is not training.
    struct Ignore {
        Ignore();
        ~Ignore();
        Ignore(const Ignore&) = delete;
        Ignore& operator=(const Ignore&) = delete;
    };

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace ampscope::train
