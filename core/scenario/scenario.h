// One description of an experiment. Everything that trains here is one of these; its fields are listed once, in
// fields.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ampscope::scenario {

/// Version of the JSON shape that this program writes. Older ones are read, newer ones refused.
constexpr int kSchema = 1;

// Choices. Their texts stand beside them in choice_names(), in the same order.
enum class ModelKind { GptMini };
enum class ModelSize { Nano, Micro };
enum class Attention { Explicit, Fused };
enum class Ffn { Gelu, SwiGlu };
enum class DataSource { Builtin };
enum class DataLanguage { Korean, English };
enum class Tokens { Byte };
/// fp32; bf16 and fp16 under autocast over fp32 weights.
enum class Precision { Fp32, Bf16, Fp16 };
/// Whose autocast lists: LibTorch's for the CPU, or CUDA's carried out on a CPU.
enum class AutocastRules { Cuda, Cpu };
/// How matrix products of 16-bit numbers add up: exact products, fp32 sums, one rounding (what a Tensor Core does in
/// principle, at fp32 speed here); or whatever this CPU's LibTorch kernels do.
enum class Accumulation16 { Fp32, Native };
enum class ScalerPolicy { PyTorch };
enum class OptimizerKind { AdamW, Sgd };
enum class ScheduleKind { Constant };
enum class LossNormalization { Mean };
enum class ClipWhen { AfterUnscale, BeforeUnscale, Never };
enum class CheckpointKind { None };
enum class Mistake { None };
enum class Device { Cpu };
enum class RecordLevel { None, Default };

template <typename Choice>
std::span<const std::string_view> choice_names();

template <typename Choice>
std::string_view choice_name(Choice choice) {
    return choice_names<Choice>()[static_cast<std::size_t>(choice)];
}

struct Scenario {
    std::string name;

    struct {
        ModelKind kind = ModelKind::GptMini;
        ModelSize size = ModelSize::Nano;
        Attention attention = Attention::Explicit;
        Ffn ffn = Ffn::Gelu;
        double dropout = 0.0;
    } model;

    struct {
        DataSource source = DataSource::Builtin;
        DataLanguage language = DataLanguage::Korean;
        Tokens tokens = Tokens::Byte;
    } data;

    Precision precision = Precision::Fp32;

    struct {
        AutocastRules rules = AutocastRules::Cuda;
        std::vector<std::string> fp32_ops; ///< ops that are kept in fp32 whatever the rules say
    } autocast;

    Accumulation16 fp16_accumulation = Accumulation16::Fp32;

    struct {
        std::optional<bool> enabled; ///< not set: on for fp16, off for all others; see scaler_enabled()
        ScalerPolicy policy = ScalerPolicy::PyTorch;
        double init_scale = 65536.0;
        double growth_factor = 2.0;
        double backoff_factor = 0.5;
        std::int64_t growth_interval = 2000; ///< steps
    } scaler;

    struct {
        OptimizerKind kind = OptimizerKind::AdamW;
        double lr = 2e-3;
        std::array<double, 2> betas = {0.9, 0.95};
        double eps = 1e-8;
        double weight_decay = 0.01;
        double momentum = 0.0; ///< SGD only
    } optimizer;

    struct {
        ScheduleKind kind = ScheduleKind::Constant;
    } schedule;

    std::int64_t micro_batch_size = 8;   ///< sequences
    std::int64_t sequence_length = 64;   ///< tokens
    std::int64_t accumulation_steps = 1; ///< micro-batches per optimizer step
    LossNormalization loss_normalization = LossNormalization::Mean;
    double loss_multiplier = 1.0;

    struct {
        double max_norm = 1.0;
        ClipWhen when = ClipWhen::AfterUnscale;
    } clip;

    struct {
        CheckpointKind kind = CheckpointKind::None;
    } checkpointing;

    Mistake mistake = Mistake::None;
    std::int64_t seed = 1337;

    struct {
        std::int64_t steps = 120;
    } length;

    std::int64_t threads = 1;
    Device device = Device::Cpu;

    struct {
        RecordLevel level = RecordLevel::Default;
        std::int64_t details_every = 10; ///< steps
    } record;

    /// `scaler.enabled` with its default filled in.
    bool scaler_enabled() const { return scaler.enabled.value_or(precision == Precision::Fp16); }
    /// Is the model run under autocast?
    bool uses_autocast() const { return precision == Precision::Bf16 || precision == Precision::Fp16; }
    std::int64_t tokens_per_step() const { return micro_batch_size * sequence_length * accumulation_steps; }
};

} // namespace ampscope::scenario
