// What a step holds, byte by byte: every allocation and release of this thread, backward included.
#pragma once

#include <cstdint>
#include <memory>

namespace ampscope::train {

/// While it lives, LibTorch's allocator reports to it. Counts are relative to the moment of construction. For the
/// thread that makes it.
class MemoryProbe {
  public:
    MemoryProbe();
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
