#include "core/memory/activations.h"

#include <algorithm>

namespace ampscope::memory {

using scenario::Attention;
using scenario::AutocastRules;
using scenario::AutocastWrap;
using scenario::CheckpointKind;
using scenario::ModelKind;
using scenario::Scenario;

double total(const std::vector<Part>& parts) {
    double sum = 0;
    for (const auto& part : parts)
        sum += part.bytes;
    return sum;
}

namespace {

constexpr double kRandomState = 5056; // kept whether it is used again or not; at::CPUGeneratorImpl's state as a tensor:
                                      // Mersenne Twister's words and more
constexpr double kNormNumber = 4;     // RMSNorm computes in fp32 whatever it is given

// Sizes that every line below is made of.
struct Sizes {
    double tokens, stream, r, heads, inner; ///< inner: in widths
    double table;                           ///< numbers of one cos or sin table
    double computed, residual, softmax;     ///< bytes of one number
    bool autocast, cuda_rules, fused, swiglu;
    bool whole_qkv;       ///< backward holds all of the qkv product, not a copy of v
    double dropout_masks; ///< 1 with dropout
};

Sizes sizes_of(const Scenario& s, const Model& model) {
    Sizes z{};
    const auto sequence = static_cast<double>(s.sequence_length), width = static_cast<double>(model.width);
    z.tokens = static_cast<double>(s.micro_batch()) * sequence;
    z.stream = z.tokens * width;
    z.heads = static_cast<double>(model.heads);
    z.r = z.heads * sequence / width;
    z.inner = static_cast<double>(model.inner) / width;
    z.table = sequence * width / z.heads;
    z.autocast = s.uses_autocast();
    z.cuda_rules = s.autocast.rules == AutocastRules::Cuda;
    z.computed = z.autocast || s.has_16_bit_weights() ? 2 : 4;
    z.residual = s.has_16_bit_weights() ? 2 : 4;
    z.softmax = z.autocast && z.cuda_rules ? 4 : z.computed;
    z.fused = s.model.attention == Attention::Fused;
    z.whole_qkv = z.fused || s.micro_batch() == 1; // of one sequence v is no copy but a view
    z.swiglu = model.feed_forward_matrices == 3;
    z.dropout_masks = s.model.dropout > 0 ? 1 : 0;
    return z;
}

// A list that leaves out what is empty and adds up what comes twice.
class Parts {
  public:
    void add(std::string_view id, std::string_view title, double bytes) {
        if (bytes == 0) return;
        const auto found = std::ranges::find(m_parts, id, &Part::id);
        if (found == m_parts.end())
            m_parts.push_back({id, title, bytes});
        else
            found->bytes += bytes;
    }
    void add(const Parts& other, double times = 1) {
        for (const auto& part : other.m_parts)
            add(part.id, part.title_id, part.bytes * times);
    }
    double total() const { return memory::total(m_parts); }
    std::vector<Part> take() { return std::move(m_parts); }

  private:
    std::vector<Part> m_parts;
};

void add_norm(Parts& parts, const Sizes& z, double output_bytes, double outputs = 1) {
    parts.add("norm_inputs", "memory.part_norm_inputs", 2 * kNormNumber * z.stream + kNormNumber * z.tokens);
    parts.add("norm_outputs", "memory.part_norm_outputs", outputs * output_bytes * z.stream);
}

Parts attention_parts(const Sizes& z) {
    Parts parts;
    parts.add("qkv", "memory.part_qkv", (z.whole_qkv ? 5 : 3) * z.computed * z.stream);
    if (z.fused) {
        parts.add("log_sum_exp", "memory.part_log_sum_exp", 4 * z.tokens * z.heads);
    } else {
        const double numbers = z.r * z.stream;
        const bool cast = z.softmax != z.computed; // CUDA's rules: fp32 softmax, then a 16-bit copy for the product
        parts.add("softmax", "memory.part_softmax", (z.softmax + (cast ? z.computed : 0)) * numbers);
        parts.add("dropout", "memory.part_dropout", z.dropout_masks * (z.softmax + (cast ? 0 : z.computed)) * numbers);
    }
    parts.add("attention_output", "memory.part_attention_output", z.computed * z.stream);
    if (z.computed == 2) parts.add("rotary", "memory.part_rotary", 4 * 2 * z.table);
    return parts;
}

Parts feed_forward_parts(const Sizes& z, const Scenario& s) {
    Parts parts;
    parts.add("feed_forward", "memory.part_feed_forward", (z.swiglu ? 4 : 2) * z.inner * z.computed * z.stream);
    if (s.model.kind == ModelKind::CustomNorm) {
        // x, x - mean and their product in place of the product alone; mean and 1 / deviation of each token. CUDA's
        // rules raise the second half to fp32.
        const bool mixed = z.autocast && z.cuda_rules;
        const double numbers = 2 * z.inner * (mixed ? 3 : z.computed), statistics = mixed ? 6 : 2 * z.computed;
        parts.add("custom_norm", "memory.part_custom_norm", numbers * z.stream + statistics * z.tokens);
    }
    return parts;
}

// Everything of a block, no checkpointing.
Parts block_parts(const Sizes& z, const Scenario& s) {
    Parts parts;
    add_norm(parts, z, z.computed);
    // Autocast casts an input anew for each product that reads it.
    add_norm(parts, z, z.computed, z.swiglu && z.autocast ? 2 : 1);
    parts.add(attention_parts(z));
    parts.add(feed_forward_parts(z, s));
    parts.add("dropout", "memory.part_dropout", 2 * z.dropout_masks * z.computed * z.stream);
    return parts;
}

Activations linear_activations(const Scenario& s) {
    Parts parts;
    const double numbers = static_cast<double>(s.micro_batch() * scenario::kLinearWidth);
    if (s.uses_autocast() || s.has_16_bit_weights()) parts.add("input", "memory.part_input", 2 * numbers);
    const bool halves = s.has_16_bit_weights() || (s.uses_autocast() && s.autocast.wrap == AutocastWrap::Model);
    const bool cuda = s.autocast.rules == AutocastRules::Cuda;
    parts.add("head", "memory.part_head", (halves ? 4 : s.uses_autocast() && !cuda ? 6 : 8) * numbers);
    parts.add("loss", "memory.part_loss", halves ? 4 : 8);
    // The input needs no gradient, so backward keeps no weight: only the cache of an open region does, with the bias.
    if (s.uses_autocast() && s.autocast.wrap == AutocastWrap::Backward)
        parts.add("casts", "memory.part_casts", 2.0 * scenario::kLinearWidth * (scenario::kLinearWidth + 1));
    return {parts.take(), 0, true};
}

} // namespace

Activations activations_of(const Scenario& s, const Model& model) {
    if (model.is_linear()) return linear_activations(s);
    const Sizes z = sizes_of(s, model);
    const auto layers = static_cast<double>(model.layers), width = static_cast<double>(model.width);
    const auto vocabulary = static_cast<double>(model.vocabulary);
    const Parts block = block_parts(z, s);
    Parts parts;
    double recomputed = 0;
    // Chapter B's listing checkpoints the product of a norm that stays outside: its output is the input that is kept.
    const double border = z.residual * z.stream;
    switch (s.checkpointing.kind) {
    case CheckpointKind::None: parts.add(block, layers); break;
    case CheckpointKind::Sublayer: {
        Parts outside;
        add_norm(outside, z, z.residual);
        add_norm(outside, z, z.residual);
        outside.add("dropout", "memory.part_dropout", 2 * z.dropout_masks * z.computed * z.stream);
        outside.add("random_states", "memory.part_random_states", 2 * kRandomState);
        parts.add(outside, layers);
        recomputed = std::max(attention_parts(z).total(), feed_forward_parts(z, s).total());
        break;
    }
    case CheckpointKind::Block:
    case CheckpointKind::Segments: {
        const double segments = s.checkpointing.kind == CheckpointKind::Block
                                    ? layers
                                    : std::min(static_cast<double>(s.checkpointing.segments), layers);
        parts.add("borders", "memory.part_borders", segments * border);
        parts.add("random_states", "memory.part_random_states", segments * kRandomState);
        const auto longest =
            (model.layers + static_cast<std::int64_t>(segments) - 1) / static_cast<std::int64_t>(segments);
        recomputed = static_cast<double>(longest) * block.total();
        break;
    }
    }
    parts.add("dropout", "memory.part_dropout", z.dropout_masks * z.residual * z.stream); // of the embedding
    add_norm(parts, z, z.computed);
    const bool halves = s.has_16_bit_weights() || (z.autocast && s.autocast.wrap == AutocastWrap::Model);
    parts.add("head", "memory.part_head", (halves ? 4 : z.autocast && !z.cuda_rules ? 6 : 8) * z.tokens * vocabulary);
    parts.add("loss", "memory.part_loss", halves ? 4 : 8);
    if (z.autocast) {
        // Of checkpointed parts nothing is kept, but LibTorch's cache holds their casts until the region is left.
        const bool all = s.checkpointing.kind == CheckpointKind::None || s.autocast.wrap == AutocastWrap::Backward;
        const double inside = all ? layers * static_cast<double>(model.block_matrix_parameters()) : 0;
        parts.add("casts", "memory.part_casts", 2 * (inside + vocabulary * width));
    }
    const bool by_hand =
        s.autocast.island != scenario::AutocastIsland::None || (z.autocast && !s.autocast.fp32_ops.empty());
    return {parts.take(), recomputed, !by_hand};
}

std::vector<LayerFormula> layer_formulas() {
    constexpr std::string_view kKorthikanti = "Korthikanti et al. 2022, arXiv 2205.05198";
    constexpr std::string_view kCounted = "counted and measured with torch 2.15 on a CPU";
    return {
        {"fp32", "memory.layer_fp32", 64, 4, kCounted},
        {"autocast", "memory.layer_autocast", 36, 6, kCounted},
        {"16-bit", "memory.layer_16_bit", 32, 2, kCounted},
        {"16-bit-dropout", "memory.layer_16_bit_dropout", 34, 5, kKorthikanti},
        {"16-bit-selective", "memory.layer_selective", 34, 0, kKorthikanti},
        {"16-bit-full", "memory.layer_full", 2, 0, kKorthikanti},
    };
}

} // namespace ampscope::memory
