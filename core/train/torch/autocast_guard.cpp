#include "core/train/torch/autocast_guard.h"

#include <ATen/autocast_mode.h>

namespace ampscope::train {

namespace autocast = at::autocast;

AutocastGuard::AutocastGuard(c10::ScalarType dtype, bool enabled, c10::DeviceType device)
    : m_device(device),
      m_was_enabled(autocast::is_autocast_enabled(device)),
      m_old_dtype(autocast::get_autocast_dtype(device)) {
    autocast::set_autocast_enabled(m_device, enabled);
    autocast::set_autocast_dtype(m_device, dtype);
    autocast::increment_nesting();
}

AutocastGuard::~AutocastGuard() {
    if (autocast::decrement_nesting() == 0) autocast::clear_cache();
    autocast::set_autocast_enabled(m_device, m_was_enabled);
    autocast::set_autocast_dtype(m_device, m_old_dtype);
}

bool autocast_is_on(c10::DeviceType device) {
    return autocast::is_autocast_enabled(device) &&
           !c10::impl::tls_is_dispatch_key_excluded(autocast::get_autocast_dispatch_key_from_device_type(device));
}

} // namespace ampscope::train
