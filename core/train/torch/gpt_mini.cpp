#include "core/train/torch/gpt_mini.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/scenario/model_shape.h"
#include "core/train/torch/autocast_guard.h"
#include "core/train/torch/checkpoint.h"
#include "core/train/torch/step_place.h"

namespace ampscope::train {

using scenario::AutocastIsland;
using scenario::CheckpointKind;

namespace {

constexpr double kInitStd = 0.02;
constexpr double kNormEps = 1e-5;
constexpr double kRotaryBase = 10000.0; // RoFormer, arXiv 2104.09864

// An fp32 region inside an autocast region: `with autocast(enabled=False): part(x.float())`.
at::Tensor in_fp32(const std::function<at::Tensor(const at::Tensor&)>& part, const at::Tensor& x) {
    const AutocastGuard off(at::kFloat, /*enabled=*/false, x.device().type());
    return part(x.to(at::kFloat));
}

} // namespace

GptMini::GptMini(const scenario::Scenario& scenario, std::int64_t vocabulary, at::Generator generator)
    : Model(scenario),
      m_scenario(scenario),
      m_norm_in_fp32(std::ranges::find(scenario.autocast.fp32_ops, kCustomNorm) != scenario.autocast.fp32_ops.end()),
      m_generator(std::move(generator)) {
    const auto [layers, width, heads, ignored] = scenario::model_shape(scenario.model.size);
    m_width = width, m_heads = heads, m_head_width = width / heads;
    const std::int64_t inner = scenario::feed_forward_width(width, scenario.model.ffn);
    const double residual_std = kInitStd / std::sqrt(2.0 * static_cast<double>(layers));
    const at::ScalarType dtype = weight_dtype(scenario.precision);

    const at::Generator random = weight_generator(scenario, m_generator);
    const auto matrix = [&](std::string name, std::int64_t rows, std::int64_t columns, double std_dev) {
        return add(std::move(name), at::empty({rows, columns}, at::kFloat).normal_(0.0, std_dev, random), dtype);
    };
    const std::int64_t norm_width = width;
    const auto ones = [&](std::string name) { return add(std::move(name), at::ones({norm_width}, at::kFloat), dtype); };

    m_embedding = matrix("embedding.weight", vocabulary, width, kInitStd);
    for (std::int64_t i = 0; i < layers; ++i) {
        const std::string prefix = "blocks." + std::to_string(i) + ".";
        Block block;
        block.name = prefix;
        block.norm1 = ones(prefix + "norm1.weight");
        block.qkv = matrix(prefix + "attn.qkv.weight", 3 * width, width, kInitStd);
        block.proj = matrix(prefix + "attn.proj.weight", width, width, residual_std);
        block.norm2 = ones(prefix + "norm2.weight");
        if (scenario.model.ffn == scenario::Ffn::SwiGlu)
            block.gate = matrix(prefix + "ffn.gate.weight", inner, width, kInitStd);
        block.up = matrix(prefix + "ffn.up.weight", inner, width, kInitStd);
        block.down = matrix(prefix + "ffn.down.weight", width, inner, residual_std);
        m_blocks.push_back(std::move(block));
    }
    m_norm = ones("norm.weight");

    const std::int64_t length = scenario.sequence_length, half = m_head_width / 2;
    const at::Tensor frequency =
        at::pow(kRotaryBase, at::arange(half, at::kFloat) * (-1.0 / static_cast<double>(half)));
    const at::Tensor angle = at::outer(at::arange(length, at::kFloat), frequency); // [T, D/2]
    m_cos = at::cos(at::cat({angle, angle}, -1)).to(device());
    m_sin = at::sin(at::cat({angle, angle}, -1)).to(device());
    m_mask = at::ones({length, length}, at::kBool).triu(1).to(device());
}

at::Tensor GptMini::dropout(const at::Tensor& x) const {
    const double probability = m_scenario.model.dropout;
    if (probability == 0) return x;
    // at::dropout takes no generator, and the global one is shared by all runs.
    const at::Tensor mask = at::empty_like(x).bernoulli_(1.0 - probability, m_generator);
    return x * mask.div_(1.0 - probability);
}

at::Tensor GptMini::rotate(const at::Tensor& x) const {
    const auto halves = x.chunk(2, -1);
    const at::Tensor turned = at::cat({-halves[1], halves[0]}, -1);
    return x * m_cos.to(x.scalar_type()) + turned * m_sin.to(x.scalar_type());
}

at::Tensor GptMini::rotate_for(RotatedLayout layout, const at::Tensor& x) const {
    if (!fuses(x)) return rotate(x);
    return rotated(x, m_cos.to(x.scalar_type()), m_sin.to(x.scalar_type()), layout);
}

at::Tensor GptMini::masked_scores(const at::Tensor& scores) const {
    const double scale = 1.0 / std::sqrt(static_cast<double>(m_head_width));
    const double masked =
        m_scenario.mistake == scenario::Mistake::FiniteMask ? -1e9 : -std::numeric_limits<double>::infinity();
    if (fuses(scores)) return scaled_and_masked(scores, scale, masked);
    return (scores * scale).masked_fill(m_mask, masked);
}

at::Tensor GptMini::attention(const Block& block, const at::Tensor& x) const {
    const std::int64_t batch = x.size(0), length = x.size(1);
    LayerScope layer(block.name, "attn.qkv");
    const at::Tensor qkv = at::linear(x, block.qkv);
    layer.next("attn.rope");
    const auto parts = qkv.chunk(3, -1); // [B, T, C] each
    const auto heads = [&](const at::Tensor& part) {
        return part.view({batch, length, m_heads, m_head_width}).transpose(1, 2);
    };
    const at::Tensor v = heads(parts[2]); // [B, H, T, D]
    at::Tensor y;
    if (m_scenario.model.attention == scenario::Attention::Fused) {
        const at::Tensor q = rotate(heads(parts[0])), k = rotate(heads(parts[1]));
        layer.next("attn.fused");
        y = at::scaled_dot_product_attention(q, k, v, {}, 0.0, /*is_causal=*/true);
    } else {
        const at::Tensor q = rotate_for(RotatedLayout::Queries, heads(parts[0]));
        const at::Tensor k = rotate_for(RotatedLayout::Keys, heads(parts[1]));
        layer.next("attn.scores");
        const at::Tensor scores = masked_scores(at::matmul(q, k.transpose(-2, -1)));
        layer.next("attn.softmax");
        at::Tensor shares = at::softmax(scores, -1);
        if (m_scenario.model.dropout > 0) {
            layer.next("attn.dropout");
            shares = dropout(shares);
        }
        layer.next("attn.values");
        y = at::matmul(std::exchange(shares, {}), v); // [B, H, T, T] times [B, H, T, D]
    }
    layer.next("attn.proj");
    y = y.transpose(1, 2).contiguous().view({batch, length, m_width});
    return at::linear(y, block.proj);
}

at::Tensor GptMini::hand_written_norm(at::Tensor h) const {
    const auto normalize = [](const at::Tensor& x) {
        const at::Tensor mean = x.mean(-1, true);
        const at::Tensor variance = (x * x).mean(-1, true) - mean * mean;
        return (x - mean) * at::rsqrt(variance + kNormEps);
    };
    return m_norm_in_fp32 ? in_fp32(normalize, h) : normalize(h);
}

at::Tensor GptMini::feed_forward(const Block& block, const at::Tensor& x) const {
    LayerScope layer(block.name, "ffn.up");
    at::Tensor up = at::linear(x, block.up); // [B, T, F]
    if (m_scenario.model.kind == scenario::ModelKind::CustomNorm) {
        layer.next("ffn.norm");
        up = hand_written_norm(up + m_scenario.model.norm_bias);
    }
    at::Tensor inner;
    if (m_scenario.model.ffn == scenario::Ffn::Gelu) {
        layer.next("ffn.gelu");
        inner = at::gelu(up);
    } else {
        layer.next("ffn.gate");
        inner = at::linear(x, block.gate);
        layer.next("ffn.silu");
        inner = at::silu(inner) * up;
    }
    layer.next("ffn.down");
    return at::linear(inner, block.down);
}

at::Tensor GptMini::checkpointed(const Part& part, const at::Tensor& x) const {
    return checkpoint(part, x, {m_generator, m_scenario.checkpointing.rng});
}

at::Tensor GptMini::sublayer(const Part& part, const at::Tensor& x) const {
    return m_scenario.checkpointing.kind == CheckpointKind::Sublayer ? checkpointed(part, x) : part(x);
}

at::Tensor GptMini::run_block(const Block& block, at::Tensor x) const {
    const auto attend = [this, &block](const at::Tensor& h) {
        const auto part = [this, &block](const at::Tensor& input) { return attention(block, input); };
        return m_scenario.autocast.island == AutocastIsland::Attention ? in_fp32(part, h) : part(h);
    };
    const auto feed = [this, &block](const at::Tensor& h) {
        const auto part = [this, &block](const at::Tensor& input) { return feed_forward(block, input); };
        return m_scenario.autocast.island == AutocastIsland::Ffn ? in_fp32(part, h) : part(h);
    };
    // As chapter B's listing does: the norm is outside the checkpointed part, so its output is what is kept.
    LayerScope layer(block.name, "norm1");
    at::Tensor h = at::rms_norm(x, {m_width}, block.norm1, kNormEps);
    layer.next("attn");
    h = sublayer(attend, std::exchange(h, {}));
    layer.next("attn.add");
    x = x + dropout(std::exchange(h, {}));
    layer.next("norm2");
    h = at::rms_norm(x, {m_width}, block.norm2, kNormEps);
    layer.next("ffn");
    h = sublayer(feed, std::exchange(h, {}));
    layer.next("ffn.add");
    return x + dropout(std::exchange(h, {}));
}

at::Tensor GptMini::run_blocks(at::Tensor x) const {
    const auto count = static_cast<std::int64_t>(m_blocks.size());
    const auto kind = m_scenario.checkpointing.kind;
    if (kind == CheckpointKind::None || kind == CheckpointKind::Sublayer) {
        for (const auto& block : m_blocks)
            x = run_block(block, x);
        return x;
    }
    const std::int64_t segments =
        kind == CheckpointKind::Block ? count : std::min(m_scenario.checkpointing.segments, count);
    for (std::int64_t segment = 0; segment < segments; ++segment) {
        const std::int64_t first = segment * count / segments, last = (segment + 1) * count / segments;
        const std::string_view block = m_blocks[static_cast<std::size_t>(first)].name;
        const LayerScope layer(block.substr(0, block.size() - 1)); // by the first one's name
        x = checkpointed(
            [this, first, last](at::Tensor h) {
                for (std::int64_t i = first; i < last; ++i)
                    h = run_block(m_blocks[static_cast<std::size_t>(i)], h);
                return h;
            },
            x);
    }
    return x;
}

at::Tensor GptMini::logits(const at::Tensor& tokens) const {
    LayerScope layer("embedding");
    at::Tensor x = dropout(at::embedding(m_embedding, tokens)); // [B, T, C]
    x = run_blocks(std::move(x));
    layer.next("norm");
    x = at::rms_norm(x, {m_width}, m_norm, kNormEps);
    layer.next("head");
    return at::linear(x, m_embedding); // [B, T, V]
}

} // namespace ampscope::train
