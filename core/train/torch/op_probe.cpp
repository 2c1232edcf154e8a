#include "core/train/torch/op_probe.h"

#include <ATen/core/ivalue.h>
#include <ATen/record_function.h>

#include "core/train/torch/process_state.h"

namespace ampscope::train {
namespace {

// LibTorch hands callbacks no user data, so the probe of this thread is kept here.
struct Recording {
    std::vector<OpRecord> ops;
    std::string phase = "forward";
    int depth = 0;
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

struct Context : at::ObserverContext {
    std::size_t index = 0;
};

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& function) {
    auto context = std::make_unique<Context>();
    if (!recording) return context;
    context->index = recording->ops.size();
    OpRecord op;
    op.name = function.name();
    if (op.name.starts_with("aten::")) op.name.erase(0, 6);
    op.phase = recording->phase;
    op.depth = recording->depth++;
    op.emulation = in_emulated_product();
    for (const auto& input : function.inputs())
        add_dtypes(input, op.inputs);
    recording->ops.push_back(std::move(op));
    return context;
}

void end(const at::RecordFunction& function, at::ObserverContext* context) {
    if (!recording || !context) return;
    --recording->depth;
    for (const auto& output : function.outputs())
        add_dtypes(output, recording->ops[static_cast<Context*>(context)->index].outputs);
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
