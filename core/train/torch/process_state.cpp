#include "core/train/torch/process_state.h"

#include <ATen/ATen.h>
#include <ATen/CPUFunctions.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <ATen/autocast_mode.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/library.h>

#include <algorithm>
#include <optional>
#include <set>

#include "core/text/message.h"
#include "core/train/torch/gpt_mini.h"

namespace ampscope::train {
namespace {

thread_local int emulated_products = 0;

struct EmulationScope {
    EmulationScope() { ++emulated_products; }
    ~EmulationScope() { --emulated_products; }
};

// --- 16-bit products through fp32: exact products, fp32 sums, one rounding at the end

bool is_16_bit(const at::Tensor& tensor) {
    if (tensor.scalar_type() == at::kHalf) return true;
    return tensor.scalar_type() == at::kBFloat16 && !has_native_bf16_products();
}

at::Tensor fp32(const at::Tensor& tensor) {
    return tensor.to(at::kFloat);
}

// `product` computes in fp32; what it allocates is emulation. The rounded result is what a GPU would hold, too.
template <typename Product>
at::Tensor rounded_once(at::ScalarType type, const Product& product) {
    at::Tensor exact;
    {
        const EmulationScope scope;
        exact = product();
    }
    return exact.to(type);
}

at::Tensor mm(const at::Tensor& a, const at::Tensor& b) {
    if (!is_16_bit(a) || !is_16_bit(b)) return at::cpu::mm(a, b);
    return rounded_once(a.scalar_type(), [&] { return at::cpu::mm(fp32(a), fp32(b)); });
}

at::Tensor bmm(const at::Tensor& a, const at::Tensor& b) {
    if (!is_16_bit(a) || !is_16_bit(b)) return at::cpu::bmm(a, b);
    return rounded_once(a.scalar_type(), [&] { return at::cpu::bmm(fp32(a), fp32(b)); });
}

at::Tensor addmm(const at::Tensor& c, const at::Tensor& a, const at::Tensor& b, const at::Scalar& beta,
                 const at::Scalar& alpha) {
    if (!is_16_bit(a) || !is_16_bit(b) || !is_16_bit(c)) return at::cpu::addmm(c, a, b, beta, alpha);
    return rounded_once(a.scalar_type(), [&] { return at::cpu::addmm(fp32(c), fp32(a), fp32(b), beta, alpha); });
}

at::Tensor baddbmm(const at::Tensor& c, const at::Tensor& a, const at::Tensor& b, const at::Scalar& beta,
                   const at::Scalar& alpha) {
    if (!is_16_bit(a) || !is_16_bit(b) || !is_16_bit(c)) return at::cpu::baddbmm(c, a, b, beta, alpha);
    return rounded_once(a.scalar_type(), [&] { return at::cpu::baddbmm(fp32(c), fp32(a), fp32(b), beta, alpha); });
}

std::unique_ptr<torch::Library> register_products() {
    auto library =
        std::make_unique<torch::Library>(torch::Library::IMPL, "aten", c10::DispatchKey::CPU, __FILE__, __LINE__);
    library->impl("mm", TORCH_FN(mm));
    library->impl("bmm", TORCH_FN(bmm));
    library->impl("addmm", TORCH_FN(addmm));
    library->impl("baddbmm", TORCH_FN(baddbmm));
    return library;
}

// --- CUDA's autocast rules on a CPU

at::Tensor banned_binary_cross_entropy(const at::Tensor&, const at::Tensor&, const std::optional<at::Tensor>&,
                                       int64_t) {
    TORCH_CHECK(false,
                "binary_cross_entropy is unsafe to autocast under CUDA's rules; use binary_cross_entropy_with_logits");
}

// Ops that only the CPU's list holds. Under CUDA's rules they follow their inputs, so they fall through; but where this
// CPU has no 16-bit kernel for them the CPU's rule stays, since falling through would fail.
bool lacks_16_bit_kernel(std::string_view name) {
    static constexpr std::array<std::string_view, 22> kPrefixes = {"aten::fft_",
                                                                   "aten::linalg_",
                                                                   "aten::cholesky",
                                                                   "aten::inverse",
                                                                   "aten::lu_solve",
                                                                   "aten::orgqr",
                                                                   "aten::ormqr",
                                                                   "aten::pinverse",
                                                                   "aten::geqrf",
                                                                   "aten::polar",
                                                                   "aten::view_as_complex",
                                                                   "aten::stft",
                                                                   "aten::quantile",
                                                                   "aten::nanquantile",
                                                                   "aten::trace",
                                                                   "aten::_lu_with_info",
                                                                   "aten::qr",
                                                                   "aten::svd",
                                                                   "aten::triangular_solve",
                                                                   "aten::fractional_max_pool",
                                                                   "aten::ctc_loss",
                                                                   "aten::mkldnn_rnn_layer"};
    return std::ranges::any_of(kPrefixes, [&](auto prefix) { return name.starts_with(prefix); });
}

std::string full_name(const c10::OperatorName& name) {
    return name.overload_name.empty() ? name.name : name.name + "." + name.overload_name;
}

// The CPU's own list, read before anything is registered over it.
const std::set<std::string>& cpu_list() {
    static const std::set<std::string> list = [] {
        std::set<std::string> names;
        auto& dispatcher = c10::Dispatcher::singleton();
        for (const auto& name : dispatcher.getAllOpNames()) {
            if (!name.name.starts_with("aten::")) continue;
            const auto op = dispatcher.findOp(name);
            if (op && op->hasKernelForDispatchKey(c10::DispatchKey::AutocastCPU)) names.insert(full_name(name));
        }
        return names;
    }();
    return list;
}

std::unique_ptr<torch::Library> register_cuda_rules() {
    const auto& cpu_names = cpu_list();
    auto library = std::make_unique<torch::Library>(torch::Library::IMPL, "aten", c10::DispatchKey::AutocastCPU,
                                                    __FILE__, __LINE__);
    torch::Library& m = *library; // the macros below expect this name, and types that differ between versions
    using namespace at;           // NOLINT
#define AMPSCOPE_LOWER(...) KERNEL_CPU(__VA_ARGS__, lower_precision_fp)
#define AMPSCOPE_FP32(...) KERNEL_CPU(__VA_ARGS__, fp32)
#define AMPSCOPE_FP32_DTYPE(...) KERNEL_CPU(__VA_ARGS__, fp32_set_opt_dtype)
#define AMPSCOPE_PROMOTE(...) KERNEL_CPU(__VA_ARGS__, promote)
    AT_FORALL_LOWER_PRECISION_FP(AMPSCOPE_LOWER)
    AT_FORALL_FP32(AMPSCOPE_FP32)
    AT_FORALL_FP32_SET_OPT_DTYPE(AMPSCOPE_FP32_DTYPE)
    AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(KERNEL_DIFFERENT_REDISPATCH_SIGNATURE_CPU)
    AT_FORALL_PROMOTE(AMPSCOPE_PROMOTE)
    m.impl("binary_cross_entropy", TORCH_FN(banned_binary_cross_entropy));

    std::set<std::string> done = {"aten::binary_cross_entropy"};
    for (const auto& rule : cuda_rules_of_header())
        done.insert("aten::" + rule.op);
    for (const auto& name : cpu_names)
        if (!done.contains(name) && !lacks_16_bit_kernel(name))
            m.impl(name.c_str(), torch::CppFunction::makeFallthrough());
    return library;
}

// --- single ops kept in fp32

template <c10::DeviceType kDevice, c10::DispatchKey kAutocast>
void run_in_fp32(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
    const std::size_t count = op.schema().arguments().size();
    const auto raised = [](const at::Tensor& tensor) { return at::autocast::cached_cast(at::kFloat, tensor, kDevice); };
    for (std::size_t i = stack->size() - count; i < stack->size(); ++i) {
        c10::IValue& value = (*stack)[i];
        if (value.isTensor()) {
            value = raised(value.toTensor());
        } else if (value.isTensorList()) {
            c10::List<at::Tensor> list;
            for (const at::Tensor& tensor : value.toTensorVector())
                list.push_back(raised(tensor));
            value = list;
        }
    }
    const c10::impl::ExcludeDispatchKeyGuard no_autocast{c10::DispatchKeySet{kAutocast}};
    op.callBoxed(stack);
}

template <c10::DeviceType kDevice, c10::DispatchKey kAutocast>
std::unique_ptr<torch::Library> register_fp32_ops(const std::vector<std::string>& ops) {
    auto library = std::make_unique<torch::Library>(torch::Library::IMPL, "aten", kAutocast, __FILE__, __LINE__);
    auto& dispatcher = c10::Dispatcher::singleton();
    for (const auto& op : ops) {
        bool found = false;
        for (const auto& name : dispatcher.getAllOpNames()) {
            if (name.name != "aten::" + op || name.overload_name.find("out") != std::string::npos) continue;
            library->impl(full_name(name).c_str(),
                          torch::CppFunction::makeFromBoxedFunction<&run_in_fp32<kDevice, kAutocast>>());
            found = true;
        }
        if (!found) throw text::bad_input("scenario.op_unknown", {{"op", op}});
    }
    return library;
}

struct Current {
    ProcessSettings settings;
    std::unique_ptr<torch::Library> rules, fp32_ops, products;
};

// The registrations must be gone before LibTorch's own statics are, so this is never destroyed at exit; the process
// ends.
Current& current() {
    static auto* state = new Current;
    return *state;
}

} // namespace

ProcessSettings ProcessSettings::of(const scenario::Scenario& scenario) {
    std::vector<std::string> ops = scenario.autocast.fp32_ops;
    std::erase(ops, kCustomNorm); // the model's own business
    return {scenario.autocast.rules, std::move(ops), scenario.fp16_accumulation == scenario::Accumulation16::Fp32,
            static_cast<int>(scenario.threads), scenario.device};
}

void apply(const ProcessSettings& given) {
    Current& now = current();
    ProcessSettings settings = given;
    // A GPU has rules and products of its own, so those of the CPU stay as they are.
    const bool on_gpu = settings.device == scenario::Device::Cuda;
    if (on_gpu) settings.rules = now.settings.rules, settings.products_via_fp32 = now.settings.products_via_fp32;
    if (now.settings.threads != settings.threads || at::get_num_threads() != settings.threads)
        at::set_num_threads(settings.threads);
    if (now.settings.products_via_fp32 != settings.products_via_fp32)
        now.products = settings.products_via_fp32 ? register_products() : nullptr;
    if (now.settings.rules != settings.rules || now.settings.fp32_ops != settings.fp32_ops ||
        (now.settings.device != settings.device && !settings.fp32_ops.empty())) {
        // The overrides lie on top of the rules, so they leave first and come last.
        now.fp32_ops.reset();
        if (now.settings.rules != settings.rules)
            now.rules = settings.rules == scenario::AutocastRules::Cuda ? register_cuda_rules() : nullptr;
        now.settings.rules = settings.rules;
        now.settings.fp32_ops.clear();
        if (!settings.fp32_ops.empty())
            now.fp32_ops = on_gpu ? register_fp32_ops<at::kCUDA, c10::DispatchKey::AutocastCUDA>(settings.fp32_ops)
                                  : register_fp32_ops<at::kCPU, c10::DispatchKey::AutocastCPU>(settings.fp32_ops);
    }
    now.settings = settings;
}

bool has_native_bf16_products() {
    static const bool native = at::get_cpu_capability().find("AVX512") != std::string::npos;
    return native;
}

bool in_emulated_product() {
    return emulated_products > 0;
}

std::vector<ListedRule> cuda_rules_of_header() {
    std::vector<ListedRule> rules;
    const auto add = [&](std::string_view arguments, const char* policy) { // "pow, Tensor_Scalar" -> pow.Tensor_Scalar
        std::string op;
        for (char c : arguments)
            if (c == ',')
                op += '.';
            else if (c != ' ')
                op += c;
        rules.push_back({op, policy});
    };
#define AMPSCOPE_NAME_LOWER(...) add(#__VA_ARGS__, "lower_precision_fp");
#define AMPSCOPE_NAME_FP32(...) add(#__VA_ARGS__, "fp32");
#define AMPSCOPE_NAME_FP32_DTYPE(...) add(#__VA_ARGS__, "fp32_set_opt_dtype");
#define AMPSCOPE_NAME_APPEND(FUNCTION, NAME, ...) rules.push_back({NAME, "fp32_append_dtype"});
#define AMPSCOPE_NAME_PROMOTE(...) add(#__VA_ARGS__, "promote");
    AT_FORALL_LOWER_PRECISION_FP(AMPSCOPE_NAME_LOWER)
    AT_FORALL_FP32(AMPSCOPE_NAME_FP32)
    AT_FORALL_FP32_SET_OPT_DTYPE(AMPSCOPE_NAME_FP32_DTYPE)
    AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(AMPSCOPE_NAME_APPEND)
    AT_FORALL_PROMOTE(AMPSCOPE_NAME_PROMOTE)
    return rules;
}

std::vector<ListedRule> cpu_rules_of_dispatcher() {
    std::vector<ListedRule> rules;
    for (const auto& name : cpu_list())
        rules.push_back({name.substr(std::string_view("aten::").size()), ""});
    return rules;
}

} // namespace ampscope::train
