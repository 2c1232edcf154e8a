// What each field allows by itself but does not go together.
#include <algorithm>

#include "core/scenario/fields.h"
#include "core/scenario/model_shape.h"

namespace ampscope::scenario {

using text::Argument;

namespace {

// The largest window in tokens. What grows without limit is the batch.
constexpr std::int64_t kMaxTokens = 1 << 20;

constexpr std::int64_t kMaxLooks = 200;

std::string number(std::int64_t value) {
    return text::grouped(value);
}

class Finder {
  public:
    explicit Finder(const Scenario& scenario) : s(scenario) {}

    std::vector<Problem> all() {
        batch();
        model();
        precision();
        device();
        epochs();
        schedule();
        mistake();
        record();
        return std::move(m_found);
    }

  private:
    void add(std::string path, std::string id, std::vector<Argument> arguments = {}) {
        m_found.push_back({std::move(path), {std::move(id), std::move(arguments)}});
    }

    void batch() {
        if (s.batch_size % s.accumulation_steps != 0)
            add("batch_size", "scenario.batch_not_divisible",
                {{"batch", number(s.batch_size)},
                 {"parts", number(s.accumulation_steps)},
                 {"nearest",
                  number(std::max<std::int64_t>(1, s.batch_size / s.accumulation_steps) * s.accumulation_steps)}});
        const std::int64_t tokens = s.micro_batch() * s.sequence_length;
        if (tokens > kMaxTokens)
            add("micro_batch_size", "scenario.too_many_tokens",
                {{"tokens", number(tokens)}, {"limit", number(kMaxTokens)}});
    }

    void model() {
        const bool linear = s.model.kind == ModelKind::Linear;
        const std::int64_t layers = model_shape(s.model.size).layers;
        if (linear && s.checkpointing.kind != CheckpointKind::None)
            add("checkpointing.kind", "scenario.linear_has_no_blocks");
        if (linear && s.data.lengths == Lengths::Ragged) add("data.lengths", "scenario.linear_has_no_text");
        if (!linear && s.checkpointing.kind == CheckpointKind::Segments && s.checkpointing.segments > layers)
            add("checkpointing.segments", "scenario.too_many_segments",
                {{"segments", number(s.checkpointing.segments)}, {"layers", number(layers)}});
        if (!linear && s.model.attention == Attention::Fused && s.model.dropout > 0)
            add("model.dropout", "scenario.fused_dropout");
    }

    void precision() {
        if (s.precision == Precision::Fp16Pure && s.scaler_enabled())
            add("scaler.enabled", "scenario.scaler_with_fp16_weights");
    }

    // A GPU brings its own rules; what a CPU does in their place would be a mixture of both.
    void device() {
        if (s.device == Device::Cuda && s.autocast.rules == AutocastRules::Cpu)
            add("autocast.rules", "scenario.gpu_has_its_own_rules");
    }

    void epochs() {
        const auto& list = s.precision_by_epoch;
        for (const auto& name : list)
            if (name != "fp32" && name != "bf16" && name != "fp16")
                add("precision_by_epoch", "scenario.epoch_precision", {{"found", name}});
        if (!list.empty() && s.has_16_bit_weights())
            add("precision_by_epoch", "scenario.epoch_precision", {{"found", std::string(choice_name(s.precision))}});
        if (!list.empty() && !s.runs_epochs()) add("precision_by_epoch", "scenario.no_epochs");
        if (s.runs_epochs() && static_cast<std::int64_t>(list.size()) > s.length.epochs)
            add("precision_by_epoch", "scenario.too_many_epochs",
                {{"found", number(static_cast<std::int64_t>(list.size()))}, {"epochs", number(s.length.epochs)}});
    }

    void schedule() {
        const auto& schedule = s.schedule;
        if (schedule.kind != ScheduleKind::Cosine) return;
        if (schedule.decay_steps > 0 && schedule.decay_steps <= schedule.warmup_steps)
            add("schedule.decay_steps", "scenario.decay_before_warmup",
                {{"decay", number(schedule.decay_steps)}, {"warmup", number(schedule.warmup_steps)}});
        if (schedule.min_lr > s.optimizer.lr) add("schedule.min_lr", "scenario.min_lr_above_lr");
    }

    // A look inside a step of a small model takes about 0.5 MB of its record; one that nobody can open helps nobody.
    void record() {
        if (s.record.level != RecordLevel::Full || s.runs_epochs()) return;
        const std::int64_t looks = (s.length.steps - 1) / s.record.details_every + 1;
        if (looks > kMaxLooks)
            add("record.details_every", "scenario.too_many_looks",
                {{"looks", number(looks)},
                 {"limit", number(kMaxLooks)},
                 {"nearest", number((s.length.steps - 1) / kMaxLooks + 1)}});
    }

    // A mistake that cannot be made in this scenario would show nothing.
    void mistake() {
        const auto needs = [&](bool there, std::string_view id) {
            if (!there)
                add("mistake", "scenario.mistake_shows_nothing",
                    {{"mistake", std::string(choice_name(s.mistake))}, {"needed", text::Message{std::string(id), {}}}});
        };
        switch (s.mistake) {
        case Mistake::None: break;
        case Mistake::NoLossDivision:
            needs(s.accumulation_steps > 1, "scenario.needs_accumulation");
            needs(s.loss_normalization == LossNormalization::Mean, "scenario.needs_mean");
            break;
        case Mistake::SchedulerPerMicroBatch:
            needs(s.accumulation_steps > 1, "scenario.needs_accumulation");
            needs(s.schedule.kind == ScheduleKind::Cosine || s.schedule.warmup_steps > 0, "scenario.needs_schedule");
            break;
        case Mistake::NoZeroGradAfterSkip:
        case Mistake::UnscaleTwice:
        case Mistake::DeadScale: needs(s.scaler_enabled(), "scenario.needs_scaler"); break;
        case Mistake::FiniteMask:
            needs(s.model.kind != ModelKind::Linear && s.model.attention == Attention::Explicit, "scenario.needs_mask");
            break;
        case Mistake::StaleCastCache: needs(s.uses_autocast(), "scenario.needs_autocast"); break;
        }
    }

    const Scenario& s;
    std::vector<Problem> m_found;
};

} // namespace

std::vector<Problem> problems(const Scenario& scenario) {
    return Finder(scenario).all();
}

std::string needed_for(const Scenario& s, std::string_view path) {
    const bool adamw = s.optimizer.kind == OptimizerKind::AdamW;
    const bool text_of_ones_own = s.data.source == DataSource::File;
    if ((path == "fp16_accumulation" || path == "threads") && s.device == Device::Cuda) return "device=cpu";
    if (path.starts_with("scaler.") && path != "scaler.enabled" && !s.scaler_enabled()) return "scaler.enabled=true";
    if (path == "data.file" && !text_of_ones_own) return "data.source=file";
    if (path == "data.language" && text_of_ones_own) return "data.source=builtin";
    if (path == "micro_batch_size" && s.batch_size > 0) return "batch_size=0";
    if (path == "length.steps" && s.runs_epochs()) return "length.epochs=0";
    if (path == "optimizer.momentum" && adamw) return "optimizer.kind=sgd";
    if ((path == "optimizer.betas" || path == "optimizer.eps") && !adamw) return "optimizer.kind=adamw";
    if (path == "checkpointing.segments" && s.checkpointing.kind != CheckpointKind::Segments)
        return "checkpointing.kind=segments";
    if (path == "checkpointing.rng" && s.checkpointing.kind == CheckpointKind::None) return "checkpointing.kind=block";
    if ((path == "schedule.min_lr" || path == "schedule.decay_steps") && s.schedule.kind != ScheduleKind::Cosine)
        return "schedule.kind=cosine";
    if (path == "model.norm_bias" && s.model.kind != ModelKind::CustomNorm) return "model.kind=custom-norm";
    if (path == "record.details_every" && s.record.level == RecordLevel::None) return "record.level=default";
    if (path == "clip.max_norm" && s.clip.when == ClipWhen::Never) return "clip.when=after_unscale";
    return "";
}

void require_runnable(const Scenario& scenario) {
    const auto found = problems(scenario);
    if (!found.empty())
        throw text::bad_input("scenario.cannot_run", {{"field", found[0].path}, {"problem", found[0].message}});
}

bool Scenario::scaler_enabled() const {
    if (scaler.enabled) return *scaler.enabled;
    return precision == Precision::Fp16 || precision == Precision::Fp16Master ||
           std::ranges::find(precision_by_epoch, "fp16") != precision_by_epoch.end();
}

} // namespace ampscope::scenario
