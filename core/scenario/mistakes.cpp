#include "core/scenario/mistakes.h"

#include <algorithm>

#include "core/scenario/fields.h"

namespace ampscope::scenario {

Scenario MistakeCase::with(std::string_view value, std::string_view which) const {
    Scenario scenario;
    scenario.name = std::string(id) + ", " + std::string(which);
    for (const auto& [path, text] : setting)
        set_field(scenario, path, text);
    set_field(scenario, field, value);
    return scenario;
}

std::optional<Scenario> MistakeCase::reference() const {
    if (reference_field.empty()) return std::nullopt;
    Scenario scenario = with(mended_value, "reference");
    set_field(scenario, reference_field, reference_value);
    return scenario;
}

std::vector<Scenario> MistakeCase::runs(const Scenario& broken) const {
    std::vector<Scenario> all{broken, broken};
    set_field(all[1], field, mended_value);
    if (reference_field.empty()) return all;
    all.push_back(all[1]);
    set_field(all[2], reference_field, reference_value);
    return all;
}

std::span<const MistakeCase> mistakes() {
    // Each setting is one in which the mistake really shows. Where the usual settings hide it, the symptom says so.
    static const std::vector<MistakeCase> all = {
        {"no-scaler",
         "B7.1",
         {{"precision", "fp16"}, {"loss_multiplier", "1e-5"}, {"length.steps", "60"}},
         "scaler.enabled",
         "false",
         "true",
         {"grad_zero_share"}},
        {"bf16-without-hardware",
         "B7.2",
         {{"fp16_accumulation", "native"}, {"length.steps", "20"}},
         "precision",
         "bf16",
         "fp32",
         {"ms"}},
        {"no-loss-division",
         "B7.3",
         {{"optimizer.kind", "sgd"},
          {"optimizer.lr", "0.5"},
          {"clip.when", "never"},
          {"batch_size", "32"},
          {"accumulation_steps", "16"},
          {"length.steps", "60"}},
         "mistake",
         "no-loss-division",
         "none",
         {"grad_norm"}},
        {"backward-inside",
         "B7.4",
         {{"precision", "bf16"}, {"autocast.island", "ffn"}, {"length.steps", "40"}},
         "autocast.wrap",
         "backward",
         "forward",
         {"grad_norm"}},
        {"checkpoint-rng",
         "B7.5",
         {{"model.dropout", "0.2"}, {"checkpointing.kind", "block"}, {"length.steps", "40"}},
         "checkpointing.rng",
         "false",
         "true",
         {"grad_norm"},
         "checkpointing.kind",
         "none"},
        {"clip-before-unscale",
         "B7.6",
         {{"precision", "fp16"},
          {"optimizer.kind", "sgd"},
          {"optimizer.lr", "0.5"},
          {"scaler.init_scale", "2^16"},
          {"length.steps", "80"}},
         "clip.when",
         "before_unscale",
         "after_unscale",
         {"grad_norm", "grad_norm_after_clip"}},
        {"not-faster",
         "B7.7",
         {{"fp16_accumulation", "native"}, {"length.steps", "40"}},
         "precision",
         "bf16",
         "fp32",
         {"ms"}},
        {"no-zero-grad-after-skip",
         "",
         {{"precision", "fp16"}, {"scaler.init_scale", "2^24"}, {"length.steps", "60"}},
         "mistake",
         "no-zero-grad-after-skip",
         "none",
         {"ran", "scale"}},
        {"unscale-twice", "", {{"precision", "fp16"}, {"length.steps", "10"}}, "mistake", "unscale-twice", "none", {}},
        {"scheduler-per-micro-batch",
         "",
         {{"accumulation_steps", "4"},
          {"micro_batch_size", "2"},
          {"schedule.kind", "cosine"},
          {"schedule.warmup_steps", "20"},
          {"length.steps", "120"}},
         "mistake",
         "scheduler-per-micro-batch",
         "none",
         {"lr"}},
        {"no-master-weights",
         "",
         {{"optimizer.lr", "1e-4"}, {"length.steps", "160"}},
         "precision",
         "bf16-pure",
         "bf16-master",
         {"weights_moved_share"}},
        {"adam-eps-in-fp16",
         "",
         {{"precision", "fp16-pure"}, {"length.steps", "20"}},
         "optimizer.eps",
         "1e-8",
         "1e-4",
         {}},
        {"finite-mask", "", {{"precision", "fp16"}, {"length.steps", "10"}}, "mistake", "finite-mask", "none", {}},
        {"mean-of-means",
         "",
         {{"data.lengths", "ragged"}, {"batch_size", "8"}, {"accumulation_steps", "8"}, {"length.steps", "60"}},
         "loss_normalization",
         "mean",
         "tokens",
         {},
         "accumulation_steps",
         "1"},
        {"stale-cast-cache",
         "",
         {{"precision", "bf16"}, {"length.steps", "60"}},
         "mistake",
         "stale-cast-cache",
         "none",
         {"weights_moved_share"}},
        {"dead-scale",
         "",
         {{"precision", "fp16"}, {"length.steps", "10"}},
         "mistake",
         "dead-scale",
         "none",
         {"scale", "ran"}},
        {"custom-op",
         "A7",
         {{"model.kind", "custom-norm"}, {"model.norm_bias", "4"}, {"precision", "bf16"}, {"length.steps", "60"}},
         "autocast.fp32_ops",
         "",
         "custom_norm",
         {}},
    };
    return all;
}

const MistakeCase* find_mistake(std::string_view id) {
    const auto all = mistakes();
    const auto found = std::ranges::find(all, id, &MistakeCase::id);
    return found == all.end() ? nullptr : &*found;
}

std::optional<Scenario> mistake_run(std::string_view name) {
    const auto slash = name.find('/');
    const MistakeCase* found = slash == std::string_view::npos ? nullptr : find_mistake(name.substr(0, slash));
    if (!found) return std::nullopt;
    const std::string_view which = name.substr(slash + 1);
    if (which == "broken") return found->broken();
    if (which == "mended") return found->mended();
    if (which == "reference") return found->reference();
    return std::nullopt;
}

} // namespace ampscope::scenario
