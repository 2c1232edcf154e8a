#include "core/train/torch/autocast_guard.h"

#include <ATen/autocast_mode.h>

namespace ampscope::train {

namespace autocast = at::autocast;

AutocastGuard::AutocastGuard(c10::ScalarType dtype, bool enabled)
    : m_was_enabled(autocast::is_autocast_enabled(at::kCPU)), m_old_dtype(autocast::get_autocast_dtype(at::kCPU)) {
    autocast::set_autocast_enabled(at::kCPU, enabled);
    autocast::set_autocast_dtype(at::kCPU, dtype);
    autocast::increment_nesting();
}

AutocastGuard::~AutocastGuard() {
    if (autocast::decrement_nesting() == 0) autocast::clear_cache();
    autocast::set_autocast_enabled(at::kCPU, m_was_enabled);
    autocast::set_autocast_dtype(at::kCPU, m_old_dtype);
}

} // namespace ampscope::train
