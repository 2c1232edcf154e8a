// The model that is trained: a small GPT, written with plain ops so that every dtype can be seen.
//
// Shapes: B sequences, T tokens, C width, H heads, D = C / H, V vocabulary, F = width of the feed-forward layer.
#pragma once

#include <ATen/ATen.h>

#include <string>
#include <vector>

#include "core/train/model_shape.h"

namespace ampscope::train {

struct Parameter {
    std::string name; ///< "blocks.0.attn.qkv.weight"
    at::Tensor tensor;
};

/// Token embedding, blocks of (RMSNorm, attention with rotary positions, RMSNorm, feed-forward), RMSNorm, and a head
/// that shares the embedding's weight. No biases.
class GptMini {
  public:
    /// Weights are drawn by normal_ from `generator` in the order of parameters(): standard deviation 0.02, divided by
    /// sqrt(2 * layers) for the two projections that write into the residual stream (GPT-2's rule); norms are ones.
    GptMini(const scenario::Scenario& scenario, std::int64_t vocabulary, at::Generator generator);

    /// tokens and targets: int64 [B, T]. Returns the mean cross entropy, a 0-dim tensor. `generator` is for dropout.
    at::Tensor loss(const at::Tensor& tokens, const at::Tensor& targets, at::Generator& generator) const;

    const std::vector<Parameter>& parameters() const { return m_parameters; }

  private:
    struct Block {
        at::Tensor norm1, qkv, proj, norm2, gate, up, down; // gate: SwiGLU only
    };
    at::Tensor attention(const Block& block, const at::Tensor& x, at::Generator& generator) const;
    at::Tensor feed_forward(const Block& block, const at::Tensor& x) const;
    at::Tensor dropout(const at::Tensor& x, at::Generator& generator) const;
    at::Tensor rotate(const at::Tensor& x) const; // [B, H, T, D]

    std::int64_t m_width, m_heads, m_head_width;
    scenario::Attention m_attention;
    scenario::Ffn m_ffn;
    double m_dropout;
    std::vector<Parameter> m_parameters;
    at::Tensor m_embedding; // [V, C]
    std::vector<Block> m_blocks;
    at::Tensor m_norm;
    at::Tensor m_cos, m_sin; // [T, D], rotary angles
    at::Tensor m_mask;       // [T, T], true above the diagonal
};

} // namespace ampscope::train
