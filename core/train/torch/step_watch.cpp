#include "core/train/torch/step_watch.h"

#include <ATen/SequenceNumber.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/saved_variable_hooks.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/train/autocast_tables.h"
#include "core/train/torch/autocast_guard.h"
#include "core/train/torch/process_state.h"
#include "core/train/torch/step_place.h"

namespace ampscope::train {
namespace {

// Autograd's own frames around an op's backward: no ops, and without dtypes.
bool is_autograd_frame(std::string_view name) {
    return name.starts_with("autograd::engine::") || name.find("Backward") != std::string_view::npos ||
           name.find("AccumulateGrad") != std::string_view::npos;
}

bool is_composite(const at::RecordFunction& function) {
    static std::unordered_map<std::string, bool> known;
    const auto name = function.operator_name();
    if (!name) return true;
    const auto [found, is_new] = known.try_emplace(c10::toString(*name), false);
    if (is_new) {
        const auto op = c10::Dispatcher::singleton().findOp(*name);
        found->second = op && op->hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd);
    }
    return found->second;
}

// "torch::autograd::CppNode<ampscope::train::(anonymous namespace)::Rotate>" -> "Rotate".
std::string short_node_name(std::string name) {
    if (name.ends_with('>')) name.pop_back();
    const auto colon = name.rfind("::");
    return colon == std::string::npos ? name : name.substr(colon + 2);
}

} // namespace

struct Watch::Impl : PlaceListener {
    struct Node {
        std::string name, layer;
        const LayerScope* scope; // the innermost one when it began
    };

    Impl(const scenario::Scenario& scenario, std::vector<StepWatcher*> given)
        : watchers(std::move(given)),
          rules(scenario.autocast.rules == scenario::AutocastRules::Cuda ? AutocastDevice::Cuda : AutocastDevice::Cpu),
          fp32_ops(scenario.autocast.fp32_ops) {}

    template <typename Call>
    void tell(const Call& call) {
        for (auto* watcher : watchers)
            call(*watcher);
    }

    // The layer of the model's scope, or of the backward function that runs, whichever began later. What checkpointing
    // computes again in backward has scopes of its own.
    std::string layer() const {
        const LayerScope* scope = LayerScope::innermost();
        if (!nodes.empty() && nodes.back().scope == scope) return nodes.back().layer;
        return scope ? scope->name() : "";
    }

    void phase_begins() override {
        told_layer.clear();
        tell([](StepWatcher& watcher) { watcher.phase_begins(std::string(current_phase())); });
    }
    void layer_begins() override { tell_layer(layer()); }
    void tell_layer(const std::string& name) {
        if (std::exchange(told_layer, name) == name) return;
        tell([&](StepWatcher& watcher) { watcher.layer_begins(name); });
    }

    std::string rule_of(const std::string& op) const {
        if (!autocast_is_on(at::kCPU) && !autocast_is_on(at::kCUDA)) return "";
        const bool kept = std::ranges::find(fp32_ops, op) != fp32_ops.end();
        return std::string(policy_id(kept ? CastPolicy::Fp32 : autocast_policy(rules, op)));
    }

    void begin_op(const at::RecordFunction& function) {
        RunningOp op;
        op.index = count++;
        op.name = function.name();
        if (op.name.starts_with("aten::")) op.name.erase(0, 6);
        op.phase = current_phase();
        op.layer = layer();
        op.rule = rule_of(op.name);
        op.depth = static_cast<int>(ops.size());
        op.emulation = in_emulated_product();
        op.is_composite = is_composite(function) || (!op.rule.empty() && op.rule != "follow");
        if (function.seqNr() >= 0) {
            op.node = {function.threadId(), function.seqNr()};
            layer_of_node[op.node] = op.layer; // the last op that sees this number is the one that makes the node
        }
        ops.push_back(std::move(op));
        tell([&](StepWatcher& watcher) { watcher.op_begins(ops.back(), function); });
    }

    void end_op(const at::RecordFunction& function) {
        const RunningOp op = std::move(ops.back());
        ops.pop_back();
        tell([&](StepWatcher& watcher) { watcher.op_ends(op, function); });
    }

    void begin_node(const at::RecordFunction& function) {
        const NodeKey key{function.forwardThreadId(), function.seqNr()};
        const auto found = layer_of_node.find(key);
        // Gradients are added up right after the backward function that gave them.
        const std::string name_of_layer = found != layer_of_node.end() ? found->second : last_layer;
        nodes.push_back({short_node_name(function.name()), name_of_layer, LayerScope::innermost()});
        tell_layer(name_of_layer);
        last_layer = name_of_layer;
        tell([&](StepWatcher& watcher) { watcher.backward_begins(key, nodes.back().name); });
    }

    void end_node() {
        tell([&](StepWatcher& watcher) { watcher.backward_ends(nodes.back().name); });
        nodes.pop_back();
    }

    // Custom functions save outside of any op, after they made their node.
    NodeKey node_that_saves() const {
        for (auto op = ops.rbegin(); op != ops.rend(); ++op)
            if (op->node.sequence >= 0) return op->node;
        const std::int64_t scope = CustomNodeScope::number();
        return {at::RecordFunction::currentThreadId(),
                scope >= 0 ? scope : static_cast<std::int64_t>(at::sequence_number::peek()) - 1};
    }

    void saves(const at::Tensor& tensor) {
        const NodeKey key = node_that_saves();
        if (ops.empty()) layer_of_node[key] = layer();
        tell([&](StepWatcher& watcher) { watcher.saves(tensor, key); });
    }

    std::vector<StepWatcher*> watchers;
    AutocastDevice rules;
    std::vector<std::string> fp32_ops;
    std::size_t count = 0;
    std::vector<RunningOp> ops; // under way, the innermost last
    std::vector<Node> nodes;
    std::map<NodeKey, std::string> layer_of_node;
    std::string last_layer; // of a backward function
    std::string told_layer;
    at::CallbackHandle op_callback = 0, node_callback = 0;

    // LibTorch hands its callbacks no user data.
    inline static Impl* on = nullptr;
};

namespace {

struct Entered : at::ObserverContext {};

// LibTorch calls these for each tensor that is kept for backward, when they are the engine's default.
struct SavedTensorHook : torch::autograd::SavedVariableHooks {
    explicit SavedTensorHook(void (*heard)(const at::Tensor&)) : tell(heard) {}
    void call_pack_hook(const at::Tensor& tensor) override {
        kept = tensor;
        tell(tensor);
    }
    at::Tensor call_unpack_hook() override { return kept; }
    void (*tell)(const at::Tensor&);
    at::Tensor kept;
};

struct HookedEngine : torch::autograd::Engine {
    std::unique_ptr<torch::autograd::SavedVariableHooks> get_default_saved_variable_hooks() override {
        return tell ? std::make_unique<SavedTensorHook>(tell) : nullptr;
    }
    void (*tell)(const at::Tensor&) = nullptr;
};

HookedEngine& hooked_engine() {
    static auto* engine = new HookedEngine; // LibTorch keeps its engine to the end of the process, too
    return *engine;
}

} // namespace

Watch::Watch(const scenario::Scenario& scenario, std::vector<StepWatcher*> watchers)
    : m_impl(std::make_unique<Impl>(scenario, std::move(watchers))) {
    Impl::on = m_impl.get();
    listen_to_places(m_impl.get());
    m_impl->op_callback =
        at::addThreadLocalCallback(at::RecordFunctionCallback(
                                       [](const at::RecordFunction& function) -> std::unique_ptr<at::ObserverContext> {
                                           if (!Impl::on || is_autograd_frame(function.name())) return nullptr;
                                           Impl::on->begin_op(function);
                                           return std::make_unique<Entered>();
                                       },
                                       [](const at::RecordFunction& function, at::ObserverContext* entered) {
                                           if (Impl::on && entered) Impl::on->end_op(function);
                                       })
                                       .needsInputs(true)
                                       .needsOutputs(true)
                                       .scopes({at::RecordScope::FUNCTION}));
    m_impl->node_callback =
        at::addThreadLocalCallback(at::RecordFunctionCallback(
                                       [](const at::RecordFunction& function) -> std::unique_ptr<at::ObserverContext> {
                                           if (!Impl::on) return nullptr;
                                           Impl::on->begin_node(function);
                                           return std::make_unique<Entered>();
                                       },
                                       [](const at::RecordFunction&, at::ObserverContext* entered) {
                                           if (Impl::on && entered) Impl::on->end_node();
                                       })
                                       .scopes({at::RecordScope::BACKWARD_FUNCTION}));
    listen_to_memory(
        [](const MemoryEvent& event) { Impl::on->tell([&](StepWatcher& watcher) { watcher.memory_changed(event); }); });
    if (std::ranges::any_of(m_impl->watchers, [](const StepWatcher* watcher) { return watcher->wants_saved(); })) {
        hooked_engine().tell = [](const at::Tensor& tensor) { Impl::on->saves(tensor); };
        torch::autograd::set_default_engine_stub([]() -> torch::autograd::Engine& { return hooked_engine(); });
    }
}

Watch::~Watch() {
    torch::autograd::set_default_engine_stub(
        []() -> torch::autograd::Engine& { return torch::autograd::Engine::get_base_engine(); });
    hooked_engine().tell = nullptr;
    listen_to_memory(nullptr);
    at::removeCallback(m_impl->node_callback);
    at::removeCallback(m_impl->op_callback);
    listen_to_places(nullptr);
    Impl::on = nullptr;
}

bool Watch::is_on() {
    return Impl::on != nullptr;
}

std::string dtype_name(at::ScalarType type) {
    switch (type) {
    case at::kFloat: return "fp32";
    case at::kHalf: return "fp16";
    case at::kBFloat16: return "bf16";
    case at::kDouble: return "fp64";
    case at::kLong: return "int64";
    case at::kInt: return "int32";
    case at::kBool: return "bool";
    default: return c10::toString(type);
    }
}

std::vector<at::Tensor> tensors_in(const c10::IValue& value) {
    std::vector<at::Tensor> tensors;
    if (value.isTensor())
        tensors.push_back(value.toTensor());
    else if (value.isTensorList())
        tensors = value.toTensorVector();
    std::erase_if(tensors, [](const at::Tensor& tensor) { return !tensor.defined(); });
    return tensors;
}

std::vector<at::Tensor> tensors_among(std::span<const c10::IValue> values) {
    std::vector<at::Tensor> tensors;
    for (const auto& value : values)
        for (auto& tensor : tensors_in(value))
            tensors.push_back(std::move(tensor));
    return tensors;
}

// The conditions under which autocast caches a cast (aten/src/ATen/autocast_mode.cpp).
bool is_cached_weight(const at::Tensor& tensor) {
    return tensor.defined() && tensor.scalar_type() == at::kFloat && tensor.is_leaf() && tensor.requires_grad() &&
           !tensor.is_view();
}

} // namespace ampscope::train
