#include "core/train/torch/nonfinite_watcher.h"

#include <ATen/core/function_schema.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/train/torch/gradients.h"

namespace ampscope::train {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct Nonfinite {
    std::int64_t count = 0, first = 0; ///< index in row-major order
};

Nonfinite nonfinite_of(const at::Tensor& tensor) {
    Nonfinite found;
    if (!tensor.is_floating_point() || tensor.numel() == 0) return found;
    const at::Tensor values = tensor.detach().cpu().to(at::kFloat).contiguous();
    const std::span<const float> span(values.const_data_ptr<float>(), static_cast<std::size_t>(values.numel()));
    numeric::SpecialCounts counts;
    counts.add(span);
    found.count = counts.nonfinite;
    if (found.count > 0)
        found.first = std::ranges::find_if(span, [](float value) { return !std::isfinite(value); }) - span.begin();
    return found;
}

bool is_finite(const c10::IValue& value) {
    if (value.isDouble()) return std::isfinite(value.toDouble());
    if (value.isScalar() && value.toScalar().isFloatingPoint()) return std::isfinite(value.toScalar().toDouble());
    return std::ranges::all_of(tensors_in(value),
                               [](const at::Tensor& tensor) { return nonfinite_of(tensor).count == 0; });
}
bool are_finite(const std::vector<c10::IValue>& values) {
    return std::ranges::all_of(values, [](const auto& value) { return is_finite(value); });
}

// What stands in them is whatever was there.
bool makes_garbage(std::string_view op) {
    return op.starts_with("empty") || op.starts_with("new_empty") || op == "resize_" || op == "set_";
}

c10::IValue copy_of(const c10::IValue& value) {
    if (value.isTensor() && value.toTensor().defined()) return value.toTensor().detach().clone();
    if (!value.isTensorList()) return value;
    c10::List<at::Tensor> list;
    for (const at::Tensor& tensor : value.toTensorVector())
        list.push_back(tensor.defined() ? tensor.detach().clone() : at::Tensor());
    return list;
}

bool writes_inputs(const at::RecordFunction& function) {
    const auto schema = function.operator_schema();
    return schema && std::ranges::any_of(schema->arguments(), [](const c10::Argument& argument) {
               return argument.alias_info() && argument.alias_info()->isWrite();
           });
}

std::vector<double> numbers(const at::Tensor& tensor) {
    const at::Tensor values = tensor.detach().cpu().to(at::kDouble).contiguous();
    return {values.const_data_ptr<double>(), values.const_data_ptr<double>() + values.numel()};
}

// Neumaier's sum of fp64 products: of 16-bit factors each product is exact, and so is the sum but for its last bits.
double sum_of_products(const std::vector<double>& left, const std::vector<double>& right) {
    double sum = 0, lost = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const double product = left[i] * right[i], next = sum + product;
        lost += std::fabs(sum) >= std::fabs(product) ? (sum - next) + product : (product - next) + sum;
        sum = next;
    }
    return sum + lost;
}

double number_of(const c10::IValue& value, double otherwise) {
    return value.isScalar() ? value.toScalar().toDouble() : otherwise;
}

// mm(a, b), bmm(a, b), addmm(c, a, b, beta, alpha), baddbmm(…). The addend of the latter two is the last pair.
bool explain_product(const std::string& op, const std::vector<c10::IValue>& inputs, record::FirstNonfinite& first) {
    const bool adds = op == "addmm" || op == "baddbmm";
    if (!adds && op != "mm" && op != "bmm") return false;
    const std::size_t offset = adds ? 1 : 0;
    at::Tensor a = inputs[offset].toTensor(), b = inputs[offset + 1].toTensor();
    std::size_t place = 0;
    if (op == "bmm" || op == "baddbmm") {
        a = a[first.position[0]], b = b[first.position[0]];
        place = 1;
    }
    first.kind = "sum_of_products";
    first.left = numbers(a.select(0, first.position[place]));
    first.right = numbers(b.select(1, first.position[place + 1]));
    first.operand_dtypes = {dtype_name(a), dtype_name(b)};
    if (adds) {
        const double alpha = inputs.size() > 4 ? number_of(inputs[4], 1) : 1;
        for (double& value : first.left)
            value *= alpha;
        const at::Tensor addend = inputs[0].toTensor().expand(first.shape);
        at::Tensor element = addend;
        for (const auto index : first.position)
            element = element[index];
        first.left.push_back(element.item<double>());
        first.right.push_back(inputs.size() > 3 ? number_of(inputs[3], 1) : 1);
    }
    first.exact = sum_of_products(first.left, first.right);
    return true;
}

double exact_result(std::string_view op, const std::vector<double>& operands) {
    if (operands.empty()) return kUnknown;
    const double a = operands[0];
    if (op == "_to_copy" || op == "copy_") return operands.back();
    if (op == "exp") return std::exp(a);
    if (op == "rsqrt") return 1 / std::sqrt(a);
    if (op == "neg") return -a;
    if (operands.size() < 2) return kUnknown;
    const double b = operands[1];
    if (op == "mul" || op == "mul_") return a * b;
    if (op == "div" || op == "div_") return a / b;
    if (op == "pow") return std::pow(a, b);
    const double factor = operands.size() > 2 ? operands[2] : 1;
    if (op == "add" || op == "add_") return a + factor * b;
    if (op == "sub" || op == "sub_") return a - factor * b;
    return kUnknown;
}

bool explain_element(const std::string& op, const std::vector<c10::IValue>& inputs, record::FirstNonfinite& first) {
    static constexpr std::array kOps = {"_to_copy", "add",  "add_", "copy_",         "div",           "div_",   "exp",
                                        "gelu",     "mul",  "mul_", "gelu_backward", "silu_backward", "neg",    "pow",
                                        "rsqrt",    "silu", "sqrt", "sub",           "sub_",          "sigmoid"};
    if (std::ranges::find(kOps, op) == kOps.end()) return false;
    for (const auto& input : inputs) {
        if (input.isTensor() && input.toTensor().defined()) {
            const at::Tensor& tensor = input.toTensor();
            if (!at::is_expandable_to(tensor.sizes(), first.shape)) return false;
            at::Tensor element = tensor.detach().expand(first.shape);
            for (const auto index : first.position)
                element = element[index];
            first.left.push_back(element.item<double>());
            first.operand_dtypes.push_back(dtype_name(tensor));
        } else if (input.isDouble() || input.isInt()) {
            if (op == "_to_copy" || op == "copy_") continue; // dtype numbers and flags
            first.left.push_back(input.toScalar().toDouble());
            first.operand_dtypes.emplace_back("scalar");
        }
    }
    first.kind = "elementwise";
    first.exact = exact_result(op, first.left);
    return true;
}

// One element of each list, and the plain numbers: _fused_adamw_(weights, gradients, m, v, …, lr, beta1, …).
void explain_list(const std::vector<c10::IValue>& inputs, std::size_t place, record::FirstNonfinite& first) {
    first.kind = "elementwise";
    for (const auto& input : inputs) {
        if (input.isTensorList()) {
            const auto tensors = input.toTensorVector();
            if (place >= tensors.size()) continue;
            at::Tensor element = tensors[place].detach();
            if (element.dim() > 0 && element.sizes() != at::IntArrayRef(first.shape)) continue;
            for (std::size_t i = 0; element.dim() > 0; ++i)
                element = element[first.position[i]];
            first.left.push_back(element.item<double>());
            first.operand_dtypes.push_back(dtype_name(tensors[place]));
        } else if (input.isDouble()) {
            first.left.push_back(input.toDouble());
            first.operand_dtypes.emplace_back("scalar");
        }
    }
}

} // namespace

void NonfiniteWatcher::op_begins(const RunningOp& op, const at::RecordFunction& function) {
    Open open;
    open.is_looked_at = m_leaves == 0 && !op.is_composite && (!m_first || m_first->parameter.empty());
    if (open.is_looked_at) {
        ++m_leaves;
        const Looking looking;
        open.inputs.assign(function.inputs().begin(), function.inputs().end());
        open.writes_inputs = writes_inputs(function);
        if (open.writes_inputs && !m_first) {
            for (std::size_t i = 0; i < open.inputs.size(); ++i) // as they were, to explain the result
                open.inputs_before.push_back(copy_of(open.inputs[i]));
        }
    }
    m_open.push_back(std::move(open));
}

void NonfiniteWatcher::op_ends(const RunningOp& op, const at::RecordFunction& function) {
    const Open open = std::move(m_open.back());
    m_open.pop_back();
    if (!open.is_looked_at) return;
    --m_leaves;
    if (makes_garbage(op.name)) return;
    const Looking looking;
    std::vector<at::Tensor> results = tensors_among(function.outputs());
    if (results.empty() && open.writes_inputs) results = tensors_among(open.inputs);
    if (m_first) return follow(tensors_among(open.inputs), results);
    for (const auto& result : results)
        if (nonfinite_of(result).count > 0) {
            const auto& inputs = open.writes_inputs ? open.inputs_before : open.inputs;
            if (!are_finite(inputs)) return;
            examine_result(op, inputs, result, place_in_list(open, result));
            m_spoiled.push_back(result);
            return;
        }
}

void NonfiniteWatcher::follow(const std::vector<at::Tensor>& inputs, const std::vector<at::Tensor>& results) {
    const auto is_spoiled = [&](const at::Tensor& tensor) {
        return std::ranges::any_of(m_spoiled, [&](const at::Tensor& other) { return other.is_alias_of(tensor); });
    };
    if (!std::ranges::any_of(inputs, is_spoiled)) return;
    for (const auto& result : results)
        if (!is_spoiled(result) && nonfinite_of(result).count > 0) m_spoiled.push_back(result);
}

// Which of a list's tensors a result is: for ops that work on all parameters at once.
std::optional<std::size_t> NonfiniteWatcher::place_in_list(const Open& open, const at::Tensor& result) {
    for (const auto& input : open.inputs)
        if (input.isTensorList())
            for (std::size_t i = 0; const at::Tensor& tensor : input.toTensorVector()) {
                if (tensor.is_same(result)) return i;
                ++i;
            }
    return std::nullopt;
}

void NonfiniteWatcher::examine_result(const RunningOp& op, const std::vector<c10::IValue>& inputs,
                                      const at::Tensor& result, std::optional<std::size_t> place) {
    const Nonfinite found = nonfinite_of(result);
    record::FirstNonfinite first;
    first.op = op.name;
    first.phase = op.phase;
    first.layer = op.layer;
    first.dtype = dtype_name(result);
    first.count = found.count;
    first.op_index = op.index;
    first.shape = result.sizes().vec();
    std::int64_t rest = found.first;
    for (auto size = first.shape.rbegin(); size != first.shape.rend(); ++size) {
        first.position.insert(first.position.begin(), rest % *size);
        rest /= *size;
    }
    first.value = result.detach().contiguous().view({-1})[found.first].item<double>();
    first.exact = kUnknown;
    if (place) {
        if (*place < m_parameters.size()) first.parameter = m_parameters[*place].name;
        explain_list(inputs, *place, first);
    } else if (!explain_product(op.name, inputs, first) && !explain_element(op.name, inputs, first)) {
        first.left.clear(), first.operand_dtypes.clear();
    }
    for (const auto& parameter : m_parameters)
        if (parameter.tensor.is_alias_of(result)) first.parameter = parameter.name;
    m_first = std::move(first);
}

void NonfiniteWatcher::find_spoiled_parameter() {
    if (!m_first || !m_first->parameter.empty()) return;
    const Looking looking;
    for (const auto& parameter : m_parameters) {
        const at::Tensor& gradient = parameter.tensor.grad();
        if (!gradient.defined() || nonfinite_of(gradient).count == 0) continue;
        if (m_first_bad_gradient.empty()) m_first_bad_gradient = parameter.name;
        if (std::ranges::any_of(m_spoiled, [&](const at::Tensor& other) { return other.is_alias_of(gradient); })) {
            m_first->parameter = parameter.name;
            return;
        }
    }
}

// An infinite square may leave a finite norm (1 / inf), and backward then meets it in what was saved.
std::optional<record::FirstNonfinite> NonfiniteWatcher::first() const {
    std::optional<record::FirstNonfinite> first = m_first;
    if (first && first->parameter.empty()) first->parameter = m_first_bad_gradient;
    return first;
}

void NonfiniteWatcher::backward_ends(const std::string& name) {
    if (name == "AccumulateGrad") find_spoiled_parameter();
}

} // namespace ampscope::train
