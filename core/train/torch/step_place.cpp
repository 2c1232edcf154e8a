#include "core/train/torch/step_place.h"

#include <ATen/SequenceNumber.h>

namespace ampscope::train {

static const char* phase_now = "";
static PlaceListener* listening = nullptr;

LayerScope::LayerScope(std::string_view block, std::string_view name)
    : m_block(block), m_name(name), m_outer(s_innermost) {
    s_innermost = this;
    if (listening) listening->layer_begins();
}

void LayerScope::next(std::string_view name) {
    m_name = name;
    if (listening) listening->layer_begins();
}

std::string LayerScope::name() const {
    std::string name(m_block);
    return name.append(m_name);
}

CustomNodeScope::CustomNodeScope() {
    s_number = static_cast<std::int64_t>(at::sequence_number::peek());
}

void enter_phase(const char* phase) {
    phase_now = phase;
    if (listening) listening->phase_begins();
}

std::string_view current_phase() {
    return phase_now;
}

void listen_to_places(PlaceListener* listener) {
    listening = listener;
}

} // namespace ampscope::train
