// Autocast as a scope: what Python's `with autocast(...)` does on entering and leaving.
#pragma once

#include <c10/core/DeviceType.h>
#include <c10/core/ScalarType.h>

namespace ampscope::train {

/// Switches autocast of a kind of device on (or, for an island inside another region, off) with the given dtype.
/// Leaving restores what was before, also after an exception, and the outermost scope empties the cache of weight
/// casts: the cache is keyed by tensor identity, so the next forward would otherwise use the old weights.
class AutocastGuard {
  public:
    explicit AutocastGuard(c10::ScalarType dtype, bool enabled = true, c10::DeviceType device = c10::DeviceType::CPU);
    ~AutocastGuard();
    AutocastGuard(const AutocastGuard&) = delete;
    AutocastGuard& operator=(const AutocastGuard&) = delete;

  private:
    c10::DeviceType m_device;
    bool m_was_enabled;
    c10::ScalarType m_old_dtype;
};

/// Does an op on tensors of that kind of device go through autocast now?
bool autocast_is_on(c10::DeviceType device);

} // namespace ampscope::train
