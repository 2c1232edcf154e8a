// What a step keeps for backward, part by part, for the program's own models: the formula that stands beside the run's
// measured bytes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/memory/model.h"
#include "core/scenario/scenario.h"
#include "core/text/message.h"

namespace ampscope::memory {

/// One named part, in decimal bytes. `title_id` is its name in the catalogue, `id` the one in JSON.
struct Part {
    std::string_view id;
    std::string_view title_id;
    double bytes = 0;
    text::Message title() const { return {std::string(title_id), {}}; }
};
/// Decimal bytes of all of them.
double total(const std::vector<Part>& parts);

struct Activations {
    /// Held at the end of forward: what the column bytes_activations measures. Parts of 0 bytes are left out.
    std::vector<Part> kept;
    /// Checkpointing only: the largest piece that backward computes again and then holds on top of `kept`.
    double recomputed = 0;
    /// False where the formula does not model a setting (autocast islands, ops kept in fp32 by hand).
    bool covers_everything = true;

    double kept_bytes() const { return total(kept); }
    double peak_bytes() const { return kept_bytes() + recomputed; }
};

/// GPTMini and its variants with that many tokens in a micro-batch. e = tokens * width numbers of the residual stream,
/// N = tokens, r = heads * sequence / width, F = inner / width, w = bytes of a computed number (fp32 4, else 2). Kept
/// per block, in bytes (counted from what each op saves; equal to the byte to what LibTorch 2.15 holds on a CPU, see
/// tests/memory and tests/cli):
///                           fp32          autocast, CUDA's rules   16-bit weights
///   two RMSNorms: inputs    2 (4 + 4) e   2 (4 + 4) e              2 (4 + 4) e     input and normalised input, fp32
///     outputs               2 * 4 e       2 * 2 e (SwiGLU 3 * 2)   2 * 2 e
///     1 / rms               2 * 4 N       the same                 the same
///   q, k, v                 3 w e; 5 w e with fused attention or one sequence (the whole qkv product stays with v)
///   softmax                 4 r e         (4 + 2) r e (CPU rules 2 r e)   2 r e
///     fused: log-sum-exp    4 N heads
///   attention's output      w e
///   feed-forward            2 F w e (SwiGLU 4 F w e)
///   cos and sin in 16 bits  -             4 * 2 * sequence * width / heads
/// With dropout: masks of full elements, w e twice a block, and for attention r e times the size of a softmax number
/// (and a second product where it is not cast). Under autocast 2 bytes for each weight of a matrix product outside
/// checkpointed parts. At the end a norm, logits and log-softmax: 8 (fp32, CUDA's rules), 6 (CPU rules), 4 (16 bits)
/// bytes per token and row of the vocabulary. Checkpointed parts keep their input and the state of the random numbers.
Activations activations_of(const scenario::Scenario& scenario, const Model& model);

/// A published formula for a block of a LayerNorm GPT with GELU: tokens * width * (constant + per_r * r) bytes.
struct LayerFormula {
    std::string_view id;
    std::string_view title_id;
    double constant, per_r;
    std::string_view source;
    double bytes(double tokens, double width, double r) const { return tokens * width * (constant + per_r * r); }
};
/// Fp32, autocast and 16-bit, without dropout, explicit attention; 16-bit with dropout; selective and full recompute.
std::vector<LayerFormula> layer_formulas();

} // namespace ampscope::memory
