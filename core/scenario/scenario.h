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
/// The small GPT; chapter A's Linear(1024, 1024) classifier; the small GPT with a hand-written normalisation.
enum class ModelKind { GptMini, Linear, CustomNorm };
enum class ModelSize { Nano, Micro, M10, M30, M125 };
enum class Attention { Explicit, Fused };
enum class Ffn { Gelu, SwiGlu };
enum class DataSource { Builtin, File };
enum class DataLanguage { Korean, English };
enum class Tokens { Byte, Char };
/// Every sequence full, or cut to a length of its own (the rest is not counted in the loss).
enum class Lengths { Full, Ragged };
/// fp32; bf16 and fp16 under autocast over fp32 weights; 16-bit weights ("pure"); 16-bit weights with an fp32 copy that
/// the optimizer works on ("master").
enum class Precision { Fp32, Bf16, Fp16, Bf16Pure, Fp16Pure, Bf16Master, Fp16Master };
/// Whose autocast lists: LibTorch's for the CPU, or CUDA's carried out on a CPU.
enum class AutocastRules { Cuda, Cpu };
/// What the autocast region holds: forward and loss (as the chapters say), the model without the loss, or backward too.
enum class AutocastWrap { Forward, Model, Backward };
/// A part of the model that runs in fp32 inside the region, autocast switched off.
enum class AutocastIsland { None, Attention, Ffn };
/// How matrix products of 16-bit numbers add up: exact products, fp32 sums, one rounding (what a Tensor Core does in
/// principle, at fp32 speed here); or whatever this CPU's LibTorch kernels do.
enum class Accumulation16 { Fp32, Native };
/// How the loss scale moves: see core/train/loss_scale.h.
enum class ScalerPolicy { PyTorch, Static, Floor, Cap, Hysteresis, Apex, DeepSpeed };
enum class OptimizerKind { AdamW, Sgd };
enum class ScheduleKind { Constant, Cosine };
/// Does a skipped step move the schedule on?
enum class OnSkip { Hold, Advance };
/// Mean of the micro-batches' means, or sum over all tokens of the window by their number.
enum class LossNormalization { Mean, Tokens };
enum class ClipWhen { AfterUnscale, BeforeUnscale, Never };
/// Which activations are kept: all; the inputs of attention and feed-forward (chapter B's listing); the inputs of
/// blocks; the borders of equal segments of blocks.
enum class CheckpointKind { None, Sublayer, Block, Segments };
/// Deliberate mistakes that no other field expresses: see mistakes.h.
enum class Mistake {
    None,
    NoLossDivision,
    NoZeroGradAfterSkip,
    UnscaleTwice,
    SchedulerPerMicroBatch,
    FiniteMask,
    StaleCastCache,
    DeadScale
};
enum class Device { Cpu, Cuda };
enum class RecordLevel {
    None,
    Default, ///< every step's sample; inside a step only where it overflows
    Full,    ///< also a look inside a step (train::Look) every details_every steps
};

/// What JSON and --set write for an enumeration above, in its order.
template <typename Choice>
std::span<const std::string_view> choice_names();

/// That of one of its values.
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
        double norm_bias = 2.0; ///< custom-norm: added before the hand-written normalisation
    } model;

    struct {
        DataSource source = DataSource::Builtin;
        DataLanguage language = DataLanguage::Korean;
        Tokens tokens = Tokens::Byte;
        Lengths lengths = Lengths::Full;
        std::string file; ///< source=file: path of a text, UTF-8
    } data;

    Precision precision = Precision::Fp32;
    /// Precision of each epoch, the last one for all that follow; empty: `precision` throughout.
    std::vector<std::string> precision_by_epoch;

    struct {
        AutocastRules rules = AutocastRules::Cuda;
        AutocastWrap wrap = AutocastWrap::Forward;
        AutocastIsland island = AutocastIsland::None;
        std::vector<std::string> fp32_ops; ///< ops that are kept in fp32 whatever the rules say
    } autocast;

    Accumulation16 fp16_accumulation = Accumulation16::Fp32;

    struct {
        std::optional<bool> enabled; ///< not set: on for fp16 and fp16-master; see scaler_enabled()
        ScalerPolicy policy = ScalerPolicy::PyTorch;
        double init_scale = 65536.0;
        double growth_factor = 2.0;
        double backoff_factor = 0.5;
        std::int64_t growth_interval = 2000; ///< steps
        double min_scale = 1.0;              ///< floor, hysteresis, deepspeed
        double max_scale = 16777216.0;       ///< cap, apex
        std::int64_t hysteresis = 2;         ///< hysteresis, deepspeed: overflows that are borne before the scale moves
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
        std::int64_t warmup_steps = 0;
        std::int64_t decay_steps = 0; ///< cosine: steps until min_lr; 0: the length of the run
        double min_lr = 0.0;
        OnSkip on_skip = OnSkip::Hold;
    } schedule;

    std::int64_t micro_batch_size = 8;   ///< sequences; see micro_batch()
    std::int64_t batch_size = 0;         ///< sequences per optimizer step; when set, micro_batch_size follows from it
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
        std::int64_t segments = 2; ///< kind=segments
        bool rng = true;           ///< recompute with the random numbers of the forward pass
    } checkpointing;

    Mistake mistake = Mistake::None;
    std::int64_t seed = 1337;

    struct {
        std::int64_t steps = 120;
        std::int64_t epochs = 0; ///< when set, it decides and `steps` is not used
    } length;

    std::int64_t threads = 1;
    Device device = Device::Cpu;

    struct {
        RecordLevel level = RecordLevel::Default;
        std::int64_t details_every = 10; ///< steps
    } record;

    /// `scaler.enabled` with its default filled in: on where the run, or one of its epochs, needs it.
    bool scaler_enabled() const;
    /// Is the model run under autocast?
    bool uses_autocast() const { return precision == Precision::Bf16 || precision == Precision::Fp16; }
    /// Are the model's weights themselves in 16 bits?
    bool has_16_bit_weights() const { return precision > Precision::Fp16; }
    /// Does the optimizer work on an fp32 copy of 16-bit weights?
    bool has_master_weights() const { return precision == Precision::Bf16Master || precision == Precision::Fp16Master; }
    /// The 16-bit format that activations and gradients pass through; fp32 where there is none.
    bool computes_in_fp16() const {
        return precision == Precision::Fp16 || precision == Precision::Fp16Pure || precision == Precision::Fp16Master;
    }
    /// Sequences in one forward pass.
    std::int64_t micro_batch() const { return batch_size > 0 ? batch_size / accumulation_steps : micro_batch_size; }
    /// Does the text decide how many steps there are?
    bool runs_epochs() const { return length.epochs > 0; }
};

} // namespace ampscope::scenario
