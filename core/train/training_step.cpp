#include "core/train/training_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"

namespace ampscope::train {

using scenario::AutocastIsland;
using scenario::AutocastWrap;
using scenario::CheckpointKind;
using scenario::ClipWhen;
using scenario::Mistake;
using scenario::Precision;
using scenario::ScalerPolicy;
using scenario::Scenario;

std::string python_number(double value) {
    const std::string text = io::to_text(value);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string variable_name(std::string_view field) {
    std::string name;
    for (const char c : field)
        name += c == '.' ? '_' : (c >= 'a' && c <= 'z') ? static_cast<char>(c - 'a' + 'A') : c;
    return name;
}

std::string_view torch_dtype(Precision precision) {
    switch (precision) {
    case Precision::Fp32: return "torch.float32";
    case Precision::Bf16:
    case Precision::Bf16Pure:
    case Precision::Bf16Master: return "torch.bfloat16";
    default: return "torch.float16";
    }
}

namespace {

class StepWriter {
  public:
    StepWriter(const Scenario& scenario, const CodeStyle& style) : s(scenario), m_style(style) {}

    std::vector<CodeLine> all() {
        if (m_style.with_model) model();
        const bool many = s.accumulation_steps > 1;
        if (by_tokens()) add(CodePart::Other, "n_tokens = sum((y != -100).sum() for _, y in micro_batches)");
        if (s.mistake == Mistake::StaleCastCache)
            add(CodePart::Other, "# mistake: autocast was entered before the loop and is never left");
        if (many) {
            const std::string count =
                s.runs_epochs() ? fmt::format("up to {}", s.accumulation_steps) : std::to_string(s.accumulation_steps);
            add(CodePart::Other, fmt::format("for x, y in micro_batches:  # {} of them", count));
            ++m_indent;
        }
        micro_batch();
        if (many) --m_indent;
        update();
        return std::move(m_lines);
    }

  private:
    void add(CodePart part, const std::string& text) {
        m_lines.push_back({std::string(static_cast<std::size_t>(4 * m_indent), ' ') + text, part});
    }
    bool by_tokens() const { return s.loss_normalization == scenario::LossNormalization::Tokens; }
    bool varies(std::string_view field) const {
        return std::ranges::find(m_style.variables, field) != m_style.variables.end();
    }
    std::string value(std::string_view field, double number) const {
        return varies(field) ? variable_name(field) : python_number(number);
    }

    void model() {
        const auto kind = s.checkpointing.kind;
        const auto island = s.autocast.island;
        const std::string kept =
            s.checkpointing.rng ? "use_reentrant=False" : "use_reentrant=False, preserve_rng_state=False";
        construction();
        if (s.model.kind == scenario::ModelKind::Linear) return;
        if (s.mistake == Mistake::FiniteMask) {
            add(CodePart::Model, "# in Attention.forward:");
            add(CodePart::Model, "scores = scores.masked_fill(mask, -1e9)  # mistake: not every dtype has it");
        }
        if (s.model.kind == scenario::ModelKind::CustomNorm) custom_norm();
        if (kind == CheckpointKind::Sublayer) {
            add(CodePart::Model, "# in Block.forward:");
            add(CodePart::Model, "x = x + checkpoint(self.attn, self.norm1(x), " + kept + ")");
            add(CodePart::Model, "x = x + checkpoint(self.ffn, self.norm2(x), " + kept + ")");
        } else if (kind == CheckpointKind::Block) {
            add(CodePart::Model, "# in GPTMini.forward, for each block:");
            add(CodePart::Model, "x = checkpoint(block, x, " + kept + ")");
        } else if (kind == CheckpointKind::Segments) {
            add(CodePart::Model,
                fmt::format("# in GPTMini.forward, for each of {} runs of blocks:", s.checkpointing.segments));
            add(CodePart::Model, "x = checkpoint(segment, x, " + kept + ")");
        }
        if (island != AutocastIsland::None && s.uses_autocast()) {
            const std::string_view part = island == AutocastIsland::Attention ? "attn" : "ffn";
            add(CodePart::Model, "# in Block.forward:");
            add(CodePart::Model, fmt::format("with autocast(\"{}\", enabled=False):", m_style.device));
            add(CodePart::Model, fmt::format("    h = self.{}(h.float())", part));
        }
    }

    // What is made before the loop, where it is not what everybody would expect.
    void construction() {
        const auto& o = s.optimizer;
        if (s.has_16_bit_weights()) add(CodePart::Model, fmt::format("model = model.to({})", torch_dtype(s.precision)));
        if (s.has_master_weights())
            add(CodePart::Model, "masters = [weight.detach().float() for weight in model.parameters()]");
        if (s.has_16_bit_weights() && o.kind == scenario::OptimizerKind::AdamW)
            add(CodePart::Model, fmt::format("optimizer = torch.optim.AdamW({}, lr={}, eps={})",
                                             s.has_master_weights() ? "masters" : "model.parameters()",
                                             python_number(o.lr), python_number(o.eps)));
        if (s.mistake == Mistake::DeadScale)
            add(CodePart::Model, fmt::format("scaler = GradScaler(\"{}\", init_scale=0.0)  # mistake", m_style.device));
        if (by_tokens()) add(CodePart::Model, "loss_fn = nn.CrossEntropyLoss(reduction=\"sum\")");
        if (!s.precision_by_epoch.empty()) {
            std::string list;
            for (const auto& name : s.precision_by_epoch)
                list += (list.empty() ? "" : ", ") + name;
            add(CodePart::Model, "dtype = DTYPES[epoch]  # " + list);
        }
    }

    void custom_norm() {
        const bool in_fp32 = std::ranges::find(s.autocast.fp32_ops, "custom_norm") != s.autocast.fp32_ops.end();
        add(CodePart::Model, "# in FeedForward.forward:");
        if (in_fp32 && s.uses_autocast()) {
            add(CodePart::Model, fmt::format("with autocast(\"{}\", enabled=False):", m_style.device));
            add(CodePart::Model, "    h = hand_written_norm(self.up(x).float())");
        } else {
            add(CodePart::Model, "h = hand_written_norm(self.up(x))  # autocast knows no rule for it");
        }
    }

    // What the loss is multiplied by and divided by, before the scale.
    std::string loss_share() const {
        std::string text = "loss";
        if (varies("loss_multiplier") || s.loss_multiplier != 1.0)
            text += " * " + value("loss_multiplier", s.loss_multiplier);
        if (by_tokens())
            text += " / n_tokens";
        else if (s.accumulation_steps > 1 && s.mistake != Mistake::NoLossDivision)
            text += s.runs_epochs() ? " / len(micro_batches)" : fmt::format(" / {}", s.accumulation_steps);
        return text;
    }

    void micro_batch() {
        const bool mixed_epochs = !s.precision_by_epoch.empty();
        const bool region = (s.uses_autocast() || mixed_epochs) && s.mistake != Mistake::StaleCastCache;
        const AutocastWrap wrap = s.autocast.wrap;
        if (region) {
            add(CodePart::Forward,
                mixed_epochs
                    ? fmt::format("with autocast(\"{}\", dtype=dtype, enabled=dtype != torch.float32):", m_style.device)
                    : fmt::format("with autocast(\"{}\", dtype={}):", m_style.device, torch_dtype(s.precision)));
            ++m_indent;
        }
        add(CodePart::Forward, "logits = model(x)");
        if (region && wrap == AutocastWrap::Model) --m_indent;
        add(CodePart::Forward, "loss = loss_fn(logits, y)");
        if (region && wrap == AutocastWrap::Forward) --m_indent;
        const std::string share = loss_share();
        const std::string remark = s.mistake == Mistake::NoLossDivision ? "  # mistake: not divided" : "";
        if (s.scaler_enabled())
            add(CodePart::Backward, "scaler.scale(" + share + ").backward()" + remark);
        else
            add(CodePart::Backward, (share == "loss" ? share : "(" + share + ")") + ".backward()" + remark);
        if (region && wrap == AutocastWrap::Backward) --m_indent;
        if (has_schedule() && s.mistake == Mistake::SchedulerPerMicroBatch)
            add(CodePart::Schedule, "scheduler.step()  # mistake: once per micro-batch");
    }

    bool has_schedule() const {
        return s.schedule.kind != scenario::ScheduleKind::Constant || s.schedule.warmup_steps > 0;
    }

    void clip(ClipWhen when, const std::string& remark) {
        const std::string call =
            fmt::format("clip_grad_norm_({}, {})", s.has_master_weights() ? "masters" : "model.parameters()",
                        value("clip.max_norm", s.clip.max_norm));
        if (varies("clip.when"))
            add(CodePart::Clip, fmt::format("if CLIP_WHEN == \"{}\": {}", scenario::choice_name(when), call));
        else if (s.clip.when == when)
            add(CodePart::Clip, call + remark);
    }

    void update() {
        const bool scaled = s.scaler_enabled();
        if (s.has_master_weights()) {
            add(CodePart::Other, "for weight, master in zip(model.parameters(), masters):");
            add(CodePart::Other, "    master.grad = weight.grad.float()");
        }
        clip(ClipWhen::BeforeUnscale, scaled ? "  # before unscale_" : "");
        // step() unscales by itself; who wants to clip must be first.
        const bool clips = varies("clip.when") || s.clip.when != ClipWhen::Never;
        if (scaled && (clips || s.mistake == Mistake::UnscaleTwice))
            add(CodePart::Unscale, "scaler.unscale_(optimizer)");
        if (s.mistake == Mistake::UnscaleTwice) add(CodePart::Unscale, "scaler.unscale_(optimizer)  # mistake: twice");
        clip(ClipWhen::AfterUnscale, "");
        add(CodePart::Step, scaled ? "scaler.step(optimizer)" : "optimizer.step()");
        const bool hold = has_schedule() && s.mistake != Mistake::SchedulerPerMicroBatch &&
                          s.schedule.on_skip == scenario::OnSkip::Hold;
        const bool ran_matters = scaled && (hold || s.mistake == Mistake::NoZeroGradAfterSkip);
        // PyTorch's scale falls exactly when a step was skipped. Under the other policies it need not.
        const bool by_scale = s.scaler.policy == ScalerPolicy::PyTorch;
        if (ran_matters)
            add(CodePart::Update, by_scale ? "scale = scaler.get_scale()" : "ran = not found_inf(scaler, optimizer)");
        if (scaled) scaler_update();
        if (ran_matters && by_scale) add(CodePart::Update, "ran = scaler.get_scale() >= scale");
        if (s.has_master_weights()) {
            add(CodePart::Other, "for weight, master in zip(model.parameters(), masters):");
            add(CodePart::Other, "    weight.data.copy_(master)");
        }
        if (has_schedule() && s.mistake != Mistake::SchedulerPerMicroBatch) {
            if (hold && scaled) add(CodePart::Schedule, "if ran:");
            add(CodePart::Schedule, hold && scaled ? "    scheduler.step()" : "scheduler.step()");
        }
        const std::string zero =
            s.has_master_weights() ? "model.zero_grad(set_to_none=True)" : "optimizer.zero_grad(set_to_none=True)";
        if (s.mistake == Mistake::NoZeroGradAfterSkip) {
            add(CodePart::ZeroGrad, "if ran:  # mistake: a skipped step keeps its inf");
            add(CodePart::ZeroGrad, "    " + zero);
        } else {
            add(CodePart::ZeroGrad, zero);
        }
    }

    void scaler_update() {
        switch (s.scaler.policy) {
        case ScalerPolicy::PyTorch: add(CodePart::Update, "scaler.update()"); break;
        case ScalerPolicy::Static:
            add(CodePart::Update, "scaler.update(scaler.get_scale())  # static: it never moves");
            break;
        case ScalerPolicy::Floor:
            add(CodePart::Update, "scaler.update()");
            add(CodePart::Update, fmt::format("scaler.update(max(scaler.get_scale(), {}))  # a floor",
                                              python_number(s.scaler.min_scale)));
            break;
        case ScalerPolicy::Cap:
            add(CodePart::Update, "scaler.update()");
            add(CodePart::Update,
                fmt::format("scaler.update(min(scaler.get_scale(), {}))  # a cap", python_number(s.scaler.max_scale)));
            break;
        default: add(CodePart::Update, "scaler.update(policy.next_scale(scaler, optimizer))"); break;
        }
    }

    const Scenario& s;
    const CodeStyle& m_style;
    std::vector<CodeLine> m_lines;
    int m_indent = 0;
};

std::string power_text(double scale) {
    const double exponent = std::log2(scale);
    return exponent == std::round(exponent) ? "2^" + io::to_text(exponent) : io::to_text(scale, 6);
}

const record::Fact* fact_at(const record::RunRecord& record, std::string_view kind, std::int64_t step) {
    for (const auto* fact : record.facts_of(kind))
        if (fact->step == step) return fact;
    return nullptr;
}

} // namespace

std::vector<CodeLine> training_step(const Scenario& scenario, const CodeStyle& style) {
    return StepWriter(scenario, style).all();
}

// Where the op of that index stands; "" for both where nobody looked.
static std::pair<std::string, std::string> phase_and_layer(const record::RunRecord& record, std::int64_t step,
                                                           std::size_t op) {
    const auto* first = record.detail_of<record::FirstNonfinite>(step);
    if (first && first->op_index == op) return {first->phase, first->layer};
    const auto* list = record.detail_of<record::OpList>(step);
    if (list && op < list->ops.size()) return {list->ops[op].phase, list->ops[op].layer};
    return {};
}

// The line that is being carried out while an op of that phase and layer runs.
static std::optional<std::size_t> line_of(const std::vector<CodeLine>& lines, const std::string& phase,
                                          const std::string& layer) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto& [text, part] = lines[i];
        if (phase == "forward" && part == CodePart::Forward &&
            text.find(layer == "loss" ? "loss_fn(" : "model(x)") != std::string::npos)
            return i;
        if (phase == "backward" && part == CodePart::Backward) return i;
        if (phase == "optimizer" && part == CodePart::Step) return i;
    }
    return std::nullopt;
}

LitCode light(const std::vector<CodeLine>& lines, const record::RunRecord& record, std::int64_t step,
              text::Language language, std::optional<std::size_t> op) {
    LitCode lit;
    lit.remarks.resize(lines.size());
    const auto sample = std::ranges::find(record.samples(), step, [](const record::Sample& s) { return s.step(); });
    if (sample == record.samples().end()) return lit;
    const auto say = [&](std::string id, std::vector<text::Argument> arguments) {
        return "# " + text::render({std::move(id), std::move(arguments)}, language);
    };
    const record::Fact* skipped = fact_at(record, "step_skipped", step);
    const record::Fact* moved = fact_at(record, "scale_changed", step);
    bool said_moved = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const CodePart part = lines[i].part;
        auto& remark = lit.remarks[i];
        if (part == CodePart::Backward && record.scenario().scaler_enabled())
            remark = say("code.scaled", {{"scale", io::to_text((*sample)[record::Column::Scale])}});
        if (part == CodePart::Step) {
            lit.lit_line = i;
            if (skipped) remark = say("code.skipped", {{"parameter", skipped->text("parameter")}});
        }
        if (part == CodePart::Update && moved && !said_moved && lines[i].text.find("update(") != std::string::npos) {
            said_moved = true;
            remark = say("code.moved",
                         {{"from", power_text(*moved->number("from"))}, {"to", power_text(*moved->number("to"))}});
        }
        if (part == CodePart::Clip)
            remark = say("code.norm", {{"norm", io::to_text((*sample)[record::Column::GradNorm], 4)}});
        if (part == CodePart::Schedule && lines[i].text.find("step()") != std::string::npos)
            remark = say("code.lr", {{"lr", io::to_text((*sample)[record::Column::Lr], 4)}});
    }
    if (!op) return lit;
    const auto [phase, layer] = phase_and_layer(record, step, *op);
    if (const auto line = line_of(lines, phase, layer)) {
        lit.lit_line = *line;
        const auto* first = record.detail_of<record::FirstNonfinite>(step);
        if (first && first->op_index == *op)
            lit.remarks[*line] = say("code.first_nonfinite", {{"value", io::to_text(first->value)},
                                                              {"op", first->op},
                                                              {"layer", first->layer.empty() ? "-" : first->layer}});
    }
    return lit;
}

} // namespace ampscope::train
