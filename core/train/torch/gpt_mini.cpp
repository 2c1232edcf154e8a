#include "core/train/torch/gpt_mini.h"

#include <cmath>
#include <limits>

namespace ampscope::train {

namespace {

constexpr double kInitStd = 0.02;
constexpr double kNormEps = 1e-5;
constexpr double kRotaryBase = 10000.0; // RoFormer, arXiv 2104.09864

} // namespace

GptMini::GptMini(const scenario::Scenario& scenario, std::int64_t vocabulary, at::Generator generator)
    : m_attention(scenario.model.attention), m_ffn(scenario.model.ffn), m_dropout(scenario.model.dropout) {
    const auto [layers, width, heads] = model_shape(scenario.model.size);
    m_width = width, m_heads = heads, m_head_width = width / heads;
    const std::int64_t inner = feed_forward_width(width, m_ffn);
    const double residual_std = kInitStd / std::sqrt(2.0 * static_cast<double>(layers));

    const auto add = [&](std::string name, at::Tensor tensor) {
        tensor.set_requires_grad(true);
        m_parameters.push_back({std::move(name), tensor});
        return tensor;
    };
    const auto matrix = [&](std::string name, std::int64_t rows, std::int64_t columns, double std_dev) {
        return add(std::move(name), at::empty({rows, columns}, at::kFloat).normal_(0.0, std_dev, generator));
    };
    const auto ones = [&](std::string name) { return add(std::move(name), at::ones({width}, at::kFloat)); };

    m_embedding = matrix("embedding.weight", vocabulary, width, kInitStd);
    for (std::int64_t i = 0; i < layers; ++i) {
        const std::string prefix = "blocks." + std::to_string(i) + ".";
        Block block;
        block.norm1 = ones(prefix + "norm1.weight");
        block.qkv = matrix(prefix + "attn.qkv.weight", 3 * width, width, kInitStd);
        block.proj = matrix(prefix + "attn.proj.weight", width, width, residual_std);
        block.norm2 = ones(prefix + "norm2.weight");
        if (m_ffn == scenario::Ffn::SwiGlu) block.gate = matrix(prefix + "ffn.gate.weight", inner, width, kInitStd);
        block.up = matrix(prefix + "ffn.up.weight", inner, width, kInitStd);
        block.down = matrix(prefix + "ffn.down.weight", width, inner, residual_std);
        m_blocks.push_back(std::move(block));
    }
    m_norm = ones("norm.weight");

    const std::int64_t length = scenario.sequence_length, half = m_head_width / 2;
    const at::Tensor frequency =
        at::pow(kRotaryBase, at::arange(half, at::kFloat) * (-1.0 / static_cast<double>(half)));
    const at::Tensor angle = at::outer(at::arange(length, at::kFloat), frequency); // [T, D/2]
    m_cos = at::cos(at::cat({angle, angle}, -1));
    m_sin = at::sin(at::cat({angle, angle}, -1));
    m_mask = at::ones({length, length}, at::kBool).triu(1);
}

at::Tensor GptMini::dropout(const at::Tensor& x, at::Generator& generator) const {
    if (m_dropout == 0) return x;
    // at::dropout takes no generator, and the global one is shared by all runs.
    const at::Tensor mask = at::empty_like(x).bernoulli_(1.0 - m_dropout, generator);
    return x * mask.div_(1.0 - m_dropout);
}

at::Tensor GptMini::rotate(const at::Tensor& x) const {
    const auto halves = x.chunk(2, -1);
    const at::Tensor turned = at::cat({-halves[1], halves[0]}, -1);
    return x * m_cos.to(x.scalar_type()) + turned * m_sin.to(x.scalar_type());
}

at::Tensor GptMini::attention(const Block& block, const at::Tensor& x, at::Generator& generator) const {
    const std::int64_t batch = x.size(0), length = x.size(1);
    const auto parts = at::linear(x, block.qkv).chunk(3, -1); // [B, T, C] each
    const auto heads = [&](const at::Tensor& part) {
        return part.view({batch, length, m_heads, m_head_width}).transpose(1, 2);
    };
    const at::Tensor q = rotate(heads(parts[0])), k = rotate(heads(parts[1])), v = heads(parts[2]); // [B, H, T, D]
    at::Tensor y;
    if (m_attention == scenario::Attention::Fused) {
        y = at::scaled_dot_product_attention(q, k, v, {}, 0.0, /*is_causal=*/true);
    } else {
        at::Tensor weights = at::matmul(q, k.transpose(-2, -1)) * (1.0 / std::sqrt(static_cast<double>(m_head_width)));
        weights = weights.masked_fill(m_mask, -std::numeric_limits<double>::infinity());
        weights = dropout(at::softmax(weights, -1), generator); // [B, H, T, T]
        y = at::matmul(weights, v);
    }
    y = y.transpose(1, 2).contiguous().view({batch, length, m_width});
    return at::linear(y, block.proj);
}

at::Tensor GptMini::feed_forward(const Block& block, const at::Tensor& x) const {
    const at::Tensor up = at::linear(x, block.up); // [B, T, F]
    const at::Tensor inner = m_ffn == scenario::Ffn::Gelu ? at::gelu(up) : at::silu(at::linear(x, block.gate)) * up;
    return at::linear(inner, block.down);
}

at::Tensor GptMini::loss(const at::Tensor& tokens, const at::Tensor& targets, at::Generator& generator) const {
    at::Tensor x = dropout(at::embedding(m_embedding, tokens), generator); // [B, T, C]
    for (const auto& block : m_blocks) {
        x = x + dropout(attention(block, at::rms_norm(x, {m_width}, block.norm1, kNormEps), generator), generator);
        x = x + dropout(feed_forward(block, at::rms_norm(x, {m_width}, block.norm2, kNormEps)), generator);
    }
    x = at::rms_norm(x, {m_width}, m_norm, kNormEps);
    const at::Tensor logits = at::linear(x, m_embedding); // [B, T, V]
    return at::cross_entropy_loss(logits.view({-1, logits.size(-1)}), targets.view({-1}));
}

} // namespace ampscope::train
