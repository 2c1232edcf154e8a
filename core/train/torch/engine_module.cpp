// The LibTorch module: the one door through which the rest of the program reaches LibTorch.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <ATen/core/grad_mode.h>
#include <c10/util/Exception.h>
#include <c10/util/Logging.h>
#include <torch/headeronly/version.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <thread>

#include "core/train/preflight.h"
#include "core/train/torch/autocast_guard.h"
#include "core/train/torch/gpu.h"
#include "core/train/torch/process_state.h"
#include "core/train/torch/rates.h"
#include "core/train/torch/step_watch.h"
#include "core/train/torch/trainer.h"

namespace ampscope::train {
namespace {

// LibTorch warns once for each rule that is registered over another, and about a few features that are used on purpose.
class QuietWarnings : public c10::WarningHandler {
  public:
    void process(const c10::Warning&) override {}
};

// A step takes and frees the same blocks as the one before. By default glibc gives large ones back to the system each
// time, and the page faults that bring them in again are several percent of a small model's step.
void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int kKept = 256 << 20, kLargest = 32 << 20; // bytes
    mallopt(M_TRIM_THRESHOLD, kKept);
    mallopt(M_MMAP_THRESHOLD, kLargest);
#endif
}

class TorchEngine : public Engine {
  public:
    TorchEngine() {
        keep_freed_memory();
        load_cuda();
        static QuietWarnings quiet;
        c10::WarningUtils::set_warning_handler(&quiet);
        FLAGS_caffe2_log_level =
            2; // errors only: the memory probe sees blocks go that came before it, which is no news
        const std::string capability = at::get_cpu_capability();
        m_info.libtorch = TORCH_VERSION;
        m_info.cpu = capability == "AVX512" ? "AVX-512" : capability;
        m_info.cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
        m_info.native_bf16_products = has_native_bf16_products();
        cpu_rules_of_dispatcher(); // while LibTorch's own list is in place
    }

    EngineInfo info() const override { return m_info; }

    std::unique_ptr<Trainer> make_trainer(const scenario::Scenario& scenario) override { return make(scenario); }

    std::vector<record::StepOp> trace_ops(const scenario::Scenario& scenario) override {
        auto trainer = make(scenario);
        record::RunRecord record;
        trainer->examine({.ops = true}, record);
        return record.detail_of<record::OpList>(0)->ops;
    }

    std::optional<std::uint32_t> cast_code(double value, std::string_view format) override {
        require_thread();
        const at::Tensor source = at::full({1}, value, at::kDouble);
        const auto code16 = [&](at::ScalarType type) {
            return static_cast<std::uint32_t>(*static_cast<const std::uint16_t*>(source.to(type).const_data_ptr()));
        };
        const auto code8 = [&](at::ScalarType type) {
            return static_cast<std::uint32_t>(*static_cast<const std::uint8_t*>(source.to(type).const_data_ptr()));
        };
        if (format == "fp32") return *static_cast<const std::uint32_t*>(source.to(at::kFloat).const_data_ptr());
        if (format == "fp16") return code16(at::kHalf);
        if (format == "bf16") return code16(at::kBFloat16);
        if (format == "e4m3") return code8(at::kFloat8_e4m3fn);
        if (format == "e5m2") return code8(at::kFloat8_e5m2);
        return std::nullopt;
    }

    void cast_array(std::span<const float> values, std::string_view format, std::span<std::byte> codes) override {
        require_thread();
        const auto type = format == "fp16"   ? at::kHalf
                          : format == "bf16" ? at::kBFloat16
                          : format == "e4m3" ? at::kFloat8_e4m3fn
                          : format == "e5m2" ? at::kFloat8_e5m2
                                             : at::ScalarType::Undefined;
        if (type == at::ScalarType::Undefined || codes.size() != values.size() * c10::elementSize(type))
            throw std::logic_error("cast_array: format or size of the codes");
        const auto count = static_cast<std::int64_t>(values.size());
        // from_blob() asks for a non-const pointer and only reads it here.
        const at::Tensor source = at::from_blob(const_cast<float*>(values.data()), {count}, at::kFloat);
        const int threads = at::get_num_threads();
        at::set_num_threads(1); // a copy of more than 32,768 values is split otherwise
        at::from_blob(codes.data(), {count}, type).copy_(source);
        at::set_num_threads(threads);
    }

    double product_rate(std::string_view format, std::int64_t size, std::int64_t threads) override {
        require_thread();
        return train::product_rate(format, size, threads);
    }
    double copy_rate(std::int64_t bytes, std::int64_t threads) override {
        require_thread();
        return train::copy_rate(bytes, threads);
    }

    std::vector<ListedRule> listed_autocast_rules(scenario::AutocastRules rules) override {
        require_thread();
        return rules == scenario::AutocastRules::Cuda ? cuda_rules_of_header() : cpu_rules_of_dispatcher();
    }

    std::string measured_autocast_dtype(std::string_view op, scenario::AutocastRules rules) override {
        require_thread();
        ProcessSettings settings;
        settings.rules = rules;
        settings.products_via_fp32 = true;
        apply(settings);
        const at::NoGradGuard no_grad;
        const at::Tensor x = at::rand({4, 4}) + 0.5; // inside the domain of every op below
        const AutocastGuard autocast(at::kBFloat16);
        const at::Tensor low = at::mm(x, x); // bf16: what an op in a bf16 region is usually given
        const auto name = [](const at::Tensor& tensor) { return dtype_name(tensor); };
        if (op == "mm") return name(at::mm(x, x));
        if (op == "matmul") return name(at::matmul(x, x));
        if (op == "linear") return name(at::linear(x, x));
        if (op == "bmm") return name(at::bmm(x.unsqueeze(0), x.unsqueeze(0)));
        if (op == "addmm") return name(at::addmm(x, x, x));
        if (op == "softmax") return name(at::softmax(low, -1));
        if (op == "log_softmax") return name(at::log_softmax(low, -1));
        if (op == "layer_norm") return name(at::layer_norm(low, {4}));
        if (op == "rms_norm") return name(at::rms_norm(low, {4}));
        if (op == "gelu") return name(at::gelu(low));
        if (op == "relu") return name(at::relu(low));
        if (op == "exp") return name(at::exp(low));
        if (op == "log") return name(at::log(low));
        if (op == "pow") return name(at::pow(low, 2));
        if (op == "rsqrt") return name(at::rsqrt(low));
        if (op == "sum") return name(at::sum(low));
        if (op == "mean") return name(at::mean(low));
        if (op == "cumsum") return name(at::cumsum(low, 0));
        if (op == "prod") return name(at::prod(low));
        if (op == "norm") return name(at::norm(low));
        if (op == "logsumexp") return name(at::logsumexp(low, 0));
        if (op == "add") return name(at::add(low, x));
        if (op == "mul") return name(at::mul(low, low));
        if (op == "cat") return name(at::cat({low, x}));
        if (op == "mse_loss") return name(at::mse_loss(low, low));
        if (op == "cross_entropy_loss") return name(at::cross_entropy_loss(low, at::zeros({4}, at::kLong)));
        return "";
    }

  private:
    std::unique_ptr<TorchTrainer> make(const scenario::Scenario& scenario) {
        require_thread();
        preflight(scenario);
        if (scenario.device == scenario::Device::Cuda) require_gpu();
        try {
            return std::make_unique<TorchTrainer>(scenario, m_info);
        } catch (const c10::Error& error) {
            throw failure_of(error);
        } catch (const std::bad_alloc&) {
            throw text::could_not("train.out_of_memory");
        }
    }

    void require_thread() const {
        if (std::this_thread::get_id() != m_thread) throw text::could_not("train.wrong_thread");
    }

    EngineInfo m_info;
    std::thread::id m_thread = std::this_thread::get_id();
};

} // namespace
} // namespace ampscope::train

// Looked up by name in core/train/module.cpp.
extern "C" __attribute__((visibility("default"))) ampscope::train::Engine* ampscope_make_engine() {
    return new ampscope::train::TorchEngine;
}
