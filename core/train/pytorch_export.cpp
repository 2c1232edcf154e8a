#include "core/train/pytorch_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/scenario/fields.h"
#include "core/scenario/model_shape.h"
#include "core/scenario/scenario_json.h"
#include "core/train/data.h"
#include "core/train/pytorch_pieces.h"
#include "core/train/training_step.h"

namespace ampscope::train {

using scenario::AutocastIsland;
using scenario::CheckpointKind;
using scenario::ClipWhen;
using scenario::Mistake;
using scenario::ModelKind;
using scenario::Precision;
using scenario::ScalerPolicy;
using scenario::Scenario;

namespace {

struct LiveChange {
    std::int64_t step;
    std::string field, value;
};

class ScriptWriter {
  public:
    ScriptWriter(const Scenario& scenario, std::int64_t steps, std::int64_t planned, std::vector<LiveChange> changes)
        : s(scenario),
          m_device(scenario::choice_name(scenario.device)),
          m_steps(steps),
          m_planned(planned),
          m_changes(std::move(changes)) {
        for (const auto& change : m_changes)
            m_variables.insert(change.field);
    }

    std::string all(const TokenText& text) {
        head();
        shims();
        if (s.model.kind == ModelKind::Linear)
            m_script += pieces::kLinearModel;
        else
            gpt_model(text);
        data(text);
        if (!s.precision_by_epoch.empty()) dtypes();
        training();
        return std::move(m_script);
    }

  private:
    // Replaces {{name}} of a piece; all other braces are Python's.
    void put(std::string_view piece, const std::vector<std::pair<std::string_view, std::string>>& values) {
        std::string text(piece);
        for (const auto& [name, value] : values) {
            const std::string mark = "{{" + std::string(name) + "}}";
            for (auto place = text.find(mark); place != std::string::npos;
                 place = text.find(mark, place + value.size()))
                text.replace(place, mark.size(), value);
        }
        m_script += text;
    }

    bool any_epoch_is(std::string_view precision) const {
        return std::ranges::find(s.precision_by_epoch, precision) != s.precision_by_epoch.end();
    }
    bool uses_autocast() const { return s.uses_autocast() || any_epoch_is("bf16") || any_epoch_is("fp16"); }
    bool uses_16_bits() const { return uses_autocast() || s.has_16_bit_weights(); }
    bool has_schedule() const {
        return s.schedule.kind != scenario::ScheduleKind::Constant || s.schedule.warmup_steps > 0;
    }

    std::string why_same_bits() const {
        if (on_gpu())
            return "# The same kernels run in both programs; on a GPU some of them add up in an order that changes "
                   "from run "
                   "to run,\n# so the losses agree but for rounding.";
        if (!uses_16_bits())
            return "# fp32: the same kernels run in both programs, so the losses are equal bit for bit.";
        const bool native = s.fp16_accumulation == scenario::Accumulation16::Native;
        if (native && (!uses_autocast() || s.autocast.rules == scenario::AutocastRules::Cpu))
            return "# This CPU's own rules and kernels: the losses are equal bit for bit.";
        return "# The shims below stand in for what ampscope does inside LibTorch: with them, too, the losses are "
               "equal bit "
               "for bit\n# on the same machine, with the same number of threads.";
    }

    void head() {
        put(pieces::kHeader,
            {{"text_bin", s.model.kind == ModelKind::Linear ? "" : "     text.bin must lie beside this file."},
             {"why", why_same_bits()},
             {"threads", std::to_string(s.threads)},
             {"seed", std::to_string(s.seed)},
             {"batch", std::to_string(s.micro_batch())},
             {"length", std::to_string(s.sequence_length)},
             {"accumulation", std::to_string(s.accumulation_steps)},
             {"steps", std::to_string(m_steps)},
             {"checkpoint",
              s.checkpointing.kind == CheckpointKind::None ? "" : "from torch.utils.checkpoint import checkpoint\n"},
             // Last, so that no {{mark}} in it is replaced; on one line whatever stands in it.
             {"name", s.name.empty() ? "unnamed" : text::one_line(s.name)}});
    }

    void shims() {
        if (!uses_16_bits()) return;
        if (!on_gpu() && s.fp16_accumulation == scenario::Accumulation16::Fp32) m_script += pieces::kProductsShim;
        if (!uses_autocast()) return;
        std::string ops;
        for (const auto& op : s.autocast.fp32_ops)
            if (op != "custom_norm") ops += (ops.empty() ? "" : ", ") + io::JsonWriter::quoted(text::one_line(op));
        // A GPU needs no stand-in for CUDA's rules.
        const bool cuda = s.autocast.rules == scenario::AutocastRules::Cuda && !on_gpu();
        if (!cuda && ops.empty()) return;
        const std::string key = on_gpu() ? "AutocastCUDA" : "AutocastCPU";
        put(pieces::kRulesHead, {{"key", key}});
        if (cuda) m_script += pieces::kCudaRules;
        if (!ops.empty()) put(pieces::kFp32Ops, {{"ops", ops}});
        put(pieces::kRulesTail, {{"key", key}});
    }

    // A part of a block: autocast island inside, checkpoint around, as core/train/torch/gpt_mini.cpp nests them.
    std::string part(std::string_view name, std::string_view norm, std::string_view more, AutocastIsland island) const {
        const bool in_fp32 = s.autocast.island == island, kept = s.checkpointing.kind == CheckpointKind::Sublayer;
        const std::string call = fmt::format("self.{}", name);
        const std::string inner = in_fp32 ? fmt::format("in_fp32({})", call) : call;
        if (kept) return fmt::format("recomputed({}, self.{}(x){})", inner, norm, more);
        return fmt::format("{}(self.{}(x){})", inner, norm, more);
    }

    void gpt_model(const TokenText& text) {
        const auto shape = scenario::model_shape(s.model.size);
        const bool gelu = s.model.ffn == scenario::Ffn::Gelu, custom = s.model.kind == ModelKind::CustomNorm;
        const bool norm_in_fp32 = std::ranges::find(s.autocast.fp32_ops, "custom_norm") != s.autocast.fp32_ops.end();
        put(pieces::kSizes, {{"layers", std::to_string(shape.layers)},
                             {"width", std::to_string(shape.width)},
                             {"heads", std::to_string(shape.heads)},
                             {"inner", std::to_string(scenario::feed_forward_width(shape.width, s.model.ffn))},
                             {"vocabulary", std::to_string(text.vocabulary)},
                             {"dropout", python_number(s.model.dropout)}});
        if (s.autocast.island != AutocastIsland::None || (custom && norm_in_fp32))
            put(pieces::kInFp32, {{"device", m_device}});
        if (s.checkpointing.kind != CheckpointKind::None)
            put(pieces::kRecomputed, {{"keep_rng", s.checkpointing.rng ? "True" : "False"}});
        if (custom) m_script += pieces::kCustomNorm;

        const bool fused = s.model.attention == scenario::Attention::Fused;
        std::string up = "self.up(x)";
        if (custom) {
            up = fmt::format("{} + {}", up, python_number(s.model.norm_bias));
            up = norm_in_fp32 ? "in_fp32(hand_written_norm)(" + up + ")" : "hand_written_norm(" + up + ")";
        }
        put(pieces::kGptModel,
            {{"attention", std::string(fused ? pieces::kFusedAttention : pieces::kExplicitAttention)},
             {"mask", s.mistake == Mistake::FiniteMask ? "-1e9" : "-math.inf"},
             {"ffn_members", gelu ? "self.up = Linear(INNER, WIDTH)"
                                  : "self.gate = Linear(INNER, WIDTH)\n        self.up = Linear(INNER, WIDTH)"},
             {"ffn_forward", gelu ? "self.down(F.gelu(" + up + "))" : "self.down(F.silu(self.gate(x)) * (" + up + "))"},
             {"attend", part("attn", "norm1", ", cos, sin, mask", AutocastIsland::Attention)},
             {"feed", part("ffn", "norm2", "", AutocastIsland::Ffn)},
             {"blocks", std::string(blocks(shape.layers))}});
    }

    std::string blocks(std::int64_t layers) const {
        switch (s.checkpointing.kind) {
        case CheckpointKind::Block:
            return "for block in self.blocks:\n            h = recomputed(block, h, self.cos, self.sin, self.mask)";
        case CheckpointKind::Segments:
            return fmt::format(
                "for segment in range({0}):\n"
                "            blocks = self.blocks[segment * LAYERS // {0} : (segment + 1) * LAYERS // {0}]\n"
                "            h = recomputed(in_a_row(blocks), h, self.cos, self.sin, self.mask)",
                std::min(s.checkpointing.segments, layers));
        default: return "for block in self.blocks:\n            h = block(h, self.cos, self.sin, self.mask)";
        }
    }

    void data(const TokenText& text) {
        m_script += pieces::kRandom;
        m_script += s.runs_epochs() ? pieces::kEpochWindows : pieces::kStepWindows;
        if (s.model.kind == ModelKind::Linear) {
            m_script += pieces::kExamples;
            return;
        }
        m_script += text.characters.empty() ? pieces::kByteTokens : pieces::kCharTokens;
        put(pieces::kTokenBatch,
            {{"ragged", std::string(s.data.lengths == scenario::Lengths::Ragged ? pieces::kRagged : "")}});
    }

    void dtypes() {
        m_script += "DTYPES = [";
        for (std::size_t i = 0; i < s.precision_by_epoch.size(); ++i) {
            Scenario epoch;
            scenario::set_field(epoch, "precision", s.precision_by_epoch[i]);
            m_script += (i > 0 ? ", " : "") + std::string(torch_dtype(epoch.precision));
        }
        m_script += "]  # of each epoch\n";
    }

    std::string optimizer() const {
        const std::string weights = s.has_master_weights() ? "masters" : "model.parameters()";
        const auto& o = s.optimizer;
        if (o.kind == scenario::OptimizerKind::AdamW)
            return fmt::format("torch.optim.AdamW({}, lr={}, betas=({}, {}), eps={}, weight_decay={}, fused=True)",
                               weights, python_number(o.lr), python_number(o.betas[0]), python_number(o.betas[1]),
                               python_number(o.eps), python_number(o.weight_decay));
        return fmt::format("torch.optim.SGD({}, lr={}, momentum={}, weight_decay={})", weights, python_number(o.lr),
                           python_number(o.momentum), python_number(o.weight_decay));
    }

    std::string scaler() const {
        const auto& scaler = s.scaler;
        const bool fixed = scaler.policy == ScalerPolicy::Apex || scaler.policy == ScalerPolicy::DeepSpeed;
        double init = s.mistake == Mistake::DeadScale ? 0.0 : scaler.init_scale;
        if (scaler.policy == ScalerPolicy::Cap || scaler.policy == ScalerPolicy::Apex)
            init = std::min(init, scaler.max_scale);
        return fmt::format("GradScaler(\"{}\", init_scale={}, growth_factor={}, backoff_factor={}, growth_interval={})",
                           m_device, python_number(init), python_number(fixed ? 2.0 : scaler.growth_factor),
                           python_number(fixed ? 0.5 : scaler.backoff_factor), scaler.growth_interval);
    }

    void policy() {
        const std::vector<std::pair<std::string_view, std::string>> values = {
            {"interval", std::to_string(s.scaler.growth_interval)},
            {"hysteresis", std::to_string(s.scaler.hysteresis)},
            {"min", python_number(s.scaler.min_scale)},
            {"max", python_number(s.scaler.max_scale)},
            {"growth", python_number(s.scaler.growth_factor)},
            {"backoff", python_number(s.scaler.backoff_factor)}};
        m_script += pieces::kFoundInf;
        if (s.scaler.policy == ScalerPolicy::Hysteresis) put(pieces::kHysteresisPolicy, values);
        if (s.scaler.policy == ScalerPolicy::Apex) put(pieces::kApexPolicy, values);
        if (s.scaler.policy == ScalerPolicy::DeepSpeed) put(pieces::kDeepSpeedPolicy, values);
    }

    void training() {
        if (s.scaler_enabled()) policy();
        m_script += s.model.kind == ModelKind::Linear ? "\n\nmodel = Classifier()\n" : "\n\nmodel = GPTMini()\n";
        if (s.has_16_bit_weights()) m_script += fmt::format("model = model.to({})\n", torch_dtype(s.precision));
        if (on_gpu()) m_script += pieces::kToGpu;
        if (s.has_master_weights())
            m_script += "masters = [weight.detach().float() for weight in model.parameters()]\n";
        m_script += "optimizer = " + optimizer() + "\n";
        if (has_schedule()) schedule();
        if (s.scaler_enabled()) {
            m_script += "scaler = " + scaler() + "\n";
            if (!s.precision_by_epoch.empty())
                m_script += "scalers = {True: scaler, False: GradScaler(\"" + m_device + "\", enabled=False)}\n";
        }
        put(pieces::kLossFn,
            {{"reduction", s.loss_normalization == scenario::LossNormalization::Tokens ? "sum" : "mean"}});
        live_changes();
        loop();
        m_script += pieces::kTail;
    }

    void schedule() {
        const std::int64_t end = s.schedule.decay_steps > 0 ? s.schedule.decay_steps : m_planned;
        put(pieces::kSchedule, {{"warmup", std::to_string(s.schedule.warmup_steps)},
                                {"end", std::to_string(end)},
                                {"min_lr", python_number(s.schedule.min_lr)},
                                {"lr", python_number(s.optimizer.lr)},
                                {"cosine", s.schedule.kind == scenario::ScheduleKind::Cosine ? "True" : "False"}});
    }

    void live_changes() {
        if (m_changes.empty()) return;
        for (const auto& field : m_variables) {
            const std::string value = scenario::to_text(scenario::find_field(field)->get(s));
            m_script += variable_name(field) + " = " + (field == "clip.when" ? "\"" + value + "\"" : value) + "\n";
        }
        m_script += "CHANGES = {  # made by hand while the run went on\n";
        for (std::size_t i = 0; i < m_changes.size(); ++i) {
            const bool first = i == 0 || m_changes[i - 1].step != m_changes[i].step;
            const bool last = i + 1 == m_changes.size() || m_changes[i + 1].step != m_changes[i].step;
            const std::string value =
                m_changes[i].field == "clip.when" ? "\"" + m_changes[i].value + "\"" : m_changes[i].value;
            m_script += (first ? fmt::format("    {}: [", m_changes[i].step) : std::string()) +
                        fmt::format("(\"{}\", {})", m_changes[i].field, value) + (last ? "],\n" : ", ");
        }
        m_script += "}\n";
        m_script += pieces::kChange;
        const auto has = [&](std::string_view field) { return m_variables.contains(std::string(field)); };
        if (has("optimizer.lr")) {
            m_script += "    if field == \"optimizer.lr\":\n";
            if (has_schedule()) m_script += "        scheduler.base_lrs = [value]\n        globals()[\"LR\"] = value\n";
            m_script += std::string("        optimizer.param_groups[0][\"lr\"] = value") +
                        (has_schedule() ? " * factor(scheduler.last_epoch)" : "") + "\n";
        }
        for (const char* field : {"growth_factor", "backoff_factor", "growth_interval"})
            if (has(std::string("scaler.") + field) && s.scaler_enabled())
                m_script += fmt::format("    if field == \"scaler.{0}\":\n        scaler.set_{0}(value)\n", field);
    }

    // The lines of training_step() with what is recorded between them.
    void loop() {
        int base = 0;
        const auto line = [&](int indent, std::string_view text) {
            m_script += std::string(static_cast<std::size_t>(4 * (base + indent)), ' ') + std::string(text) + "\n";
        };
        m_script += "trace = {\"loss\": [], \"scale\": [], \"ran\": [], \"grad_norm\": [], \"ms\": []}\n\n";
        if (s.mistake == Mistake::StaleCastCache) {
            line(0, fmt::format("with autocast(\"{}\", dtype={}):", m_device, torch_dtype(s.precision)));
            base = 1;
        }
        line(0, "for step in range(STEPS):");
        if (!m_changes.empty()) {
            line(1, "for field, value in CHANGES.get(step, ()):");
            line(2, "change(field, value)");
        }
        const bool many = s.accumulation_steps > 1, scaled = s.scaler_enabled();
        if (!s.precision_by_epoch.empty()) {
            line(1, "dtype = DTYPES[min(step // PER_EPOCH, len(DTYPES) - 1)]");
            if (scaled) line(1, "scaler = scalers[dtype == torch.float16]");
        }
        line(1, on_gpu() ? "micro_batches = [(x.to(\"cuda\"), y.to(\"cuda\")) for x, y in micro_batches_of(step)]"
                         : "micro_batches = micro_batches_of(step)");
        if (!many) line(1, "x, y = micro_batches[0]");
        line(1, "losses, counts, started = [], [], time.perf_counter()");
        line(1, scaled ? "trace[\"scale\"].append(scaler.get_scale())" : "trace[\"scale\"].append(1.0)");
        CodeStyle style{m_device, {m_variables.begin(), m_variables.end()}, false};
        const auto lines = training_step(s, style);
        const std::string weights = s.has_master_weights() ? "masters" : "model.parameters()";
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const auto& [text, part] = lines[i];
            const std::string indent = text.substr(0, text.find_first_not_of(' '));
            const std::string code = text.substr(indent.size());
            if (part == CodePart::Step) {
                const bool norm_is_known =
                    std::ranges::any_of(lines, [](const auto& l) { return l.part == CodePart::Clip; });
                const std::string measured =
                    fmt::format("norm = get_total_norm([weight.grad for weight in {}])", weights);
                const bool unscaled =
                    std::ranges::any_of(lines, [](const auto& l) { return l.part == CodePart::Unscale; });
                if (!norm_is_known && scaled && !unscaled) line(1, "scaler.unscale_(optimizer)  # only to measure");
                if (!norm_is_known) line(1, measured);
                if (m_variables.contains("clip.when")) line(1, "if CLIP_WHEN == \"never\": " + measured);
            }
            // A clip line gives the norm, also behind "if …:".
            std::string out = code;
            if (part == CodePart::Clip) out.insert(out.find("clip_grad_norm_"), "norm = ");
            line(1, indent + out);
            if (code.starts_with("loss = loss_fn")) {
                line(1, indent + "counts.append(int((y != -100).sum()))");
                line(1, indent + std::string("losses.append(loss.item()") + (by_tokens() ? " / counts[-1])" : ")"));
            }
            if (part == CodePart::Step && scaled) line(1, "trace[\"ran\"].append(not found_inf(scaler, optimizer))");
        }
        if (on_gpu()) line(1, "torch.cuda.synchronize()");
        line(1, "trace[\"ms\"].append(1000 * (time.perf_counter() - started))");
        if (!scaled) line(1, "trace[\"ran\"].append(True)");
        line(1, by_tokens() ? "trace[\"loss\"].append(sum(a * b for a, b in zip(losses, counts)) / sum(counts))"
                            : "trace[\"loss\"].append(sum(losses) / len(losses))");
        line(1, "trace[\"grad_norm\"].append(float(norm))");
        line(1, "print(step, trace[\"loss\"][-1], trace[\"scale\"][-1], \"\" if trace[\"ran\"][-1] else \"skipped\")");
    }
    bool by_tokens() const { return s.loss_normalization == scenario::LossNormalization::Tokens; }

    bool on_gpu() const { return s.device == scenario::Device::Cuda; }

    const Scenario& s;
    std::string m_device; // "cpu", "cuda"
    std::int64_t m_steps, m_planned;
    std::vector<LiveChange> m_changes;
    std::set<std::string> m_variables;
    std::string m_script;
};

std::vector<ExportFile> files_of(const Scenario& scenario, std::optional<std::int64_t> steps,
                                 std::vector<LiveChange> changes) {
    scenario::require_runnable(scenario);
    const bool linear = scenario.model.kind == ModelKind::Linear;
    const TokenText text = linear ? TokenText{} : load_tokens(scenario);
    const DataPlan plan(scenario, linear ? linear_text_length(scenario) : text.tokens.size());
    std::vector<ExportFile> files = {
        {"train.py", ScriptWriter(scenario, steps.value_or(plan.steps()), plan.steps(), std::move(changes)).all(text)}};
    if (!linear) files.push_back({"text.bin", load_text(scenario)});
    files.push_back({"scenario.json", scenario::scenario_text(scenario)});
    return files;
}

} // namespace

std::vector<ExportFile> pytorch_export(const Scenario& scenario) {
    return files_of(scenario, std::nullopt, {});
}

std::vector<ExportFile> pytorch_export(const record::RunRecord& record) {
    std::vector<LiveChange> changes;
    Scenario changed = record.scenario();
    for (const auto* fact : record.facts_of("setting_changed")) {
        // Through the field table: a record is a file from outside, and this becomes Python.
        const std::string path = fact->text("field");
        scenario::set_field(changed, path, fact->text("to"));
        const scenario::Field& field = *scenario::find_field(path);
        if (!field.live) throw text::bad_input("train.not_live", {{"field", path}});
        changes.push_back({fact->step, path, scenario::to_text(field.get(changed))});
    }
    const auto steps = static_cast<std::int64_t>(record.samples().size());
    return files_of(record.scenario(), steps > 0 ? std::optional(steps) : std::nullopt, std::move(changes));
}

} // namespace ampscope::train
