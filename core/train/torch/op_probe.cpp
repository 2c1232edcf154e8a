#include "core/train/torch/op_probe.h"

#include <ATen/core/ivalue.h>
#include <ATen/record_function.h>

#include <algorithm>
#include <map>

#include "core/train/torch/process_state.h"

namespace ampscope::train {
namespace {

// LibTorch hands callbacks no user data, so the probe of this thread is kept here.
struct Recording {
    std::vector<OpRecord> ops;
    std::string phase = "data"; // until the trainer says otherwise
    int depth = 0;
    // The weak pointers keep addresses from being used again.
    std::map<const at::TensorImpl*, c10::weak_intrusive_ptr<at::TensorImpl, at::UndefinedTensorImpl>> weight_casts;
    std::vector<const at::TensorImpl*> taken; // by the ops that are under way, so that inner ops do not count again
};
thread_local Recording* recording = nullptr;

void add_dtypes(const c10::IValue& value, std::vector<std::string>& names) {
    if (value.isTensor()) {
        const at::Tensor& tensor = value.toTensor();
        if (tensor.defined()) names.push_back(dtype_name(static_cast<int>(tensor.scalar_type())));
    } else if (value.isTensorList()) {
        for (const at::Tensor& tensor : value.toTensorVector())
            if (tensor.defined()) names.push_back(dtype_name(static_cast<int>(tensor.scalar_type())));
    }
}

bool is_16_bit(const at::Tensor& tensor) {
    return tensor.scalar_type() == at::kHalf || tensor.scalar_type() == at::kBFloat16;
}

// The conditions under which autocast caches a cast (aten/src/ATen/autocast_mode.cpp).
bool is_weight(const c10::IValue& value) {
    if (!value.isTensor() || !value.toTensor().defined()) return false;
    const at::Tensor& tensor = value.toTensor();
    return tensor.scalar_type() == at::kFloat && tensor.is_leaf() && tensor.requires_grad() && !tensor.is_view();
}

int count_cached(Recording& record, c10::ArrayRef<const c10::IValue> inputs) {
    int count = 0;
    if (record.phase != "forward") return count; // backward uses what forward kept, not the cache
    for (const auto& input : inputs) {
        if (!input.isTensor() || !input.toTensor().defined()) continue;
        const at::TensorImpl* tensor = input.toTensor().unsafeGetTensorImpl();
        if (!record.weight_casts.contains(tensor) || std::ranges::find(record.taken, tensor) != record.taken.end())
            continue;
        record.taken.push_back(tensor);
        ++count;
    }
    return count;
}

struct Context : at::ObserverContext {
    std::size_t index = 0;
    std::size_t taken = 0; // how many were taken before it
    bool weight_goes_in = false;
};

// Autograd's own frames around an op's backward: no ops, and without dtypes.
bool is_autograd_frame(std::string_view name) {
    return name.starts_with("autograd::engine::") || name.find("Backward") != std::string_view::npos ||
           name.find("AccumulateGrad") != std::string_view::npos;
}

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& function) {
    if (!recording || is_autograd_frame(function.name())) return nullptr;
    auto context = std::make_unique<Context>();
    context->index = recording->ops.size();
    OpRecord op;
    op.name = function.name();
    if (op.name.starts_with("aten::")) op.name.erase(0, 6);
    op.phase = recording->phase;
    op.depth = recording->depth++;
    op.emulation = in_emulated_product();
    for (const auto& input : function.inputs())
        add_dtypes(input, op.inputs);
    context->weight_goes_in = op.name == "_to_copy" && is_weight(function.inputs()[0]);
    context->taken = recording->taken.size();
    op.cached_weights = count_cached(*recording, function.inputs());
    recording->ops.push_back(std::move(op));
    return context;
}

void end(const at::RecordFunction& function, at::ObserverContext* context) {
    if (!recording || !context) return;
    --recording->depth;
    const auto& entered = *static_cast<Context*>(context);
    OpRecord& op = recording->ops[entered.index];
    recording->taken.resize(entered.taken);
    for (const auto& output : function.outputs())
        add_dtypes(output, op.outputs);
    if (entered.weight_goes_in && is_16_bit(function.outputs()[0].toTensor())) {
        op.casts_weight = true;
        const auto& cast = function.outputs()[0].toTensor().getIntrusivePtr();
        recording->weight_casts.try_emplace(cast.get(), cast);
    }
}

} // namespace

struct OpProbe::Impl {
    Recording recording;
    at::CallbackHandle handle = 0;
};

OpProbe::OpProbe() : m_impl(std::make_unique<Impl>()) {
    recording = &m_impl->recording;
    m_impl->handle = at::addThreadLocalCallback(at::RecordFunctionCallback(&begin, &end)
                                                    .needsInputs(true)
                                                    .needsOutputs(true)
                                                    .scopes({at::RecordScope::FUNCTION}));
}

OpProbe::~OpProbe() {
    at::removeCallback(m_impl->handle);
    recording = nullptr;
}

void OpProbe::set_phase(std::string phase) {
    m_impl->recording.phase = std::move(phase);
}
std::vector<OpRecord> OpProbe::take() {
    return std::move(m_impl->recording.ops);
}

std::string dtype_name(int scalar_type) {
    switch (static_cast<at::ScalarType>(scalar_type)) {
    case at::kFloat: return "fp32";
    case at::kHalf: return "fp16";
    case at::kBFloat16: return "bf16";
    case at::kDouble: return "fp64";
    case at::kLong: return "int64";
    case at::kInt: return "int32";
    case at::kBool: return "bool";
    default: return c10::toString(static_cast<at::ScalarType>(scalar_type));
    }
}

} // namespace ampscope::train
