// The pieces of Python that pytorch_export.cpp puts together. {{name}} is replaced; every other brace is Python's.
#pragma once

#include <string_view>

namespace ampscope::train::pieces {

inline constexpr std::string_view kHeader =
    R"py(# Reproduces an ampscope run with Python's PyTorch. Made by `ampscope-cli export-pytorch`; needs torch 2.15.
# Usage: python train.py [trace.json]{{text_bin}}
#
# {{name}}
{{why}}
import json
import math
import pathlib
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn
from torch.amp import GradScaler, autocast
from torch.nn.utils import clip_grad_norm_, get_total_norm
{{checkpoint}}
torch.set_num_threads({{threads}})
SEED = {{seed}}
BATCH, LENGTH, ACCUMULATION, STEPS = {{batch}}, {{length}}, {{accumulation}}, {{steps}}
generator = torch.Generator().manual_seed(SEED)  # weights first, then dropout
)py";

inline constexpr std::string_view kProductsShim = R"py(
# 16-bit matrix products with exact products, fp32 sums and one rounding: what a Tensor Core does in principle, and what
# ampscope runs (fp16_accumulation=fp32). The out= variants reach the kernels that are replaced here.
VIA_FP32 = (torch.float16,) if torch.backends.cpu.get_cpu_capability() == "AVX512" else (torch.float16, torch.bfloat16)
products = torch.library.Library("aten", "IMPL", "CPU")  # noqa: TOR901


def mm(a, b):
    return torch.mm(a, b, out=a.new_empty(a.shape[0], b.shape[1]))


def bmm(a, b):
    return torch.bmm(a, b, out=a.new_empty(a.shape[0], a.shape[1], b.shape[2]))


def addmm(c, a, b, *, beta=1, alpha=1):
    return torch.addmm(c, a, b, beta=beta, alpha=alpha, out=a.new_empty(a.shape[0], b.shape[1]))


def via_fp32(product):
    def call(*tensors, **factors):
        if tensors[-1].dtype not in VIA_FP32:
            return product(*tensors, **factors)
        return product(*(tensor.float() for tensor in tensors), **factors).to(tensors[-1].dtype)
    return call


products.impl("mm", via_fp32(mm))
products.impl("bmm", via_fp32(bmm))
products.impl("addmm", via_fp32(addmm))
)py";

inline constexpr std::string_view kRulesHead = R"py(
# What autocast does here otherwise than this device's own lists say.
rules = {}
no_autocast = torch._C.DispatchKeySet(torch._C.DispatchKey.{{key}})


def in_type(op, dtype):
    def call(*args, **kwargs):
        with torch._C._ExcludeDispatchKeyGuard(no_autocast):
            return op(*(a.to(dtype) if torch.is_tensor(a) else a for a in args), **kwargs)
    return call


def fp32_unless_given(op):
    names = [argument.name for argument in op._schema.arguments]

    def call(*args, **kwargs):
        given = dict(zip(names, args)) | kwargs
        if given.get("dtype") is None:
            given["dtype"] = torch.float32
        with torch._C._ExcludeDispatchKeyGuard(no_autocast):
            return op(**given)
    return call

)py";

inline constexpr std::string_view kCudaRules = R"py(
# CUDA's rules for the ops of this model whose rule differs: softmax, log_softmax and sum give fp32, rsqrt and rms_norm run
# in fp32, cross_entropy and cat are on no list.
for name in ("softmax.int", "log_softmax.int", "sum", "sum.dim_IntList"):
    packet, _, overload = name.partition(".")
    rules[name] = fp32_unless_given(getattr(getattr(torch.ops.aten, packet), overload or "default"))
rules["rsqrt"] = in_type(torch.ops.aten.rsqrt.default, torch.float32)
rules["rms_norm"] = in_type(torch.ops.aten.rms_norm.default, torch.float32)
rules["cross_entropy_loss"] = torch.library.fallthrough_kernel
rules["cat"] = torch.library.fallthrough_kernel
)py";

inline constexpr std::string_view kFp32Ops = R"py(
# Ops kept in fp32 whatever the rules say (autocast.fp32_ops).
for name in ({{ops}},):
    packet = getattr(torch.ops.aten, name)
    for overload in packet.overloads():
        if "out" not in overload:
            rules[name if overload == "default" else f"{name}.{overload}"] = in_type(getattr(packet, overload), torch.float32)
)py";

inline constexpr std::string_view kRulesTail = R"py(
library = torch.library.Library("aten", "IMPL", "{{key}}")  # noqa: TOR901
for name, rule in rules.items():
    library.impl(name, rule)
)py";

inline constexpr std::string_view kLinearModel = R"py(

class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(1024, 1024))
        self.bias = nn.Parameter(torch.empty(1024))
        for weight in self.parameters():  # as nn.Linear starts
            weight.data.uniform_(-1 / 32, 1 / 32, generator=generator)

    def forward(self, x):
        return F.linear(x.to(self.weight.dtype), self.weight, self.bias)
)py";

inline constexpr std::string_view kSizes = R"py(
LAYERS, WIDTH, HEADS, INNER, VOCABULARY = {{layers}}, {{width}}, {{heads}}, {{inner}}, {{vocabulary}}
DROPOUT = {{dropout}}
EPS = 1e-5


def dropout(x):
    if DROPOUT == 0:
        return x
    mask = torch.empty_like(x).bernoulli_(1.0 - DROPOUT, generator=generator)
    return x * mask.div_(1.0 - DROPOUT)
)py";

inline constexpr std::string_view kInFp32 = R"py(

def in_fp32(part):  # an island: autocast is off in it
    def call(x, *more):
        with autocast("{{device}}", enabled=False):
            return part(x.float(), *more)
    return call
)py";

inline constexpr std::string_view kRecomputed = R"py(

KEEP_RNG = {{keep_rng}}


def recomputed(part, x, *more):
    # Dropout draws from a generator of its own, which checkpoint() does not know.
    before, times = generator.get_state(), 0

    def call(h, *rest):
        nonlocal times
        now, times = generator.get_state(), times + 1
        if times > 1 and KEEP_RNG:
            generator.set_state(before)
        try:
            return part(h, *rest)
        finally:
            if times > 1 and KEEP_RNG:
                generator.set_state(now)
    return checkpoint(call, x, *more, use_reentrant=False)


def in_a_row(blocks):
    def call(h, *more):
        for block in blocks:
            h = block(h, *more)
        return h
    return call
)py";

inline constexpr std::string_view kCustomNorm = R"py(

def hand_written_norm(x):
    mean = x.mean(-1, keepdim=True)
    variance = (x * x).mean(-1, keepdim=True) - mean * mean
    return (x - mean) * torch.rsqrt(variance + EPS)
)py";

inline constexpr std::string_view kExplicitAttention =
    R"py(        weights = torch.matmul(q, k.transpose(-2, -1)) * (1.0 / math.sqrt(D))
        weights = weights.masked_fill(mask, {{mask}})
        y = torch.matmul(dropout(torch.softmax(weights, -1)), v))py";

inline constexpr std::string_view kFusedAttention =
    R"py(        y = F.scaled_dot_product_attention(q, k, v, is_causal=True))py";

inline constexpr std::string_view kGptModel = R"py(

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
{{attention}}
        return self.proj(y.transpose(1, 2).contiguous().view(B, T, C))


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        {{ffn_members}}
        self.down = Linear(WIDTH, INNER)

    def forward(self, x):
        return {{ffn_forward}}


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1 = Norm()
        self.attn = Attention()
        self.norm2 = Norm()
        self.ffn = FeedForward()

    def forward(self, x, cos, sin, mask):
        x = x + dropout({{attend}})
        return x + dropout({{feed}})


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

    def forward(self, x):
        h = dropout(F.embedding(x, self.embedding.weight))
        {{blocks}}
        return F.linear(self.norm(h), self.embedding.weight)
)py";

inline constexpr std::string_view kRandom = R"py(

# The same pieces of the same data: SplitMix64, one number per sequence.
def splitmix64(seed, index):
    mask = (1 << 64) - 1
    z = (seed + (index + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


def below(random, bound):
    return ((random >> 32) * bound) >> 32
)py";

inline constexpr std::string_view kStepWindows = R"py(

def windows(step):  # micro-batches of (number, start)
    def start(number):
        return below(splitmix64(SEED + 0x77696E646F77, number), len(tokens) - LENGTH)
    first = step * ACCUMULATION
    return [[(n, start(n)) for n in range(i * BATCH, (i + 1) * BATCH)] for i in range(first, first + ACCUMULATION)]
)py";

inline constexpr std::string_view kEpochWindows = R"py(

def order(epoch):  # Fisher and Yates, from the last place down
    places = list(range(WINDOWS))
    for place in range(WINDOWS - 1, 0, -1):
        other = below(splitmix64(SEED + 0x6F72646572 + epoch, place), place + 1)
        places[place], places[other] = places[other], places[place]
    return places


def windows(step):  # micro-batches of (number, start); the last step of an epoch takes what is left
    epoch, place = divmod(step, PER_EPOCH)
    part = order(epoch)[place * BATCH * ACCUMULATION : (place + 1) * BATCH * ACCUMULATION]
    return [[(i, i * LENGTH) for i in part[first : first + BATCH]] for first in range(0, len(part), BATCH)]
)py";

inline constexpr std::string_view kExamples = R"py(
tokens = range(4096 * LENGTH + 1)  # the classifier has no text: an epoch is 4,096 examples
WINDOWS = (len(tokens) - 1) // LENGTH
PER_EPOCH = -(-WINDOWS // (BATCH * ACCUMULATION))


def batch(rows):  # the label is the place of the largest of the first 16 numbers
    x = torch.stack([torch.empty(1024).normal_(generator=torch.Generator().manual_seed(SEED + n + 1)) for n, _ in rows])
    return x, x[:, :16].argmax(1)


def micro_batches_of(step):
    return [batch(rows) for rows in windows(step)]
)py";

inline constexpr std::string_view kByteTokens = R"py(
tokens = list(pathlib.Path(__file__).with_name("text.bin").read_bytes())
)py";

inline constexpr std::string_view kCharTokens = R"py(
text = pathlib.Path(__file__).with_name("text.bin").read_bytes().decode("utf-8", "ignore")
number_of = {character: number for number, character in enumerate(sorted(set(text)))}
tokens = [number_of[character] for character in text]
)py";

inline constexpr std::string_view kTokenBatch = R"py(WINDOWS = (len(tokens) - 1) // LENGTH
PER_EPOCH = -(-WINDOWS // (BATCH * ACCUMULATION))


def batch(rows):
    text = torch.tensor([tokens[start : start + LENGTH + 1] for _, start in rows])
    x, y = text[:, :-1].clone(), text[:, 1:].clone()
{{ragged}}    return x, y


def micro_batches_of(step):
    return [batch(rows) for rows in windows(step)]
)py";

inline constexpr std::string_view kRagged =
    R"py(    for row, (number, _) in enumerate(rows):  # each sequence counts only its own length
        least = max(1, LENGTH // 4)
        y[row, least + below(splitmix64(SEED + 0x6C656E6774, number), LENGTH - least + 1) :] = -100
)py";

inline constexpr std::string_view kToGpu =
    R"py(model = model.to("cuda")  # with the weights that a run on the CPU begins with, too
for name in {"cos", "sin", "mask"} & vars(model).keys():
    setattr(model, name, getattr(model, name).to("cuda"))
generator = torch.Generator("cuda").manual_seed(SEED)  # dropout
)py";

inline constexpr std::string_view kSchedule = R"py(
LR = {{lr}}


def factor(step):  # warm-up, then constant or half a cosine
    warmup, end, lowest = {{warmup}}, {{end}}, {{min_lr}} / LR if LR else 0.0
    if step < warmup:
        return (step + 1) / (warmup + 1)
    if not {{cosine}} or end <= warmup:
        return 1.0
    if step > end:
        return lowest
    return lowest + 0.5 * (1.0 + math.cos(math.pi * ((step - warmup) / (end - warmup)))) * (1.0 - lowest)


scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, factor)
)py";

inline constexpr std::string_view kLossFn = R"py(

def loss_fn(logits, y):
    return F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1), reduction="{{reduction}}")


)py";

inline constexpr std::string_view kFoundInf = R"py(

def found_inf(scaler, optimizer):  # what step() found; PyTorch keeps it to itself
    return scaler.is_enabled() and any(bool(f) for f in scaler._found_inf_per_device(optimizer).values())
)py";

inline constexpr std::string_view kHysteresisPolicy = R"py(

class Hysteresis:  # as Megatron-LM's DynamicGradScaler
    left = {{hysteresis}}
    quiet = 0

    def next_scale(self, scaler, optimizer):
        scale = torch.tensor(scaler.get_scale())
        if found_inf(scaler, optimizer):
            self.quiet, self.left = 0, self.left - 1
            if self.left <= 0:
                scale = torch.clamp(scale * {{backoff}}, min={{min}})
        else:
            self.quiet += 1
            if self.quiet == {{interval}}:
                self.quiet, self.left = 0, {{hysteresis}}
                scale = scale * {{growth}}
        return scale.item()


policy = Hysteresis()
)py";

inline constexpr std::string_view kApexPolicy = R"py(

class Apex:  # as NVIDIA apex's LossScaler
    quiet = 0

    def next_scale(self, scaler, optimizer):
        scale = scaler.get_scale()
        if found_inf(scaler, optimizer):
            self.quiet, scale = 0, scale / 2
        else:
            self.quiet += 1
            if self.quiet == {{interval}}:
                self.quiet, scale = 0, min(scale * 2, {{max}})
        return scale


policy = Apex()
)py";

inline constexpr std::string_view kDeepSpeedPolicy = R"py(

class DeepSpeed:  # as DeepSpeed's DynamicLossScaler
    step, last_overflow, left = 0, -1, {{hysteresis}}

    def next_scale(self, scaler, optimizer):
        scale = scaler.get_scale()
        if found_inf(scaler, optimizer):
            if {{hysteresis}} == 1 or self.left == 1:
                if scale == {{min}}:
                    raise RuntimeError("the loss scale is at its minimum and the gradients still overflow")
                scale = max(scale / 2, {{min}})
            else:
                self.left -= 1
            self.last_overflow = self.step
        elif (self.step - self.last_overflow) % {{interval}} == 0:
            self.left, scale = {{hysteresis}}, scale * 2
        self.step += 1
        return scale


policy = DeepSpeed()
)py";

inline constexpr std::string_view kChange = R"py(

def change(field, value):
    if field.upper().replace(".", "_") in globals():
        globals()[field.upper().replace(".", "_")] = value
)py";

inline constexpr std::string_view kTail = R"py(
if len(sys.argv) > 1:
    pathlib.Path(sys.argv[1]).write_text(json.dumps(trace))
)py";

} // namespace ampscope::train::pieces
