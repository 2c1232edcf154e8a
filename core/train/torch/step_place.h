// Where a step is: its phase, and the layer of the model that is being computed. Says so to whoever looks on; without a
// listener it is a few stores.
//
// The state belongs to the process, not to a thread: one thread does all training, and where autograd has a thread of
// its own for a device, the training thread waits for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ampscope::train {

/// The model is computing one layer, by name ("blocks.1." and "attn.qkv"), or one after the other. Scopes nest; the
/// innermost counts. The texts must outlive the scope.
class LayerScope {
  public:
    explicit LayerScope(std::string_view name) : LayerScope({}, name) {}
    LayerScope(std::string_view block, std::string_view name);
    ~LayerScope() { s_innermost = m_outer; }
    LayerScope(const LayerScope&) = delete;
    LayerScope& operator=(const LayerScope&) = delete;

    /// From here on it is that layer of the same block.
    void next(std::string_view name);
    /// Block and layer together: "blocks.1.attn.qkv".
    std::string name() const;
    /// nullptr outside of every layer.
    static const LayerScope* innermost() { return s_innermost; }

  private:
    inline static const LayerScope* s_innermost = nullptr;
    std::string_view m_block, m_name;
    const LayerScope* m_outer;
};

/// A custom autograd function is about to be applied whose forward applies others: what is saved outside of any op
/// belongs to its node. Without a scope it belongs to the node that was made last.
class CustomNodeScope {
  public:
    CustomNodeScope();
    ~CustomNodeScope() { s_number = -1; }
    CustomNodeScope(const CustomNodeScope&) = delete;
    CustomNodeScope& operator=(const CustomNodeScope&) = delete;

    /// Autograd's sequence number of the node; negative outside of a scope.
    static std::int64_t number() { return s_number; }

  private:
    inline static std::int64_t s_number = -1;
};

/// "data", "forward", "backward", "optimizer"; "" outside of a step.
void enter_phase(const char* phase);
std::string_view current_phase();

/// Is told after the change: current_phase() and LayerScope::innermost() say what is now.
class PlaceListener {
  public:
    virtual ~PlaceListener() = default;
    virtual void phase_begins() = 0;
    virtual void layer_begins() = 0;
};
/// nullptr: nobody listens.
void listen_to_places(PlaceListener* listener);

} // namespace ampscope::train
