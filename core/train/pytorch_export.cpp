#include "core/train/pytorch_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/numbers.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/train/language.h"
#include "core/train/model_shape.h"

namespace ampscope::train {

using scenario::ClipWhen;
using scenario::Precision;
using scenario::Scenario;

namespace {

std::string number(double value) { // as Python writes it
    const std::string text = io::to_text(value);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string_view torch_dtype(Precision precision) {
    return precision == Precision::Bf16 ? "torch.bfloat16" : "torch.float16";
}

} // namespace

std::vector<CodeLine> training_step(const Scenario& s, const std::string& device) {
    const bool scaled = s.scaler_enabled();
    const bool accumulates = s.accumulation_steps > 1;
    const std::string inner = accumulates ? "    " : "";
    std::vector<CodeLine> lines;
    const auto add = [&](CodePart part, std::string text) { lines.push_back({std::move(text), part}); };

    if (accumulates)
        add(CodePart::Other, fmt::format("for x, y in micro_batches:  # {} of them", s.accumulation_steps));
    std::string body = inner;
    if (s.uses_autocast()) {
        add(CodePart::Forward,
            inner + fmt::format("with autocast(\"{}\", dtype={}):", device, torch_dtype(s.precision)));
        body += "    ";
    }
    add(CodePart::Forward, body + "loss = model(x, y)");
    std::string scaled_loss = "loss";
    if (s.loss_multiplier != 1.0) scaled_loss += " * " + number(s.loss_multiplier);
    if (accumulates) scaled_loss += fmt::format(" / {}", s.accumulation_steps);
    const bool plain = scaled_loss == "loss";
    if (scaled)
        add(CodePart::Backward, inner + "scaler.scale(" + scaled_loss + ").backward()");
    else
        add(CodePart::Backward, inner + (plain ? "loss" : "(" + scaled_loss + ")") + ".backward()");

    const std::string clip = fmt::format("clip_grad_norm_(model.parameters(), {})", number(s.clip.max_norm));
    if (s.clip.when == ClipWhen::BeforeUnscale) add(CodePart::Clip, clip + (scaled ? "  # before unscale_" : ""));
    if (scaled) add(CodePart::Unscale, "scaler.unscale_(optimizer)");
    if (s.clip.when == ClipWhen::AfterUnscale) add(CodePart::Clip, clip);
    add(CodePart::Step, scaled ? "scaler.step(optimizer)" : "optimizer.step()");
    if (scaled) add(CodePart::Update, "scaler.update()");
    add(CodePart::ZeroGrad, "optimizer.zero_grad(set_to_none=True)");
    return lines;
}

namespace {

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

LitCode light(const std::vector<CodeLine>& lines, const record::RunRecord& record, std::int64_t step,
              text::Language language) {
    LitCode lit;
    lit.remarks.resize(lines.size());
    const auto sample = std::ranges::find(record.samples(), step, [](const record::Sample& s) { return s.step(); });
    if (sample == record.samples().end()) return lit;
    const auto say = [&](std::string id, std::vector<text::Argument> arguments) {
        return "# " + text::render({std::move(id), std::move(arguments)}, language);
    };
    const record::Fact* skipped = fact_at(record, "step_skipped", step);
    const record::Fact* moved = fact_at(record, "scale_changed", step);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const CodePart part = lines[i].part;
        auto& remark = lit.remarks[i];
        if (part == CodePart::Backward && record.scenario().scaler_enabled())
            remark = say("code.scaled", {{"scale", io::to_text((*sample)[record::Column::Scale])}});
        if (part == CodePart::Step) {
            lit.lit_line = i;
            if (skipped) remark = say("code.skipped", {{"parameter", skipped->text("parameter")}});
        }
        if (part == CodePart::Update && moved)
            remark = say("code.moved",
                         {{"from", power_text(*moved->number("from"))}, {"to", power_text(*moved->number("to"))}});
        if (part == CodePart::Clip)
            remark = say("code.norm", {{"norm", io::to_text((*sample)[record::Column::GradNorm], 4)}});
    }
    return lit;
}

// --- the script

namespace {

constexpr std::string_view kHeader =
    R"py(# Reproduces an ampscope run with Python's PyTorch. Made by `ampscope-cli export-pytorch`; needs torch 2.15.
# Usage: python train.py [trace.json]     text.bin must lie beside this file.
#
# {name}
{why_not_same_bits}
import json
import math
import pathlib
import sys

import torch
import torch.nn.functional as F
from torch import nn
from torch.amp import GradScaler, autocast
from torch.nn.utils import clip_grad_norm_

torch.set_num_threads({threads})
SEED = {seed}
BATCH, LENGTH, STEPS = {batch}, {length}, {steps}
)py";

constexpr std::string_view kProductsShim = R"py(
# 16-bit matrix products with exact products, fp32 sums and one rounding: what a Tensor Core does in principle, and what
# ampscope runs (fp16_accumulation=fp32). The .out variants reach the kernels that are replaced here.
VIA_FP32 = {via_fp32}
products = torch.library.Library("aten", "IMPL", "CPU")  # noqa: TOR901


def mm32(a, b):
    return torch.mm(a, b, out=a.new_empty(a.shape[0], b.shape[1]))


def bmm32(a, b):
    return torch.bmm(a, b, out=a.new_empty(a.shape[0], a.shape[1], b.shape[2]))


products.impl("mm", lambda a, b: mm32(a.float(), b.float()).to(a.dtype) if a.dtype in VIA_FP32 else mm32(a, b))
products.impl("bmm", lambda a, b: bmm32(a.float(), b.float()).to(a.dtype) if a.dtype in VIA_FP32 else bmm32(a, b))
)py";

constexpr std::string_view kRulesShim = R"py(
# CUDA's autocast rules on a CPU, for the ops of this model whose rule differs: softmax and log_softmax give fp32,
# cross_entropy is on no list, and cat follows its inputs.
rules = torch.library.Library("aten", "IMPL", "AutocastCPU")  # noqa: TOR901
no_autocast = torch._C.DispatchKeySet(torch._C.DispatchKey.AutocastCPU)


def in_fp32(op):
    def call(x, dim, dtype=None):
        with torch._C._ExcludeDispatchKeyGuard(no_autocast):
            return op(x, dim, dtype=dtype or torch.float32)
    return call


rules.impl("softmax.int", in_fp32(torch.softmax))
rules.impl("log_softmax.int", in_fp32(torch.log_softmax))
rules.impl("cross_entropy_loss", torch.library.fallthrough_kernel)
rules.impl("cat", torch.library.fallthrough_kernel)
)py";

constexpr std::string_view kModel = R"py(
LAYERS, WIDTH, HEADS, INNER, VOCABULARY = {layers}, {width}, {heads}, {inner}, {vocabulary}
DROPOUT = {dropout}
EPS = 1e-5
generator = torch.Generator().manual_seed(SEED)  # weights first, then dropout


def dropout(x):
    if DROPOUT == 0:
        return x
    mask = torch.empty_like(x).bernoulli_(1.0 - DROPOUT, generator=generator)
    return x * mask.div_(1.0 - DROPOUT)


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(WIDTH))

    def forward(self, x):
        return F.rms_norm(x, (WIDTH,), self.weight, EPS)


class Linear(nn.Module):
    def __init__(self, rows, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(rows, columns))

    def forward(self, x):
        return F.linear(x, self.weight)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = Linear(3 * WIDTH, WIDTH)
        self.proj = Linear(WIDTH, WIDTH)

    def forward(self, x, cos, sin, mask):
        B, T, C = x.shape
        D = C // HEADS

        def heads(part):
            return part.view(B, T, HEADS, D).transpose(1, 2)

        def rotate(part):
            a, b = part.chunk(2, -1)
            return part * cos.to(part.dtype) + torch.cat((-b, a), -1) * sin.to(part.dtype)

        q, k, v = self.qkv(x).chunk(3, -1)
        q, k, v = rotate(heads(q)), rotate(heads(k)), heads(v)
{attention}
        return self.proj(y.transpose(1, 2).contiguous().view(B, T, C))


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
{ffn_members}

    def forward(self, x):
        return {ffn_forward}


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1 = Norm()
        self.attn = Attention()
        self.norm2 = Norm()
        self.ffn = FeedForward()

    def forward(self, x, cos, sin, mask):
        x = x + dropout(self.attn(self.norm1(x), cos, sin, mask))
        return x + dropout(self.ffn(self.norm2(x)))


class GPTMini(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = Linear(VOCABULARY, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = Norm()
        half = WIDTH // HEADS // 2
        frequency = torch.pow(10000.0, torch.arange(half, dtype=torch.float32) * (-1.0 / half))
        angle = torch.outer(torch.arange(LENGTH, dtype=torch.float32), frequency)
        self.cos = torch.cat((angle, angle), -1).cos()
        self.sin = torch.cat((angle, angle), -1).sin()
        self.mask = torch.ones(LENGTH, LENGTH, dtype=torch.bool).triu(1)
        for name, weight in self.named_parameters():
            if weight.dim() == 2:
                residual = name.endswith(("attn.proj.weight", "ffn.down.weight"))
                weight.data.normal_(0.0, 0.02 / math.sqrt(2.0 * LAYERS) if residual else 0.02, generator=generator)

    def forward(self, x, y):
        h = dropout(F.embedding(x, self.embedding.weight))
        for block in self.blocks:
            h = block(h, self.cos, self.sin, self.mask)
        logits = F.linear(self.norm(h), self.embedding.weight)
        return F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))
)py";

constexpr std::string_view kData = R"py(
# The same pieces of the same text: SplitMix64, one number per sequence.
MASK = (1 << 64) - 1
text = pathlib.Path(__file__).with_name("text.bin").read_bytes()


def splitmix64(seed, index):
    z = (seed + (index + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def batch(number):
    rows = []
    for row in range(BATCH):
        random = splitmix64(SEED + 0x77696E646F77, number * BATCH + row)
        start = ((random >> 32) * (len(text) - LENGTH)) >> 32
        rows.append(list(text[start : start + LENGTH + 1]))
    window = torch.tensor(rows)
    return window[:, :-1].contiguous(), window[:, 1:].contiguous()
)py";

constexpr std::string_view kLoop = R"py(
model = GPTMini()
{optimizer}
{scaler}
trace = {{"loss": [], "scale": [], "ran": [], "grad_norm": []}}
for step in range(STEPS):
    losses = []
{loop}
    trace["loss"].append(sum(losses) / len(losses))
    trace["grad_norm"].append(float(norm))
    print(step, trace["loss"][-1], trace["scale"][-1], "" if trace["ran"][-1] else "skipped")

if len(sys.argv) > 1:
    pathlib.Path(sys.argv[1]).write_text(json.dumps(trace))
)py";

std::string why_not_same_bits(const Scenario& s) {
    if (!s.uses_autocast())
        return "# fp32: the same kernels run in both programs, so the losses are equal bit for bit.";
    if (s.autocast.rules == scenario::AutocastRules::Cpu && s.fp16_accumulation == scenario::Accumulation16::Native)
        return "# Autocast with this CPU's own rules and kernels: the losses are equal bit for bit.";
    return "# Two shims below stand in for what ampscope does inside LibTorch: with them, too, the losses are equal "
           "bit for bit\n"
           "# on the same machine, with the same number of threads.";
}

// The lines of training_step() with what is recorded between them.
std::string loop_lines(const Scenario& s) {
    std::string out;
    const auto put = [&](int indent, std::string_view line) {
        out += std::string(static_cast<std::size_t>(4 * indent), ' ') + std::string(line) + "\n";
    };
    const bool accumulates = s.accumulation_steps > 1;
    if (accumulates)
        put(1, "micro_batches = [batch(step * " + std::to_string(s.accumulation_steps) + " + i) for i in range(" +
                   std::to_string(s.accumulation_steps) + ")]");
    else
        put(1, "x, y = batch(step)");
    put(1, s.scaler_enabled() ? "trace[\"scale\"].append(scaler.get_scale())" : "trace[\"scale\"].append(1.0)");
    bool has_norm = false;
    for (const auto& [line, part] : training_step(s, "cpu")) {
        if (part == CodePart::Backward) put(accumulates ? 2 : 1, "losses.append(loss.item())");
        if (part == CodePart::Clip) has_norm = true;
        if (part == CodePart::Step && !has_norm)
            put(1, "norm = clip_grad_norm_(model.parameters(), math.inf)  # measured, not clipped");
        put(1, (part == CodePart::Clip ? "norm = " : "") + line);
        if (part == CodePart::Update) put(1, "trace[\"ran\"].append(scaler.get_scale() >= trace[\"scale\"][-1])");
    }
    if (!s.scaler_enabled()) put(1, "trace[\"ran\"].append(True)");
    out.pop_back();
    return out;
}

} // namespace

std::vector<ExportFile> pytorch_export(const Scenario& s) {
    scenario::require_runnable(s);
    const ModelShape shape = model_shape(s.model.size);
    std::string script =
        fmt::format(fmt::runtime(kHeader), fmt::arg("name", s.name.empty() ? "unnamed" : s.name),
                    fmt::arg("why_not_same_bits", why_not_same_bits(s)), fmt::arg("threads", s.threads),
                    fmt::arg("seed", s.seed), fmt::arg("batch", s.micro_batch_size),
                    fmt::arg("length", s.sequence_length), fmt::arg("steps", s.length.steps));
    if (s.uses_autocast()) {
        if (s.fp16_accumulation == scenario::Accumulation16::Fp32)
            script += fmt::format(fmt::runtime(kProductsShim),
                                  fmt::arg("via_fp32", "(torch.float16,) if torch.backends.cpu.get_cpu_capability() == "
                                                       "\"AVX512\" else (torch.float16, torch.bfloat16)"));
        if (s.autocast.rules == scenario::AutocastRules::Cuda) script += kRulesShim;
    }
    const bool fused = s.model.attention == scenario::Attention::Fused;
    const bool gelu = s.model.ffn == scenario::Ffn::Gelu;
    script += fmt::format(
        fmt::runtime(kModel), fmt::arg("layers", shape.layers), fmt::arg("width", shape.width),
        fmt::arg("heads", shape.heads), fmt::arg("inner", feed_forward_width(shape.width, s.model.ffn)),
        fmt::arg("vocabulary", 256), fmt::arg("dropout", number(s.model.dropout)),
        fmt::arg("attention", fused ? "        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)"
                                    : "        weights = torch.matmul(q, k.transpose(-2, -1)) * (1.0 / math.sqrt(D))\n"
                                      "        weights = weights.masked_fill(mask, -math.inf)\n"
                                      "        y = torch.matmul(dropout(torch.softmax(weights, -1)), v)"),
        fmt::arg("ffn_members", gelu
                                    ? "        self.up = Linear(INNER, WIDTH)\n        self.down = Linear(WIDTH, INNER)"
                                    : "        self.gate = Linear(INNER, WIDTH)\n        self.up = Linear(INNER, "
                                      "WIDTH)\n        self.down = Linear(WIDTH, INNER)"),
        fmt::arg("ffn_forward",
                 gelu ? "self.down(F.gelu(self.up(x)))" : "self.down(F.silu(self.gate(x)) * self.up(x))"));
    script += kData;
    const std::string optimizer =
        s.optimizer.kind == scenario::OptimizerKind::AdamW
            ? fmt::format("optimizer = torch.optim.AdamW(model.parameters(), lr={}, betas=({}, {}), eps={}, "
                          "weight_decay={}, fused=True)",
                          number(s.optimizer.lr), number(s.optimizer.betas[0]), number(s.optimizer.betas[1]),
                          number(s.optimizer.eps), number(s.optimizer.weight_decay))
            : fmt::format("optimizer = torch.optim.SGD(model.parameters(), lr={}, momentum={}, weight_decay={})",
                          number(s.optimizer.lr), number(s.optimizer.momentum), number(s.optimizer.weight_decay));
    const std::string scaler = s.scaler_enabled()
                                   ? fmt::format("scaler = GradScaler(\"cpu\", init_scale={}, growth_factor={}, "
                                                 "backoff_factor={}, growth_interval={})\n",
                                                 number(s.scaler.init_scale), number(s.scaler.growth_factor),
                                                 number(s.scaler.backoff_factor), s.scaler.growth_interval)
                                   : std::string();
    script += fmt::format(fmt::runtime(kLoop), fmt::arg("optimizer", optimizer), fmt::arg("scaler", scaler),
                          fmt::arg("loop", loop_lines(s)));
    return {{"train.py", script},
            {"text.bin", builtin_text(s.data.language, static_cast<std::uint64_t>(s.seed))},
            {"scenario.json", scenario::scenario_text(s)}};
}

} // namespace ampscope::train
