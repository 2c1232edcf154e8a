// A small GPT, written with plain ops so that every dtype can be seen. Two pieces of attention also have a one-pass
// form with the same bits (attention_ops.h); it is used unless somebody looks at the ops.
//
// Shapes: B sequences, T tokens, C width, H heads, D = C / H, V vocabulary, F = width of the feed-forward layer.
#pragma once

#include <functional>

#include "core/train/torch/attention_ops.h"
#include "core/train/torch/model.h"

namespace ampscope::train {

/// Token embedding, blocks of (RMSNorm, attention with rotary positions, RMSNorm, feed-forward), RMSNorm, and a head
/// that shares the embedding's weight. No biases. Matrices start with standard deviation 0.02, divided by sqrt(2 *
/// layers) for the two that write into the residual stream (GPT-2's rule); norms start as ones.
///
/// kind=custom-norm puts a hand-written normalisation between the feed-forward layer's first product (plus norm_bias)
/// and its GELU: variance as E[x²] - E[x]², which no autocast list knows.
class GptMini : public Model {
  public:
    GptMini(const scenario::Scenario& scenario, std::int64_t vocabulary, at::Generator generator);
    at::Tensor logits(const at::Tensor& tokens) const override;

  private:
    struct Block {
        std::string name;                                   // "blocks.1."
        at::Tensor norm1, qkv, proj, norm2, gate, up, down; // gate: SwiGLU only
    };
    at::Tensor run_blocks(at::Tensor x) const;
    at::Tensor run_block(const Block& block, at::Tensor x) const;
    at::Tensor attention(const Block& block, const at::Tensor& x) const;
    at::Tensor feed_forward(const Block& block, const at::Tensor& x) const;
    at::Tensor hand_written_norm(at::Tensor h) const;
    at::Tensor dropout(const at::Tensor& x) const;
    at::Tensor rotate(const at::Tensor& x) const; // [B, H, T, D]
    at::Tensor rotate_for(RotatedLayout layout, const at::Tensor& x) const;
    at::Tensor masked_scores(const at::Tensor& scores) const; // [B, H, T, T]
    bool fuses(const at::Tensor& x) const { return !uses_plain_ops() && x.is_cpu() && can_fuse(x.scalar_type()); }
    using Part = std::function<at::Tensor(const at::Tensor&)>;
    /// The part with or without keeping its activations, as the scenario says.
    at::Tensor sublayer(const Part& part, const at::Tensor& x) const;
    at::Tensor checkpointed(const Part& part, const at::Tensor& x) const;

    scenario::Scenario m_scenario;
    std::int64_t m_width, m_heads, m_head_width;
    bool m_norm_in_fp32;
    mutable at::Generator m_generator; ///< dropout draws from it
    at::Tensor m_embedding;            // [V, C]
    std::vector<Block> m_blocks;
    at::Tensor m_norm;
    at::Tensor m_cos, m_sin; // [T, D], rotary angles
    at::Tensor m_mask;       // [T, T], true above the diagonal
};

/// Name with which autocast.fp32_ops keeps the hand-written normalisation in fp32.
constexpr const char* kCustomNorm = "custom_norm";

} // namespace ampscope::train
